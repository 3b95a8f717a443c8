"""A pretrained teacher for gists: MiniLM learns from editors, and the shipped network goes on learning from it.

    python runs/gist_teacher.py --work WORK --transformer MINILM --parses WORK/corpus.conllu --out MODEL

WORK is the folder of ``runs/gists.py``, whose shortened sentences are read; MINILM is all-MiniLM-L6-v2. Three steps,
kept in WORK and gone on with where they were stopped: the teacher learns on some pairs to score candidates, and which
are complete; it scores the candidates of other sentences; the network that ramify ships, which knows what is complete,
goes on learning from that. ``--labels N`` ends the second step early: it is by far the longest.
"""

import argparse
import json
from collections.abc import Sequence
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from ramify.files import make_folder
from ramify.learn.clauses import read_parses
from ramify.learn.gist_course import LEARNED
from ramify.learn.gist_examples import Batch, GistExamples
from ramify.learn.gist_network import GistNetwork, of_candidates
from ramify.learn.gist_softmax import log_softmax, rate
from ramify.learn.gist_teaching import measure, write_model
from ramify.learn.shortenings import collect
from ramify.learn.training import use_threads
from ramify.mindmap.gist import SHORT
from ramify.mindmap.gist_model import FLAG_BITS, SHAPES, GistModel
from ramify.mindmap.gist_rules import MOST
from ramify.mindmap.gist_stream import STOPS
from ramify.mindmap.gist_words import GAP_BITS, pieces

PAIRS = 8_000
SHARD = 1024
TEMPERATURE = 0.1  # of the scores against highlights, as in the course
EDITORS, ITSELF, LONGER = 0.3, 0.7, 0.2
"""What the highlights count beside the teacher, what the network's own scores count, what a word beyond ten costs."""


class Teacher(nn.Module):
    """Scores candidates as the small network does, over what a transformer makes of each word."""

    def __init__(self, transformer: str, width: int = 48, frozen: int = 2) -> None:
        from transformers import AutoModel, AutoTokenizer

        super().__init__()
        self.tok = AutoTokenizer.from_pretrained(transformer)
        self.bert = AutoModel.from_pretrained(transformer)
        for part in (self.bert.embeddings, *self.bert.encoder.layer[:frozen]):
            part.requires_grad_(False)
        inner = self.bert.config.hidden_size
        self.shapes = nn.Embedding(SHAPES, 8)
        self.mix = nn.Linear(inner + 8 + FLAG_BITS + GAP_BITS, 128)
        self.head = nn.Linear(128, 5 * width)
        self.length = nn.Embedding(MOST + 1, width)
        self.aside = nn.Parameter(torch.zeros(width))
        self.mid = nn.Linear(width, width)
        self.out = nn.Linear(2 * width, 2)
        self.drop = nn.Dropout(0.1)

    def forward(self, batch: Batch, sentences: Sequence[str]) -> tuple[Tensor, Tensor]:
        """The score of each candidate, and how sure it is complete."""
        flags, _, _, shapes = batch.words.unbind(-1)
        bits = [
            ((flags[..., None] >> torch.arange(FLAG_BITS)) & 1).float(),
            ((batch.gaps[..., None] >> torch.arange(GAP_BITS)) & 1).float(),
        ]
        known = torch.cat([self.drop(self._words(batch, sentences)), self.shapes(shapes), *bits], dim=-1)
        inside = batch.inside[..., None].float()
        parts = self.head(self.drop(functional.relu(self.mix(known)))) * inside
        hidden = of_candidates(parts, batch, self.aside) + self.length(batch.length)
        hidden = torch.cat([hidden, functional.relu(self.mid(functional.relu(hidden)))], dim=1)
        score, complete = self.out(hidden).unbind(1)
        return score, complete

    def _words(self, batch: Batch, sentences: Sequence[str]) -> Tensor:
        """The transformer's vector of each word's first piece, where the batch has the word."""
        options: dict[str, Any] = {"padding": True, "truncation": True, "max_length": 96, "return_tensors": "pt"}
        split = self.tok(list(sentences), return_offsets_mapping=True, **options)
        offsets = split.pop("offset_mapping").numpy()
        places = np.zeros(batch.inside.shape, dtype=np.int64)
        for row, own, sentence in zip(places, offsets, sentences, strict=True):
            ends = np.cumsum([len(piece) for piece in pieces(sentence)])
            starts = ends[:-1:2]  # where each word begins
            last = int((own[:, 1] > 0).sum())
            row[STOPS : STOPS + len(starts)] = np.minimum(np.searchsorted(own[1 : last + 1, 0], starts, "right"), last)
        hidden = self.bert(**split).last_hidden_state
        index = torch.from_numpy(places)[..., None].expand(-1, -1, hidden.shape[-1])
        return torch.gather(hidden, 1, index)


