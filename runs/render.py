"""The recorded results as the generated parts of pages in docs/, and as figures."""

from pathlib import Path
from statistics import fmean

import store
from claims import chance, claims, scores_of_row
from default_tables import default_part
from other_tables import experiments_part, teacher_part
from pages import cell, table, with_part
from rows import (
    BASELINES,
    BY_NAME,
    CMGN,
    EARLIER_SAMPLES,
    EARLIER_SIZES,
    FOURTH,
    FOURTH_PERCENT,
    MAIN,
    ONE_SAMPLE,
    PAPER,
    PERCENT,
    SAMPLES,
    SECOND,
    SECOND_ONE_SAMPLE,
    SECOND_PERCENT,
    SECOND_SAMPLES,
    SECOND_SIZES,
    SIZES,
    Row,
)  # fmt: skip
from significance import DRAWS, difference
from training_tables import recorded, refined, study, training, values, write_figures

DOCS = Path(__file__).parent.parent / "docs"

_ROUGE = ("r1", "r2", "rl", "avg")


def render() -> None:
    """Write the generated parts of the pages, and docs/figures/."""
    for name, part in PARTS.items():
        page = DOCS / name
        page.write_text(with_part(page.read_text(encoding="utf-8"), part()), encoding="utf-8")
    write_figures(DOCS / "figures")


def results_part() -> str:
    """The tables of docs/results.md."""
    parts = [
        default_part(),
        _missing(),
        "## Table 1: SSM and KSM on the 40 open test articles\n",
        _table_1(),
        claims(),
        _significance(),
        "## What SSM and KSM hide\n",
        _hidden(),
        "## Table 2: articles of at most 25 sentences, and longer ones\n",
        _table_2(),
        "## On the 15 validation articles\n",
        _validation(),
        "## Table 3: seconds of phase I (document to graph) and phase II (graph to map)\n",
        _table_3(),
        "## The training set's size\n",
        study([*SIZES, *SECOND_SIZES, *EARLIER_SIZES]),
        "## Sampling times\n",
        study([ONE_SAMPLE, *SAMPLES, SECOND_ONE_SAMPLE, *SECOND_SAMPLES, BY_NAME["emgn"], *EARLIER_SAMPLES]),
        "## Training\n",
        training(),
        refined(),
        _case(),
    ]
    return "\n".join(part for part in parts if part)


def evaluation_part() -> str:
    """The tables of docs/evaluation.md: the systems that need no training, beside the protocol's own figures."""
    names = ("free_ssm", "node_f1", "root_accuracy", "attachment", "depth")
    header = ["system", "seeds", "SSM", "KSM", "protocol", "own size", "node F1", "root", "attachment", "depth"]
    parts = []
    for place, (part, file) in enumerate((("dev", "dev.jsonl"), ("open", "test-open.jsonl"))):
        body = []
        for row in recorded(BASELINES):
            scores = [cell(values(row, part, f"{kind}_avg")) for kind in ("ssm", "ksm")]
            reference = row.reference[2 * place : 2 * place + 2] if row.reference else ()
            cells = [*scores, " / ".join(f"{value:.2f}" for value in reference) or "–"]
            cells += [f"{fmean(values(row, part, name)):.2f}" for name in names]
            body.append([row.label, str(len(store.all_of(row.name))), *cells])
        parts.append(f"**{file}**\n\n" + table(header, body))
    return "\n".join(parts)


def _missing() -> str:
    """What a later run of the script has still to fill."""
    lacking = []
    for row in (*MAIN, *SIZES, *SAMPLES):
        count = len(store.all_of(row.name))
        if count < row.seeds:
            lacking.append(f"{row.label} ({count} of {row.seeds} seeds)")
    return f"Still missing: {', '.join(lacking)}.\n" if lacking else ""


def _seeds(row: Row) -> str:
    """How often the row was run; trees over one training's graphs are not trainings."""
    results = store.all_of(row.name)
    trainings = {result["trained_with_seed"] for result in results if "trained_with_seed" in result}
    if len(trainings) == 1 and len(results) > 1:
        return f"1 training, {len(results)} trees"
    return str(len(results))


