"""From a corpus of articles with highlights to a model of gists, in one folder that a stopped run goes on from."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from mindgist.errors import ModelError
from mindgist.files import file_fingerprint, make_folder, write_json
from mindgist.learn.clauses import Token, read_parses, verbs
from mindgist.learn.corpus import read_corpus
from mindgist.learn.gist_distilling import GistDistilling, distilled
from mindgist.learn.gist_examples import GistExamples, gist_vocabulary
from mindgist.learn.gist_teaching import GistTeacher, GistTeaching, Report, measure, write_model
from mindgist.learn.glove import read_glove
from mindgist.learn.shortenings import Shortening, collect

LEARNED = 0.8  # of a highlight's words are the sentence's: below, the editor wrote something else
MOST_WORDS = 12_000
_WORK = "learning"


def teach_gists(
    corpus: Path,
    folder: Path,
    parses: Sequence[Path] = (),
    teaching: GistTeaching | None = None,
    glove: Path | None = None,
    report: Report | None = None,
) -> list[dict[str, float]]:
    """Teach a model and write it to the folder.

    Gives what was measured on held-out articles after each epoch of the large network, and last for the small one that
    learned from it and is written.

    ``parses`` are CoNLL-U files. Parsed sentences of the corpus teach what is complete besides what editors keep;
    parsed sentences from elsewhere teach what is complete in texts of other kinds.
    """
    teaching = teaching or GistTeaching()
    _check_inputs(folder, corpus, parses, glove)
    found = collect(read_corpus(corpus), make_folder(folder / _WORK) / "shortenings.jsonl")
    parsed: dict[str, list[Token]] = {text: tokens for path in parses for text, tokens in read_parses(path)}
    known = {one.sentence for one in found}
    plain = [sentence for sentence in parsed if sentence not in known]
    learned = [one for one in found if one.part == "train" and one.shared >= LEARNED]
    sentences = [one.sentence for one in learned]
    vocabulary = gist_vocabulary([*sentences, *plain], verbs(parsed.values()), MOST_WORDS)
    teacher = GistTeacher(folder / _WORK, teaching, vocabulary, read_glove(glove))

    def examples(of: Sequence[Shortening]) -> GistExamples:
        return GistExamples([one.sentence for one in of], [one.highlight for one in of], parsed, vocabulary)

    dev = examples([one for one in found if one.part == "dev"])
    history = teacher.finished()
    if not history:
        others = GistExamples(plain, [None] * len(plain), parsed, vocabulary) if plain else None
        history = teacher.run(examples(learned), others, dev, report)
    distilling = GistDistilling()
    seen = [*Random(teaching.seed).sample(sentences, min(len(sentences), distilling.sentences)), *plain]
    shown = GistExamples(seen, [None] * len(seen), {}, vocabulary)
    small, loss = distilled(teacher.network, vocabulary, shown, teaching.shape, teaching.seed, distilling)
    history.append({"loss": loss, **asdict(measure(small, dev))})
    facts = {
        "teaching": asdict(teaching),
        "distilling": asdict(distilling),
        "pairs": len(learned),
        "parsed": len(parsed),
    }
    write_model(folder, small, vocabulary, facts | {"history": history})
    return history


def _check_inputs(folder: Path, corpus: Path, parses: Sequence[Path], glove: Path | None) -> None:
    """Refuse to go on with other inputs than the folder was begun with: what was learned would be of both."""
    files = sorted(file for file in corpus.iterdir() if file.is_file()) if corpus.is_dir() else [corpus]
    inputs = {
        "corpus": file_fingerprint(*files)[:16],
        "parses": file_fingerprint(*parses)[:16],
        "glove": file_fingerprint(glove)[:16] if glove else "its own",
    }
    path = make_folder(folder / _WORK) / "inputs.json"
    try:
        before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else inputs
    except ValueError as error:
        raise ModelError(f"cannot read {path}: {error}; name another folder, or remove it") from error
    differ = [name for name in inputs if before.get(name) != inputs[name]]
    if differ:
        raise ModelError(
            f"{folder} holds a run with other inputs ({', '.join(differ)}); take the same ones to go on with it, or "
            "another folder"
        )
    write_json(path, inputs)
