"""The options that decide what a batch writes. The engine and the number of workers do not."""

import re
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, entry_points, requires, version
from pathlib import Path

import mindgist
from mindgist.errors import OptionError, UnknownNameError
from mindgist.export import FORMATS
from mindgist.files import file_fingerprint, fingerprint
from mindgist.options import MapOptions

ROW_FORMATS = ("jsonl", "parquet")  # the formats with many maps per file; all others have one file per map
BATCH_FORMATS = (*ROW_FORMATS, *(ending.removeprefix(".") for ending in FORMATS))
_ADDED_ROWS = ("readers", "graphs", "trees", "formats")  # the groups of entry points of other packages


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How documents are found in the inputs, mapped and written, and the limits of each."""

    map: MapOptions = field(default_factory=MapOptions)
    format: str = "jsonl"
    encoding: str | None = None
    id_field: str = "id"
    text_field: str = "text"
    shard_documents: int = 200
    shard_bytes: int = 4_000_000
    seconds: float = 60.0
    """Processor time limit of each step of the work on one document."""
    megabytes: int = 2_000
    """Memory limit of a worker."""

    def __post_init__(self) -> None:
        # By name: a run must continue with the same graph source even if a later version has another default.
        object.__setattr__(self, "map", self.map.resolved())
        if self.format not in BATCH_FORMATS:
            raise UnknownNameError("format of a batch", self.format, BATCH_FORMATS)
        for name in ("shard_documents", "shard_bytes", "seconds", "megabytes"):
            if getattr(self, name) <= 0:
                raise OptionError(f"{name} must be more than 0, not {getattr(self, name)}")

    def model_fingerprint(self) -> str:
        """The fingerprint of the folder of the model that the user gave. Those of the package belong to its code."""
        return fingerprint(*([_folder_fingerprint(Path(self.map.model))] if self.map.model else []))


def code_fingerprint() -> str:
    """The fingerprint of all that maps documents: mindgist's code, data and models, and the versions of libraries.

    Libraries are those that mindgist requires, those that recognise pages, and those that add readers, graph sources,
    trees or formats.
    """
    lines = [line for line in requires("mindgist") or [] if "extra ==" not in line or re.search("extra == .ocr", line)]
    needed = [re.match(r"[\w.-]+", line) for line in lines]
    points = [point for room in _ADDED_ROWS for point in entry_points(group=f"mindgist.{room}")]
    added = [point.dist.name for point in points if point.dist]
    libraries = sorted({*added, *(name[0] for name in needed if name)} - {"mindgist"})
    versions = [f"{name} {_version(name)}" for name in libraries]
    return fingerprint(_folder_fingerprint(Path(mindgist.__file__).parent), *versions)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # of an extra
        return "is not installed"


def _folder_fingerprint(folder: Path) -> str:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc")
    names = [file.relative_to(folder).as_posix() for file in files]
    return fingerprint("\n".join(names), file_fingerprint(*files))
