"""The shape of the maps of real documents: chains, families and depth, at the suggested size and at others.

    python research/shape.py FOLDER [--graph NAME] [--tree NAME]

Every file under FOLDER is mapped once and cut to each size. The figures go to research/results/shape-GRAPH-TREE.json.
Files that mindgist refuses are counted by the reason.
"""

import argparse
from collections import Counter
from pathlib import Path

import library
from library import provenance, table
from mindgist.document import read
from mindgist.errors import MindgistError
from mindgist.evaluate.shape import Shape, shape_figures
from mindgist.mapper import MindMapper
from mindgist.systems import DEFAULT_GRAPH, graph_source

SUGGESTED = "suggested"
SIZES = (8, 15, 30, 60)


def main() -> None:
    """Measure all files and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--graph", default=DEFAULT_GRAPH)
    parser.add_argument("--tree", help="instead of the graph's own")
    options = parser.parse_args()
    system = graph_source(options.graph)
    mapper = MindMapper.named(options.graph, options.tree)
    shapes: dict[str, dict[str, Shape]] = {}
    refused: Counter[str] = Counter()
    files = [file for file in sorted(options.folder.rglob("*")) if file.is_file()]
    for file in files:
        try:
            shapes[file.relative_to(options.folder).as_posix()] = shapes_of(mapper, file)
        except MindgistError as error:
            refused[str(error).replace(str(file), "the file").replace(file.name, "the file")] += 1
    figures = {size: shape_figures([own[size] for own in shapes.values()]) for size in (SUGGESTED, *map(str, SIZES))}
    result = {
        **provenance(),
        "documents": len(files),
        "mapped": len(shapes),
        "refused": dict(refused),
        "figures": figures,
        "rows": {path: own[SUGGESTED]._asdict() for path, own in shapes.items()},
    }
    library.write_json(library.RESULTS / f"shape-{system.name}-{options.tree or system.tree}.json", result)
    names = list(figures[SUGGESTED])
    print(
        table(["size", *names], [[size, *(f"{row.get(name, 0):g}" for name in names)] for size, row in figures.items()])
    )


def shapes_of(mapper: MindMapper, file: Path) -> dict[str, Shape]:
    """Return the shape of a file's map at each size."""
    whole = mapper(read(file))
    cuts = {SUGGESTED: whole.cut()} | {str(size): whole.cut(size) for size in SIZES}
    return {size: Shape.of([node.parent for node in cut.nodes]) for size, cut in cuts.items()}


if __name__ == "__main__":
    main()
