"""A map as a picture in pixels (PNG), drawn from the SVG."""

from mindgist.errors import ExportError
from mindgist.export.branch import centred
from mindgist.export.colours import BACKGROUND
from mindgist.export.layout import arrange
from mindgist.export.svg import draw
from mindgist.export.truetype import FONT_FILES
from mindgist.mindmap import MindMap

_SCALE = 2.0  # pixels for a unit of the layout: sharp on today's screens
_MOST_PIXELS = 40_000_000  # a larger map is drawn smaller, so that neither memory nor viewers are overrun
_LONGEST_SIDE = 30_000


def to_png(mindmap: MindMap) -> bytes:
    """The picture at two pixels a unit, or as large as pictures can sensibly be."""
    layout = arrange(centred(mindmap))
    scale = min(
        _SCALE,
        (_MOST_PIXELS / (layout.width * layout.height)) ** 0.5,
        _LONGEST_SIDE / max(layout.width, layout.height),
    )
    return rasterize(draw(layout, len(mindmap)), scale)


def rasterize(svg: str, scale: float) -> bytes:
    """An SVG as PNG: Latin, Greek and Cyrillic in the shipped font, other scripts in the system's fonts."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise ExportError("pictures in pixels need resvg: pip install resvg-py") from error
    fonts = [str(path) for path in FONT_FILES.values()]
    try:
        return bytes(
            svg_to_bytes(
                svg,
                zoom=scale,
                font_files=fonts,
                font_family="Open Sans",
                sans_serif_family="Open Sans",
                background=BACKGROUND,
            )
        )
    except ValueError as error:
        raise ExportError(f"the picture could not be drawn: {error}") from error
