"""Topics of branches."""

import time

import pytest

from mindgist.errors import ModelError
from mindgist.export import load_map, render
from mindgist.labels import topics
from mindgist.labels.topic_phrases import MAX_WORDS
from mindgist.labels.topic_words import Branches, read_words, stem_of
from mindgist.labels.topics import TopicModel, node_topics
from mindgist.mindmap import MindMap, Node

HARBOUR = [
    (None, "The town plans for the next ten years of its coast."),
    (0, "The lighthouse pier is the oldest part of the coast and needs work."),
    (1, "Engineers found cracks in the lighthouse pier last spring."),
    (1, "Repairing the lighthouse pier costs two million euros."),
    (0, "A nature reserve in the north is what bird watchers ask for."),
    (4, "The nature reserve would protect rare terns."),
    (4, "A path through the nature reserve is planned for visitors."),
    (0, "Nothing else was decided on that day in the town hall."),
]


def as_map(rows, title=None):
    nodes = tuple(
        Node(place, parent, 0.5, 10 * place, 10 * place + 5, text) for place, (parent, text) in enumerate(rows)
    )
    return MindMap(title, nodes)


def topics_of(rows):
    return node_topics(as_map(rows).nodes, None)


@pytest.fixture
def any_topic(monkeypatch):
    """Shows the best topic, however uncertain it is."""
    monkeypatch.setattr(topics, "MIN_PROBABILITY", 0.1)


def test_topics_name_their_branches_and_leaves_have_none(any_topic):
    found = topics_of(HARBOUR)
    assert found[1] == "Lighthouse pier"
    assert found[4] == "Nature reserve"
    assert all(not topic for place, topic in enumerate(found) if place not in (0, 1, 4))


def test_a_topic_that_a_branch_repeats_is_certain_enough():
    assert topics_of(HARBOUR)[1] == "Lighthouse pier"


def test_a_topic_is_in_the_text_of_its_branch():
    mindmap = as_map(HARBOUR).with_labels()
    children = mindmap.children()
    for place, node in enumerate(mindmap.nodes):
        if node.topic:
            texts, below = [node.text], list(children.get(place, []))
            while below:
                child = below.pop()
                texts.append(mindmap.nodes[child].text)
                below += children.get(child, [])
            assert node.topic.lower() in "\n".join(texts).lower()
            assert len(node.topic.split()) <= MAX_WORDS


def test_a_heading_is_its_own_topic():
    nodes = [Node(None, None, 1.0, 0, 0, "Coast plan"), Node(0, 0, 0.5, 0, 5, "The wall is old and needs much work.")]
    assert node_topics(nodes, None) == ["Coast plan", ""]


def test_the_lead_of_a_list_is_its_own_topic():
    rows = [
        (None, "The plan has many parts and takes ten years."),
        (0, "Materials needed:"),
        (1, "Stone and sand from far away."),
    ]
    assert topics_of(rows)[1] == "Materials needed"


@pytest.mark.parametrize(
    "text",
    [
        "For example",
        "This section is informative",
        "Stop right there.",
        "Volume in",
        "(12 g)",
        "Ann wrote:",
        "CAGAGGGCTACAATGTGATGG RAD51",
    ],
)
def test_a_short_sentence_that_names_nothing_is_no_topic(text):
    assert topics_of([(None, "The plan has many parts."), (0, text), (1, "Stone comes from far away.")])[1] != text


def test_a_part_of_a_name_becomes_the_name(any_topic):
    rows = [(None, "The races of the year."), (0, "Gay was handed a ban, the agency said.")]
    rows += [(1, "Track star Tyson Gay tested positive."), (1, "The ban of Gay is two years."), (0, "Rain fell.")]
    assert topics_of(rows)[1] == "Tyson Gay"


@pytest.mark.parametrize(
    ("first", "second", "topic"),
    [
        ("The sexual quality of life was studied.", "Sexual quality of life rises.", "Sexual quality of life"),
        ("The 2004 lighthouse pier was opened.", "Two percent of the lighthouse pier fell.", "Lighthouse pier"),
    ],
)
def test_topics_are_whole_phrases_without_quantities(any_topic, first, second, topic):
    rows = [(None, "Much was said in the city last week."), (0, first), (1, second), (0, "Rain fell on the roads.")]
    assert topics_of(rows)[1] == topic