def _table_1() -> str:
    header = ["", "seeds", *(f"{kind} {name}" for kind in ("SSM", "KSM") for name in ("R-1", "R-2", "R-L", "Avg"))]
    body = []
    for row in recorded(MAIN):
        cells = [cell(values(row, "open", f"{kind}_{column}")) for kind in ("ssm", "ksm") for column in _ROUGE]
        body.append([row.label, _seeds(row), *cells])
    compared = [
        [row.label, *(f"{value:.2f}" for value in row.paper or ()), cell(values(row, "open", "ssm_avg")),
         cell(values(row, "open", "ksm_avg")), *_errors(row)]
        for row in (*recorded(MAIN), CMGN) if row.paper
    ]  # fmt: skip
    columns = ["paper SSM (120)", "paper KSM (120)", "ours SSM (40)", "ours KSM (40)", "error SSM", "error KSM"]
    return (
        table(header, body)
        + "\nBeside the paper's figures (its 120 test articles; ours are 40 of them). After ± the deviation between "
        "seeds; the last columns are the standard error of the mean over 40 articles:\n\n"
        + table(["", *columns], compared)
    )


def _errors(row: Row) -> list[str]:
    """How far a row's SSM and KSM may be off because they are those of 40 articles."""
    scores = scores_of_row(row.name) if row.name in BY_NAME else None
    return [f"{scores.error(column):.2f}" if scores else "–" for column in (0, 1)]


def _variants_compared(prefix: str, percent: Row | None = None) -> list[tuple[str, str]]:
    """What the paper compares: its network with the teacher, with its variants, with other systems."""
    emgn, without = f"{prefix}emgn", f"{prefix}emgn-gr"
    pairs = [(without, teacher) for teacher in ("cross-stand-ins", "fast-teacher", "stand-in-teacher")]
    pairs += [(emgn, f"{emgn}-{one}") for one in ("gr", "root", "biaffine", "root-greedy")]
    pairs += [(percent.name, other) for other in (without, emgn, "lead") if percent]
    return pairs + [(emgn, other) for other in ("mrdmf-stand-ins", "cosine", "lexrank", "lead", "lead-star")]


def _compared() -> dict[str, list[tuple[str, str]]]:
    """The pairs of rows whose difference is shown, by what they tell."""
    on_third, on_second = (*SAMPLES, *SIZES), (*SECOND_SAMPLES, *SECOND_SIZES)
    annotations = [
        (later.name, earlier.name)
        for laters, earliers in (
            ((*FOURTH, FOURTH_PERCENT), (*PAPER, PERCENT)),
            ((*FOURTH, FOURTH_PERCENT), (*SECOND, SECOND_PERCENT)),
            ((*SECOND, SECOND_PERCENT), (*PAPER, PERCENT)),
        )
        for later, earlier in zip(laters, earliers, strict=True)
    ]
    # All that differs here, too, is the teacher of the graphs.
    annotations += [(SECOND_ONE_SAMPLE.name, "emgn"), (ONE_SAMPLE.name, SECOND_ONE_SAMPLE.name)]
    return {
        "At the paper's settings, on the fourth annotation": _variants_compared(
            "fourth-annotation/paper-", FOURTH_PERCENT
        ),
        "On the second annotation": _variants_compared("second-annotation/paper-", SECOND_PERCENT),
        "On the first annotation": _variants_compared("paper-", PERCENT),
        "With the quick settings": _variants_compared(""),
        "One annotation and another": annotations,
        "Classifiers of pairs": [
            *(("cross-stand-ins", other) for other in ("cross-teacher", "fast-teacher", "stand-in-teacher")),
            *((f"{kind}-teacher", "fast-teacher") for kind in ("small-head", "stand-in")),
            *(("fast-teacher", other) for other in ("mrdmf-stand-ins", "lexrank")),
            ("mrdmf-more", "mrdmf"),
            ("mrdmf-stand-ins", "mrdmf"),
        ],
        "Sampling times and sizes": [
            *((row.name, ONE_SAMPLE.name) for row in on_third if row != ONE_SAMPLE),
            *((row.name, SECOND_ONE_SAMPLE.name) for row in on_second if row != SECOND_ONE_SAMPLE),
        ],
    }


