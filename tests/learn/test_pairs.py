import pytest
from topics import topic_articles

from mindgist.errors import CorpusError, OptionError
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.pairs import PairSettings, TfIdf, cosine, governed_paragraphs, make_pairs


def test_tf_idf_weighs_rare_words_and_gives_unit_vectors():
    tfidf = TfIdf(["the cat", "the dog", "the cow", "the hen"])
    vector = tfidf.vector("the cat")
    assert vector["cat"] > vector["the"]
    assert sum(weight**2 for weight in vector.values()) == pytest.approx(1)
    assert tfidf.vector("...") == {}
    assert cosine(vector, vector) == pytest.approx(1)
    assert cosine(tfidf.vector("cat"), tfidf.vector("dog")) == 0


def test_a_highlight_governs_each_sentence_of_a_paragraph_some_of_which_it_resembles():
    article = CorpusArticle(
        "1",
        "train",
        (
            ("Ships sank in storms.", "Storms sank ships again.", "Nobody knows."),
            ("Ships sank in storms.", "Nobody knows."),
            ("Cows ate grass.",),
        ),
        ("Storms sank ships",),
    )
    tfidf = TfIdf([*article.sentences, "Something else entirely.", "And something more."])
    assert governed_paragraphs(article, tfidf, PairSettings(share=0.5)) == [
        ("Storms sank ships", article.paragraphs[0])
    ]
    for settings in (PairSettings(), PairSettings(share=0)):  # one of two or three is enough
        some = governed_paragraphs(article, tfidf, settings)
        assert [paragraph for _, paragraph in some] == list(article.paragraphs[:2])


def test_pairs_are_balanced_and_held_out_by_article():
    articles = topic_articles(40)
    pairs = make_pairs(articles, PairSettings(held_out=0.25))
    home = {sentence: article.id for article in articles for sentence in (*article.sentences, *article.highlights)}
    for part in (pairs.train, pairs.test):
        assert sum(pair.governs for pair in part) * 2 == len(part)
        for pair in part:
            assert pair.governed.startswith("The")
            assert (home[pair.governor] == home[pair.governed]) == pair.governs
    in_train = {home[text] for pair in pairs.train for text in (pair.governor, pair.governed)}
    in_test = {home[text] for pair in pairs.test for text in (pair.governor, pair.governed)}
    assert in_train.isdisjoint(in_test)
    assert len(in_test) == 10


def test_positives_begin_with_a_highlight_and_the_seed_decides_the_rest():
    articles = topic_articles(12)
    highlights = {highlight for article in articles for highlight in article.highlights}
    pairs = make_pairs(articles)
    assert all(pair.governor in highlights for pair in pairs.train if pair.governs)
    assert make_pairs(articles) == pairs
    assert make_pairs(articles, PairSettings(seed=1)) != pairs


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_which_side_of_a_negative_is_drawn(share):
    articles = topic_articles(12)
    highlights = {highlight for article in articles for highlight in article.highlights}
    negatives = [pair for pair in make_pairs(articles, PairSettings(random_governors=share)).train if not pair.governs]
    assert all((pair.governor in highlights) == (share == 0) for pair in negatives)


def test_negatives_may_come_from_the_article_itself_but_not_from_the_paragraph():
    articles = topic_articles(12)
    home = {sentence: article for article in articles for sentence in (*article.sentences, *article.highlights)}
    pairs = make_pairs(articles, PairSettings(own_negatives=1, random_governors=0, share=0.5))
    governed = {(pair.governor, pair.governed) for pair in pairs.train if pair.governs}
    for pair in pairs.train:
        if not pair.governs:
            assert home[pair.governor] is home[pair.governed]
            assert (pair.governor, pair.governed) not in governed


def test_a_sentence_may_stand_in_for_the_highlight_that_it_is_most_like():
    articles = topic_articles(12)
    home = {sentence: article for article in articles for sentence in article.sentences}
    settings = PairSettings(stand_ins=True, own_negatives=1, random_governors=1, share=0.0, similar=0.05)
    pairs = make_pairs(articles, settings)
    assert any(pair.governs for pair in pairs.train)
    for pair in (*pairs.train, *pairs.test):
        article = home[pair.governor]  # no highlight is in any pair
        assert home[pair.governed] is article
        assert pair.governor != pair.governed or not pair.governs
        if pair.governs:  # its highlights repeat the first sentence and the last
            assert pair.governor in (article.sentences[0], article.sentences[-1])


def test_errors_say_what_to_do():
    with pytest.raises(CorpusError, match="several articles"):
        make_pairs(topic_articles(3))
    unlike = [CorpusArticle(str(number), "train", ((f"w{number} x.",),), ("y z",)) for number in range(9)]
    with pytest.raises(CorpusError, match="lower the threshold"):
        make_pairs(unlike)
    with pytest.raises(OptionError, match="'share'"):
        PairSettings(share=1.5)
