"""Kinds of text that people map most: what hangs where, and what a small map keeps."""

import html
import io
import zipfile
from pathlib import Path

import pytest

import mindgist
from mindgist.document import Document, read_bytes
from mindgist.mindmap import MindMap

FOLDER = Path(__file__).parent / "kinds_of_text"


def mapped(name: str, nodes: int = 200) -> MindMap:
    return mindgist.map(FOLDER / name, nodes=nodes, labels="sentences")


def parents(mindmap: MindMap) -> dict[str, str | None]:
    return {node.text: None if node.parent is None else mindmap.nodes[node.parent].text for node in mindmap.nodes}


def branches(mindmap: MindMap) -> list[str]:
    return [mindmap.nodes[index].text for index in mindmap.children()[0]]


def shown(mindmap: MindMap) -> set[str]:
    return {node.text for node in mindmap.nodes}


AGENDA = [
    "1. Minutes of the last meeting", "2. Sea wall", "3. Berths for visitors", "4. Harbour festival",
    "5. Any other business",
]  # fmt: skip


def test_minutes_have_their_agenda_as_branches() -> None:
    mindmap = mapped("minutes.txt")
    found = parents(mindmap)
    assert mindmap.nodes[0].text == "Minutes of the Harbour Committee"
    assert [branch for branch in branches(mindmap) if branch[0].isdigit()] == AGENDA
    assert found["Present: Ida Lund (chair), Tom Baker, Priya Nair, Marek Zielinski, Grace Obi"] == found["2. Sea wall"]
    assert found["Action: Tom sends the survey to the state office by 24 May."] == "2. Sea wall"
    assert (
        found["It would cost 85,000 and bring 14,000 a year."] == "Marek proposed a second pontoon with twenty berths."
    )
    assert any(text.startswith("Next meeting:") for text in found)


@pytest.mark.parametrize(("nodes", "results"), [(12, 0), (24, 5), (60, 6)])
def test_minutes_of_any_size_have_all_items_and_results_first(nodes: int, results: int) -> None:
    texts = shown(mapped("minutes.txt", nodes))
    assert set(AGENDA) <= texts
    assert sum(text.startswith(("Decision:", "Action:")) for text in texts) >= min(results, 5)


def test_minutes_with_roman_numbers_and_letters() -> None:
    mindmap = mapped("board.txt")
    assert mindmap.nodes[0].text == "MERROW HARBOR BOARD"
    found = parents(mindmap)
    assert found["IV. Old Business"] == "MERROW HARBOR BOARD"
    assert found["Present: Ida Lund, Tom Baker, Priya Nair"] == "II. Roll Call"
    assert found["A. North wall survey"] == found["B. Visitors' berths"] == "IV. Old Business"
    assert found["Visits rose by a fifth."] == "B. Visitors' berths"


def test_a_numbered_report_is_nested_as_it_is_numbered() -> None:
    mindmap = mapped("report.txt")
    found = parents(mindmap)
    assert branches(mindmap) == ["1 Introduction", "2 State of the defences", "3 Options", "4 Recommendation"]
    assert (found["2.1 Sea wall"], found["2.1.1 Northern part"]) == ("2 State of the defences", "2.1 Sea wall")
    assert found["The northern part stands on sand."] == "2.1.1 Northern part"


def test_a_thread_has_each_message_once_the_newest_first() -> None:
    mindmap = mapped("thread.txt")
    assert mindmap.nodes[0].text == "Survey of the north wall"
    assert branches(mindmap) == [
        "Priya Nair, Thu, 23 May 2024 16:40:12", "Wed, 22 May 2024 at 09:12, Tom Baker",
        "Tue, 21 May 2024 at 18:03, Ida Lund",
    ]  # fmt: skip
    texts = shown(mindmap)
    assert "The engineers advise to repair those three before winter." in texts
    assert not texts & {"Hi Tom,", "Best,", "Priya", "Thanks", "Tom", "Tom,", "Dear Priya, dear Ida,"}


def test_questions_are_branches_with_their_answers() -> None:
    mindmap = mapped("qa.txt")
    assert len(branches(mindmap)) == 6
    assert all(branch.endswith("?") for branch in branches(mindmap))
    assert parents(mindmap)["A: Dogs are welcome on the quay but not on the beach from May to September."] == (
        "Q: Are dogs allowed?"
    )


def test_instructions_keep_the_order_of_their_steps() -> None:
    mindmap = mapped("howto.txt", 12)
    steps = [node.text.split()[0] for _, node in mindmap.walk()]
    assert [step for step in steps if step in {"Find", "Let", "Cut", "Roughen", "Mix", "Press", "Leave"}] == [
        "Find", "Let", "Cut", "Roughen", "Mix", "Press", "Leave",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["notes.txt", "list.md"])
def test_a_list_is_the_map(name: str) -> None:
    mindmap = mapped(name)
    if name == "list.md":
        assert branches(mindmap) == ["Before", "On the way", "There", "Back"]
        assert parents(mindmap)["belts"] == "Check the engine"
    else:
        assert branches(mindmap) == ["Causes of tides", "Tidal range", "Effects on coasts"]
        assert (parents(mindmap)["two bulges"], parents(mindmap)["Moon"]) == ("Moon", "Causes of tides")


@pytest.mark.parametrize("nodes", [12, 24, 60])
def test_a_paper_has_its_abstract_and_conclusion(nodes: int) -> None:
    texts = shown(mapped("paper.txt", nodes))
    assert {"Abstract", "2. Methods", "5. Conclusion"} <= texts
    assert not any(text.startswith(("[1]", "Keywords", "Figure 1", "A. Lund", "Institute")) for text in texts)


