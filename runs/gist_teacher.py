"""A pretrained teacher for gists: MiniLM learns from editors and parses, and a small network learns from it.

    python runs/gist_teacher.py --work WORK --transformer MINILM --start MODEL --out MODEL --parses WORK/corpus.conllu

WORK is the folder of ``runs/gists.py``, whose shortened sentences are read; MINILM is all-MiniLM-L6-v2. Three steps,
kept in WORK and gone on with where they were stopped: the teacher learns to score candidates from all pairs, and which
are complete from parses; it scores the candidates of these and of other sentences; a small network, which starts with
the vocabulary and the weights of ``--start``, learns from that. ``--corpus`` gives further sentences to score, one of
each article; ``--labels N`` ends the second step early: it is the longest. A narrower ``--start`` is widened.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from gist_lessons import Lessons, Scored, other_sentences
from gist_transformer import TEMPERATURE, Teacher, teach
from gist_wider import wider
from ramify.files import file_fingerprint, make_folder
from ramify.learn.corpus import read_corpus
from ramify.learn.gist_distilling import expected_scores
from ramify.learn.gist_examples import GistExamples
from ramify.learn.gist_network import GistNetwork
from ramify.learn.gist_softmax import log_softmax, rate
from ramify.learn.gist_teaching import measure, write_model
from ramify.learn.shortenings import collect
from ramify.learn.training import use_threads
from ramify.mindmap.gist import SHORT
from ramify.mindmap.gist_model import GistModel

SHARD = 1024


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the small network learns: the teacher's scores of candidates, as logarithms, and what is added to them."""

    editors: float = 0.3  # what the highlights count beside the teacher
    expected: float = 8.0  # what a candidate is worth that shares its words with all that the teacher finds likely
    complete: float = 1.5  # how much more a candidate is worth that the teacher is sure is complete
    plain: float = 8.0  # the same for sentences of other texts than news, which no editor shortened
    word: float = 0.1  # what each word adds
    beyond: float = 0.68  # and what is lost beyond ten words, so that half of the gists have no more
    often: int = 7  # how often such a sentence comes for one of news: there are few of them
    channels: int = 24
    epochs: int = 4
    learning_rate: float = 3e-3
    networks: int = (
        3  # that go on learning for one more epoch, each in another order; the mean of their weights is kept
    )
    last_rate: float = 2e-3
    dropout: float = 0.1


@torch.no_grad()
def label(teacher: Teacher, scored: Scored, most: int, to: Path) -> None:
    """What the teacher says of every candidate of the sentences, a file for every thousand."""
    teacher.eval()
    for at in range(0, min(most, len(scored.sentences)), SHARD):
        path = to / f"{at}.npz"
        if not path.is_file():
            examples = scored.examples(at, at + SHARD)
            found = np.zeros((2, len(examples.rewards)), dtype=np.float16)
            for own, batch in examples.batches(32):
                said = torch.stack(teacher(batch, [scored.sentences[at + number] for number in own]))
                found[:, places(examples, own)] = said.numpy()
            with path.with_suffix(".part").open("wb") as part:
                np.savez(part, score=found[0], complete=found[1])
            path.with_suffix(".part").replace(path)
            print("labelled", at + len(examples.counts), flush=True)


def places(examples: GistExamples, numbers: Sequence[int]) -> npt.NDArray[np.intp]:
    """Where the candidates of these sentences are."""
    return np.concatenate([np.arange(examples.offsets[n], examples.offsets[n + 1]) for n in numbers])


def labelled(scored: Scored, folder: Path) -> tuple[GistExamples, npt.NDArray[np.float32]]:
    """The sentences that the teacher has scored, and the two things that it says of each candidate."""
    said: list[npt.NDArray[np.float32]] = []
    while (path := folder / f"{SHARD * len(said)}.npz").is_file():
        with np.load(path) as shard:
            said.append(np.stack([shard["score"], shard["complete"]]).astype(np.float32))
    return scored.examples(0, SHARD * len(said)), np.concatenate(said, axis=1)


def wanted(
    examples: GistExamples, said: npt.NDArray[np.float32], told: npt.NDArray[np.bool_], news: npt.NDArray[np.bool_],
    lesson: Lesson,
) -> npt.NDArray[np.float32]:  # fmt: skip
    """What the network is to learn of each candidate, as logarithms.

    ``told`` are the candidates of sentences with a highlight, ``news`` those of news. Half of the gists may have more
    than ten words: so what lies beyond costs once, and not by the word.
    """
    likely, expected = _expected(examples, said[0])
    sure = 1 / (1 + np.exp(-said[1]))
    editors = lesson.editors * told
    teaching = (1 - editors) * likely + editors * examples.rewards / TEMPERATURE + lesson.expected * expected
    length = examples.candidates[:, 4]
    shape = lesson.word * length - lesson.beyond * (length > SHORT)
    found: npt.NDArray[np.float32] = teaching + np.where(news, lesson.complete, lesson.plain) * sure + shape
    return found.astype(np.float32)


