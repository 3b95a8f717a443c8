"""Which documents go into which shard. This depends on the inputs and the options only.

A shard is a sequence of documents in the order of the inputs, limited in number and bytes. The plan is saved before
any work is done. A run that is continued uses the saved plan, provided that the inputs are the same.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

from mindgist import __version__
from mindgist.batch.containers import InputFile, container_of, is_document, single_document
from mindgist.batch.options import BatchOptions, code_fingerprint
from mindgist.batch.places import Source, Stamp, files_of, is_remote, stamp
from mindgist.errors import BatchError, FileError, MindgistError
from mindgist.files import file_fingerprint, fingerprint
from mindgist.options import MapOptions
from mindgist.processes import Worker, limit_time

RECEIPTS = "receipts"
_PLAN_SECONDS = 10**6  # looking through a file of terabytes has no time limit


class Piece(NamedTuple):
    """``length`` documents of one file from number ``first`` on, which starts at ``offset``."""

    source: Source
    first: int
    length: int
    offset: int


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents that are mapped and written together."""

    number: int
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        return f"shard-{self.number:06d}"

    @property
    def receipt(self) -> str:
        return f"{RECEIPTS}/{self.number:06d}.json"

    def __len__(self) -> int:
        return sum(piece.length for piece in self.pieces)


class Input(NamedTuple):
    """A file as it was when the plan was made."""

    source: Source
    stamp: Stamp
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the output depends on, and the shards."""

    version: str
    code: str
    model: str
    options: BatchOptions
    inputs: tuple[Input, ...]
    shards: tuple[Shard, ...]

    def differences(self, other: "Plan") -> list[str]:
        """What differs between two plans so that their outputs would differ, as messages."""
        mine, theirs = (
            {
                "mindgist's version": plan.version,
                "the code of mindgist or its libraries": plan.code[:12],
                "the model": plan.model[:12],
                **asdict(plan.options.map),
                **asdict(replace(plan.options, map=MapOptions())),
            }
            for plan in (self, other)
        )
        found = [f"{name} ({mine[name]} then, {theirs[name]} now)" for name in mine if mine[name] != theirs[name]]
        before, after = ({one.source.place: one.fingerprint for one in plan.inputs} for plan in (self, other))
        kinds = {
            "new": after.keys() - before.keys(),
            "gone": before.keys() - after.keys(),
            "changed": {place for place in before.keys() & after.keys() if before[place] != after[place]},
        }
        changes = [f"the inputs ({len(one)} {kind}, such as {min(one)})" for kind, one in kinds.items() if one]
        if not changes and list(before) != list(after):
            changes = ["the order of the inputs"]
        return found + changes

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all that the output depends on. Modification times of files are not part of it."""
        inputs = [(one.source.place, one.fingerprint) for one in self.inputs]
        return fingerprint(json.dumps([self.version, self.code, self.model, asdict(self.options), inputs]))

    def to_json(self) -> str:
        content: dict[str, Any] = {name: getattr(self, name) for name in ("version", "code", "model", "inputs")}
        content |= {"options": asdict(self.options), "shards": [shard.pieces for shard in self.shards]}
        return json.dumps(content) + "\n"  # in ASCII: not every file name can be encoded as UTF-8

    @classmethod
    def from_json(cls, content: bytes) -> "Plan":
        try:
            found: dict[str, Any] = json.loads(content)
            if found["version"] != __version__:
                raise BatchError(f"the batch was begun by mindgist {found['version']}; choose another output folder")
            inputs = tuple(Input(Source(*source), tuple(then), content) for source, then, content in found["inputs"])
            shards = tuple(
                Shard(number, tuple(Piece(Source(*source), *place) for source, *place in pieces))
                for number, pieces in enumerate(found["shards"])
            )
            options = BatchOptions(**found["options"] | {"map": MapOptions(**found["options"]["map"])})
            return cls(found["version"], found["code"], found["model"], options, inputs, shards)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise BatchError(f"the plan of the batch is damaged ({error!r}); choose another output folder") from error


def sources_of(names: Iterable[str], follow_links: bool = False) -> tuple[list[Source], dict[str, int]]:
    """The files of the inputs, each once, and the number of skipped files: by ending, and links out of a folder."""
    sources: dict[str, Source] = {}
    skipped: Counter[str] = Counter()
    for name in names:
        files, links = files_of(name, follow_links)
        skipped["links that lead out of a folder"] += links
        for place, inside in files:
            if inside and not is_document(inside) and container_of(inside) is single_document:
                skipped[f".{place.rpartition('.')[2]}"] += 1
            else:
                sources.setdefault(place, Source(place, inside or place.replace("\\", "/").rpartition("/")[2]))
    return list(sources.values()), dict(+skipped)


def make_plan(sources: Sequence[Source], options: BatchOptions, earlier: Plan | None = None) -> Plan:
    """The plan for these sources. Fingerprints of unchanged files are taken from an earlier plan."""
    known = {one.source: one for one in earlier.inputs} if earlier else {}
    inputs = tuple(_input(source, known.get(source)) for source in sources)
    plan = Plan(__version__, code_fingerprint(), options.model_fingerprint(), options, inputs, ())
    if earlier and not earlier.differences(plan):
        return earlier
    with closing(Worker(options.megabytes * 1_000_000)) as planner:
        return replace(plan, shards=tuple(_shards(sources, options, planner)))


def _input(source: Source, known: Input | None) -> Input:
    try:
        now = stamp(source.place)
        if known and known.stamp == now:
            return known
        if is_remote(source.place):  # reading a bucket twice costs money, and its tags change with the content
            return Input(source, now, fingerprint(str(now)))
        return Input(source, now, file_fingerprint(source.place))
    except (FileError, OSError):  # the row of its document reports the error
        return Input(source, (-1, ""), "cannot be read")


def _shards(sources: Sequence[Source], options: BatchOptions, planner: Worker) -> Iterator[Shard]:
    pieces: list[Piece] = []
    documents = size = number = 0
    for source in sources:
        for index, (offset, length) in enumerate(_sizes(source, options, planner)):
            if documents >= options.shard_documents or (documents and size + length > options.shard_bytes):
                yield Shard(number, tuple(pieces))
                number, pieces, documents, size = number + 1, [], 0, 0
            if pieces and pieces[-1].source == source:
                pieces[-1] = pieces[-1]._replace(length=pieces[-1].length + 1)
            else:
                pieces.append(Piece(source, index, 1, offset))
            documents, size = documents + 1, size + length
    if pieces:
        yield Shard(number, tuple(pieces))


def _sizes(source: Source, options: BatchOptions, planner: Worker) -> Sequence[tuple[int, int]]:
    """The offsets and sizes of a file's documents. If it cannot be read (on), an empty one stands for the rest.

    Containers are untrusted, so they are looked through in a separate process.
    """
    if is_remote(source.place) or container_of(source.place) is single_document:
        return all_sizes(source, options)  # the child may not have access to remote stores
    found: list[tuple[int, int]] = [(0, 0)]
    with suppress(MindgistError):
        found = planner.call(all_sizes, (source, options), _PLAN_SECONDS)
    return found


def all_sizes(source: Source, options: BatchOptions) -> list[tuple[int, int]]:
    """Like ``_sizes``, in this process; in the planner, with a limit of processor time for the way to each document."""
    found: list[tuple[int, int]] = []
    try:
        file = InputFile(source, options)
        with file.opened:
            limit_time(options.seconds)
            for entry in container_of(source.place)(file):
                found.append((entry.offset, entry.size))
                limit_time(options.seconds)
    except Exception:  # the row of the document reports the error
        found.append((0, 0))
    return found