def test_articles_of_a_law_are_inside_its_parts() -> None:
    mindmap = mapped("law.txt")
    found = parents(mindmap)
    assert branches(mindmap) == ["PART I GENERAL PROVISIONS", "PART II USE OF THE HARBOUR", "PART III PENALTIES"]
    assert found["Article 3 Authority"] == "PART I GENERAL PROVISIONS"
    assert (found["assign berths,"], found["The harbour master may"]) == (
        "The harbour master may",
        "Article 3 Authority",
    )


def test_chapters_of_a_book_are_inside_its_parts() -> None:
    mindmap = mapped("book.txt", 12)
    assert mindmap.nodes[0].text == "THE KEEPER OF MERROW"
    assert branches(mindmap) == ["PART ONE THE ISLAND", "PART TWO THE TOWN"]
    assert parents(mindmap)["CHAPTER III The Street"] == "PART TWO THE TOWN"


def as_docx(name: str) -> Document:
    """The text as a DOCX file of bare paragraphs, one for each line."""
    lines = filter(None, (FOLDER / name).read_text().splitlines())
    paragraphs = "".join(f"<w:p><w:r><w:t>{html.escape(line)}</w:t></w:r></w:p>" for line in lines)
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        body = f'<w:document xmlns:w="{namespace}"><w:body>{paragraphs}</w:body></w:document>'
        archive.writestr("word/document.xml", body)
    return read_bytes(file.getvalue())


@pytest.mark.parametrize("name", ["minutes.txt", "report.txt", "qa.txt", "law.txt"])
def test_docx_without_styles_has_the_same_sections(name: str) -> None:
    def headings(document: Document) -> list[str]:
        return [section.heading.plain for section in document.sections if section.heading]

    assert headings(as_docx(name)) == headings(mindgist.read(FOLDER / name))
    assert as_docx(name).title == mindgist.read(FOLDER / name).title


def test_bullets_right_below_a_number_are_inside_it() -> None:
    text = "# Minutes\n\n1. Sea wall\n- Tom reported.\n- Decision: July.\n2. Berths\n- There were 412 boats.\n"
    assert parents(mindgist.map(text, nodes=20))["Decision: July."] == "Sea wall"
    apart = "# Minutes\n\n1. Sea wall\n2. Berths\n\n- There were 412 boats.\n"
    assert parents(mindgist.map(apart, nodes=20))["There were 412 boats."] == "Minutes"


SHORT_MINUTES = (
    "Minutes of the board\nPresent: Ida, Tom\n1. Budget\n- Tom presented it.\n- It rises by 4 %.\n"
    "2. Roof\n- Two offers came.\n- Decision: wait.\n3. Next meeting\n- 7 June\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""), ("Tom\n", "Tom\n\n"), ("board\n", "board\n\n"), ("Tom\n", "Tom.\n"), ("\n2", "\n\n2"), ("\n", "\r\n"),
        ("\n- ", "\n* "), ("\n- ", "\n   • "), ("\n- ", "\n\t- "), ("\n- It", "\n  - It"), (". ", ".\t"), (". ", ") "),
        (". ", " "), ("- Tom presented it.", "Tom presented it."), ("Ida, Tom", "\n- Ida\n- Tom"),
    ],
)  # fmt: skip
def test_numbers_right_above_bullets_are_branches(old: str, new: str) -> None:
    mindmap = mindgist.map(SHORT_MINUTES.replace(old, new) if old else SHORT_MINUTES, nodes=30, labels="sentences")
    found = {text.strip("123.) \t"): above for text, above in parents(mindmap).items()}
    assert found["Budget"] == found["Roof"] == found["Next meeting"] == "Minutes of the board"
    assert [str(found[text])[-4:] for text in ("Two offers came", "Decision: wait", "7 June")] == [
        "Roof",
        "Roof",
        "ting",
    ]
    assert {text[-4:] for text in shown(mindmap.cut(4))} == {"oard", "dget", "Roof", "ting"}


@pytest.mark.parametrize("mark", ["Item {}:", "TOP {}:", "§ {}", "§{}", "Article {}", "{}."])
def test_marks_of_agenda_items(mark: str) -> None:
    text = SHORT_MINUTES
    for number in "123":
        text = text.replace(f"{number}.", mark.format(number))
    for lines in (text, text.replace("\n" + mark[:2], "\n\n" + mark[:2])):
        assert [branch.split()[-1] for branch in branches(mindgist.map(lines, nodes=30))] == [
            "Tom", "Budget", "Roof", "meeting"
        ]  # fmt: skip


def test_agenda_items_that_are_sentences_stay_a_list() -> None:
    text = SHORT_MINUTES.replace("Budget", "The budget is discussed.").replace("Roof", "What about the roof?")
    mindmap = mindgist.map(text, nodes=30, labels="sentences")
    assert branches(mindmap) == [
        "Present: Ida, Tom",
        "The budget is discussed.",
        "What about the roof?",
        "Next meeting",
    ]
    assert set(branches(mindmap)) <= shown(mindmap.cut(5))


def test_paragraphs_of_a_law_hold_their_numbers() -> None:
    text = "§ 1 Fees\n(1) Use is free.\n(2) A fee is due for\n1. lost cards,\n2. late books.\n(3) It is paid at once.\n"
    found = parents(mindgist.map(f"Law on libraries\n{text}§ 2 End\nIt ends in May.\n", nodes=30, labels="sentences"))
    assert found["late books."] == "A fee is due for"
    assert (found["It is paid at once."], found["It ends in May."]) == ("§ 1 Fees", "§ 2 End")
