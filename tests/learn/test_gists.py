"""The course of gists: shortened sentences, complete clauses, and a network that learns both."""

import json

import numpy as np
import pytest
import torch
from click.testing import CliRunner

from mindgist.errors import CorpusError, ModelError
from mindgist.labels.candidates import candidates
from mindgist.labels.gist_model import GistModel
from mindgist.labels.gists import gists
from mindgist.labels.stream import chunks_of, stream
from mindgist.labels.words import pieces
from mindgist.learn.clauses import Clauses, read_parses, verbs
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.gist_course import teach_gists
from mindgist.learn.gist_examples import GistExamples, gist_vocabulary
from mindgist.learn.gist_network import GistNetwork, NetworkShape
from mindgist.learn.gist_teaching import GistTeaching
from mindgist.learn.shortenings import Shortening, collect, shortenings
from mindgist.shell.cli import main

SENTENCE = "An agent, who had followed him, shot DiMaggio on Saturday, officials said."
PARSE = """\
# text = An agent, who had followed him, shot DiMaggio on Saturday, officials said.
1	An	_	DET	DT	_	2	det	_	_
2	agent	_	NOUN	NN	_	9	nsubj	_	SpaceAfter=No
3	,	_	PUNCT	,	_	2	punct	_	_
4	who	_	PRON	WP	_	6	nsubj	_	_
5	had	_	AUX	VBD	_	6	aux	_	_
6	followed	_	VERB	VBN	_	2	acl:relcl	_	_
7	him	_	PRON	PRP	_	6	dobj	_	SpaceAfter=No
8	,	_	PUNCT	,	_	2	punct	_	_
9	shot	_	VERB	VBD	_	15	ccomp	_	_
10	DiMaggio	_	PROPN	NNP	_	9	dobj	_	_
11	on	_	ADP	IN	_	12	case	_	_
12	Saturday	_	PROPN	NNP	_	9	nmod	_	SpaceAfter=No
13	,	_	PUNCT	,	_	15	punct	_	_
14	officials	_	NOUN	NNS	_	15	nsubj	_	_
15	said	_	VERB	VBD	_	0	root	_	SpaceAfter=No
16	.	_	PUNCT	.	_	15	punct	_	_

"""


@pytest.fixture
def parses(tmp_path):
    path = tmp_path / "parses.conllu"
    path.write_text(PARSE, encoding="utf-8")
    return path


def chosen(*words: str) -> int:
    listed = pieces(SENTENCE)[1::2]
    return sum(1 << listed.index(word) for word in words)


def test_a_clause_is_complete_with_all_that_its_verb_needs(parses):
    ((text, tokens),) = read_parses(parses)
    clauses = Clauses(text, tokens)
    assert text == SENTENCE
    for complete in (
        "An agent shot DiMaggio",
        "An agent shot DiMaggio on Saturday",
        "An agent who had followed him shot DiMaggio",
    ):
        assert clauses.complete(chosen(*complete.split())), complete
    for broken in (
        "agent shot DiMaggio",  # without its article
        "An agent shot",  # whom?
        "An agent who had followed him",
        "shot DiMaggio on Saturday",
        "An agent shot DiMaggio on",
        "officials said",  # what?
        "An agent DiMaggio",
    ):
        assert not clauses.complete(chosen(*broken.split())), broken
    assert verbs([tokens], least=1) == (["had", "said", "shot"], ["had", "said", "shot"])


def test_a_parse_of_another_text_is_refused(parses):
    ((_, tokens),) = read_parses(parses)
    with pytest.raises(CorpusError, match="other words"):
        Clauses("Something else.", tokens)
    with pytest.raises(CorpusError, match="CoNLL-U"):
        list(read_parses(parses.parent))


def article(name: str, *highlights: str) -> CorpusArticle:
    return CorpusArticle(name, "train", ((SENTENCE, "The search had lasted a week."),), highlights)


def test_a_highlight_finds_the_sentence_that_it_shortens():
    found = list(shortenings(article("a", "Agent shot DiMaggio on Saturday", "It rained in Boston", "An agent")))
    assert found == [Shortening("a", SENTENCE, "Agent shot DiMaggio on Saturday", 1.0)]


def test_parts_are_of_articles_and_share_no_sentence(tmp_path):
    articles = [article(str(number), "Agent shot DiMaggio on Saturday") for number in range(200)]
    found = collect(articles, tmp_path / "found.jsonl")
    assert {one.part for one in found} == {"dev", "test"}  # the sentence is held out somewhere, so nowhere learned
    assert collect([], tmp_path / "found.jsonl") == found


