"""The pretrained teacher of gists: a transformer that scores candidates, and says which are complete clauses."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional

from gist_lessons import Lessons
from mindgist.labels.candidates import MOST
from mindgist.labels.gist_model import FLAG_BITS, SHAPES
from mindgist.labels.stream import STOPS
from mindgist.labels.words import GAP_BITS, pieces
from mindgist.learn.gist_examples import Batch
from mindgist.learn.gist_network import of_candidates
from mindgist.learn.gist_softmax import log_softmax, sums

TEMPERATURE = 0.1  # of the scores against highlights, as in the course
COMPLETENESS = 5.0  # what the mean of a sentence's candidates counts: few of them are complete
KEPT = 25  # steps after which what was learned is kept


class Teacher(nn.Module):
    """Scores candidates as the small network does, over what a transformer makes of each word."""

    def __init__(self, transformer: str, width: int = 48, frozen: int = 2) -> None:
        from transformers import AutoModel, AutoTokenizer

        super().__init__()
        self.tok = AutoTokenizer.from_pretrained(transformer)
        # Every sentence is seen once, so that nothing is learned by heart, and dropping out would only cost time.
        self.bert = AutoModel.from_pretrained(transformer, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
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


def teach(teacher: Teacher, lessons: Lessons, order: Sequence[Sequence[int]], kept: Path) -> None:
    """A step for each of the batches, kept now and then, and gone on with where it was stopped."""
    own = [value for name, value in teacher.named_parameters() if not name.startswith("bert")]
    pretrained = [value for value in teacher.bert.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW([{"params": pretrained}, {"params": own}])
    done = 0
    if kept.is_file():  # without the optimizer's state, which is found again within some steps
        state = load_file(kept)
        done = int(state.pop("steps"))
        teacher.load_state_dict(state)
    teacher.train()
    for at in range(done, len(order), KEPT):
        seen = []
        for step, (sentences, batch, told, parsed) in enumerate(lessons.batches(order[at : at + KEPT]), start=at + 1):
            score, sure = teacher(batch, sentences)
            near, complete = losses(score, sure, batch, told, parsed)
            optimizer.zero_grad()
            (near + COMPLETENESS * complete).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
            share = min(1.0, (step - done) / 50, (len(order) - step) / (0.3 * len(order)))  # it falls at the end alone
            for group, base in zip(optimizer.param_groups, (1e-4, 1e-3), strict=True):
                group["lr"] = base * share
            optimizer.step()
            seen.append((near.item(), complete.item()))
        save_file(teacher.state_dict() | {"steps": torch.tensor(step)}, kept)
        print("taught", step, "of", len(order), np.mean(seen, axis=0).round(4), flush=True)


def losses(score: Tensor, complete: Tensor, batch: Batch, told: Tensor, parsed: Tensor) -> tuple[Tensor, Tensor]:
    """How far the scores are from editors' choices, and the sureness from the parser's, a sentence that has them."""
    wanted = log_softmax(batch.reward / TEMPERATURE, batch)
    far = sums(wanted.exp() * (wanted - log_softmax(score, batch)), batch)
    each = functional.binary_cross_entropy_with_logits(complete, batch.complete, reduction="none")
    wrong = sums(each, batch) / torch.bincount(batch.which, minlength=len(batch.inside))
    return (far * told).sum() / told.sum().clamp(min=1), (wrong * parsed).sum() / parsed.sum().clamp(min=1)
