"""A pretrained teacher for gists: MiniLM learns from editors and parses, and a small network learns from it.

    python runs/gist_teacher.py --work WORK --transformer MINILM --start MODEL --out MODEL --parses WORK/corpus.conllu

WORK is the folder of ``runs/gists.py``, whose shortened sentences are read; MINILM is all-MiniLM-L6-v2. Three steps,
kept in WORK and gone on with where they were stopped: the teacher learns to score candidates from pairs, and which are
complete from parses; it scores the candidates of other sentences; a small network, which starts with the vocabulary
and the weights of ``--start``, learns from that. ``--labels N`` ends the second step early: it is the longest.
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

from gist_lessons import Lessons
from gist_transformer import TEMPERATURE, Teacher, teach
from ramify.files import file_fingerprint, make_folder
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
    itself: float = 0.7  # what the network's own scores count, as it is when it starts
    complete: float = 1.0  # how much more a candidate is worth that the teacher is sure is complete
    plain: float = 3.0  # the same for sentences of other texts than news, which no editor shortened
    word: float = 0.2  # what each word adds
    beyond: float = 0.65  # and what is lost beyond ten words, so that half of the gists have no more
    epochs: int = 3
    networks: int = 3  # that learn it, each in another order; the mean of their weights is kept
    learning_rate: float = 3e-3
    dropout: float = 0.1


@torch.no_grad()
def label(teacher: Teacher, lessons: Lessons, numbers: Sequence[int], to: Path) -> None:
    """What the teacher says of every candidate of these sentences, a file for every thousand."""
    teacher.eval()
    for at in range(0, len(numbers), SHARD):
        path = to / f"{at}.npz"
        if not path.is_file():
            sentences, examples = lessons.examples(numbers[at : at + SHARD])
            found = np.zeros((2, len(examples.rewards)), dtype=np.float16)
            for own, batch in examples.batches(32):
                said = torch.stack(teacher(batch, [sentences[number] for number in own]))
                found[:, places(examples, own)] = said.numpy()
            np.savez(path, score=found[0], complete=found[1])
            print("labelled", at + len(sentences), flush=True)


def places(examples: GistExamples, numbers: Sequence[int]) -> npt.NDArray[np.intp]:
    """Where the candidates of these sentences are."""
    return np.concatenate([np.arange(examples.offsets[n], examples.offsets[n + 1]) for n in numbers])


def labelled(lessons: Lessons, numbers: Sequence[int], folder: Path) -> tuple[GistExamples, npt.NDArray[np.float32]]:
    """The sentences that the teacher has scored, and the two things that it says of each candidate."""
    said = []
    for at in range(0, len(numbers), SHARD):
        path = folder / f"{at}.npz"
        if not path.is_file():
            break
        with np.load(path) as shard:
            said.append(np.stack([shard["score"], shard["complete"]]).astype(np.float32))
    _, examples = lessons.examples(numbers[: SHARD * len(said)])
    return examples, np.concatenate(said, axis=1)


@torch.no_grad()
def own_scores(network: GistNetwork, examples: GistExamples) -> npt.NDArray[np.float32]:
    """What the network itself says of the candidates."""
    network.eval()
    scores = np.zeros(len(examples.rewards), dtype=np.float32)
    for numbers, batch in examples.batches(256):
        scores[places(examples, numbers)] = network(batch).numpy()
    return scores


def wanted(
    examples: GistExamples, said: npt.NDArray[np.float32], own: npt.NDArray[np.float32], told: npt.NDArray[np.bool_],
    lesson: Lesson,
) -> npt.NDArray[np.float32]:  # fmt: skip
    """What the network is to learn of each candidate, as logarithms; ``told`` are those of sentences with a highlight.

    Half of the gists may have more than ten words: so what lies beyond costs once, and not by the word.
    """
    score, sure = said[0], 1 / (1 + np.exp(-said[1]))
    editors = lesson.editors * told
    teaching = (1 - editors) * score + editors * examples.rewards / TEMPERATURE + lesson.itself * own
    length = examples.candidates[:, 4]
    shape = lesson.word * length - lesson.beyond * (length > SHORT)
    found: npt.NDArray[np.float32] = teaching + np.where(told, lesson.complete, lesson.plain) * sure + shape
    return found.astype(np.float32)


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
    optimizer = torch.optim.Adam(network.parameters(), lr=lesson.learning_rate)
    steps, step = lesson.epochs * -(-len(examples.usable) // 64), 0
    torch.manual_seed(seed)
    network.train()
    for epoch in range(lesson.epochs):
        for _, batch in examples.batches(64, np.random.default_rng((1 + seed, epoch))):
            aim = log_softmax(batch.reward, batch)
            loss = (aim.exp() * (aim - log_softmax(network(batch), batch))).sum() / len(batch.inside)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.param_groups[0]["lr"] = lesson.learning_rate * rate(step / steps)
            optimizer.step()
            step += 1


def main() -> None:
    """Teach the teacher, let it score, teach the network."""
    options = _options()
    use_threads(1)
    torch.manual_seed(0)
    start = GistModel(options.start)
    found = collect([], options.work / "model" / "learning" / "shortenings.jsonl")
    lessons = Lessons(found, options.parses, start.vocabulary)
    order = lessons.order(32)[: options.steps]
    scored = lessons.unseen(order)
    folder = make_folder(options.work / "teacher")
    teacher = Teacher(options.transformer)
    teach(teacher, lessons, order, folder / "teacher.safetensors")
    labels = make_folder(folder / "labels")
    label(teacher, lessons, scored[: options.labels], labels)
    rows, said = labelled(lessons, scored, labels)
    with np.load(options.start / "model.npz") as arrays:
        network = GistNetwork.of_arrays(start.vocabulary, dict(arrays), Lesson().dropout)
    told = np.repeat(lessons.told(scored[: len(rows.counts)]), rows.counts)
    refine(network, rows, wanted(rows, said, own_scores(network, rows), told, Lesson()), Lesson())
    dev = [one for one in found if one.part == "dev"]
    facts = json.loads((options.start / "config.json").read_text(encoding="utf-8"))
    facts["teacher"] = {
        "start": file_fingerprint(options.start / "model.npz")[:16], "steps": options.steps, "labels": len(rows.counts),
        "lesson": asdict(Lesson()), "dev": asdict(measure(network, lessons.of(dev))),
    }  # fmt: skip
    print(facts["teacher"])
    write_model(options.out, network, start.vocabulary, facts)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--parses", type=Path, action="append", default=[])
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--labels", type=int, default=20 * SHARD)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
