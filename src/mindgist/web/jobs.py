"""What the workers do. These functions run in another process, so what they take and give can be pickled.

JSON is parsed and written here and not by the service itself, which answers others meanwhile.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mindgist.errors import DocumentError, MapFileError
from mindgist.processes import report

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mindmap import MindMap

TEXT_IN_JSON = "JSON with a text"
_LONG = 1500  # sentences from which on a first map is worth its while
_FIRST_SIZE = 40
_LONGEST_NAME = 200  # characters of a map's title that its file's name is made of, elsewhere and with no time to lose


@dataclass(frozen=True, slots=True)
class System:
    """What a request asks to be mapped with."""

    graph: str | None
    tree: str | None
    seed: int
    model: Path | None = None


def warm_up() -> None:
    """Load what mapping and answering need, the model too, so that the first document does not wait for it."""
    map_bytes(b"The sea rises. Cities build walls. Walls cost money.", None, None, System(None, None, 0), None)


def map_bytes(content: bytes, kind: str | None, ending: str | None, system: System, most: int | None) -> bytes:
    """The map of a document that was sent, with all its nodes or at most so many, as JSON.

    ``kind`` is what the document is, or ``TEXT_IN_JSON``; ``ending``, that of its name, counts where its contents
    leave that open. Meanwhile it reports stages, the share that is done, and for a long document a first map, of what
    stands first.
    """
    from mindgist.document import read_bytes
    from mindgist.mapper import MindMapper

    report({"stage": "reading"})
    if kind == TEXT_IN_JSON:
        content, kind = _text(content)
    document = read_bytes(content, kind, ending=ending)
    report({"stage": "mapping", "sentences": len(document), "done": 0.0})
    if len(document) >= _LONG:
        report({"first": _answer(MindMapper.named("lead", "star")(document).cut(_FIRST_SIZE), document)})
    total = len(document)

    def told(related: int) -> None:  # the strongest of a long document are related twice
        report({"stage": "mapping", "sentences": total, "done": min(1.0, related / total)})

    mindmap = MindMapper.named(system.graph, system.tree, system.seed, system.model).with_progress(told)(document)
    report({"stage": "writing"})
    return _answer(mindmap.cut(most) if most else mindmap, document)


def _answer(mindmap: "MindMap", document: "Document") -> bytes:
    from mindgist.export.viewer_content import map_content

    shown = map_content(mindmap, document)
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _text(body: bytes) -> tuple[bytes, str | None]:
    """The document in a body such as ``TextBody`` shows, and its kind where it is told."""
    from pydantic import ValidationError

    from mindgist.web.content import TextBody

    try:
        found = TextBody.model_validate(json.loads(body))
    except (ValueError, RecursionError) as error:
        reason = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is no JSON"
        raise DocumentError(f'the body should be JSON such as {{"text": "…"}}: {reason}') from error
    return found.text.encode("utf-8", "replace"), found.kind


def export_map(body: bytes, ending: str) -> tuple[bytes, str]:
    """A map that was sent as JSON, in a format, and what to name it after.

    A format that shows a map in any size keeps the document that was sent with it.
    """
    from mindgist.export.formats import format_named
    from mindgist.export.html import html_page
    from mindgist.export.viewer_content import map_content
    from mindgist.mindmap import MindMap

    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MapFileError(f"the body should be a map as JSON, and is no JSON: {error}") from error
    mindmap = MindMap.from_dict(content)
    name = (mindmap.title or mindmap.nodes[0].text)[:_LONGEST_NAME]
    if format_named(ending).whole:
        extra = {"document": _document(content.get("document")), "view": _view(content.get("view"))}
        return html_page(map_content(mindmap) | extra).encode(), name
    return format_named(ending).render(mindmap), name


def _view(content: object) -> dict[str, object] | None:
    """How the map was folded on the page."""
    from pydantic import ValidationError

    from mindgist.web.content import ViewContent

    try:
        return ViewContent.model_validate(content).model_dump() if content is not None else None
    except ValidationError as error:
        raise MapFileError("the map's view: it should tell a level and what is folded") from error


def _document(content: object) -> dict[str, object] | None:
    """The text that came with a map, and nothing else that may have come with it."""
    from pydantic import ValidationError

    from mindgist.web.content import DocumentContent

    try:
        return DocumentContent.model_validate(content).model_dump() if content is not None else None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(step) for step in first["loc"])
        raise MapFileError(f"the map's document: {place}: {first['msg']}") from error
