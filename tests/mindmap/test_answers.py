"""Questions to a map: its sentences, best first, with their places."""

import json
import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import mindgist
import real_readers
from mindgist.document import read, read_text
from mindgist.errors import OptionError
from mindgist.mapper import MindMapper
from mindgist.mindmap import MindMap
from mindgist.mindmap.answers import answers
from mindgist.shell.cli import main

ROOT = Path(__file__).parent.parent.parent
HARBOUR = ROOT / "examples" / "harbour.txt"
VIEWER = ROOT / "src" / "mindgist" / "export" / "viewer"
QUESTION = "How much does the repair of the wall cost?"


def whole(path: Path) -> MindMap:
    return MindMapper.named()(read(path))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["ask", *map(str, arguments)])


def test_the_sentence_that_answers_comes_first_with_its_place() -> None:
    first, *others = answers(whole(HARBOUR), QUESTION)
    assert first.text.startswith("Repairing it would cost 46 million")
    text = " ".join(read(HARBOUR).text[first.start : first.end].split())
    assert text == first.text
    assert 1 >= first.score > others[-1].score > 0
    assert first.above[0] == "Harbour town votes to let the sea back in"


def test_a_heading_is_context_for_its_sentences() -> None:
    document = read_text("# Trains\n\n## Ticket prices\n\nThey rose by a third.\n\n## Speed\n\nThe trains are slow.\n")
    (best, *_) = answers(MindMapper.named()(document), "What happened to ticket prices?")
    assert best.text == "They rose by a third."
    assert best.above == ("Trains", "Ticket prices")


def test_no_shared_word_and_no_word_at_all() -> None:
    assert answers(whole(HARBOUR), "xylophone") == []
    with pytest.raises(OptionError, match="no words"):
        answers(whole(HARBOUR), "?!")


def test_the_command_asks_documents_and_maps(tmp_path: Path) -> None:
    asked = run(HARBOUR, QUESTION)
    assert asked.exit_code == 0, asked.output
    assert asked.stdout.startswith("1. Repairing it would cost 46 million")
    assert "characters 448 to 534" in asked.stdout
    for ending in (".json", ".xmind", ".md", ".mm"):
        mindgist.map(HARBOUR).save(tmp_path / f"map{ending}")
        found = json.loads(run(tmp_path / f"map{ending}", QUESTION, "--json", "--count", 2).stdout)
        assert [found[0]["start"], len(found)] == [448, 2], ending
    assert "no sentence shares a word" in run(HARBOUR, "xylophone").stderr
    assert run(tmp_path / "none.txt", "What?").exit_code == 1
    assert run(ROOT / "examples" / "night-trains.md", "Why did they return?").exit_code == 0  # Markdown that is no map


def test_the_page_ranks_the_same(tmp_path: Path) -> None:
    node = real_readers.program("node", "nodejs")
    mindmap = whole(HARBOUR)
    (tmp_path / "map.json").write_text(json.dumps(mindmap.to_dict()))
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const {{ MapModel }} = await import("{VIEWER}/model.js");
        const {{ answers }} = await import("{VIEWER}/answers.js");
        const model = new MapModel(JSON.parse(readFileSync("{tmp_path}/map.json")));
        console.log(JSON.stringify(answers(model, "Farmers leaving flooded fields")));"""
    (tmp_path / "ask.mjs").write_text(script)
    ranked = json.loads(real_readers.run(node, tmp_path / "ask.mjs", folder=Path(os.getcwd())))
    expected = [f"n{answer.node}" for answer in answers(mindmap, "Farmers leaving flooded fields", 50)]
    assert ranked == expected
    assert len(ranked) > 2


def test_an_endless_question_is_refused() -> None:
    """Every word is looked for in every sentence: half a million words took hours."""
    with pytest.raises(OptionError, match="more than 2,000 characters"):
        answers(whole(HARBOUR), " ".join(f"word{number}" for number in range(500_000)))


def test_a_very_deep_map_is_asked_in_linear_time() -> None:
    """A map file of 2 MB once took more than ten minutes."""
    nodes = [{"text": f"Wall {index} breaks", "parent": index - 1 if index else None} for index in range(5_000)]
    mindmap = MindMap.from_dict({"nodes": nodes})
    started = time.process_time()
    assert answers(mindmap, "wall 4711")[0].node == 4711
    assert time.process_time() - started < 10