def test_what_is_no_english_has_no_topic(any_topic):
    rows = [(None, "Much was said in the city last week."), (0, "Curabitur sed urna imperdiet, rutrum mauris ut.")]
    rows += [(1, "Ut urna imperdiet ipsum non aliquet accumsan."), (0, "Rain fell on the city and on its people.")]
    assert topics_of(rows)[1] == ""


def test_an_uncertain_topic_is_not_shown():
    rows = [(None, "Much was said in the city last week."), (0, "He was told of a thing that has no name.")]
    assert topics_of([*rows, (1, "It was a time of great change."), (0, "Rain fell on the roads.")])[1] == ""


def test_siblings_differ():
    rows = [(None, "Everything is about the lighthouse pier.")]
    for number in range(3):
        rows.append((0, f"The lighthouse pier has part {number} with a tower and a stair."))
        rows.append((len(rows) - 1, "The lighthouse pier is very old here."))
    found = [topic for topic in topics_of(rows)[1:] if topic]
    assert len(found) == len(set(found))


OTHER_LANGUAGES = {
    "Kaimauer": """Der Hafen der Stadt soll in zehn Jahren neu werden.
        Die Kaimauer ist der älteste Teil und muss erneuert werden.
        Ingenieure fanden Risse in der Kaimauer.
        Die Kosten der Kaimauer sind hoch.
        Vögel brüten im Norden der Küste.""",
    "Política monetaria": """El banco central presentó ayer su informe del año.
        La política monetaria será más estricta, según el informe.
        Los precios suben cuando la política monetaria es laxa.
        El banco no cambia su política monetaria antes del verano.
        Muchos hogares tienen deudas con otros bancos.""",
    "Système de fichiers": """L'ordinateur doit être préparé avant de servir à tous.
        Le système de fichiers est créé sur chaque disque.
        Un système de fichiers trop plein ralentit la machine.
        On vérifie le système de fichiers toutes les semaines.
        L'écran et le clavier se règlent ensuite.""",
    "المجلس البلدي": """تستعد المدينة لسنوات صعبة على الساحل.
        قرر المجلس البلدي إصلاح الجدار القديم في الميناء.
        سيدفع المجلس البلدي نصف التكاليف.
        اجتمع المجلس البلدي مع المهندسين يوم الثلاثاء.
        تعيش طيور كثيرة في الشمال.""",
    "ท่าเรือ": """เมืองวางแผนปรับปรุงชายฝั่ง
        ท่าเรือ เป็นส่วนที่เก่าที่สุด
        วิศวกรพบรอยร้าวใน ท่าเรือ
        ค่าซ่อม ท่าเรือ สูงมาก
        ทางเหนือมีนกมากมาย""",
    "海堤": """城市计划在未来十年改造海岸。
        海堤是海岸最古老的部分，需要维修。
        工程师在海堤发现了裂缝。
        海堤的维修费用很高。
        北部有许多鸟类。""",
    "防波堤": """町は今後十年で海岸を改修する。
        防波堤は海岸で最も古い部分で、修理が必要だ。
        技術者は防波堤に亀裂を見つけた。
        防波堤の修理は高い。
        北には多くの鳥がいる。""",
}


@pytest.mark.parametrize("topic", OTHER_LANGUAGES)
def test_other_languages(topic):
    texts = [line.strip() for line in OTHER_LANGUAGES[topic].splitlines()]
    assert topics_of(list(zip((None, 0, 1, 1, 0), texts, strict=True)))[1] == topic


@pytest.mark.parametrize(
    "lines",
    [
        "Der Rat tagt.|Gleich danach wird gewählt.|Gleich wird es dunkel.|Gleich ist es acht.|Es regnet seit Tagen.",
        "El consejo se reúne.|Dijo que no viene nadie.|Dijo que llueve mucho.|Dijo que es caro.|Nieva en el norte.",
        "他们昨天开会。|我们可以讨论问题。|你们可以离开这里。|大家可以再来一次。|北部下雪。",
        "Совет заседает.|Например, идёт дождь.|Например, стало темно.|Например, всё дорого.|На севере снег.",
    ],
)
def test_no_topic_is_better_than_one_that_is_no_noun(lines):
    assert topics_of(list(zip((None, 0, 1, 1, 0), lines.split("|"), strict=True)))[1] == ""