def teach(teacher: Teacher, examples: GistExamples, sentences: Sequence[str], kept: Path) -> None:
    """One pass over the pairs, kept every 200 steps."""
    own = [value for name, value in teacher.named_parameters() if not name.startswith("bert")]
    rates = (1e-4, 1e-3)
    pretrained = [value for value in teacher.bert.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW([{"params": pretrained}, {"params": own}])
    batches = list(examples.batches(32, np.random.default_rng(0)))
    done = 0
    if kept.is_file():  # without the optimizer's state, which is found again within some steps
        state = load_file(kept)
        done = int(state.pop("steps"))
        teacher.load_state_dict(state)
    teacher.train()
    for step, (numbers, batch) in enumerate(batches[done:], start=done + 1):
        score, complete = teacher(batch, [sentences[number] for number in numbers])
        wanted = log_softmax(batch.reward / TEMPERATURE, batch)
        loss = (wanted.exp() * (wanted - log_softmax(score, batch))).sum() / len(numbers)
        each = functional.binary_cross_entropy_with_logits(complete, batch.complete, reduction="none")
        loss = loss + (each / torch.bincount(batch.which)[batch.which]).sum() / len(numbers)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        for group, base in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = base * rate(step / len(batches))
        optimizer.step()
        if step % 200 == 0 or step == len(batches):
            save_file(teacher.state_dict() | {"steps": torch.tensor(step)}, kept)
            print("taught", step, "of", len(batches), flush=True)


@torch.no_grad()
def label(teacher: Teacher, examples: GistExamples, sentences: Sequence[str], numbers: Sequence[int], to: Path) -> None:
    """The teacher's score of every candidate of these sentences, a file for every thousand."""
    teacher.eval()
    length = np.array(examples.length)
    for at in range(0, len(numbers), SHARD):
        part = np.array(numbers[at : at + SHARD])
        path = to / f"{part[0]}.npz"
        if not path.is_file():
            part = part[np.argsort(length[part], kind="stable")]
            rows = [part[first : first + 32].tolist() for first in range(0, len(part), 32)]
            found = [teacher(examples.batch(row), [sentences[number] for number in row])[0].numpy() for row in rows]
            np.savez(path, n=part, S=np.concatenate(found))
            print("labelled", at + len(part), flush=True)


def labelled(examples: GistExamples, folder: Path) -> np.ndarray:
    """The teacher's scores of all candidates; not a number where it has not said any."""
    scores = np.full(len(examples.rewards), np.nan, dtype=np.float32)
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as shard:
            at, values = 0, shard["S"]
            for number in shard["n"].tolist():
                count, place = int(examples.counts[number]), int(examples.offsets[number])
                scores[place : place + count] = values[at : at + count]
                at += count
    return scores


@torch.no_grad()
def own_scores(network: GistNetwork, examples: GistExamples) -> np.ndarray:
    """What the network itself says of the candidates."""
    network.eval()
    scores = np.zeros(len(examples.rewards), dtype=np.float32)
    for numbers, batch in examples.batches(256):
        own = np.concatenate([np.arange(examples.offsets[n], examples.offsets[n + 1]) for n in numbers])
        scores[own] = network(batch).numpy()
    return scores


def refine(network: GistNetwork, examples: GistExamples, epochs: int = 2, learning_rate: float = 3e-3) -> None:
    """Teach the network the distribution that the examples' rewards, as logarithms, stand for."""
    optimizer = torch.optim.Adam(network.parameters(), lr=learning_rate)
    steps, step = epochs * -(-len(examples.usable) // 64), 0
    network.train()
    for epoch in range(epochs):
        for _, batch in examples.batches(64, np.random.default_rng((1, epoch))):
            wanted = log_softmax(batch.reward, batch)
            loss = (wanted.exp() * (wanted - log_softmax(network(batch), batch))).sum() / len(batch.inside)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.param_groups[0]["lr"] = learning_rate * rate(step / steps)
            optimizer.step()
            step += 1


def main() -> None:
    """Teach the teacher, let it score, teach the network."""
    options = _options()
    use_threads(1)
    torch.manual_seed(0)
    shipped = GistModel.default()
    parsed = {text: tokens for path in options.parses for text, tokens in read_parses(path)}
    found = collect([], options.work / "model" / "learning" / "shortenings.jsonl")
    learned = [one for one in found if one.part == "train" and one.shared >= LEARNED]
    Random(1).shuffle(learned)

    def examples(of: Sequence[Any]) -> GistExamples:
        return GistExamples([one.sentence for one in of], [one.highlight for one in of], parsed, shipped.vocabulary)

    sentences = [one.sentence for one in learned]
    folder = make_folder(options.work / "teacher")
    teacher = Teacher(options.transformer)
    teach(teacher, examples(learned[:PAIRS]), sentences, folder / "teacher.safetensors")
    rows = examples(learned)
    numbers = [int(number) for number in rows.usable if number >= PAIRS][: options.labels]
    label(teacher, rows, sentences, numbers, make_folder(folder / "labels"))
    scores = labelled(rows, folder / "labels")
    rows.usable = np.array([number for number in rows.usable if not np.isnan(scores[rows.offsets[number]])])
    with as_file(files("ramify") / "models" / "gist") as model, np.load(model / "model.npz") as arrays:
        network = GistNetwork.of_arrays(shipped.vocabulary, dict(arrays), dropout=0.1)
        facts = json.loads((model / "config.json").read_text(encoding="utf-8"))
    teaching = (1 - EDITORS) * scores + EDITORS * rows.rewards / TEMPERATURE
    beyond = np.maximum(rows.candidates[:, 4] - SHORT, 0)
    rows.rewards = (teaching + ITSELF * own_scores(network, rows) - LONGER * beyond).astype(np.float32)
    refine(network, rows)
    own = {"pairs": PAIRS, "labels": len(rows.usable), "editors": EDITORS, "itself": ITSELF, "longer": LONGER}
    print(measure(network, examples([one for one in found if one.part == "dev"])), own)
    write_model(options.out, network, shipped.vocabulary, facts | {"teacher": own})


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--parses", type=Path, action="append", default=[])
    parser.add_argument("--labels", type=int)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
