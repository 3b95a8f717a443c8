import pytest

from mindgist.document import read_text
from mindgist.mapper import MindMapper


@pytest.mark.parametrize(
    "heading", ["Chapter 3", "III.", "7", "CHAPTER THE FIRST", "Part Two", "Kapitel 12", "Глава 4", "第三章", "1.2.3"]
)
def test_a_heading_that_is_only_a_number_takes_its_first_words_along(heading: str) -> None:
    opening = "It was a bright cold day in April, and the clocks were striking."
    text = f"# Book\n\n## {heading}\n\n{opening}\n\n## Last words\n\nEnd."
    mindmap = MindMapper.named("lead", "star")(read_text(text, "markdown"))
    labels = [node.text for node in mindmap.nodes if node.sentence is None]
    assert f"{heading.rstrip('.')}: It was a bright cold day in April …" in labels
    assert "Last words" in labels


@pytest.mark.parametrize(
    "heading", ["Python 3", "Chapter houses", "I am a heading", "Chapter 3: The storm", "Apollo 11"]
)
def test_a_heading_that_says_something_stays(heading: str) -> None:
    mindmap = MindMapper.named("lead", "star")(
        read_text(f"# Book\n\n## {heading}\n\nText.\n\n## Other\n\nEnd.", "markdown")
    )
    assert heading in [node.text for node in mindmap.nodes]


def test_a_part_without_text_takes_its_first_chapter() -> None:
    text = "# Book\n\n## Part I\n\n### Chapter 1\n\nThe sea rose.\n\n### Chapter 2\n\nIt fell.\n\n## Part II\n"
    labels = [node.text for node in MindMapper.named("lead", "star")(read_text(text, "markdown")).nodes]
    assert "Part I: Chapter 1: The sea rose." in labels
    assert "Part II" in labels
