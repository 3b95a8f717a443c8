"""A page of maps to look at: real texts of different kinds, the old default beside the new.

    python research/gallery.py OUT --documents DIR --discourse dev.jsonl [--texts 20] [--nodes N]

Half of the texts are documents, as many of each folder in DIR as there is room for; the other half are rows of the
human discourse trees, one of each genre. OUT gets an index.html and two pictures a text. It holds others' texts, so it
stays out of the repository; docs/maps-to-look-at.md says what was seen.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from mindgist.document import Document, read, read_text
from mindgist.errors import MindgistError
from mindgist.evaluate.shape import Shape
from mindgist.export import render
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap

OLD = ("emgn", "recursive")
LEAST, MOST = 20, 6000  # sentences: less is no map, and more is seen in no picture


@dataclass(frozen=True)
class Text:
    """A text to be mapped; its name is that of its pictures."""

    name: str
    document: Document


def main() -> None:
    """Draw every text twice, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--documents", type=Path, required=True)
    parser.add_argument("--discourse", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=20)
    parser.add_argument("--nodes", type=int, help="of each map; without it, as many as it suggests")
    options = parser.parse_args()
    half = options.texts // 2
    texts = [*islice(documents(options.documents), half), *islice(genres(options.discourse), options.texts - half)]
    systems = {"old": MindMapper.named(*OLD), "new": MindMapper.named()}
    options.out.mkdir(parents=True, exist_ok=True)
    parts = []
    for text in texts:
        maps = {name: mapper(text.document).cut(options.nodes) for name, mapper in systems.items()}
        for name, mindmap in maps.items():
            (options.out / f"{text.name}.{name}.svg").write_bytes(render(mindmap, ".svg"))
        parts.append(_part(text, maps))
        print(text.name, *(f"{name}: {Shape.of([n.parent for n in m.nodes])}" for name, m in maps.items()), sep="\n  ")
    (options.out / "index.html").write_text(_PAGE.format(parts="\n".join(parts)), encoding="utf-8")


def documents(folder: Path) -> Iterator[Text]:
    """Documents one from each folder in turn, those that have something to map, from the middle of the list on."""
    by_folder = (
        sorted(inner.iterdir()) for inner in sorted(folder.iterdir()) if inner.is_dir() and "gold" not in inner.name
    )
    spread = [files[len(files) // 2 :] + files[: len(files) // 2] for files in by_folder]
    yield from (text for row in zip_longest(*map(_readable, spread)) for text in row if text)


def _readable(files: list[Path]) -> Iterator[Text]:
    for file in files[::3]:  # neighbours in a list of names are often of one kind
        try:
            document = read(file)
        except MindgistError:
            continue
        if LEAST <= len(document) <= MOST:
            yield Text(f"{file.parent.name}-{file.stem}", document)


def genres(path: Path) -> Iterator[Text]:
    """The first text of each genre."""
    seen = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["genre"] not in seen:
            seen.add(row["genre"])
            yield Text(f"discourse-{row['id']}", _document(row))


def _document(row: dict[str, Any]) -> Document:
    """The text as a reader would have it: headings as headings, paragraphs as paragraphs."""
    pieces = [f"# {row['title']}"]
    paragraph = None
    for sentence in row["sentences"]:
        if sentence["heading"]:
            pieces.append(f"## {sentence['text']}")
        elif sentence["paragraph"] == paragraph:
            pieces[-1] += f" {sentence['text']}"
        else:
            pieces.append(sentence["text"])
        paragraph = None if sentence["heading"] else sentence["paragraph"]
    return read_text("\n\n".join(pieces), "markdown")


def _part(text: Text, maps: dict[str, MindMap]) -> str:
    pictures = "".join(
        f"<figure><figcaption>{name}: {len(mindmap)} nodes</figcaption>"
        f'<a href="{escape(text.name)}.{name}.svg"><img src="{escape(text.name)}.{name}.svg" alt=""></a></figure>'
        for name, mindmap in maps.items()
    )
    return f"<h2>{escape(text.name)}, {len(text.document)} sentences</h2><div>{pictures}</div>"


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Maps to look at</title>
<style>body {{ font-family: sans-serif; margin: 2rem }} div {{ display: flex; gap: 1rem; align-items: start }}
figure {{ flex: 1; margin: 0; min-width: 0 }} img {{ width: 100%; border: 1px solid #ccc }}</style></head>
<body><h1>Maps to look at</h1>
{parts}
</body></html>
"""

if __name__ == "__main__":
    main()
