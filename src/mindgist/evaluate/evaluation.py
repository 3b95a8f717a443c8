"""Systems on a benchmark: their predictions and their scores over several seeds."""

from collections.abc import Callable, Iterator, Sequence

from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import BenchmarkArticle, Prediction
from mindgist.evaluate.scoring import ArticleScorer, MapScore
from mindgist.mapper import MindMapper


def predict(mapper: MindMapper, article: BenchmarkArticle) -> Prediction:
    """The map of an article as ``mindgist map`` shows it."""
    return Prediction.of_map(article, mapper(article.document))


def evaluate_system(
    system: Callable[[int], MindMapper], articles: Sequence[BenchmarkArticle], seeds: Sequence[int]
) -> Iterator[tuple[int, Prediction, MapScore]]:
    """(seed, prediction, score) for every article and seed, one article after the other.

    Sentences of an article are compared with its annotation once for all seeds, so this order is much faster than one
    seed after the other.
    """
    mappers = {seed: system(seed) for seed in seeds}
    for article in articles:
        scorer = ArticleScorer(article)
        for seed, mapper in mappers.items():
            prediction = predict(mapper, article)
            yield seed, prediction, scorer.score(prediction)


def score_predictions(predictions: Sequence[Prediction], articles: Sequence[BenchmarkArticle]) -> list[MapScore]:
    """The scores of predictions made elsewhere: one for each article of the benchmark."""
    by_id = {prediction.id: prediction for prediction in predictions}
    missing = [article.id for article in articles if article.id not in by_id]
    if missing:
        raise BenchmarkError(
            f"the predictions lack {len(missing)} of the benchmark's {len(articles)} articles, {missing[0]} among them"
        )
    return [ArticleScorer(article).score(by_id[article.id]) for article in articles]