def test_chinese_words_are_not_cut():
    texts = [
        "学院的课程很多。",
        "西班牙语教学是重点，西班牙语教师很多。",
        "学生喜欢西班牙语教学。",
        "西班牙语教师来自马德里。",
    ]
    found = topics_of(list(zip((None, 0, 1, 1), texts, strict=True)))[1]
    assert found in ("西班牙语", "西班牙语教学", "西班牙语教师")


@pytest.mark.parametrize(
    "lead", ["Die wichtigsten Werte sind:", "Su rol es doble:", "主要的变量是：", "يمكن تعديل القيم:"]
)
def test_a_lead_that_is_a_clause_is_no_topic(lead):
    texts = {
        "D": "Der Plan hat viele Teile und ist noch nicht fertig.",
        "S": "El plan tiene muchas partes y no es fácil.",
    }
    texts |= {"主": "这个计划有很多部分，还没有完成。", "ي": "هذه الخطة لها أجزاء كثيرة في المدينة."}
    text = texts[lead[0]]
    assert topics_of([(None, text), (0, lead), (1, text)])[1] == ""


def test_words_and_stems():
    words = read_words(["The U.S. Navy's ships, don't panic."])
    assert words.texts == ["The", "U.S", "Navy", "ships", "don't", "panic"]
    assert words.joined.tolist() == [False, True, False, True, False, True]
    assert stem_of("Ships") == stem_of("ship")


def test_branches_of_a_deep_chain_stay_small():
    branches = Branches.of([None, *range(5000)])
    assert len(branches.node) < 5001 * 13


def test_a_folder_without_a_model_is_an_error(tmp_path):
    with pytest.raises(ModelError, match="no usable topic model"):
        TopicModel.read(tmp_path)


def test_topics_of_sixty_nodes_take_milliseconds():
    rows = [(None, HARBOUR[0][1])]
    rows += [((number - 1) // 4, HARBOUR[number % 8][1].replace("town", f"town{number}")) for number in range(1, 60)]
    nodes = as_map(rows).nodes
    node_topics(nodes, None)
    start = time.process_time()
    for _ in range(5):
        node_topics(nodes, None)
    assert (time.process_time() - start) / 5 < 0.05


def test_exports_show_topics():
    mindmap = as_map(HARBOUR).with_labels()
    assert "├── Lighthouse pier: The lighthouse pier is the oldest part" in render(mindmap, ".txt").decode()
    assert ">Lighthouse pier</text>" in render(mindmap, ".svg").decode()
    alone = render(mindmap.labelled("topics"), ".txt").decode()
    assert "├── Lighthouse pier\n" in alone
    assert "Nothing else was decided" in alone


@pytest.mark.parametrize("ending", [".md", ".opml", ".mm", ".xmind", ".json"])
@pytest.mark.parametrize("labels", ["gists", "topics"])
def test_topics_come_back_from_files(ending, labels, tmp_path):
    mindmap = as_map(HARBOUR).labelled(labels).with_labels()
    mindmap.save(tmp_path / f"map{ending}")
    again = load_map(tmp_path / f"map{ending}").with_labels()
    assert [node.topic for node in again.nodes] == [node.topic for node in mindmap.nodes]
    assert [node.gist for node in again.nodes] == [node.gist for node in mindmap.nodes]


def test_a_changed_label_loses_its_topic(tmp_path):
    path = tmp_path / "map.opml"
    as_map(HARBOUR).save(path)
    path.write_text(path.read_text().replace('text="Lighthouse pier"', 'text="The old wall"'))
    changed = load_map(path).with_labels().nodes[1]
    assert (changed.topic, changed.gist) == ("", "The old wall")


def test_json_has_null_for_leaves_and_old_files_get_topics():
    content = as_map(HARBOUR).to_dict()
    assert content["nodes"][1]["topic"] == "Lighthouse pier"
    assert content["nodes"][2]["topic"] is None
    for row in content["nodes"]:
        del row["topic"]
    assert MindMap.from_dict(content | {"version": 2}).with_labels().nodes[1].topic == "Lighthouse pier"
