"""Run a batch, or continue one.

The output folder holds the plan (written first), the shards, a receipt for each finished shard, and the manifest
(written last). After an interruption they say what is left to do.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from mindgist.batch import places
from mindgist.batch.engines import Engine, engine_named
from mindgist.batch.options import ROW_FORMATS, BatchOptions
from mindgist.batch.plan import RECEIPTS, Plan, Shard, make_plan, sources_of
from mindgist.batch.rows import shard_file
from mindgist.batch.work import MAX_NAMED, Receipt
from mindgist.errors import BatchError, FileError
from mindgist.files import file_errors, fingerprint, is_temporary, leads_out, make_folder

PLAN, MANIFEST, LOCK = "plan.json", "manifest.json", ".lock"


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a batch."""

    documents: int
    sentences: int
    nodes: int
    errors: dict[str, int]
    shards: int
    shards_done_before: int
    failed_names: dict[str, str]  # the message for each of the first ``MAX_NAMED`` documents without a map
    skipped: dict[str, int]
    """The number of files in the folders that were not read: those of unknown kinds by ending, and links."""

    @property
    def failed(self) -> int:
        return sum(self.errors.values())


def run(
    inputs: Iterable[str | Path],
    output: str | Path,
    options: BatchOptions | None = None,
    *,
    engine: str | Engine = "local",
    workers: int | None = None,
    address: str | None = None,
    follow_links: bool = False,
    progress: Callable[[int, int, int], None] | None = None,
) -> Summary:
    """Map every document of the inputs exactly once, into a folder. Continues an earlier run that was stopped.

    Args:
        inputs: files, folders, patterns, or addresses for fsspec such as 's3://bucket/folder'.
        output: a folder, or an fsspec address.
        options: everything that the output depends on.
        engine: 'local', 'ray', or an engine of your own.
        workers: number of processes; default: all cores.
        address: a running Ray cluster; without it, one is started on this machine.
        follow_links: also read what links in a folder lead to outside of it.
        progress: called after every shard with the documents done, all (estimated), and those done by earlier runs.
    """
    options = options or BatchOptions()
    place = str(output)
    _plan_in(place)
    sources, skipped = sources_of([str(name) for name in inputs], follow_links)
    # The output may be in an input folder.
    sources = [one for one in sources if places.is_remote(one.place) or leads_out(one.place, place)]
    if not sources:
        raise BatchError("the inputs contain no documents")
    with _locked(place):
        plan = _saved_plan(place, sources, options)
        done = _receipts(place, plan)
        before = len(done)
        waiting = [shard for shard in plan.shards if shard.number not in done]
        chosen = engine_named(engine, workers, address) if isinstance(engine, str) else engine
        rows = rows_before = sum(receipt.rows for receipt in done.values())
        total = sum(len(shard) for shard in plan.shards)
        if waiting:
            with closing(chosen(waiting, options, place)) as receipts:
                for receipt in receipts:
                    done[receipt.shard] = receipt
                    rows += receipt.rows
                    if progress:
                        progress(rows, total, rows_before)
            now = make_plan([one.source for one in plan.inputs], plan.options, plan)
            if differences := plan.differences(now):
                raise BatchError(
                    f"the inputs changed while the batch ran: {'; '.join(differences)}. Its output may be mixed; "
                    "remove it and run again"
                )
        return _manifest(place, plan, [done[shard.number] for shard in plan.shards], before, skipped)


def _plan_in(place: str) -> Plan | None:
    """The plan in a folder, None if it is new or empty. Raises an error if it holds files of others."""
    names = places.names_in(place)
    if PLAN in names:
        return Plan.from_json(places.read_whole(f"{place}/{PLAN}"))
    if foreign := sorted(name for name in names if name != LOCK and not is_temporary(name)):
        raise BatchError(f"{place} holds files that no batch wrote, such as {foreign[0]}; choose a new or empty folder")
    return None


def _saved_plan(place: str, sources: Sequence[places.Source], options: BatchOptions) -> Plan:
    """The plan of the batch that the folder holds, which must be the same; or a new one, which is saved."""
    earlier = _plan_in(place)
    plan = make_plan(sources, options, earlier)
    if earlier is None:
        places.write(f"{place}/{PLAN}", plan.to_json().encode())
    elif differences := earlier.differences(plan):
        raise BatchError(
            f"{place} holds a batch that differs in {'; '.join(differences)}. To continue it, give the same inputs and "
            "options; for a new one, choose another folder or remove this one"
        )
    return plan


def _receipts(place: str, plan: Plan) -> dict[int, Receipt]:
    """The receipts of finished shards whose files are there and have the content that was written."""
    found = {}
    for shard in plan.shards:
        with suppress(ValueError, TypeError, KeyError, FileError):  # missing or damaged: the shard is done again
            receipt = Receipt(**json.loads(places.read_whole(f"{place}/{shard.receipt}")))
            files = _written_files(place, shard, plan.options)
            if fingerprint(*(part for file in files for part in file)) == receipt.fingerprint:
                found[shard.number] = receipt
    return found


def _written_files(place: str, shard: Shard, options: BatchOptions) -> Iterator[tuple[str, bytes]]:
    """The files of a finished shard (name, content), in the order of writing."""
    index = places.read_whole(f"{place}/{shard_file(shard, options)}")
    if options.format not in ROW_FORMATS:
        for name in filter(None, (json.loads(line).get("file") for line in index.splitlines())):
            yield name, places.read_whole(f"{place}/{name}")
    yield shard_file(shard, options), index


def _manifest(place: str, plan: Plan, receipts: Sequence[Receipt], before: int, skipped: dict[str, int]) -> Summary:
    """Write the manifest, which shows that the batch is complete, and return its summary."""
    errors = sum((Counter(receipt.errors) for receipt in receipts), Counter[str]())
    summary = Summary(
        documents=sum(receipt.rows for receipt in receipts),
        sentences=sum(receipt.sentences for receipt in receipts),
        nodes=sum(receipt.nodes for receipt in receipts),
        errors=dict(sorted(errors.items())),
        shards=len(receipts),
        shards_done_before=before,
        failed_names=dict(islice((pair for receipt in receipts for pair in receipt.failed.items()), MAX_NAMED)),
        skipped=skipped,
    )
    content = {
        "format": "mindgist-batch",
        "version": 1,
        "mindgist": plan.version,
        "code": plan.code,
        "model": plan.model,
        "options": asdict(plan.options),
        "fingerprint": plan.fingerprint,
        **{name: getattr(summary, name) for name in ("documents", "sentences", "nodes", "errors")},
        "shards": [
            {"name": shard.name, "rows": receipt.rows, "bytes": receipt.size, "fingerprint": receipt.fingerprint}
            for shard, receipt in zip(plan.shards, receipts, strict=True)
        ],
    }
    places.write(f"{place}/{MANIFEST}", (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())
    return summary


@contextmanager
def _locked(place: str) -> Iterator[None]:
    """Create and lock the folder, and remove temporary files of a run that was killed."""
    if places.is_remote(place):
        yield
        return
    make_folder(place)
    with file_errors(f"write to {place}"):
        lock = Path(place, LOCK).open("ab")  # noqa: SIM115
    with lock:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise BatchError(f"another batch is running in {place}") from error
        for folder in (Path(place), Path(place, RECEIPTS), *Path(place).glob("shard-*/")):
            for leftover in filter(lambda file: is_temporary(file.name), folder.glob(".*.part")):
                leftover.unlink(missing_ok=True)
        yield
