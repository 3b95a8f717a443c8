"""``mindgist convert``."""

from pathlib import Path

import click

from mindgist.export import FORMATS, READABLE
from mindgist.labels.kinds import LABELS
from mindgist.shell.options import EXISTING_FILE, NEW_FILE


@click.command(
    help=f"""Convert a map to another format. File endings choose the formats.

    Reads {", ".join(READABLE)}; writes {", ".join(FORMATS)}.

    \b
    Examples:
      mindgist convert map.xmind map.mm
      mindgist convert outline.opml map.svg --labels sentences
    """
)
@click.argument("source", type=EXISTING_FILE, metavar="MAP")
@click.argument("target", type=NEW_FILE, metavar="OUT")
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help="Keep the N strongest nodes only.")
@click.option("--labels", type=click.Choice(LABELS),
              help="Show nodes as gists, whole sentences or key snippets. [default: as they are]")  # fmt: skip
def convert(source: Path, target: Path, nodes: int | None, labels: str | None) -> None:
    """Convert a map to another format."""
    from mindgist.export import format_named, load_map, save
    from mindgist.processes import resource_limits

    format_named(target.suffix)  # an unknown ending fails before the map is read
    with resource_limits():
        mindmap = load_map(source)
        if nodes:
            mindmap = mindmap.cut(nodes)
        if labels:
            mindmap = mindmap.labelled(labels)
        save(mindmap, target)
    click.echo(f"wrote {target}: {len(mindmap)} nodes", err=True)
