"""The rows of the tables: what is run, how often, and what the paper reports for it."""

from dataclasses import dataclass, field
from typing import Any

ARTICLES = 2_000  # that every trained row learns from; the paper has 5,000, and saw its largest gain up to 2,000


@dataclass(frozen=True)
class Row:
    """A system in the tables. ``settings`` are what a trained row changes in the preset 'quick'."""

    name: str
    label: str
    seeds: int
    trained: bool = False
    settings: dict[str, Any] = field(default_factory=dict)
    articles: int = ARTICLES
    paper: tuple[float, float] | None = None  # SSM, KSM on the paper's 120 articles
    paper_split: tuple[float, float, float, float] | None = None  # SSM <= 25, > 25, KSM <= 25, > 25


BASELINES = (
    Row("random", "Random", 5, paper=(28.77, 28.63), paper_split=(31.94, 26.63, 32.53, 26.22)),
    Row("lexrank", "LexRank", 5, paper=(30.45, 29.93), paper_split=(33.54, 28.07, 33.99, 27.28)),
    Row("lead", "lead (position alone)", 5),
    Row("lead-star", "lead star", 1),
)

PAIRWISE = (
    Row("mrdmf", "MRDMF", 5, paper=(34.47, 32.18), paper_split=(39.83, 30.58, 36.76, 28.69)),
    Row("cross-teacher", "teacher, cross-encoder", 5, paper=(38.38, 38.95), paper_split=(44.36, 34.34, 44.27, 34.89)),
    Row("fast-teacher", "teacher, fast (annotates)", 5),
)

TRAINED = (
    Row("emgn", "EMGN", 5, True, paper=(42.73, 42.43), paper_split=(50.23, 37.38, 49.48, 37.44)),
    Row("emgn-gr", "EMGN-GR", 5, True, {"refinement": "none"}, paper=(41.63, 40.75),
        paper_split=(49.22, 36.22, 46.81, 36.14)),
    Row("emgn-root", "EMGN(root)", 5, True, {"refinement": "root"}, paper=(42.61, 42.40),
        paper_split=(49.91, 37.32, 49.39, 37.24)),
    Row("emgn-biaffine", "EMGN(biaffine)", 5, True, {"scorer": "biaffine"}, paper=(42.23, 41.96),
        paper_split=(49.54, 37.00, 48.36, 37.13)),
    Row("emgn-root-greedy", "EMGN(root)+greedy", 5, True, {"refinement": "greedy"}, paper=(39.77, 39.39)),
)  # fmt: skip

# As many steps for each size, so that the number of articles is all that differs.
SIZES = tuple(
    Row(f"emgn-{size}-articles", f"{size:,} articles", 1, True,
        {"most_epochs": 12 * ARTICLES // size, "patience": max(2, 3 * ARTICLES // size)}, articles=size)
    for size in (500, 1_000, 4_000, 8_000)
)  # fmt: skip
SAMPLES = tuple(Row(f"emgn-{count}-samples", f"{count} samples", 1, True, {"samples": count}) for count in (2, 4))
PAPER_SETTINGS = Row("emgn-paper", "EMGN, the paper's rate and λ", 1, True, {"preset": "paper"})

# The order of the tables; and the order of the work, in which what matters most comes first.
MAIN = (*BASELINES, *PAIRWISE, TRAINED[2], TRAINED[4], TRAINED[1], TRAINED[3], TRAINED[0], PAPER_SETTINGS)
WORK = (*TRAINED, *SIZES, *SAMPLES, PAPER_SETTINGS)
BY_NAME = {row.name: row for row in (*MAIN, *WORK)}