def _expected(examples: GistExamples, score: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How likely the teacher finds each candidate, as a logarithm, and what it would score against all of them."""
    found = np.zeros((2, len(score)), dtype=np.float32)
    for numbers, batch in examples.batches(256):
        own = places(examples, numbers)
        likely = log_softmax(torch.from_numpy(score[own]), batch)
        found[:, own] = torch.stack([likely, expected_scores(likely, batch)]).numpy()
    return found


def refine(network: GistNetwork, examples: GistExamples, target: npt.NDArray[np.float32], lesson: Lesson) -> None:
    """Teach the network the distribution that the target stands for; at last several times: it becomes their mean.

    Networks that start alike stay near each other, and their mean is steadier than any one of them.
    """
    examples.rewards = target
    _learn(network, examples, lesson.epochs, lesson.learning_rate, 0)
    start = {name: value.clone() for name, value in network.state_dict().items()}
    learned = []
    for seed in range(lesson.networks):
        network.load_state_dict(start)
        _learn(network, examples, 1, lesson.last_rate, 1 + seed)
        learned.append({name: value.clone() for name, value in network.state_dict().items()})
    network.load_state_dict({name: torch.stack([one[name] for one in learned]).mean(0) for name in start})


def _learn(network: GistNetwork, examples: GistExamples, epochs: int, fastest: float, seed: int) -> None:
    """Some epochs, in an order of their own."""
    optimizer = torch.optim.Adam(network.parameters(), lr=fastest)
    steps, step = epochs * -(-len(examples.usable) // 64), 0
    torch.manual_seed(seed)
    network.train()
    for epoch in range(epochs):
        total = 0.0
        for _, batch in examples.batches(64, np.random.default_rng((1 + seed, epoch))):
            aim = log_softmax(batch.reward, batch)
            loss = (aim.exp() * (aim - log_softmax(network(batch), batch))).sum() / len(batch.inside)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.param_groups[0]["lr"] = fastest * rate(step / steps)
            optimizer.step()
            step, total = step + 1, total + loss.item()
        print("learned", epoch + 1, "of", epochs, round(total * epochs / steps, 4), flush=True)


def main() -> None:
    """Teach the teacher, let it score, teach the network."""
    options = _options()
    use_threads(1)
    torch.manual_seed(0)
    start = GistModel(options.start)
    found = collect([], options.work / "model" / "learning" / "shortenings.jsonl")
    lessons = Lessons(found, options.parses, start.vocabulary)
    folder = make_folder(options.work / "teacher")
    others = other_sentences(read_corpus(options.corpus), found, folder / "others.txt") if options.corpus else []
    order = lessons.order(32)[: options.steps]
    teacher = Teacher(options.transformer)
    teach(teacher, lessons, order, folder / "teacher.safetensors")
    labels = make_folder(folder / "labels")
    scored = lessons.scored(found, others)
    label(teacher, scored, options.labels, labels)
    rows, said = labelled(scored, labels)
    lesson = Lesson()
    with np.load(options.start / "model.npz") as arrays:
        network = GistNetwork.of_arrays(start.vocabulary, dict(arrays))
    network = wider(network, start.vocabulary, lesson.channels, lesson.dropout)
    count = len(rows.counts)
    told, news = (np.repeat(which[:count], rows.counts) for which in (scored.told(), scored.news))
    rows.usable = np.repeat(rows.usable, np.where(scored.news[rows.usable], 1, lesson.often))
    refine(network, rows, wanted(rows, said, told, news, lesson), lesson)
    dev = [one for one in found if one.part == "dev"]
    facts = json.loads((options.start / "config.json").read_text(encoding="utf-8"))
    facts["teacher"] = {
        "start": file_fingerprint(options.start / "model.npz")[:16], "steps": len(order), "labels": count,
        "lesson": asdict(lesson), "dev": asdict(measure(network, lessons.of(dev))),
    }  # fmt: skip
    print(facts["teacher"])
    write_model(options.out, network, start.vocabulary, facts)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--parses", type=Path, action="append", default=[])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--labels", type=int, default=103 * SHARD)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
