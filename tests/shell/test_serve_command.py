import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request

import pytest
from click.testing import CliRunner

from mindgist.shell.cli import main

COMMAND = [sys.executable, "-c", "from mindgist.shell.cli import main; main()", "serve", "--port", "0"]


def test_serve_starts_answers_and_ends_with_ctrl_c() -> None:
    with subprocess.Popen(
        [*COMMAND, "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        stop_anyway = threading.Timer(120, running.kill)
        stop_anyway.start()
        assert running.stdout
        said = running.stdout.readline()
        found = re.fullmatch(r"mindgist is at (http://localhost:\d+/) \(press Ctrl-C to stop\)\n", said)
        assert found, said
        with urllib.request.urlopen(f"{found[1]}api/v1/health", timeout=60) as answer:
            assert json.load(answer)["status"] == "ok"
        running.send_signal(signal.SIGINT)
        _, complaints = running.communicate(timeout=60)
        stop_anyway.cancel()
        assert (running.returncode, complaints) == (0, "")


def test_a_port_in_use_is_a_one_line_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = CliRunner().invoke(main, ["serve", "--no-browser", "--port", str(taken.getsockname()[1])])
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: cannot listen on 127.0.0.1")
    assert "--port 0" in result.stderr


@pytest.mark.parametrize("arguments", [["--workers", "0"], ["--max-seconds", "0"], ["--port", "70000"]])
def test_invalid_limits_are_usage_errors(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, ["serve", *arguments])
    assert result.exit_code == 2
    assert "not in the range" in result.stderr
