"""Maps for the export tests: maps with hostile texts, maps of extreme shape, and random maps."""

from dataclasses import replace

from hypothesis import strategies as st

from mindgist.labels.kinds import LABELS
from mindgist.mindmap import Link, MindMap, Node

HOSTILE = (
    "He said \"no\", 'yes' and `perhaps`",
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>",
    "<html><b>bold</b></html>",
    "=1+1",
    "\\latex $x^2$ and \\unparsedlatex",
    "**bold** _italic_ `code` [link](http://example.org) ![picture](x.png)",
    "# no heading",
    "- no item",
    "---",
    "1. no item",
    "[ ] no task",
    "a;b:c#35;d#quot;e&amp;f&#65;g<U+0041>h&lt;",
    "%%{init: {}}%% %% no comment",
    "!include /etc/passwd",
    "$variable %date() %chr(65)",
    "style x:#fff; classDef y:#000;",
    "end",
    "C:\\new\\table \\N \\G \\l \\\\",
    "abc \u202edef\u202c ghi",
    "مرحبا بالعالم",
    "שלום, עולם.",
    "漢字とかなの混ざった文章",
    "👩‍👩‍👧‍👦 family, café, e\u0301",
    "{{braces}} ((round)) [square] )cloud( ))bang(( >flag]",
    "~~strike~~ __under__ //slanted// --gone-- \"\"mono\"\" ~tilde",
    "[[http://example.org link]] <img:/etc/passwd> <$sprite> <&icon> <size:40>",
    "@enduml @endmindmap",
    "' no comment",
    "*** stars ::icon(fa fa-book) :::class",
    "| a | b |",
    "https://example.org/?a=b&c=d",
    "(c) (tm) (r) ... -- 1/2 :smile:",
    "]]> <!-- --> <![CDATA[ <?php ?>",
    "a\x00b\x1b[31mc\x85d\u2028e\ud800f\ufffe",
    "two\nlines\tand a tab",
    "",
    "word " * 300,
    "x" * 400,
)  # fmt: skip


def node(text: str, parent: int | None, index: int, snippet: str | None = None, page: int | None = None) -> Node:
    start = 1000 * index
    return Node(index, parent, 0.5, start, start + 900, text, text if snippet is None else snippet, page)


def hostile_map() -> MindMap:
    """All hostile texts under a few roots, with whole sentences as labels."""
    nodes = tuple(node(text, None if i < 3 else i // 3, i) for i, text in enumerate(HOSTILE))
    return MindMap('A <title> & "more"', nodes, "sentences")


REMOTE = "http://127.0.0.1:9/remote"
# What a reader might evaluate or fetch where it stands in a title or a note.
ACTIVE = (
    "=6*7 + 1",
    "%%{init: {'themeCSS': '@import url(REMOTE.css); * { background: url(REMOTE.png) }'}}%%",
    "---\nconfig:\n  themeCSS: '* { background: url(REMOTE.png) }'\n---",
    "!include REMOTE.puml",
    "!theme x from REMOTE",
    "<img src=REMOTE.png> ![a](REMOTE.png) <img:REMOTE.png>",
    "<style>@import url(REMOTE.css)</style><script src=REMOTE.js></script>",
    "'\n@enduml\n!include REMOTE",
    "\\latex \\input{REMOTE}",
    "See http://example.org/a?b=c, WWW.example.org and ann@example.org.",
    "click n0 href \"REMOTE\"",
)  # fmt: skip


def noted_map() -> MindMap:
    """Active texts as the title, as notes, and as the sentences behind labels; some nodes have no place in a text."""
    texts = [text.replace("REMOTE", REMOTE) for text in ACTIVE]
    nodes = [Node(None, None, 1.0, 0, 0, text, "Title", note=text) for text in texts[1:2]]
    for place, text in enumerate(texts):
        start = 100 * place if place % 2 else 0
        nodes.append(Node(place, 0, 0.5, start, start + 50 * (place % 2), text, f"Label {place}", note=text))
    return MindMap(texts[1], tuple(nodes), "snippets")


def plain_map(labels: str = "sentences") -> MindMap:
    """A small map with a heading, pages and snippets."""
    nodes = (
        Node(None, None, 0.9, 0, 7, "Harbour", "Harbour", 1),
        Node(0, 0, 0.8123, 8, 30, "The sea wall is broken.", "sea wall", 1),
        Node(4, 1, 0.25, 90, 120, "Repairs cost 46 million.", "46 million", 2),
        Node(2, 0, 0.5, 40, 60, "The town has voted.", "town", 2),
    )
    return MindMap("Harbour", nodes).labelled(labels)


def folded_map() -> MindMap:
    """A map with five nodes below its centre, two of them folded away."""
    nodes = [node(text, parent, index) for index, (text, parent) in enumerate(FOLDED)]
    nodes[1] = replace(nodes[1], folded=True)
    nodes[3] = replace(nodes[3], folded=True)  # inside a folded branch
    nodes[5] = replace(nodes[5], folded=True)  # without children
    return MindMap(None, tuple(nodes), "sentences")


FOLDED = (("Centre", None), ("Left", 0), ("Right", 0), ("Inner", 1), ("Innermost", 3), ("Leaf", 2))


def linked_map() -> MindMap:
    """A map with cross-links; one end of the last is folded away."""
    return replace(folded_map(), links=(Link(1, 2, 0.31), Link(5, 1, 0.2), Link(3, 5, 0.1)))


def star(size: int) -> MindMap:
    return MindMap(None, tuple(node(f"Node {i}", None if i == 0 else 0, i) for i in range(size)))


def chain(size: int) -> MindMap:
    return MindMap(None, tuple(node(f"Node {i}", None if i == 0 else i - 1, i) for i in range(size)))


TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=60),
    st.text(st.characters(codec="ascii"), max_size=30),
)


# A node's text, its snippet, and a number from which all other fields are computed, because few draws are fast.
_DRAWN = st.tuples(TEXTS, TEXTS, st.integers(0, 9999))


@st.composite
def maps(draw: st.DrawFn, most: int = 12) -> MindMap:
    """A random map: any texts, one or more roots, headings and sentences, folded or not, with any kind of labels."""
    nodes = []
    for index, (text, snippet, number) in enumerate(draw(st.lists(_DRAWN, min_size=1, max_size=most))):
        nodes.append(
            Node(
                sentence=None if number % 7 == 0 else number,
                parent=number % (index + 1) - 1 if index and number % (index + 1) else None,
                score=number / 9999,
                start=number,
                end=number + 1 + number % 500,
                text=text,
                snippet=snippet,
                page=None if number % 2 else 1 + number % 90,
                folded=number % 3 == 0,
            )
        )
    title = draw(st.one_of(st.none(), TEXTS))
    return MindMap(title, tuple(nodes), draw(st.sampled_from(LABELS)))
