"""Line charts as SVG, the same bytes for the same figures."""

from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt


@dataclass(frozen=True)
class Line:
    """One line of a chart; ``spread`` is the deviation of each point, where there are several seeds."""

    label: str
    points: tuple[tuple[float, float], ...]
    spread: tuple[float, ...] = ()


def write_chart(path: Path, title: str, x_label: str, y_label: str, lines: list[Line]) -> None:
    """Write a chart, unless there is nothing to draw. The x axis is logarithmic where it spans more than 20 times."""
    lines = [line for line in lines if line.points]
    if not lines:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none", "font.size": 10}):
        figure, axes = plt.subplots(figsize=(5.6, 3.2), layout="constrained")
        for line in lines:
            across, up = zip(*line.points, strict=True)
            axes.errorbar(across, up, line.spread or None, marker="o", markersize=3, capsize=3, label=line.label)
        xs = sorted({x for line in lines for x, _ in line.points})
        if xs[-1] > 20 * xs[0]:
            axes.set_xscale("log")
        axes.set_xticks(xs[:: max(1, len(xs) // 10)], [f"{x:,g}" for x in xs[:: max(1, len(xs) // 10)]])
        axes.minorticks_off()
        axes.set(title=title, xlabel=x_label, ylabel=y_label)
        axes.grid(visible=True, axis="y", alpha=0.4)
        axes.legend(fontsize=8)
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        plt.close(figure)
