"""Every reader and importer under damaged inputs: ``make fuzz``, or ``python tests/fuzzing/run.py --help``.

Each input is read in a child with 1 GB and 30 s of processor time; it must end in a document, a map or an error
in mindgist's own words. A child that is lost tells which input it was at. Nothing may be written, started or
connected to.
With ``--guided`` (and ``pip install atheris``) inputs are led by the code that they reach instead of being numbered.
"""

import argparse
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "document"), str(HERE.parent / "export"), str(HERE)]

import entrances  # noqa: E402

SECONDS = 30
MEGABYTES = 1000
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_FORBIDDEN = ("subprocess.Popen", "os.system", "os.remove", "os.rename", "os.mkdir", "socket.connect", "os.exec")


def targets() -> list[str]:
    """The kinds of documents, the endings of the formats that are read back, requests and tools.

    Pictures are left out: the extra's libraries decode them and take seconds for each.
    """
    from mindgist.document.kinds import KINDS
    from mindgist.export import READABLE

    return [*(kind for kind in KINDS if kind != "picture"), *READABLE, *entrances.TARGETS]


def read(target: str, content: bytes, told: bool = True) -> bool:
    """Whether the input can be read; what is neither read nor refused is raised."""
    from mindgist.document import read_bytes
    from mindgist.document.pdf import reader
    from mindgist.errors import MindgistError
    from mindgist.export import format_named

    reader.in_process = lambda worker, function, arguments, *_: function(*arguments)  # this process is apart already
    if target in entrances.TARGETS:
        return entrances.TARGETS[target](content)
    try:
        if target.startswith("."):
            format_named(target).parse(content)
        else:
            read_bytes(content, kind=target if told else None)
    except MindgistError:
        return False
    return True


def child(target: str, seed: int, first: int, last: int) -> None:
    """Read the inputs from the first to before the last, telling each number before it is read."""
    from inputs import made

    from mindgist.processes import limit_memory

    read(target, made(target, seed, 0))  # what is imported and opened on the way is not the input's doing
    limit_memory(MEGABYTES * 1_000_000)
    sys.addaudithook(_watch)
    for number in range(first, last):
        content = made(target, seed, number)
        print(number, flush=True)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        started = time.process_time()
        was_read = read(target, content, told=bool(number % 3))
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(f"{'read' if was_read else 'refused'} {time.process_time() - started:.3f}", flush=True)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    wrote = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
    if wrote or event.startswith(_FORBIDDEN):
        raise PermissionError(f"an input made mindgist do {event} {arguments!r}")


