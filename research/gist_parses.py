"""Sentences to CoNLL-U, for ``research/gists.py``: the parses tell which runs of words are complete clauses.

The parser is `en_ud_model` 1.1.0 (Apache-2.0) from PyPI; it needs spaCy 2.3 and numpy 1, an environment of its own:

    python -m venv parser && parser/bin/pip install 'spacy>=2.3.9,<3' 'numpy<2'
    parser/bin/pip download --no-deps en-ud-model==1.1.0 && tar xf en_ud_model-1.1.0.tar.gz
    parser/bin/python research/gist_parses.py en_ud_model-1.1.0/en_ud_model/en_ud_model-1.1.0 \\
        WORK/model/learning/shortenings.jsonl WORK/corpus.conllu
    parser/bin/python research/gist_parses.py … ../shared/discourse/train.jsonl WORK/other.conllu

The model is given as its folder: pip would install an older spaCy with it. A run that was stopped goes on. Sentences of
the test articles are not parsed. Any other parser of Universal Dependencies will do as well. Of 40 shortenings it
gives the trees that taught the shipped model.
"""

import hashlib
import json
import sys
import warnings
from pathlib import Path

_FEWEST_WORDS = 11  # shorter sentences are their own gists


def sentences(path: Path) -> list[str]:
    """Those of a file of shortenings, but for the test articles'; or of discourse trees whose licence allows models."""
    found: dict[str, None] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "highlight" in row:
            if int(hashlib.sha256(row["article"].encode()).hexdigest(), 16) % 20:
                found[row["sentence"]] = None
        elif row["shippable"]:
            texts = (" ".join(sentence["text"].split()) for sentence in row["sentences"])
            found |= dict.fromkeys(text for text in texts if len(text.split()) >= _FEWEST_WORDS)
    return list(found)


def main() -> None:
    """Parse what is not parsed yet."""
    import spacy  # type: ignore[import-not-found]

    model, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the model is for an older spaCy
        parser = spacy.load(model, disable=["ner"])
    tags = parser.vocab.morphology.tag_map
    for tag in tags:  # features whose names spaCy 2.3 does not take
        tags[tag] = {name: value for name, value in tags[tag].items() if str(name) in ("74", "POS", "pos")}
    done = target.read_text(encoding="utf-8").count("\n# text = ") + 1 if target.is_file() else 0
    with target.open("a", encoding="utf-8") as out:
        for parsed in parser.pipe(sentences(source)[done:], batch_size=256):
            numbers = {token.i: number for number, token in enumerate(parsed, start=1)}
            out.write(f"# text = {parsed.text}\n")
            for token in parsed:
                head = 0 if token.head.i == token.i else numbers[token.head.i]
                space = "_" if token.whitespace_ else "SpaceAfter=No"
                fields = [numbers[token.i], token.text, "_", token.pos_ or "_", token.tag_ or "_", "_", head]
                out.write("\t".join(map(str, [*fields, token.dep_.lower() or "_", "_", space])) + "\n")
            out.write("\n")


if __name__ == "__main__":
    main()