def corpus_rows(count: int = 120):
    """Editors here always drop what the officials said, and all that stands before a comma."""
    for number in range(count):
        who, what = f"Agent{number}", ("found", "lost", "sold")[number % 3]
        sentence = f"After a long night, {who} {what} the old boat near the harbour, two officials of the town said."
        highlight = f"{who} {what} the old boat near the harbour"
        yield {"id": str(number), "article": sentence, "highlights": [highlight]}


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in corpus_rows()), encoding="utf-8")
    return path


@pytest.fixture
def glove(tmp_path):
    path = tmp_path / "glove.txt"
    words = "after a long night found lost sold the old boat near harbour two officials of town said".split()
    path.write_text("".join(f"{word} {len(word)} {n} 0.5\n" for n, word in enumerate(words)), encoding="utf-8")
    return path


SMALL = GistTeaching(epochs=3, batch=8, shape=NetworkShape(word=3, hidden=16, candidate=8), learning_rate=0.01)


def test_what_editors_keep_is_learned_and_a_stopped_run_goes_on(corpus, glove, parses, tmp_path):
    torch.set_num_threads(1)
    whole = teach_gists(corpus, tmp_path / "whole", [parses], SMALL, glove)
    assert whole[-1]["score"] > 95
    model = GistModel(tmp_path / "whole")
    sentence = next(iter(corpus_rows()))["article"].replace("Agent0", "Agent99")
    assert gists([sentence], model=model) == ["Agent99 found the old boat near the harbour"]

    class StoppedError(Exception):
        pass

    def stop(done: int, steps: int, loss: float) -> None:
        if done > 0.8 * steps:
            raise StoppedError

    with pytest.raises(StoppedError):
        teach_gists(corpus, tmp_path / "stopped", [parses], SMALL, glove, stop)
    again = teach_gists(corpus, tmp_path / "stopped", [parses], SMALL, glove)
    assert [row["loss"] for row in again] == pytest.approx([row["loss"] for row in whole])
    config = json.loads((tmp_path / "whole" / "config.json").read_text())
    assert config["pairs"] > 90
    assert (tmp_path / "whole" / "model.npz").read_bytes() == (tmp_path / "stopped" / "model.npz").read_bytes()


@pytest.mark.parametrize("changed", ["corpus", "glove", "parses"])
def test_a_folder_is_not_gone_on_with_of_other_inputs(changed, corpus, glove, parses, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(done: int, steps: int, loss: float) -> None:
        raise StoppedError

    def teach() -> None:
        teach_gists(corpus, tmp_path / "model", [parses], SMALL, glove, stop)

    for _ in range(2):
        with pytest.raises(StoppedError):
            teach()
    path = {"corpus": corpus, "glove": glove, "parses": parses}[changed]
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(ModelError, match=rf"other inputs \({changed}\)"):
        teach()


def test_numpy_runs_what_torch_learned(tmp_path, parses):
    ((text, tokens),) = read_parses(parses)
    vocabulary = gist_vocabulary([text], (["shot"], ["shot", "said"]), 50)
    examples = GistExamples([text, "A short one here."], [None, None], {text: tokens}, vocabulary)
    assert examples.complete[: examples.counts[0]].sum() > 0
    network = GistNetwork(vocabulary, NetworkShape()).eval()
    torch.nn.init.normal_(network.aside)
    with torch.no_grad():
        expected = network(examples.batch([0, 1])).numpy()
    np.savez(tmp_path / "model.npz", **network.arrays())
    words = {name: getattr(vocabulary, name) for name in ("words", "endings", "verbs", "perhaps_verbs")}
    (tmp_path / "vocabulary.json").write_text(json.dumps(words))
    model = GistModel(tmp_path)
    made = stream([chunks_of(text), chunks_of("A short one here.")], model.vocabulary.chunks)
    found = candidates(made, strict=False)
    order = np.argsort(made.sentence[found.start], kind="stable")
    assert model.score(made, found)[order] == pytest.approx(expected, abs=0.01)  # half precision


def test_the_command(corpus, glove, tmp_path, monkeypatch):
    arguments = ["teach", "gists", corpus, tmp_path / "model", "--glove", glove, "--epochs", 1, "--threads", 1]
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    assert [line.split("  ")[0] for line in result.output.split("\n") if line] == ["epoch 1", "distilled"]
    text = tmp_path / "text.txt"
    text.write_text("The sea rises and the harbour of the old town has to be closed for a very long time now.")
    shown = CliRunner().invoke(main, ["map", str(text), "--gist-model", str(tmp_path / "model")])
    assert shown.exit_code == 0, shown.output
