"""A pretrained teacher for gists: MiniLM learns from editors and parses, and a small network learns from it.

    python research/gist_teacher.py --work WORK --transformer MINILM --start MODEL --out MODEL --parses FILE

WORK is the folder of ``research/gists.py``, whose shortened sentences are read; MINILM is all-MiniLM-L6-v2. In steps,
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
from safetensors.torch import load_file, save_file
from torch import nn

from gist_lessons import Lessons, Scored, other_sentences
from gist_transformer import TEMPERATURE, Teacher, teach
from gist_wider import wider
from mindgist.files import atomic_write, file_fingerprint, make_folder
from mindgist.labels.gist_model import GistModel
from mindgist.labels.gists import SHORT
from mindgist.learn.corpus import read_corpus
from mindgist.learn.gist_distilling import expected_scores
from mindgist.learn.gist_examples import GistExamples
from mindgist.learn.gist_network import GistNetwork
from mindgist.learn.gist_softmax import log_softmax, rate
from mindgist.learn.gist_teaching import measure, write_model
from mindgist.learn.shortenings import collect
from mindgist.learn.training import use_threads

SHARD = 1024


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the small network learns: the teacher's scores of candidates, as logarithms, and what is added to them."""

    complete: float  # how much more a candidate is worth that the teacher is sure is complete
    plain: float  # the same for sentences of other texts than news, which no editor shortened
    beyond: float  # what is lost beyond ten words, so that half of the gists have no more
    often: int  # how often a sentence of other texts comes for one of news: there are few of them
    epochs: int
    networks: int  # that learn it, each in another order; the mean of their weights is kept
    learning_rate: float
    editors: float = 0.3  # what the highlights count beside the teacher
    expected: float = 8.0  # what a candidate is worth that shares its words with all that the teacher finds likely
    word: float = 0.1  # what each word adds


# Other texts come often at last only: more than once or twice so often, and their sentences are learned by heart.
FIRST = Lesson(complete=2.64, plain=5.0, beyond=0.66, often=1, epochs=4, networks=1, learning_rate=3e-3)
LAST = Lesson(complete=2.4, plain=8.0, beyond=0.68, often=7, epochs=1, networks=3, learning_rate=2e-3)
CHANNELS = 24
DROPOUT = 0.1


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
            with atomic_write(path) as waiting, waiting.open("wb") as file:
                np.savez(file, score=found[0], complete=found[1])
            print("labelled", at + len(examples.counts), flush=True)


def places(examples: GistExamples, numbers: Sequence[int]) -> npt.NDArray[np.intp]:
    """Where the candidates of these sentences are."""
    return np.concatenate([np.arange(examples.offsets[n], examples.offsets[n + 1]) for n in numbers])


def labelled(scored: Scored, most: int, folder: Path) -> tuple[GistExamples, npt.NDArray[np.float32]]:
    """The sentences that the teacher has scored, and the two things that it says of each candidate."""
    said: list[npt.NDArray[np.float32]] = []
    while SHARD * len(said) < most and (path := folder / f"{SHARD * len(said)}.npz").is_file():
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
    """Teach the network the distribution that the target stands for, several times; it becomes the mean of them all.

    Networks that start alike stay near each other, and their mean is steadier than any one of them.
    """
    examples.rewards = target
    start = {name: value.clone() for name, value in network.state_dict().items()}
    learned = []
    for seed in range(lesson.networks):
        network.load_state_dict(start)
        _learn(network, examples, lesson, seed)
        learned.append({name: value.clone() for name, value in network.state_dict().items()})
    network.load_state_dict({name: torch.stack([one[name] for one in learned]).mean(0) for name in start})


def _learn(network: GistNetwork, examples: GistExamples, lesson: Lesson, seed: int) -> None:
    """Once, in an order of its own."""
    epochs, fastest = lesson.epochs, lesson.learning_rate
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
    rows, said = labelled(scored, options.labels, labels)
    with np.load(options.start / "model.npz") as arrays:
        narrow = GistNetwork.of_arrays(start.vocabulary, dict(arrays))
    network = wider(narrow, start.vocabulary, CHANNELS, DROPOUT)
    count = len(rows.counts)
    _both_lessons(network, rows, said, (scored.told()[:count], scored.news[:count]), folder / "first.safetensors")
    dev = [one for one in found if one.part == "dev"]
    facts = json.loads((options.start / "config.json").read_text(encoding="utf-8"))
    facts["teacher"] = {
        "start": file_fingerprint(options.start / "model.npz")[:16], "steps": len(order), "labels": count,
        "lessons": [asdict(FIRST), asdict(LAST)], "dev": asdict(measure(network, lessons.of(dev))),
    }  # fmt: skip
    print(facts["teacher"])
    write_model(options.out, network, start.vocabulary, facts)


def _both_lessons(
    network: GistNetwork, rows: GistExamples, said: npt.NDArray[np.float32],
    which: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]], kept: Path,
) -> None:  # fmt: skip
    """The first, unless what was learned of it is kept, and the last; ``which`` sentences are told, and which news."""
    rewards, usable = rows.rewards, rows.usable
    told, news = (np.repeat(each, rows.counts) for each in which)
    for lesson in (FIRST, LAST):
        if lesson is FIRST and kept.is_file():
            network.load_state_dict(load_file(kept))
            continue
        rows.rewards = rewards
        target = wanted(rows, said, told, news, lesson)
        rows.usable = np.repeat(usable, np.where(which[1][usable], 1, lesson.often))
        refine(network, rows, target, lesson)
        if lesson is FIRST:
            save_file(network.state_dict(), kept)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--parses", type=Path, action="append", default=[])
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--labels", type=int, default=87 * SHARD)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
