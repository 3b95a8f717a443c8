import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from fastapi.testclient import TestClient

from child_jobs import die, exhaust, refuse, slow_map, start_a_child, stumble
from mindgist.processes import FailedError, RefusedError, TooSlowError, WorkerDiedError
from mindgist.web import api
from mindgist.web.app import create_app
from mindgist.web.guard import Settings
from mindgist.web.workers import BusyError, Workers


@pytest.fixture
def workers() -> Iterator[list[Workers]]:
    made: list[Workers] = []
    yield made
    for some in made:
        some.close()


def test_workers_use_one_thread_for_matrices(workers: list[Workers], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    workers.append(Workers(1, 0, 20))
    assert asyncio.run(workers[0].run(os.getenv, "OPENBLAS_NUM_THREADS")) == "1"


def test_a_worker_recovers_from_errors_crashes_and_timeouts(workers: list[Workers]) -> None:
    async def steps() -> None:
        some = Workers(1, 0, 20)
        workers.append(some)
        assert await some.run(sum, (1, 2)) == 3
        first = await some.run(os.getpid)
        with pytest.raises(RefusedError, match="the reason"):
            await some.run(refuse)
        with pytest.raises(RefusedError, match="memory"):
            await some.run(exhaust)
        with pytest.raises(FailedError, match="its log"):
            await some.run(stumble)
        assert await some.run(os.getpid) == first  # an error does not end the process
        with pytest.raises(WorkerDiedError):
            await some.run(die)
        second = await some.run(os.getpid)
        some.seconds = 0.2
        with pytest.raises(TooSlowError, match=r"0\.2 seconds"):
            await some.run(time.sleep, 60)
        some.seconds = 20
        third = await some.run(os.getpid)
        assert len({first, second, third, os.getpid()}) == 4

    asyncio.run(steps())


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes the way Linux shows them")
def test_a_stopped_worker_stops_its_child_processes(workers: list[Workers], tmp_path: Path) -> None:
    async def steps() -> None:
        some = Workers(1, 0, 20)
        workers.append(some)
        await some.run(os.getpid)
        some.seconds = 10  # long enough to start a child on a busy machine
        with pytest.raises(TooSlowError):
            await some.run(start_a_child, tmp_path / "child")

    asyncio.run(steps())
    state = Path(f"/proc/{(tmp_path / 'child').read_text()}/stat")
    for _ in range(100):
        if not state.exists() or " Z " in state.read_text():
            return
        time.sleep(0.1)
    pytest.fail("the child is still alive")


def test_the_queue_is_limited_and_a_slow_call_does_not_block_others(workers: list[Workers]) -> None:
    async def steps() -> None:
        some = Workers(2, 1, 20)
        workers.append(some)
        slow = asyncio.create_task(some.run(time.sleep, 3))
        await asyncio.sleep(0)
        assert await some.run(sum, (1, 2)) == 3
        assert not slow.done()
        second = asyncio.create_task(some.run(time.sleep, 3))
        await asyncio.sleep(0)
        waits = asyncio.create_task(some.run(sum, (3, 4)))
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="try again"):
            await some.run(sum, (5, 6))
        await asyncio.gather(slow, second)
        assert await waits == 7

    asyncio.run(steps())


def test_a_cancelled_call_frees_its_worker_at_once(workers: list[Workers]) -> None:
    async def steps() -> None:
        some = Workers(1, 5, 60)
        workers.append(some)
        await some.run(os.getpid)
        calls = [asyncio.create_task(some.run(time.sleep, 50)) for _ in range(5)]
        await asyncio.sleep(0.1)
        for call in calls:
            call.cancel()
        started = time.monotonic()
        assert await some.run(sum, (1, 2)) == 3
        assert time.monotonic() - started < 20

    asyncio.run(steps())


def test_a_call_that_is_cancelled_before_its_thread_begins_is_never_made(
    workers: list[Workers], tmp_path: Path
) -> None:
    async def steps() -> None:
        some = Workers(1, 5, 60)
        workers.append(some)
        await some.run(os.getpid)
        thread_is_busy = some._threads.submit(time.sleep, 1)
        call = asyncio.create_task(some.run(Path.touch, tmp_path / "made"))
        await asyncio.sleep(0.1)  # the worker is taken, and its thread waits
        call.cancel()
        await asyncio.wrap_future(thread_is_busy)
        assert await some.run(sum, (1, 2)) == 3
        assert not (tmp_path / "made").exists()

    asyncio.run(steps())


def test_too_slow_is_504_and_busy_is_503_with_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app(Settings(workers=1, max_waiting=0)), base_url="http://localhost") as client:

        async def busy(*_: object) -> NoReturn:
            raise BusyError("later")

        client.app.state.workers.seconds = 0.3  # type: ignore[attr-defined]
        monkeypatch.setattr(api, "map_body", slow_map)
        answer = client.post("/api/v1/maps", content=b"A sentence.")
        assert (answer.status_code, "stopped" in answer.json()["error"]) == (504, True)
        monkeypatch.setattr(client.app.state.workers, "run", busy)  # type: ignore[attr-defined]
        answer = client.post("/api/v1/maps", content=b"A sentence.")
        assert (answer.status_code, answer.json(), answer.headers["retry-after"]) == (503, {"error": "later"}, "5")
