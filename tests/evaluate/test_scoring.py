import numpy as np
import pytest
from rouge_score import rouge_scorer

from evaluate.articles import BRIDGE, HARBOUR
from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import AnnotatedNode, BenchmarkArticle, PredictedNode, Prediction
from mindgist.evaluate.scoring import ArticleScorer, SimilarityTo, similarities
from mindgist.labels.snippets import key_snippet


def predicted(article: BenchmarkArticle, *nodes: tuple[int, int | None], size: int = 3) -> Prediction:
    texts = [sentence.text for sentence in article.document.sentences]
    return Prediction(
        article.id,
        tuple(
            PredictedNode(sentence, parent, texts[sentence], key_snippet(texts[sentence])) for sentence, parent in nodes
        ),
        size,
    )


PERFECT = predicted(HARBOUR, (0, None), (1, 0), (3, 0), (4, 2))


def test_similarity_is_the_mean_of_three_rouges_of_the_reference() -> None:
    reference = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    left, right = "The towns vote to open the wall.", "A town voted for opening its sea wall!"
    expected = np.mean([score.fmeasure for score in reference.score(left, right).values()])
    assert similarities([left], [right]) == pytest.approx(expected)
    assert similarities(["Same text.", ""], ["same TEXT", "text"]).tolist() == [1, 0]


def test_likeness_compares_every_pair() -> None:
    table = SimilarityTo(["sea wall", "farm"]).rouge(["the sea", "farm", "the sea"])
    assert table.shape == (2, 3, 3)
    assert table[0, 0].tolist() == table[0, 2].tolist() == [0.5, 0, 0.5]
    assert table[1, 1].tolist() == [1, 0, 1]  # one word has no pair of words
    assert SimilarityTo(["a"]).rouge([]).shape == (1, 0, 3)


def test_a_perfect_map() -> None:
    score = ArticleScorer(HARBOUR).score(PERFECT)
    assert score.ssm.tolist() == [1, 1, 1]
    assert score.ksm[0] == 1
    assert (score.node_f1, score.root_right, score.attached_right, score.attached) == (1, True, 3, 3)
    assert score.depth == pytest.approx((0 + 1 + 1 + 2) / 4)


@pytest.mark.parametrize(
    ("code", "first", "second", "like_second"),
    [
        ("ru", "Вода стоит высоко у дамбы.", "Люди уходят на холмы.", "Люди уходят на горы."),
        ("fa", "آب بالا آمده است.", "مردم به تپه ها رفتند.", "مردم به شهر ها رفتند."),
        ("zh", "海堤的水很高。", "人们去山上。", "人们去城里。"),
        ("th", "น้ำสูงมาก", "คนไปที่ภูเขา", "คนไปที่เมือง"),
    ],
)
def test_words_of_any_script_are_compared(code: str, first: str, second: str, like_second: str) -> None:
    nodes = (AnnotatedNode(first, None), AnnotatedNode(second, 0))
    article = BenchmarkArticle("any", ((first, second, like_second),), (), nodes, (), language=code)
    scorer = ArticleScorer(article)
    right, near = (scorer.score(predicted(article, (0, None), (other, 0))).ssm for other in (1, 2))
    assert right.tolist() == [1, 1, 1]
    assert 0.75 < near[0] < 1


def test_what_comes_after_the_cut_does_not_count() -> None:
    longer = Prediction(PERFECT.id, (*PERFECT.nodes, PredictedNode(5, 0, "Work starts in May.", "may")), 3)
    assert ArticleScorer(HARBOUR).score(longer).node_f1 == 1


def test_the_unknown_size_is_not_cut() -> None:
    score = ArticleScorer(HARBOUR).score(PERFECT)
    assert score.free_ssm == pytest.approx(3 / 4, abs=0.1)  # three of the four nodes, and what is left is alike in part
    assert ArticleScorer(HARBOUR).score(Prediction("harbour", PERFECT.nodes, 4)).free_ssm == 1


def test_edges_by_hand() -> None:
    """Right sentences, all of them roots: a root's edge (nothing, text) is worth half where only the child agrees."""
    score = ArticleScorer(HARBOUR).score(predicted(HARBOUR, (0, None), (1, None), (3, None), (4, None)))
    assert score.ssm.tolist() == pytest.approx([(1 + 3 * 0.5) / 4] * 3)
    assert (score.attached, score.depth) == (0, 0)


def test_greedy_matching_goes_through_the_annotation_in_order() -> None:
    # The first annotated edge takes the only prediction that the second would have matched perfectly.
    article = BenchmarkArticle(
        "greedy",
        (("one two three four.", "one two three five."),),
        (),
        (AnnotatedNode("one two three six.", None), AnnotatedNode("one two three five.", None)),
        (),
    )
    score = ArticleScorer(article).score(predicted(article, (1, None)))
    likeness = SimilarityTo(["one two three six."]).rouge(["one two three five."])[0, 0]
    assert score.ssm.tolist() == pytest.approx((((1 + likeness) / 2) / 2).tolist())


def test_an_edge_that_is_like_nothing_takes_nothing() -> None:
    article = BenchmarkArticle(
        "none", (("alpha beta.",),), (), (AnnotatedNode("gamma.", None), AnnotatedNode("delta.", 0)), ()
    )
    prediction = Prediction("none", (PredictedNode(0, None, "alpha beta.", "alpha"),), 1)
    # (nothing, gamma) and (nothing, alpha beta) share the missing parent: 1/2; the second edge gets nothing.
    assert ArticleScorer(article).score(prediction).ssm.tolist() == pytest.approx([0.25, 0.25, 0.25])
    assert ArticleScorer(article).score(prediction).ksm.tolist() == [0, 0, 0]


def test_wrong_parents_and_roots() -> None:
    score = ArticleScorer(HARBOUR).score(predicted(HARBOUR, (5, None), (0, 0), (4, 1), (3, 1)))
    assert not score.root_right
    assert score.node_f1 == pytest.approx(2 * 3 / 8)
    # annotated: 3 under 0 (right), 4 under 3 (here under 0: wrong); 1 was not predicted
    assert (score.attached_right, score.attached) == (1, 2)


def test_two_nodes_aligned_to_one_sentence_count_once() -> None:
    article = BenchmarkArticle(
        "twice",
        (("The wall opens today.", "Farmers object loudly.", "Storms come."),),
        (),
        (
            AnnotatedNode("The wall opens today.", None),
            AnnotatedNode("Storms come.", 0),
            AnnotatedNode("Farmers object loudly.", 0),
            AnnotatedNode("Farmers object loudly.", 1),
        ),
        (),
    )
    score = ArticleScorer(article).score(predicted(article, (0, None), (1, 0), (2, 0)))
    assert score.attached == 2
    assert score.attached_right == 1


def test_an_annotated_text_that_is_no_sentence_is_not_aligned() -> None:
    article = BenchmarkArticle(
        "odd",
        (("The wall opens today.", "Farmers object."),),
        (),
        (AnnotatedNode("Something else altogether", None),),
        (),
    )
    score = ArticleScorer(article).score(predicted(article, (0, None)))
    assert (score.node_f1, score.root_right) == (0, False)


def test_the_wrong_article() -> None:
    with pytest.raises(BenchmarkError, match="for article harbour, not bridge"):
        ArticleScorer(BRIDGE).score(PERFECT)
