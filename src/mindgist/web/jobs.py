"""The work of the worker processes. Arguments and results are pickled.

JSON is parsed and written here, so that the service can answer other requests meanwhile.
"""

import json
from typing import TYPE_CHECKING

from mindgist.errors import DocumentError, MapFileError
from mindgist.options import MapOptions
from mindgist.processes import report

if TYPE_CHECKING:
    from pydantic import BaseModel

    from mindgist.document import Document
    from mindgist.mindmap import MindMap

TEXT_IN_JSON = "JSON with a text"
_FIRST_MAP_SENTENCES = 1500  # documents of this length get a quick first map
_FIRST_MAP_NODES = 40
_MAX_TITLE = 200  # characters of a map's title that are sent back for the file name


def warm_up(options: MapOptions) -> None:
    """Load the models and libraries, so that the first document does not wait for them."""
    map_bytes(b"The sea rises. Cities build walls. Walls cost money.", None, None, options)


def map_bytes(content: bytes, kind: str | None, ending: str | None, options: MapOptions) -> bytes:
    """Map a document and return the map as JSON, with all nodes or ``options.nodes``.

    Reports stages, the share that is done, and for a long document a quick first map.

    Args:
        content: the document.
        kind: the kind of document, or ``TEXT_IN_JSON``; None to find it from the content.
        ending: the ending of its file name, used if the content does not decide.
        options: how to map it.
    """
    from mindgist.document import read_bytes
    from mindgist.mapper import MindMapper

    report({"stage": "reading"})
    if kind == TEXT_IN_JSON:
        content, kind = _text(content)
    document = read_bytes(content, kind, ending=ending)
    report({"stage": "mapping", "sentences": len(document), "done": 0.0})
    if len(document) >= _FIRST_MAP_SENTENCES:
        report({"first": _answer(MindMapper.named("lead", "star")(document).cut(_FIRST_MAP_NODES), document)})
    total = len(document)

    def update(scored: int) -> None:  # more than the total: sentences of a long document are scored up to twice
        report({"stage": "mapping", "sentences": total, "done": min(1.0, scored / total)})

    mindmap = options.limit(MindMapper.of(options).with_progress(update)(document))
    report({"stage": "writing"})
    return _answer(mindmap.cut(options.nodes) if options.nodes else mindmap, document)


def _answer(mindmap: "MindMap", document: "Document") -> bytes:
    from mindgist.export.html import map_content

    shown = map_content(mindmap, document)
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _text(body: bytes) -> tuple[bytes, str | None]:
    """The text in a body of the form ``TextBody``, and its kind if given."""
    from pydantic import ValidationError

    from mindgist.web.content import TextBody

    try:
        found = TextBody.model_validate(json.loads(body))
    except (ValueError, RecursionError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is not JSON"
        raise DocumentError(f'the body should be JSON such as {{"text": "…"}}: {reason}') from error
    return found.text.encode("utf-8", "replace"), found.kind


def export_map(body: bytes, ending: str) -> tuple[bytes, str]:
    """Export a map that was sent as JSON; return the file and the title to name it after.

    An interactive format also shows the document and the view that were sent with it.
    """
    from mindgist.export import format_named
    from mindgist.mindmap import MindMap
    from mindgist.web.content import DocumentContent, ViewContent

    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MapFileError(f"the body should be a map as JSON, but it is not JSON: {error}") from error
    mindmap = MindMap.from_dict(content)
    name = (mindmap.title or mindmap.nodes[0].text)[:_MAX_TITLE]
    document = _checked(DocumentContent, content.get("document"), "document")
    view = _checked(ViewContent, content.get("view"), "view")
    return format_named(ending).render(mindmap, document, view), name


def _checked(model: "type[BaseModel]", content: object, name: str) -> dict[str, object] | None:
    """A part of the body that was sent with a map, without unknown fields."""
    from pydantic import ValidationError

    try:
        return model.model_validate(content).model_dump() if content is not None else None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise MapFileError(f"the map's {name}: {place}: {first['msg']}") from error
