"""Pretrained transformers, from a local folder or from a hub."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mindgist.errors import ModelError

DEFAULT_TRANSFORMER = "sentence-transformers/all-MiniLM-L6-v2"


def load_transformer(kind: Any, name: str, **options: Any) -> tuple[Any, Any]:
    """A model of a transformers ``Auto`` class with its tokenizer, ready to predict. Weights are never pickles."""
    import transformers

    source = transformer_source(name)
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        model = kind.from_pretrained(source, use_safetensors=True, **options)
    except Exception as error:  # what a stranger's configuration can do to a library has no end
        reason = str(error).strip().split("\n", maxsplit=1)[0][:300]
        raise ModelError(
            f"cannot load the transformer '{name}': {reason}; name a folder that holds its config.json, tokenizer and "
            "model.safetensors, or a model of the hub"
        ) from error
    return model.eval(), tokenizer


def transformer_source(name: str) -> str:
    """Where a transformer is: a folder, the installed Python package that carries it, or its name on the hub."""
    if Path(name).is_dir():
        return name
    package = find_spec(name) if name.isidentifier() else None
    for place in package.submodule_search_locations or [] if package else []:
        configs = sorted(Path(place).rglob("config.json"), key=lambda path: len(path.parts))
        for config in configs:
            if (config.parent / "model.safetensors").is_file():
                return str(config.parent)
    return name
