"""``mindgist map``."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindgist.document.kinds import titles
from mindgist.export import FORMATS
from mindgist.options import MapOptions
from mindgist.shell.inputs import input_names, read_input
from mindgist.shell.options import map_options
from mindgist.shell.progress import progress
from mindgist.shell.target import Target

if TYPE_CHECKING:
    from mindgist.document import Document
    from mindgist.mapper import MindMapper
    from mindgist.mindmap import MindMap

_SENTENCES_WITH_PROGRESS = 1500  # a document of this length takes some seconds


@click.command(name="map")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT…")
@click.option(
    "-o", "--output", metavar="OUT",
    help=f"File to write; its ending chooses the format: {', '.join(FORMATS)}. - is standard output. "
    "For several inputs, a folder.",
)  # fmt: skip
@click.option("--format", "format_", metavar="ENDING",
              help="Format if OUT is - or a folder. [default: .txt for -, else .html]")  # fmt: skip
@click.option("--together", is_flag=True, help="Make one map of all inputs, with a branch for each.")
@map_options()
@click.option("--encoding", metavar="NAME", help="Encoding of text that is not UTF-8, UTF-16 or Windows-1252.")
def map_(
    inputs: tuple[str, ...],
    output: str | None,
    format_: str | None,
    together: bool,
    encoding: str | None,
    **chosen: Any,
) -> None:
    """Map documents: KINDS.

    Each INPUT is a file, a folder of files, a pattern such as 'notes/*.md', an http(s) address, or - for standard
    input. The content of a file decides its kind, not its name. `mindgist FILE` is short for `mindgist map FILE`.

    \b
    Examples:
      mindgist map article.txt
      mindgist map article.txt --labels snippets --nodes 12
      mindgist map paper.pdf -o map.md
      mindgist map https://example.org/article.html
      mindgist map notes/ --together -o notes.html
      mindgist map *.docx -o maps/ --format .xmind
      pandoc notes.tex -t markdown | mindgist map - -o - --format .mm
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small; numpy reads this when imported
    options = MapOptions(**chosen)
    names = list(input_names(inputs))
    target = Target.of(output, format_, len(names) > 1 and not together)  # a wrong target is an error before the work
    from mindgist.mapper import MindMapper
    from mindgist.processes import SHELL_SECONDS, resource_limits

    with resource_limits():  # a model of unknown origin is loaded within limits, too
        mapper = MindMapper.of(options)
    for group in [names] if together else [[name] for name in names]:
        with resource_limits(SHELL_SECONDS * len(group)):
            documents = [read_input(name, encoding) for name in group]
            document = _combined(group, documents) if together else documents[0]
            _warn_about_language(document, options)
            mindmap = options.apply_to(_mapped(mapper, document))
            target.write(mindmap, document, "" if together else group[0])


map_.help = (map_.help or "").replace("KINDS", titles())


def _mapped(mapper: "MindMapper", document: "Document") -> "MindMap":
    """The map; progress is shown for a long document."""
    if len(document) < _SENTENCES_WITH_PROGRESS:
        return mapper(document)
    with progress("sentences") as update:
        return mapper.with_progress(lambda done: update(min(done, len(document)), len(document)))(document)


def _combined(names: list[str], documents: "list[Document]") -> "Document":
    from mindgist.document.together import together

    return together([(Path(name).stem, document) for name, document in zip(names, documents, strict=True)])


def _warn_about_language(document: "Document", options: MapOptions) -> None:
    known = options.graph_source().languages
    if known and document.language and document.language not in known:
        click.echo(
            f"note: the text is in '{document.language}', and the model was trained on {', '.join(known)}: the map "
            "follows the position of sentences and the words or characters they share",
            err=True,
        )
