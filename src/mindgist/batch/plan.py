"""Which documents go into which shard: decided once, from the inputs and the options alone.

A shard is a run of documents in the order of the inputs, cut where it has enough of them or enough bytes. The plan is
written down before any work is done, and a run that goes on goes on with it, provided that the inputs are the same.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mindgist import __version__
from mindgist.batch.options import BatchOptions
from mindgist.batch.places import Stamp, files_of, is_remote, stamp
from mindgist.batch.sources import Source, is_readable, sizes
from mindgist.errors import BatchError, FileError
from mindgist.files import file_fingerprint, fingerprint
from mindgist.processes import Worker


@dataclass(frozen=True, slots=True)
class Piece:
    """Documents of one file: so many from the first on, which begins at the offset."""

    source: Source
    first: int
    count: int
    offset: int


@dataclass(frozen=True, slots=True)
class Shard:
    """The documents that are mapped and written together."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """What its files are called after."""
        return f"shard-{self.number:06d}"

    def __len__(self) -> int:
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Input:
    """A file as it was when the plan was made."""

    source: Source
    stamp: Stamp
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the output depends on, and how the work is cut."""

    version: str
    model: str
    options: BatchOptions
    inputs: tuple[Input, ...]
    shards: tuple[Shard, ...]

    def differences(self, other: "Plan") -> list[str]:
        """In which ways the output of another plan would not be this one's, in words."""
        found = [
            f"{name} ({mine} then, {theirs} now)"
            for name, mine, theirs in (
                ("mindgist's version", self.version, other.version),
                ("the model", self.model[:12], other.model[:12]),
            )
            if mine != theirs
        ]
        mine, theirs = asdict(self.options), asdict(other.options)
        found += [f"{name} ({mine[name]} then, {theirs[name]} now)" for name in mine if mine[name] != theirs[name]]
        return found + _changes(self.inputs, other.inputs)

    @property
    def fingerprint(self) -> str:
        """Of all that the output depends on; when a file was last touched is not among it."""
        inputs = [(one.source.place, one.fingerprint) for one in self.inputs]
        return fingerprint(json.dumps([self.version, self.model, asdict(self.options), inputs]))

    def to_json(self) -> str:
        """The plan as it is written down."""
        number = {one.source: index for index, one in enumerate(self.inputs)}
        content = {
            "version": self.version,
            "model": self.model,
            "options": asdict(self.options),
            "inputs": [[one.source.place, one.source.name, *one.stamp, one.fingerprint] for one in self.inputs],
            "shards": [
                [[number[piece.source], piece.first, piece.count, piece.offset] for piece in shard.pieces]
                for shard in self.shards
            ],
        }
        return json.dumps(content) + "\n"  # in ASCII: not every file's name can be written in UTF-8

    @classmethod
    def from_json(cls, content: bytes) -> "Plan":
        """The plan that was written down."""
        try:
            found: dict[str, Any] = json.loads(content)
            inputs = tuple(Input(Source(p, n), (size, changed), f) for p, n, size, changed, f in found["inputs"])
            shards = tuple(
                Shard(number, tuple(Piece(inputs[index].source, *place) for index, *place in pieces))
                for number, pieces in enumerate(found["shards"])
            )
            return cls(found["version"], found["model"], BatchOptions(**found["options"]), inputs, shards)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise BatchError(f"the plan of the batch is damaged ({error!r}); choose another output folder") from error


def sources_of(names: Iterable[str]) -> tuple[list[Source], dict[str, int]]:
    """The files that the inputs stand for, each once; and of those that folders hold besides, how many by ending."""
    sources: dict[str, Source] = {}
    left_out: dict[str, int] = {}
    for name in names:
        for place, inside in files_of(name):
            if inside and not is_readable(inside):
                ending = f".{place.rpartition('.')[2]}"
                left_out[ending] = left_out.get(ending, 0) + 1
            else:
                sources.setdefault(place, Source(place, inside or place.replace("\\", "/").rpartition("/")[2]))
    return list(sources.values()), left_out


def make_plan(sources: Sequence[Source], options: BatchOptions, model: str, earlier: Plan | None = None) -> Plan:
    """The plan for these sources. What an earlier plan knows of files that have not changed is taken from it."""
    known = {one.source: one for one in earlier.inputs} if earlier else {}
    inputs = tuple(_input(source, known.get(source)) for source in sources)
    plan = Plan(__version__, model, options, inputs, ())
    if earlier and not earlier.differences(plan):
        return earlier
    return Plan(__version__, model, options, inputs, tuple(_shards(sources, options)))


def stamp_now(source: Source) -> Stamp:
    """A file's stamp; where there is no file (any more), one that no file has, and its document's row will tell."""
    try:
        return stamp(source.place)
    except FileError:
        return -1, ""


def _input(source: Source, known: Input | None) -> Input:
    now = stamp_now(source)
    if known and known.stamp == now:
        return known
    if is_remote(source.place):  # reading a bucket twice costs money, and its tags are fingerprints
        return Input(source, now, fingerprint(str(now)))
    try:
        return Input(source, now, file_fingerprint(source.place))
    except OSError:
        return Input(source, now, "cannot be read")  # its document's row will tell


def _shards(sources: Sequence[Source], options: BatchOptions) -> list[Shard]:
    planner = Worker(options.megabytes * 1_000_000)
    try:
        return list(_cut(sources, options, planner))
    finally:
        planner.stop()


def _cut(sources: Sequence[Source], options: BatchOptions, planner: Worker) -> Iterator[Shard]:
    pieces: list[list[Any]] = []  # (source, first, count, offset), the last one growing
    documents = size = number = 0
    for source in sources:
        new = True
        for index, (offset, length) in enumerate(sizes(source, options, planner)):
            if documents >= options.shard_documents or (documents and size + length > options.shard_bytes):
                yield Shard(number, tuple(Piece(*piece) for piece in pieces))
                number, pieces, documents, size, new = number + 1, [], 0, 0, True
            if new:
                pieces.append([source, index, 0, offset])
                new = False
            pieces[-1][2] += 1
            documents, size = documents + 1, size + length
    if pieces:
        yield Shard(number, tuple(Piece(*piece) for piece in pieces))


def _changes(then: Sequence[Input], now: Sequence[Input]) -> list[str]:
    before = {one.source.place: one.fingerprint for one in then}
    after = {one.source.place: one.fingerprint for one in now}
    kinds = {
        "new": after.keys() - before.keys(),
        "gone": before.keys() - after.keys(),
        "changed": {place for place in before.keys() & after.keys() if before[place] != after[place]},
    }
    found = [f"the inputs ({len(places)} {kind}, such as {min(places)})" for kind, places in kinds.items() if places]
    return found or (["the order of the inputs"] if list(before) != list(after) else [])