def _significance() -> str:
    header = ["", *(f"{kind} {name}" for kind in ("SSM", "KSM") for name in ("difference", "p", "p, with seeds"))]
    parts = []
    for title, pairs in _compared().items():
        body = []
        for left, right in pairs:
            first, second = scores_of_row(left), scores_of_row(right)
            if first is None or second is None:
                continue
            cells = []
            for column in (0, 1):
                found = difference(first, second, column)
                cells += [f"{found.mean:+.2f}", chance(found.over_articles), chance(found.over_both)]
            body.append([f"{BY_NAME[left].label} – {BY_NAME[right].label}", *cells])
        if body:
            parts.append(f"{title}:\n\n" + table(header, body))
    text = (
        "## Whether rows differ\n\n"
        "Paired over the 40 articles. The first p takes the networks as given: each article's score is the mean over "
        f"the seeds, a two-sided permutation test of the articles ({DRAWS:,} draws). The second takes the seeds for "
        "drawn as well (Student's t; the variances of the articles' differences and of the seeds are added, degrees "
        "of freedom by Satterthwaite; two EMGN rows that have the same seeds are paired by them, because these begin "
        "with the same weights) and is missing where a row was trained once. The paper marks EMGN-GR over DistilBert "
        "and EMGN over EMGN-GR as p < 0.01, and does not say over what.\n\n"
    )
    return text + "\n".join(parts) if parts else ""


def _hidden() -> str:
    names = ("free_ssm", "free_ksm", "node_f1", "root_accuracy", "attachment", "depth")
    header = ["", "SSM, size its own", "KSM, size its own", "node F1", "root accuracy", "attachment", "mean depth"]
    rows = recorded(MAIN)
    return table(header, [[row.label, *(cell(values(row, "open", name)) for name in names)] for row in rows])


def _table_2() -> str:
    names = ("ssm_short", "ssm_long", "ksm_short", "ksm_long")
    body = []
    for row in recorded(MAIN):
        paper = [f"{value:.2f}" for value in row.paper_split] if row.paper_split else ["–"] * 4
        body.append([row.label, *(cell(values(row, "open", name)) for name in names), *paper])
    columns = ("SSM ≤ 25", "SSM > 25", "KSM ≤ 25", "KSM > 25")
    return table(["", *columns, *(f"paper {column}" for column in columns)], body)


def _validation() -> str:
    body = [
        [row.label, cell(values(row, "dev", "ssm_avg")), cell(values(row, "dev", "ksm_avg"))] for row in recorded(MAIN)
    ]
    return table(["", "SSM", "KSM"], body)


def _table_3() -> str:
    found = store.read_json(store.RESULTS / "timing.json")
    if found is None:
        return "Still missing.\n"
    fastest = found["phase_1"]["EMGN"]
    body = [
        [name, f"{seconds:.4f}", f"{1000 * seconds / found['articles']:.3f}", f"{_times(seconds / fastest)}×"]
        for name, seconds in found["phase_1"].items()
    ]
    untrained = (
        f" Untrained weights, which take the same time: {', '.join(found['untrained'])}." if found["untrained"] else ""
    )
    text = (
        f"{found['articles']} articles of at most {found['longest']} sentences, {found['sentences']} in all "
        f"({found['pairs']:,} ordered pairs), one process on one thread, {found['machine']}; processor seconds, "
        f"the best of {found['repeats']} runs where one takes less than ten, in turns. Phase II takes "
        f"{found['phase_2']:.3f} s (graph to tree) and {found['labels']:.3f} s (labels).{untrained}\n\n"
    )
    return text + table(["phase I", "seconds", "ms an article", "against EMGN"], body)


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _case() -> str:
    path = store.RESULTS / "case.md"
    return "## Case study\n\n" + path.read_text(encoding="utf-8") + "\n" if path.is_file() else ""


PARTS = {"results.md": results_part, "evaluation.md": evaluation_part, "teacher.md": teacher_part,
         "experiments.md": experiments_part}  # fmt: skip
"""The pages that have a generated part."""
