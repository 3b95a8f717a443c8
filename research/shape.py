"""The shape of the maps of real documents: chains, fans and depth, at the size mindgist suggests and at others.

    python research/shape.py FOLDER [--graph NAME --tree NAME] [--work DIR]

Every file under FOLDER is mapped once and cut to each size. What is measured is kept in DIR (one line a file, for the
commit that made it) and not measured again; the figures go to research/results/shape-GRAPH-TREE.json.
Files that mindgist refuses are counted, with the reason. The documents stay where they are.
"""

import argparse
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import library
from library import commit, provenance
from mindgist.document import read
from mindgist.errors import MindgistError
from mindgist.evaluate.shape import Shape, shape_figures
from mindgist.mapper import MindMapper
from mindgist.systems import DEFAULT_GRAPH, graph_source

SUGGESTED = "suggested"
SIZES = (8, 15, 30, 60)


def main() -> None:
    """Measure what is not measured yet, then write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--graph", default=DEFAULT_GRAPH)
    parser.add_argument("--tree", help="Instead of the graph's own.")
    parser.add_argument("--work", type=Path, help="where to keep what is measured; without it, nothing is kept")
    options = parser.parse_args()
    system = graph_source(options.graph)
    name = f"shape-{system.name}-{options.tree or system.tree}"
    measures_a_commit = not commit().endswith("dirty")  # what changes from one minute to the next is measured anew
    kept = options.work / f"{name}-{commit()}.jsonl" if options.work and measures_a_commit else None
    rows = _read(kept)
    mapper = MindMapper.named(options.graph, options.tree)
    files = [file for file in sorted(options.folder.rglob("*")) if file.is_file()]
    for file in files:
        path = file.relative_to(options.folder).as_posix()
        if path not in rows:
            rows[path] = measured(mapper, file)
            _keep(kept, {"path": path, **rows[path]})
    result = {
        **provenance(),
        "documents": len(files),
        "mapped": sum("shapes" in row for row in rows.values()),
        "refused": dict(Counter(row["refused"] for row in rows.values() if "refused" in row)),
        "figures": figures(list(rows.values())),
        "rows": {path: row["shapes"][SUGGESTED] for path, row in sorted(rows.items()) if "shapes" in row},
    }
    library.write_json(library.RESULTS / f"{name}.json", result)
    print(table(result["figures"]))


def measured(mapper: MindMapper, file: Path) -> dict[str, Any]:
    """The shapes of a file's map, by size; or why there is none."""
    try:
        whole = mapper(read(file))
    except MindgistError as error:
        return {"refused": str(error).replace(str(file), "the file").replace(file.name, "the file")}
    cuts = {SUGGESTED: whole.cut()} | {str(size): whole.cut(size) for size in SIZES}
    shapes = {size: Shape.of([node.parent for node in cut.nodes]) for size, cut in cuts.items()}
    return {"shapes": {size: asdict(shape) for size, shape in shapes.items()}}


def figures(rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """The figures of all maps, by size."""
    found = [row["shapes"] for row in rows if "shapes" in row]
    return {size: shape_figures([Shape(**shapes[size]) for shapes in found]) for size in (SUGGESTED, *map(str, SIZES))}


def table(found: dict[str, dict[str, float]]) -> str:
    """The figures as a Markdown table."""
    names = list(found[SUGGESTED])
    lines = [
        "| size | " + " | ".join(name.replace("_", " ") for name in names) + " |",
        "| --- " * (len(names) + 1) + "|",
    ]
    for size, row in found.items():
        lines.append(f"| {size} | " + " | ".join(f"{row.get(name, 0):g}" for name in names) + " |")
    return "\n".join(lines)


def _read(kept: Path | None) -> dict[str, dict[str, Any]]:
    if kept is None or not kept.is_file():
        return {}
    rows = map(json.loads, kept.read_text(encoding="utf-8").splitlines())
    return {row.pop("path"): row for row in rows}


def _keep(kept: Path | None, row: dict[str, Any]) -> None:
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
