"""Line charts as SVG, in a few lines: no plotting library for six lines and two axes."""

from dataclasses import dataclass
from html import escape
from pathlib import Path

_WIDTH, _HEIGHT = 560, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 16, 40, 52
_COLOURS = ("#1b6ca8", "#c8553d", "#3b8b5a", "#8a5fa8", "#7a6a3a")


@dataclass(frozen=True)
class Line:
    """One line of a chart."""

    label: str
    points: tuple[tuple[float, float], ...]


def chart(title: str, x_label: str, y_label: str, lines: list[Line], ticks: list[float] | None = None) -> str:
    """A chart of lines; ``ticks`` are the places marked on the x axis."""
    xs = [x for line in lines for x, _ in line.points]
    ys = [y for line in lines for _, y in line.points]
    x_low, x_high = min(xs), max(xs)
    margin = (max(ys) - min(ys)) * 0.08 or 1
    y_low, y_high = min(ys) - margin, max(ys) + margin

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low or 1)
        up = (y - y_low) / (y_high - y_low)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img"><title>{escape(title)}</title>',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="18" font-size="14" font-weight="bold">{escape(title)}</text>',
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2}" y="{_HEIGHT - 12}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text x="14" y="{_HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 {_HEIGHT / 2})">'
        f"{escape(y_label)}</text>",
    ]
    for step in range(5):
        y = y_low + (y_high - y_low) * step / 4
        left, height = place(x_low, y)
        parts.append(f'<path d="M{left:.1f} {height:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6:.1f}" y="{height + 4:.1f}" text-anchor="end">{y:.3g}</text>')
    for x in ticks or sorted(set(xs)):
        across, bottom = place(x, y_low)
        parts.append(f'<text x="{across:.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{x:,.10g}</text>')
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [place(x, y) for x, y in line.points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{_LEFT + 8 + 130 * number}" y="{_TOP - 6}" fill="{colour}">{escape(line.label)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def write_chart(path: Path, title: str, x_label: str, y_label: str, lines: list[Line]) -> None:
    """Write a chart, unless there is nothing to draw."""
    lines = [line for line in lines if line.points]
    if lines:
        xs = sorted({x for line in lines for x, _ in line.points})
        step = max(1, len(xs) // 10)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(chart(title, x_label, y_label, lines, xs[::step]), encoding="utf-8")
