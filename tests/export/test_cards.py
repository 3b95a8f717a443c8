"""Cards to learn with: what is asked, and decks that Anki itself imports."""

import csv
import io
import time
from pathlib import Path

import pytest
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
from anki.import_export_pb2 import ImportResponse

import mindgist
from export.maps import hostile_map, plain_map
from mindgist.export import render, save
from mindgist.export.cards import cards
from mindgist.mindmap import MindMap, Node

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "harbour.txt"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection(str(tmp_path / "collection.anki2"))


def imported(collection: Collection, path: Path) -> ImportResponse.Log:
    request = ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions())
    return collection.import_anki_package(request).log


def test_a_branch_asks_for_its_points_and_a_sentence_for_its_phrase() -> None:
    found = list(cards(plain_map()))
    assert [(card.question, card.points) for card in found] == [
        ("Harbour", ("The sea wall is broken.", "The town has voted.")),
        ("The sea wall is broken.", ("Repairs cost 46 million.",)),
        ("The […] is broken.", ("sea wall",)),
        ("Repairs cost […].", ("46 million",)),
        ("The […] has voted.", ("town",)),
    ]
    assert found[3].source == "Harbour › The sea wall is broken.\nSentence 5, page 2, characters 90 to 120"


def test_anki_imports_a_deck_and_updates_it(collection: Collection, tmp_path: Path) -> None:
    mindmap = mindgist.map(EXAMPLE)
    mindmap.save(tmp_path / "deck.apkg")
    assert len(imported(collection, tmp_path / "deck.apkg").new) == len(list(cards(mindmap))) > 15
    assert "Harbour town votes to let the sea back in" in [deck.name for deck in collection.decks.all_names_and_ids()]
    (cost,) = collection.find_notes('"46 million" note:"mindgist cloze"')
    (card,) = collection.get_note(cost).cards()
    assert "[...]" in card.question()
    assert "46 million" not in card.question().partition("</style>")[2].partition(">")[2]
    assert "characters 448 to 534" in card.answer()
    time.sleep(1.1)  # Anki updates what is newer, in seconds
    mindgist.map(EXAMPLE, nodes=12).save(tmp_path / "deck.apkg")
    before = collection.note_count()
    log = imported(collection, tmp_path / "deck.apkg")
    assert log.updated
    assert collection.note_count() == before + len(log.new)


def test_hostile_texts_stay_text_in_anki(collection: Collection, tmp_path: Path) -> None:
    save(hostile_map(), tmp_path / "deck.apkg")
    imported(collection, tmp_path / "deck.apkg")
    for note in collection.find_notes(""):
        for card in collection.get_note(note).cards():
            shown = card.answer()
            assert "<script" not in shown
            assert "onerror=alert" not in shown.replace("&lt;img src=x onerror=alert", "")


@pytest.mark.parametrize(
    "active", ["[sound:a.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[anki:tts lang=en]a[/anki:tts]", r"\(x\)", r"\[x\]"]
)
def test_anki_plays_and_typesets_nothing_of_the_text(collection: Collection, tmp_path: Path, active: str) -> None:
    centre = Node(0, None, 1.0, 0, 9, f"Tide {active}", "tide")
    child = Node(1, 0, 0.5, 9, 18, f"The sea {active} rises.", "sea")
    save(MindMap(None, (centre, child), "sentences"), tmp_path / "deck.apkg")
    imported(collection, tmp_path / "deck.apkg")
    found = [card for note in collection.find_notes("") for card in collection.get_note(note).cards()]
    assert found
    for card in found:
        assert active not in card.answer()
        assert "\u200b" in card.answer()
        assert not card.answer_av_tags()


def test_csv_has_one_row_a_card_and_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(render(plain_map(), ".csv").decode())))
    assert rows[0] == ["question", "answer", "source"]
    assert rows[1] == ["Harbour", "The sea wall is broken.; The town has voted.", "Heading, page 1, characters 0 to 7"]
    assert len(rows) == 6
    cells = [cell for row in csv.reader(io.StringIO(render(hostile_map(), ".csv").decode())) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
