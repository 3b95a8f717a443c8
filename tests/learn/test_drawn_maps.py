"""The maps that were drawn for this project."""

import json
from pathlib import Path

import pytest

from mindgist.errors import CorpusError
from mindgist.learn import map_training

ARTICLE = "The wall leaks. Farmers object.\nThe tide rises. Nobody knows why."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    rows = [{"id": name, "article": ARTICLE, "highlights": ["Wall leaks"]} for name in ("other", "wall")]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_a_place_names_a_sentence_however_its_text_is_spaced(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = len("Thewallleaks.Farmersobject.")
    monkeypatch.setattr(map_training, "read_places", lambda: {"wall": [[0, None], [start, 0], [start + 13, start]]})
    (article,) = map_training.drawn_maps(corpus)
    assert [(node.text, node.parent) for node in article.map] == [
        ("The wall leaks.", None), ("The tide rises.", 0), ("Nobody knows why.", 1),
    ]  # fmt: skip


def test_a_corpus_without_these_articles_is_an_error(corpus: Path) -> None:
    with pytest.raises(CorpusError, match="lacks 210 of the 210 articles"):
        map_training.drawn_maps(corpus)


def test_every_shipped_map_is_one_tree() -> None:
    for places in map_training.read_places().values():
        seen: set[int] = set()
        for place, parent in places:
            assert (parent is None) == (not seen)
            assert parent is None or parent in seen
            assert place not in seen
            seen.add(place)
