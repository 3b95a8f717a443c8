"""The Dockerfile. With a container engine it is built and run; without one, its commands run here."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")


def instruction(name: str) -> list[str]:
    """The last JSON list of an instruction."""
    found: list[str] = json.loads(re.findall(rf"^{name}\b[^\[\n]*(\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])
    return found


@pytest.fixture
def port() -> Iterator[int]:
    """The port of the container's own command, which runs in a folder that it cannot write to."""
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    command = [sys.executable, "-m", "mindgist", *instruction("CMD"), "--port", "0"]
    with subprocess.Popen(command, env=environment, cwd="/proc", stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        yield int(re.findall(r"http://localhost:(\d+)/", service.stdout.readline())[0])
        service.terminate()


def is_healthy(port: int) -> bool:
    _, *arguments = instruction("HEALTHCHECK")
    command = [argument.replace(":8000/", f":{port}/") for argument in arguments]
    return subprocess.run([sys.executable, *command], capture_output=True, check=False).returncode == 0


def test_the_command_and_the_health_check_work_together(port: int) -> None:
    for _ in range(100):
        if is_healthy(port):
            return
        time.sleep(0.2)
    pytest.fail("the health check never succeeded")


def test_the_health_check_fails_without_the_service() -> None:
    assert not is_healthy(1)


def test_the_image_has_no_root_and_what_the_build_needs() -> None:
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)
    assert instruction("ENTRYPOINT") == ["mindgist"]
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert all((ROOT / name).exists() for name in kept)
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in re.findall(r'^path = "([^"]+)"$', settings, re.MULTILINE):
        assert any(name == one or name.startswith(f"{one}/") for one in kept), f"{name} is not copied into the build"


def test_compose_restricts_its_services() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for one in services.values():
        assert one["read_only"] is True
        assert one["cap_drop"] == ["ALL"]
    assert services["page"]["ports"] == ["127.0.0.1:8000:8000"]
    assert services["batch"]["command"] == ["batch", "texts", "-o", "maps"]


def test_the_container_itself() -> None:
    engine = shutil.which("docker") or shutil.which("podman")
    if not engine or subprocess.run([engine, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no container engine runs here")
    subprocess.run([engine, "build", "--tag", "mindgist-test", str(ROOT)], check=True, timeout=900)
    run = [engine, "run", "--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "-i", "mindgist-test"]
    mapped = subprocess.run(
        [*run, "map", "-"], input=b"The sea rises. Walls cost money.", capture_output=True, check=True
    )
    assert b"The sea rises" in mapped.stdout
    assert b"mindgist works" in subprocess.run([*run, "doctor"], capture_output=True, check=True).stdout


def test_the_step_of_a_github_action_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    commands = yaml.safe_load(block)[0]["run"].splitlines()
    assert commands[0] == "pip install mindgist"
    shutil.copy(ROOT / "README.md", tmp_path)
    for command in commands[1:]:
        words = command.replace("mindgist ", f"{sys.executable} -m mindgist ", 1).split()
        subprocess.run(
            words, cwd=tmp_path, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}
        )
    assert (tmp_path / "maps" / "README.svg").exists()
