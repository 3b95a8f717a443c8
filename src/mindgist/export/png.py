"""A map as a PNG image, drawn from the SVG."""

from mindgist.errors import ExportError
from mindgist.export.branch import centre_branch
from mindgist.export.constants import BACKGROUND, MAX_PNG_PIXELS, PNG_SCALE
from mindgist.export.layout import arrange
from mindgist.export.svg import draw_svg
from mindgist.export.truetype import FONT_FILES
from mindgist.mindmap import MindMap

MAX_PNG_SIDE = 30_000  # pixels


def to_png(mindmap: MindMap) -> bytes:
    """Return the picture at PNG_SCALE, or smaller if it would be too large."""
    layout = arrange(centre_branch(mindmap, visible_only=True))
    scale = min(
        PNG_SCALE,
        (MAX_PNG_PIXELS / (layout.width * layout.height)) ** 0.5,
        MAX_PNG_SIDE / max(layout.width, layout.height),
    )
    return rasterize(draw_svg(layout, len(mindmap)), scale)


def rasterize(svg: str, scale: float, background: str = BACKGROUND) -> bytes:
    """Convert SVG to PNG: Latin, Greek and Cyrillic in the shipped font, other scripts in the system's fonts."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise ExportError("PNG images need resvg: pip install resvg-py") from error
    try:
        png = svg_to_bytes(
            svg,
            zoom=scale,
            font_files=[str(path) for path in FONT_FILES.values()],
            font_family="Open Sans",
            sans_serif_family="Open Sans",
            background=background,
        )
    except ValueError as error:
        raise ExportError(f"the picture could not be drawn: {error}") from error
    return bytes(png)
