from mindgist.document import read_text
from mindgist.document.document import together


def test_offsets_and_indexes_continue() -> None:
    first = read_text("# Tides\n\nThey rise.\n\n## Ebb\n\nThey fall.", "markdown")
    second = read_text("Money is short. It is.", "text")
    document = together([("a", first), ("b", second)], "All of it")
    assert document.title == "All of it"
    assert [sentence.index for sentence in document.sentences] == [0, 1, 2, 3]
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text
    headings = [section.heading for section in document.body.sections if section.heading]
    assert [heading.plain for heading in headings] == ["Tides", "b"]
    inner = document.body.sections[0].sections[0].heading
    assert inner is not None
    for heading in (*headings, inner):
        assert document.text[heading.start : heading.end] == heading.plain
    assert inner.level > headings[0].level
