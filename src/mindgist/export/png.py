"""A map as a PNG image, drawn from the SVG."""

import unicodedata
from collections import Counter, defaultdict

from mindgist.errors import ExportError
from mindgist.export.branch import centre_branch
from mindgist.export.constants import BACKGROUND, MAX_PNG_PIXELS, PNG_SCALE
from mindgist.export.font import FONT_FILES, shipped_font
from mindgist.export.layout import arrange
from mindgist.export.svg import SVG_NAMESPACE, draw_svg
from mindgist.mindmap import MindMap

MAX_PNG_SIDE = 30_000  # pixels
_CJK_SCRIPTS = ("BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "KATAKANA")
_NO_CHARACTER = "\ufdd0"  # no font has it


def to_png(mindmap: MindMap) -> bytes:
    """Return the picture at PNG_SCALE, or smaller if it would be too large."""
    layout = arrange(centre_branch(mindmap, visible_only=True))
    scale = min(
        PNG_SCALE,
        (MAX_PNG_PIXELS / (layout.width * layout.height)) ** 0.5,
        MAX_PNG_SIDE / max(layout.width, layout.height),
    )
    return rasterize(draw_svg(layout, len(mindmap)), scale)


def font_warning(mindmap: MindMap, ending: str) -> str | None:
    """Return a message if a picture with this ending lacks labels because no font on this machine has their script."""
    if ending not in (".png", ".pdf"):
        return None
    scripts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for _, branch in centre_branch(mindmap.cut(), visible_only=True).walk():
        for character in branch.label:
            if character.isalpha() and character not in shipped_font(bold=False).glyphs:
                scripts[unicodedata.name(character, "UNKNOWN").split()[0].split("-")[0]][character] += 1
    blank = _draw_character(_NO_CHARACTER)
    missing = [name for name, found in scripts.items() if _draw_character(found.most_common(1)[0][0]) == blank]
    if not missing:
        return None
    package = "fonts-noto-cjk" if set(missing) & set(_CJK_SCRIPTS) else "fonts-noto-core"
    names = " and ".join(name if name == "CJK" else name.capitalize() for name in sorted(missing))
    return f"no font on this machine has {names} characters, so the picture lacks them; install one, such as {package}"


def _draw_character(character: str) -> bytes:
    text = f'<text x="4" y="30" font-size="24">{character}</text>'
    return rasterize(f'<svg xmlns="{SVG_NAMESPACE}" width="40" height="40">{text}</svg>', 1.0)


def rasterize(svg: str, scale: float, background: str = BACKGROUND) -> bytes:
    """Convert SVG to PNG: Latin, Greek and Cyrillic in the shipped font, other scripts in the system's fonts."""
    from resvg_py import svg_to_bytes

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
