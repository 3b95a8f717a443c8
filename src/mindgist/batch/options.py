"""The options that decide what a batch writes. The engine and the number of workers do not."""

from dataclasses import dataclass, field
from pathlib import Path

from mindgist.errors import OptionError, UnknownNameError
from mindgist.export import FORMATS
from mindgist.files import file_fingerprint, fingerprint
from mindgist.options import MapOptions

ROW_FORMATS = ("jsonl", "parquet")
"""The formats with many maps per file; all others have one file per map."""


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
        if self.format not in formats():
            raise UnknownNameError("format of a batch", self.format, formats())
        for name in ("shard_documents", "shard_bytes", "seconds", "megabytes"):
            if getattr(self, name) <= 0:
                raise OptionError(f"{name} must be more than 0, not {getattr(self, name)}")

    @property
    def ending(self) -> str:
        """The ending of the files with maps."""
        return f".{self.format}"

    def model_fingerprint(self) -> str:
        """The fingerprint of the files of the models, shipped or given: of the graph source and of gists."""
        folders = ((self.map.model, str(self.map.graph)), (self.map.gist_model, "gist"))
        return fingerprint(*(_folder_fingerprint(given, shipped) for given, shipped in folders))


def _folder_fingerprint(given: str | Path | None, shipped: str) -> str:
    from importlib.resources import as_file, files

    with as_file(files("mindgist") / "models" / shipped) as shipped_folder:
        folder = Path(given) if given else shipped_folder
        if not folder.is_dir():
            return shipped  # a graph source without a model
        return file_fingerprint(*sorted(file for file in folder.rglob("*") if file.is_file()))


def formats() -> tuple[str, ...]:
    """The names that ``BatchOptions.format`` takes."""
    return (*ROW_FORMATS, *(ending.removeprefix(".") for ending in FORMATS))
