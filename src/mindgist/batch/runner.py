"""A batch from its inputs to its manifest, begun anew or gone on with.

The output folder holds the shards, a receipt for each that is done, the plan (written first) and the manifest
(written last). Whatever ends a run, these say what is left to do.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from mindgist.batch import places
from mindgist.batch.engines import Engine, engine_named
from mindgist.batch.options import ROWS, BatchOptions
from mindgist.batch.plan import Plan, make_plan, sources_of, stamp_now
from mindgist.batch.rows import shard_file
from mindgist.batch.work import RECEIPTS, Receipt, receipt_place
from mindgist.errors import BatchError, FileError

PLAN, MANIFEST = "plan.json", "manifest.json"
_FORMAT, _VERSION = "mindgist-batch", 1


@dataclass(frozen=True, slots=True)
class Summary:
    """What has become of a batch's documents."""

    documents: int
    sentences: int
    nodes: int
    errors: dict[str, int]
    shards: int
    shards_done_before: int
    left_out: dict[str, int] = field(default_factory=dict)
    """Files in the folders that are of no kind that mindgist reads, by their ending."""

    @property
    def failed(self) -> int:
        """How many documents have an error instead of a map."""
        return sum(self.errors.values())


Told = Callable[[int, int, int], None]
"""Told after every shard: documents done, all documents (about), those of them that an earlier run has done."""


def run(
    inputs: Iterable[str | Path],
    output: str | Path,
    options: BatchOptions | None = None,
    *,
    engine: str | Engine = "local",
    workers: int | None = None,
    address: str | None = None,
    told: Told | None = None,
) -> Summary:
    """Map every document of the inputs, each exactly once, into a folder; go on where an earlier run was ended.

    Args:
        inputs: files, folders and patterns; of fsspec's stores, addresses.
        output: the folder, or an fsspec address.
        options: what the output depends on.
        engine: 'local', 'ray', or one of your own.
        workers: processes at work; all cores by default.
        address: of a Ray cluster; without it, one is started on this machine.
        told: called after every shard with the documents done, all documents, and those done before this run.
    """
    options = options or BatchOptions()
    place = str(output)
    sources, left_out = sources_of([str(name) for name in inputs])
    if not sources:
        raise BatchError("there are no documents in the inputs")
    places.folder(places.joined(place, RECEIPTS))
    with _alone(place):
        plan = _settled_plan(place, make_plan(sources, options, model_fingerprint(options), _earlier(place)))
        done = _receipts(place, plan)
        before = len(done)
        waiting = [shard for shard in plan.shards if shard.number not in done]
        chosen = engine_named(engine, workers, address) if isinstance(engine, str) else engine
        rows = rows_before = sum(receipt.rows for receipt in done.values())
        total = sum(len(shard) for shard in plan.shards)
        if waiting:
            receipts = chosen(waiting, options, place)
            with closing(receipts):
                for receipt in receipts:
                    done[receipt.shard] = receipt
                    rows += receipt.rows
                    if told:
                        told(rows, total, rows_before)
            _check_unchanged(plan)
        return _manifest(place, plan, [done[shard.number] for shard in plan.shards], before, left_out)


def model_fingerprint(options: BatchOptions) -> str:
    """Of the files of the model, the shipped one or another; of the graph's name, where it has no files."""
    from importlib.resources import as_file, files

    from mindgist.files import file_fingerprint, fingerprint

    with as_file(files("mindgist") / "models" / options.graph) as shipped:
        folder = Path(options.model) if options.model else shipped
        if not folder.is_dir():
            return fingerprint(options.graph)
        return file_fingerprint(*sorted(file for file in folder.rglob("*") if file.is_file()))


def _earlier(place: str) -> Plan | None:
    path = places.joined(place, PLAN)
    return Plan.from_json(places.read_whole(path)) if places.exists(path) else None


def _settled_plan(place: str, plan: Plan) -> Plan:
    """The plan, written down before anything else; refused where the folder holds the output of another one."""
    earlier = _earlier(place)
    if earlier is None:
        places.write(places.joined(place, PLAN), plan.to_json().encode())
        return plan
    differences = earlier.differences(plan)
    if differences:
        raise BatchError(
            f"{place} holds a batch that differs in {'; '.join(differences)}. To go on with it, give the same inputs "
            "and options; for a new one, choose another folder or remove this one"
        )
    return earlier


def _receipts(place: str, plan: Plan) -> dict[int, Receipt]:
    """The receipts of the shards that are done, and whose file is still there in full."""
    found = {}
    for shard in plan.shards:
        path = receipt_place(place, shard)
        if not places.exists(path):
            continue
        with suppress(ValueError, TypeError, FileError):  # a damaged receipt is none: its shard is done again
            receipt = Receipt.from_json(places.read_whole(path))
            size, _ = places.stamp(places.joined(place, shard_file(shard, plan.options)))
            if plan.options.format not in ROWS or size == receipt.size:
                found[shard.number] = receipt
    return found


def _check_unchanged(plan: Plan) -> None:
    changed = any(stamp_now(one.source) != one.stamp for one in plan.inputs)
    if changed:
        now = make_plan([one.source for one in plan.inputs], plan.options, plan.model, plan)
        differences = plan.differences(now)
        if differences:
            raise BatchError(
                f"while the batch ran, its inputs changed: {'; '.join(differences)}. Its output may be of both; "
                "remove it and run again"
            )


def _manifest(place: str, plan: Plan, receipts: Sequence[Receipt], before: int, left_out: dict[str, int]) -> Summary:
    """Write what the output is and what it was made of. Its being there says that the batch is complete."""
    errors: Counter[str] = Counter()
    for receipt in receipts:
        errors.update(receipt.errors)
    summary = Summary(
        documents=sum(receipt.rows for receipt in receipts),
        sentences=sum(receipt.sentences for receipt in receipts),
        nodes=sum(receipt.nodes for receipt in receipts),
        errors=dict(sorted(errors.items())),
        shards=len(receipts),
        shards_done_before=before,
        left_out=left_out,
    )
    content = {
        "format": _FORMAT,
        "version": _VERSION,
        "mindgist": plan.version,
        "model": plan.model,
        "options": asdict(plan.options),
        "fingerprint": plan.fingerprint,
        "documents": summary.documents,
        "sentences": summary.sentences,
        "nodes": summary.nodes,
        "errors": summary.errors,
        "shards": [
            {"name": shard.name, "rows": receipt.rows, "bytes": receipt.size, "fingerprint": receipt.fingerprint}
            for shard, receipt in zip(plan.shards, receipts, strict=True)
        ],
    }
    written = (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()
    path = places.joined(place, MANIFEST)
    if not places.exists(path) or places.read_whole(path) != written:
        places.write(path, written)
    return summary


@contextmanager
def _alone(place: str) -> Iterator[None]:
    """One run at a time in a folder. What a killed run was in the middle of writing is removed."""
    if places.is_remote(place):
        yield
        return
    with Path(place, ".lock").open("wb") as lock:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BatchError(f"another batch is at work in {place}") from error
        for folder in (Path(place), Path(place, RECEIPTS), *Path(place).glob("shard-*/")):
            for leftover in folder.glob(".*.part"):
                leftover.unlink(missing_ok=True)
        yield
