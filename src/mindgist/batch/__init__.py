"""Many documents: mapped in shards by a pool of processes or a cluster, each written exactly once.

>>> import mindgist.batch
>>> summary = mindgist.batch.run(["articles/"], "maps", workers=2)  # doctest: +SKIP
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mindgist.batch.options import BatchOptions as BatchOptions
    from mindgist.batch.runner import Summary as Summary
    from mindgist.batch.runner import run as run

__all__ = ["BatchOptions", "Summary", "run"]


def __getattr__(name: str) -> object:
    """Import on first use: the shell needs the options only."""
    if name not in __all__:
        raise AttributeError(f"module 'mindgist.batch' has no attribute '{name}'")
    return getattr(import_module("mindgist.batch.runner"), name)
