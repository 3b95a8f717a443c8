"""Making a map loads neither torch nor transformers."""

import subprocess
import sys

import pytest

HEAVY = {"torch", "transformers", "onnxruntime", "safetensors", "pyarrow"}


def loaded_by(code):
    script = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_importing_mindgist_loads_nothing_heavy():
    assert not loaded_by("import mindgist; mindgist.MindMapper; mindgist.map") & HEAVY


@pytest.mark.parametrize("graph", ["emgn", "lexrank"])
def test_making_a_map_loads_nothing_heavy(graph, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("The sea rises. Cities on the coast build walls. Walls cost money.")
    arguments = ["map", str(path), "--graph", graph]
    loaded = loaded_by(f"from mindgist.shell.cli import main; main({arguments!r}, standalone_mode=False)")
    assert not loaded & HEAVY
    assert "numpy" in loaded


def test_help_loads_neither_numpy_nor_languages():
    code = "from mindgist.shell.cli import main; main(['--help'], standalone_mode=False)"
    assert not loaded_by(code) & (HEAVY | {"numpy", "mindgist.languages"})
