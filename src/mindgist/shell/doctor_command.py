"""``mindgist doctor``."""

import platform
import re
import sys
from importlib import metadata
from pathlib import Path

import click

from mindgist import __version__
from mindgist.files import file_fingerprint

_REQUIREMENT = re.compile(r"""([\w.-]+)(?:\[[^]]*\])?\s*([^;]*)(?:;.*extra\s*==\s*['"]([\w-]+)['"])?""")
_OUR_EXTRAS = ("test", "bench", "research", "site")  # for developers
_MODELS = Path(__file__).parent.parent / "models"
_SCRIPTS = "The scripts \u4e2d \u3042 \ud55c \u0639 \u05d0 \u0905 \u0e01 are drawn with fonts of the system."


@click.command()
def doctor() -> None:
    """Say what is installed, with versions, and try it: packages, extras, models and fonts.

    Exits with code 1 if mindgist does not work here. Add the output to a bug report; it names no file of yours.
    """
    click.echo(f"mindgist {__version__}, Python {platform.python_version()}, {platform.platform()}")
    missing = 0
    for extra, packages in _packages().items():
        lacking = [name for name, found in packages.items() if found is None]
        listed = ", ".join(f"{name} {found or 'missing'}" for name, found in packages.items())
        remedy = f"; pip install 'mindgist[{extra}]'" if lacking and extra else ""
        click.echo(f"{extra or 'core'}: {'not installed' if len(lacking) == len(packages) else listed}{remedy}")
        missing += len(lacking) if not extra else 0
    for model in sorted(path for path in _MODELS.iterdir() if path.is_dir()):
        files = sorted(file for file in model.rglob("*") if file.is_file())
        size = sum(file.stat().st_size for file in files) / 1e6
        click.echo(f"model {model.name}: {size:.1f} MB, fingerprint {file_fingerprint(*files)[:12]}")
    problem = "core packages are missing" if missing else _problem()
    if problem:
        click.echo(f"mindgist does not work here: {problem}", err=True)
        sys.exit(1)
    click.echo("a text was mapped and drawn: mindgist works")


def _packages() -> dict[str, dict[str, str | None]]:
    """The version of each required package, None if it is missing, by extra; '' is the core."""
    groups: dict[str, dict[str, str | None]] = {"": {}}
    for requirement in metadata.requires("mindgist") or ():
        found = _REQUIREMENT.match(requirement)
        if found and found[3] not in _OUR_EXTRAS:
            try:
                version: str | None = metadata.version(found[1])
            except metadata.PackageNotFoundError:
                version = None
            groups.setdefault(found[3] or "", {})[found[1]] = version
    return groups


def _problem() -> str | None:
    """Why a text cannot be mapped and drawn, or None."""
    try:
        from mindgist.export import render
        from mindgist.export.picture import font_warning
        from mindgist.mapper import map_document

        lacking = font_warning(map_document(_SCRIPTS, labels="sentences"), ".png")
        click.echo(f"fonts: Open Sans (shipped); {lacking or 'those of the system draw all other scripts'}")
        mindmap = map_document("The sea rises. Cities on the coast build walls. Walls cost money.\n")
        for ending in (".svg", ".png", ".pdf", ".html"):
            render(mindmap, ending)
    except Exception as error:  # whatever is broken is to be named
        return f"{type(error).__name__}: {error}"
    return None
