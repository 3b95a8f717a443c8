import pytest
from topics import topic_articles

from mindgist.errors import CorpusError
from mindgist.learn import corpus
from mindgist.learn.corpus import CorpusArticle, TfIdf, cosine, governed_paragraphs, make_pairs, strip_style


def test_tf_idf_weighs_rare_words_and_gives_unit_vectors():
    tfidf = TfIdf(["the cat", "the dog", "the cow", "the hen"])
    vector = tfidf.vector("the cat")
    assert vector["cat"] > vector["the"]
    assert sum(weight**2 for weight in vector.values()) == pytest.approx(1)
    assert tfidf.vector("...") == {}
    assert cosine(vector, vector) == pytest.approx(1)
    assert cosine(tfidf.vector("cat"), tfidf.vector("dog")) == 0


def test_a_highlight_governs_each_sentence_of_a_paragraph_some_of_which_it_resembles(monkeypatch):
    article = CorpusArticle(
        "1",
        (
            ("Ships sank in storms.", "Storms sank ships again.", "Nobody knows."),
            ("Ships sank in storms.", "Nobody knows."),
            ("Cows ate grass.",),
        ),
        ("Storms sank ships",),
    )
    tfidf = TfIdf([*article.sentences, "Something else entirely.", "And something more."])
    some = governed_paragraphs(article, tfidf)  # one of two or three is enough
    assert [paragraph for _, _, paragraph in some] == list(article.paragraphs[:2])
    monkeypatch.setattr(corpus, "MIN_SIMILAR_SHARE", 0.5)
    ((highlight, nearest, paragraph),) = governed_paragraphs(article, tfidf)
    assert (highlight, paragraph) == ("Storms sank ships", article.paragraphs[0])
    assert nearest == "Ships sank in storms."


def test_pairs_are_balanced_and_held_out_by_article():
    articles = topic_articles(40)
    pairs = make_pairs(articles, "highlights")
    home = {sentence: article.id for article in articles for sentence in (*article.sentences, *article.highlights)}
    for part in (pairs.train, pairs.test):
        assert sum(pair.governs for pair in part) * 2 == len(part)
        for pair in part:
            assert pair.governed.startswith("The")
            assert (home[pair.governor] == home[pair.governed]) == pair.governs
    in_train = {home[text] for pair in pairs.train for text in (pair.governor, pair.governed)}
    in_test = {home[text] for pair in pairs.test for text in (pair.governor, pair.governed)}
    assert in_train.isdisjoint(in_test)
    assert len(in_test) == 4


def test_positives_begin_with_a_highlight_in_the_papers_pairs():
    articles = topic_articles(12)
    highlights = {highlight for article in articles for highlight in article.highlights}
    pairs = make_pairs(articles, "highlights")
    assert all(pair.governor in highlights for pair in pairs.train if pair.governs)
    assert make_pairs(articles, "highlights") == pairs


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_which_side_of_a_negative_is_drawn(share, monkeypatch):
    monkeypatch.setattr(corpus, "RANDOM_GOVERNOR_SHARE", share)
    articles = topic_articles(12)
    highlights = {highlight for article in articles for highlight in article.highlights}
    negatives = [pair for pair in make_pairs(articles, "highlights").train if not pair.governs]
    assert all((pair.governor in highlights) == (share == 0) for pair in negatives)


def test_in_sentence_pairs_the_sentence_nearest_to_a_highlight_governs(monkeypatch):
    for name, value in (("SAME_ARTICLE_SHARE", 1), ("MIN_SIMILAR_SHARE", 0), ("MIN_COSINE", 0.05)):
        monkeypatch.setattr(corpus, name, value)
    articles = topic_articles(12)
    home = {sentence: article for article in articles for sentence in article.sentences}
    pairs = make_pairs(articles, "sentences")
    assert any(pair.governs for pair in pairs.train)
    for pair in (*pairs.train, *pairs.test):
        article = home[pair.governor]  # no highlight is in any pair
        assert home[pair.governed] is article
        assert pair.governor != pair.governed or not pair.governs
        if pair.governs:  # its highlights repeat the first sentence and the last
            assert pair.governor in (article.sentences[0], article.sentences[-1])


def test_errors_say_what_to_do():
    with pytest.raises(CorpusError, match="at least 4 articles"):
        make_pairs(topic_articles(3))
    unlike = [CorpusArticle(str(number), ((f"w{number} x.",),), ("y z",)) for number in range(9)]
    with pytest.raises(CorpusError, match="give more articles"):
        make_pairs(unlike)


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("LONDON, England (CNN) -- The wall opens.", "The wall opens"),
        ("(CNN)The wall opens.", "The wall opens"),
        ("St. Louis, Missouri (CNN) -- The wall opens", "The wall opens"),
        ('(EW.com) -- "No," she said.', '"No," she said'),
        ('She said "no."', 'She said "no."'),
        ("Did it open?", "Did it open?"),
        ("The agency (WHO) warned of storms.", "The agency (WHO) warned of storms"),
        ("He met (Tim) -- a friend.", "He met (Tim) -- a friend"),
        ("(CNN)", "(CNN)"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_datelines_and_full_stops_go_and_nothing_else_does(sentence: str, left: str) -> None:
    assert strip_style(sentence) == left
