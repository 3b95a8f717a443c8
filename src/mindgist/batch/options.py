"""What decides the bytes that a batch writes. The engine and the number of workers are not among it."""

from dataclasses import dataclass
from pathlib import Path

from mindgist.errors import OptionError, UnknownNameError
from mindgist.export import FORMATS
from mindgist.systems import LABEL_NAMES, check_seed, graph_source

ROWS = ("jsonl", "parquet")
"""The formats that hold many maps a file; every other format is one file a map."""

OWN_TREE = "the graph's own"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How documents are found in the inputs, mapped and written, and what one of them may cost."""

    format: str = "jsonl"
    nodes: int | None = None
    labels: str = LABEL_NAMES[0]
    graph: str = "default"
    tree: str = OWN_TREE
    model: str | None = None
    """The folder of a trained model, instead of the shipped one."""
    seed: int = 0
    encoding: str | None = None
    id_field: str = "id"
    text_field: str = "text"
    shard_documents: int = 200
    shard_bytes: int = 4_000_000
    seconds: float = 60.0
    """Processor time that a step of the work on one document may take."""
    megabytes: int = 2_000
    """Memory that a worker may have."""

    def __post_init__(self) -> None:
        source = graph_source(self.graph, Path(self.model) if self.model else None)
        object.__setattr__(self, "graph", source.name)  # by its name: a later default must not change what goes on
        if self.tree == OWN_TREE:
            object.__setattr__(self, "tree", source.tree)
        check_seed(self.seed)
        if self.format not in formats():
            raise UnknownNameError("format of a batch", self.format, formats())
        if self.labels not in LABEL_NAMES:
            raise UnknownNameError("kind of label", self.labels, LABEL_NAMES)
        for name in ("shard_documents", "shard_bytes", "seconds", "megabytes"):
            if getattr(self, name) <= 0:
                raise OptionError(f"{name.replace('_', ' ')} must be more than 0, not {getattr(self, name)}")

    @property
    def ending(self) -> str:
        """Of the files that are written."""
        return f".{self.format}"


def formats() -> tuple[str, ...]:
    """The names that ``BatchOptions.format`` takes."""
    return (*ROWS, *(ending.removeprefix(".") for ending in FORMATS))
