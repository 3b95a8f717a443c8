"""The sizes, colours and text rules that Python and the page share. Lengths are in pixels.

`make docs` (docs/generate_viewer.py) writes ``viewer/constants.js`` and ``viewer/constants.css`` from it, and a test
fails if these files are out of date. Patterns are strings, because Python and JavaScript both compile them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NodeStyle:
    """How the nodes of one depth are drawn."""

    font_size: float
    max_line_width: float
    padding_x: float
    padding_y: float
    corner_radius: float


# ---- layout ----

NODE_STYLES = (
    NodeStyle(17, 260, 18, 12, 14),  # the centre
    NodeStyle(14, 220, 13, 8, 10),  # main branches
    NodeStyle(13, 240, 10, 5.5, 7),  # all deeper nodes
)
LINK_WIDTHS = (0.0, 3.2, 2.0, 1.5)  # by the depth of the child; the centre has no link

MARGIN = 30.0  # around the whole map; holds the numbers beside folded nodes
COLUMN_GAPS = (64.0, 48.0, 40.0)  # right and left of a column, by its depth
ROW_GAPS = (24.0, 14.0, 10.0)  # between siblings, by the depth of their parent

FONT_FAMILIES = "'Open Sans', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
LINE_HEIGHT = 1.36  # in font sizes
BASELINE = 1.04  # from the top of a line to its baseline, in font sizes
WIDTH_ALLOWANCE = 1.02  # some systems replace the font of an SVG by a slightly wider one
WIDE_CHARACTER_WIDTH = 1000  # widths of characters that the font lacks, in thousandths of the font size
OTHER_CHARACTER_WIDTHS = (600, 660)  # regular and bold; Arabic in DejaVu Sans Bold needs 612

MAX_DRAWN_LABEL = 700  # characters; pictures cut longer labels
FOLD_SIGN_WIDTH = 30.0  # the room in the margin or beside a folded node for the number of its hidden nodes
FOLD_SIGN_FONT_SIZE = 11.0

PNG_SCALE = 2.0  # image pixels per layout pixel, for today's screens
MAX_PNG_PIXELS = 40_000_000  # a larger map is drawn at a smaller scale, so that memory and viewers can hold it

# ---- colours: tests check each pair of text and background against WCAG's contrast of 4.5 to 1 ----

BACKGROUND = "#ffffff"
INK = "#1c2430"
BRANCH_COLOURS = (
    "#2456c9", "#b8430b", "#0b7268", "#7b3fc4", "#a8275f", "#2f7a26", "#8a5a00", "#0c6f99", "#b3261e",
)  # fmt: skip
# Nodes below a main branch mix its colour with the background. These are the shares of the branch's colour.
FILL_SHARE, BORDER_SHARE, LINK_SHARE = 0.10, 0.38, 0.76

CROSS_LINK_COLOUR = "#5b6472"
CROSS_LINK_DASH = "5 4"  # pixels of a dash and of the gap after it
CROSS_LINK_BULGE = 24.0  # how far a cross-link leaves the boxes that it passes; less than the margin

# ---- text ----

# A character that is as wide as high, as in Chinese, and emoji. Lines may break before and after it.
WIDE_CHARACTER = (
    "[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6"
    "\U0001f300-\U0001faff\U00020000-\U0003fffd]"
)
# But no line begins with one of the first, and none ends with one of the second.
_NEVER_FIRST = r"[、。，．；：？！）］｝】》〉」』〕〗〙”’…‥—～·・ー々％℃,.;:?!)\]}%]"
_NEVER_LAST = r"[（［｛【《〈「『〔〖〘“‘￥＄(\[{$¥]{0,3}"  # a limit, because longer runs would take quadratic time
_COMBINED = f"(?:\u200d{WIDE_CHARACTER}|[\u200d\ufe0f\u0300-\u036f\u3099\u309a\U0001f3fb-\U0001f3ff])*"
# The pieces of a text between which lines may break: a word or a wide character, with the space before it.
TEXT_PIECE = (
    f" ?{_NEVER_LAST}{WIDE_CHARACTER}{_COMBINED}{_NEVER_FIRST}*"
    f"| ?[^ {WIDE_CHARACTER[1:]}+?(?={_NEVER_LAST}{WIDE_CHARACTER}| |$){_NEVER_FIRST}*"
)

# Characters that XML 1.0 cannot hold even escaped (control characters, lone surrogates, two noncharacters), and those
# that end a line or hide text elsewhere. Direction marks stay: right-to-left scripts need them.
UNPRINTABLE = r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
# The blocks of right-to-left scripts: Hebrew to Arabic, their presentation forms, historic scripts.
RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"

# Markdown escapes each of these by a backslash before it. Some would begin a link: a@b, http:// and www.
MARKDOWN_SPECIAL = r"[\\`*_\[\]<>&#|~$@]|:(?=//)|(?<=[wW]{3})\."
# The digits or nothing before a character that would start a list or underline a heading. That character is escaped.
MARKDOWN_LIST_START = r"^(?:[0-9]+(?=[.)])|(?=[-+=]))"
MARKMAP_FOLD = " <!-- markmap: fold -->"  # at the end of a list item; other Markdown readers do not show it


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a node, and the colour and width of the link to its parent."""

    fill: str
    border: str
    text: str
    link: str
    link_width: float


def paint(depth: int, branch: int) -> Paint:
    """Return the colours of a node: dark for the centre, full for main branch number ``branch``, tinted below it."""
    width = LINK_WIDTHS[min(depth, len(LINK_WIDTHS) - 1)]
    colour = BRANCH_COLOURS[branch % len(BRANCH_COLOURS)] if depth else INK
    if depth <= 1:
        return Paint(colour, colour, BACKGROUND, colour, width)
    return Paint(tint(colour, FILL_SHARE), tint(colour, BORDER_SHARE), INK, tint(colour, LINK_SHARE), width)


def tint(colour: str, share: float) -> str:
    """Mix this share of a colour with white."""
    channels = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - channel) * share):02x}" for channel in channels)