def fuzz(target: str, seed: int, count: int, deadline: float, found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What has become of the inputs of a target, after every few of them; it goes on from what was found before."""
    first = found["inputs"]
    while first < count and time.monotonic() < deadline:
        last = min(count, first + 500)
        command = [sys.executable, __file__, "--child", target, "--seed", str(seed), "--range", f"{first}:{last}"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = ended.stdout.splitlines()
        for line in lines:
            if not line.isdigit():
                word, seconds = line.split()
                found[word] += 1
                found["slowest"] = max(found["slowest"], float(seconds))
        at = next((int(line) for line in reversed(lines) if line.isdigit()), first)
        if ended.returncode:
            reason = "over 30 s" if ended.returncode == -signal.SIGPROF else (ended.stderr.strip() or "lost")[-2000:]
            found["failures"].append({"input": at, "exit": ended.returncode, "reason": reason})
        first = found["inputs"] = at + 1 if ended.returncode else last
        yield found


def guided(target: str, seed: int, count: int, deadline: float) -> dict[str, Any]:
    """The same, led by coverage: libFuzzer keeps what reaches new code and goes on from there.

    A process reads a thousand inputs, so that what libraries keep of all of them is not taken for the memory of one.
    """
    found: dict[str, Any] = {"seed": seed, "inputs": 0, "lines reached": 0, "slowest": 0, "megabytes": 0}
    failures: list[dict[str, Any]] = []
    limits = ("-timeout=900", f"-rss_limit_mb={MEGABYTES}", "-max_len=20000", "-print_final_stats=1")
    with tempfile.TemporaryDirectory() as kept:
        while found["inputs"] < count and not failures and time.monotonic() < deadline:
            begin = (f"-seed={seed + 1 + found['inputs']}", f"-runs={min(1000, count - found['inputs'])}")
            command = [sys.executable, __file__, "--guided-child", target, *begin, *limits, kept]
            command.append(f"-artifact_prefix=fuzz-{target.strip('.')}-")
            ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            output = ended.stdout.decode(errors="replace")
            stats = {name: int(value) for name, value in re.findall(r"stat::(\w+):\s+(\d+)", output)}
            found["inputs"] += stats.get("number_of_executed_units", 0)
            found["slowest"] = max(found["slowest"], stats.get("slowest_unit_time_sec", 0))
            found["megabytes"] = max(found["megabytes"], stats.get("peak_rss_mb", 0))
            found["lines reached"] = max([found["lines reached"], *map(int, re.findall(r" cov: (\d+)", output))])
            if ended.returncode or not stats.get("number_of_executed_units"):
                failures.append({"exit": ended.returncode, "reason": output[-3000:]})
    return {**found, "failures": failures, "runs": []}


def guided_child(target: str, arguments: list[str]) -> None:
    """libFuzzer's own loop, with our mutations. Its own time limit is by the clock, so ours is set for each input."""
    import random

    import atheris

    with atheris.instrument_imports(include=["mindgist"]):
        from inputs import mutated, seeds

        read(target, seeds(target)[0])

    def mutate(content: bytes, longest: int, seed: int) -> bytes:
        generator = random.Random(seed)
        return mutated(content if len(content) > 3 else generator.choice(seeds(target)), generator)[:longest]

    def one(content: bytes) -> None:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        read(target, content)
        signal.setitimer(signal.ITIMER_PROF, 0)

    atheris.Setup([target, *arguments], one, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> None:
    """The command."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("targets", nargs="*", help="kinds of documents or endings of maps; without any, all of them")
    options.add_argument("--inputs", type=int, default=10_000, help="for each target (default: 10,000)")
    options.add_argument("--minutes", type=float, default=60, help="for all targets together (default: 60)")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--guided", action="store_true", help="let coverage lead (needs atheris)")
    options.add_argument(
        "--record", type=Path, help="write what is found as JSON; a run that was ended goes on from it"
    )
    options.add_argument("--child", help=argparse.SUPPRESS)
    options.add_argument("--range", help=argparse.SUPPRESS)
    if "--guided-child" in sys.argv[1:2]:
        guided_child(sys.argv[2], sys.argv[3:])
        return
    chosen = options.parse_args()
    if chosen.child:
        first, last = map(int, chosen.range.split(":"))
        child(chosen.child, chosen.seed, first, last)
        return
    found: dict[str, Any] = {}
    deadline = time.monotonic() + 60 * chosen.minutes
    names = chosen.targets or targets()
    for place, target in enumerate(names):
        share = time.monotonic() + (deadline - time.monotonic()) / (len(names) - place)
        if chosen.guided:
            found[target] = guided(target, chosen.seed, chosen.inputs, share)
            _record(chosen.record, f"{target}, guided", found[target])
        else:
            found[target] = found_before(chosen.record, target, chosen.seed)
            for so_far in fuzz(target, chosen.seed, chosen.inputs, share, found[target]):
                _record(chosen.record, target, so_far)
        print(f"{target:10} {json.dumps(found[target])[:2000]}", flush=True)
    sys.exit(any(one["failures"] for one in found.values()))


def found_before(record: Path | None, target: str, seed: int) -> dict[str, Any]:
    """What a run that was ended has found; nothing, where there was none or it had other inputs."""
    nothing = {"seed": seed, "inputs": 0, "read": 0, "refused": 0, "slowest": 0.0, "failures": [], "runs": []}
    if record is None or not record.exists():
        return nothing
    earlier: dict[str, Any] = json.loads(record.read_text(encoding="utf-8")).get(target, nothing)
    return earlier if earlier["seed"] == seed else nothing


def _record(record: Path | None, target: str, found: dict[str, Any]) -> None:
    """Write down what was found so far, and up to which input by which run; several may write to one record."""
    if record is None:
        return
    sys.path.insert(0, str(HERE.parent.parent / "research"))
    from library import provenance, write_json

    run = {name: value for name, value in provenance().items() if name != "argv"}
    runs = [one for one in found["runs"] if one["run"]["commit"] != run["commit"]]
    found["runs"] = [*runs, {"up to": found["inputs"], "run": run}]
    with record.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        others = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
        write_json(record, others | {target: found})


if __name__ == "__main__":
    main()
