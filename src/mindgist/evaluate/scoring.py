"""Scores of predicted maps against annotated ones: the paper's Algorithm 2, further measures, and their report.

Sim, the similarity of two texts, is the mean of ROUGE-1, ROUGE-2 and ROUGE-L F1 with stemming. Maps are scored with it,
and it is the reward of EMGN's refinement. ROUGE knows the words of English only: letters other than a to z end a word.
For other languages, each word is written as a code of such letters first, without stemming, and in scripts without
spaces each character is a word.
"""

import platform
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rouge_score_rs import RougeScorer

from mindgist.errors import BenchmarkError
from mindgist.evaluate.benchmark import BenchmarkArticle, Edge, Prediction, edges_of
from mindgist.evaluate.shape import Coverage, Shape, coverage_figures, depths_of, shape_figures
from mindgist.files import file_fingerprint
from mindgist.languages.scripts import SCRIPTS, UNSPACED
from mindgist.mapper import MindMapper

MIN_ALIGNED_SIM = 0.5  # an annotated node is a sentence of the article if their Sim is at least this
SHORT = 25  # sentences; the paper has separate scores for articles up to this length
_MEANS = {"free_ssm": "free_ssm", "free_ksm": "free_ksm", "node_f1": "node_f1", "root_right": "root_accuracy"}

ROUGE = ("rouge1", "rouge2", "rougeL")
_SCORER = RougeScorer(list(ROUGE), use_stemmer=True)
_UNSPACED = "".join(SCRIPTS[script] for script in UNSPACED)
_ANY_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
Rouge = NDArray[np.float64]  # and R-L, shape (3,), each between 0 and 1


@dataclass(frozen=True, slots=True, eq=False)
class MapScore:
    """The scores of one prediction, each between 0 and 1 (but for the counts and the depth)."""

    ssm: Rouge
    ksm: Rouge
    free_ssm: float  # at the size that the system suggests
    free_ksm: float
    node_f1: float
    root_right: bool  # whether the strongest node is the sentence of an annotated root
    attached_right: int
    attached: int
    depth: float
    sentences: int
    shape: Shape  # at the size that the system suggests
    coverage: Coverage


class ArticleScorer:
    """Scores predictions for one article; the same texts are compared only once."""

    def __init__(self, article: BenchmarkArticle) -> None:
        self._article = article
        any_script = article.language != "en"
        self._sentences = EdgeMatcher(edges_of(article.map), any_script=any_script)
        self._snippets = EdgeMatcher(article.snippet_edges, any_script=any_script)
        texts = [sentence.text for sentence in article.document.sentences]
        sims = SimilarityTo([node.text for node in article.map], any_script).rouge(texts).mean(axis=2)
        nearest = zip(sims.argmax(axis=1).tolist(), sims.max(axis=1), strict=True)
        # For each annotated node the index of the most similar sentence, or None if none is similar enough.
        self.aligned = [index if sim >= MIN_ALIGNED_SIM else None for index, sim in nearest]

    def score(self, prediction: Prediction) -> MapScore:
        """Score a prediction, cut to as many nodes as the annotation has."""
        article = self._article
        if prediction.id != article.id:
            raise BenchmarkError(f"the prediction is for article {prediction.id}, not {article.id}")
        nodes, count = prediction.nodes, len(article.map)
        attachments = self.attachments(prediction, count)
        annotated = {sentence for sentence in self.aligned if sentence is not None}
        roots = [sentence for node, sentence in zip(article.map, self.aligned, strict=True) if node.parent is None]
        parents = [node.parent for node in nodes]
        sentences = [node.sentence for node in nodes[:count]]
        depths = depths_of(parents[:count])
        return MapScore(
            ssm=self._sentences.score(edges_of(nodes[:count])),
            ksm=self._snippets.score(edges_of(nodes[: len(article.snippet_edges)], "snippet")),
            free_ssm=float(self._sentences.score(edges_of(nodes[: prediction.size])).mean()),
            free_ksm=float(self._snippets.score(edges_of(nodes[: prediction.size], "snippet")).mean()),
            node_f1=2 * len(annotated & set(sentences)) / max(1, len(annotated) + len(set(sentences))),
            root_right=bool(sentences) and sentences[0] in roots,
            attached_right=sum(attachments.values()),
            attached=len(attachments),
            depth=sum(depths) / max(1, len(depths)),
            sentences=len(article.document),
            shape=Shape.of(parents[: prediction.size]),
            coverage=Coverage.of(article.document, sentences, parents[:count]),
        )

    def attachments(self, prediction: Prediction, count: int) -> dict[int, bool]:
        """Whether the parent is right, for each annotated sentence that was predicted together with its parent."""
        nodes = prediction.nodes[:count]
        predicted = {node.sentence: None if node.parent is None else nodes[node.parent].sentence for node in nodes}
        annotated: dict[int, int | None] = {}  # two nodes may be aligned to one sentence, which counts once
        for node, sentence in zip(self._article.map, self.aligned, strict=True):
            if node.parent is not None and sentence is not None:
                annotated[sentence] = self.aligned[node.parent]
        return {
            sentence: predicted[sentence] == parent
            for sentence, parent in annotated.items()
            if parent in predicted and predicted.get(sentence) is not None
        }


class EdgeMatcher:
    """Matches predicted edges to a list of annotated edges.

    ROUGE-2 of a text of one word is 0, even with itself. With ``equal_is_one``, equal texts have the similarity 1.
    """

    def __init__(self, edges: Sequence[Edge], equal_is_one: bool = False, any_script: bool = False) -> None:
        self._equal_is_one = equal_is_one
        self._texts = list(dict.fromkeys(text for edge in edges for text in edge if text is not None))
        place = {text: index for index, text in enumerate(self._texts)}
        self._parents = [-1 if parent is None else place[parent] for parent, _ in edges]
        self._children = [place[child] for _, child in edges]
        self._similarity_to_texts = SimilarityTo(self._texts, any_script)

    def score(self, predicted: Sequence[Edge]) -> Rouge:
        """The mean similarity when each annotated edge in turn takes the most similar free edge."""
        total = np.zeros(len(ROUGE))
        if not predicted or not self._children:
            return total
        texts = list(dict.fromkeys(text for edge in predicted for text in edge if text is not None))
        place = {text: index for index, text in enumerate(texts)}
        # The last row and column stand for "no parent", which is similar to itself only.
        of_texts = np.zeros((len(self._texts) + 1, len(texts) + 1, len(ROUGE)))
        of_texts[:-1, :-1] = self._similarity_to_texts.rouge(texts)
        of_texts[-1, -1] = 1
        if self._equal_is_one:
            for row, text in enumerate(self._texts):
                if text in place:
                    of_texts[row, place[text]] = 1
        parents = [-1 if parent is None else place[parent] for parent, _ in predicted]
        children = [place[child] for _, child in predicted]
        # The similarities of all pairs of edges, shape (annotated, predicted, 3).
        table = (of_texts[np.ix_(self._parents, parents)] + of_texts[np.ix_(self._children, children)]) / 2
        mean = table.mean(axis=2)
        for row in range(len(mean)):
            best = int(mean[row].argmax())
            if mean[row, best] > 0:
                total += table[row, best]
                mean[:, best] = -1
        return total / len(mean)


def rouge(lefts: Sequence[str], rights: Sequence[str]) -> NDArray[np.float64]:
    """ROUGE-1, ROUGE-2 and ROUGE-L F1 of each pair of texts, shape (texts, 3)."""
    scored = _SCORER.score_batch(list(lefts), list(rights))
    return np.array([[pair[kind].fmeasure for kind in ROUGE] for pair in scored]).reshape(-1, len(ROUGE))


def similarities(lefts: Sequence[str], rights: Sequence[str]) -> NDArray[np.float64]:
    """Sim of each pair of texts, between 0 and 1, shape (texts,)."""
    return np.asarray(rouge(lefts, rights).mean(axis=1))


class SimilarityTo:
    """The similarity of other texts, English or in any script, to a fixed list; each pair is computed only once."""

    def __init__(self, texts: Sequence[str], any_script: bool = False) -> None:
        self._code = _in_codes if any_script else str
        self._texts = [self._code(text) for text in texts]
        self._known: dict[str, NDArray[np.float64]] = {}

    def rouge(self, others: Sequence[str]) -> NDArray[np.float64]:
        """ROUGE-1, ROUGE-2 and ROUGE-L F1 of all pairs; shape (texts, others, 3)."""
        new = [text for text in dict.fromkeys(others) if text not in self._known]
        coded = [self._code(text) for text in new]
        values = rouge(self._texts * len(new), [text for text in coded for _ in self._texts])
        self._known.update(zip(new, values.reshape(len(new), len(self._texts), len(ROUGE)), strict=True))
        known = [self._known[text] for text in others]
        return np.array(known).reshape(len(others), len(self._texts), len(ROUGE)).swapaxes(0, 1)


def _in_codes(text: str) -> str:
    """The words of a text as codes that ROUGE takes for words; the 0 at their ends keeps the stemmer off."""
    return " ".join(f"w{word.encode().hex()}0" for word in _ANY_WORD.findall(text.lower()))


def predict(mapper: MindMapper, article: BenchmarkArticle) -> Prediction:
    """The map of an article as ``mindgist map`` shows it; the paper's systems choose among all sentences."""
    if not getattr(mapper.arrange, "adjustable", False):
        mapper = replace(mapper, keep_all=True)
    return Prediction.of_map(article, mapper(article.document))


def evaluate_system(
    system: Callable[[int], MindMapper], articles: Sequence[BenchmarkArticle], seeds: Sequence[int]
) -> Iterator[tuple[int, Prediction, MapScore]]:
    """(seed, prediction, score) for every article and seed; the texts of an article are compared once for all seeds."""
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


class Summary(NamedTuple):
    """One measure over the seeds: its mean and its standard deviation (0 for a single seed)."""

    mean: float
    deviation: float
    values: tuple[float, ...]


def measures(scores: Sequence[MapScore]) -> dict[str, float]:
    """The means over the articles for one seed, in percent but for depth; attachment is counted over all of them."""
    is_short = np.array([score.sentences <= SHORT for score in scores])
    found: dict[str, float] = {}
    for name in ("ssm", "ksm"):
        scored = 100 * np.array([getattr(score, name) for score in scores])  # (articles, 3)
        found |= zip((f"{name}_r1", f"{name}_r2", f"{name}_rl"), scored.mean(axis=0).tolist(), strict=True)
        for part, rows in (("avg", scored), ("short", scored[is_short]), ("long", scored[~is_short])):
            found[f"{name}_{part}"] = float(rows.mean()) if len(rows) else 0.0
    for name, measure in _MEANS.items():
        found[measure] = 100 * fmean(getattr(score, name) for score in scores)
    attached = sum(score.attached for score in scores)
    return found | {
        "attachment": 100 * sum(score.attached_right for score in scores) / attached if attached else 0.0,
        "depth": fmean(score.depth for score in scores),
        **shape_figures([score.shape for score in scores]),
        **coverage_figures([score.coverage for score in scores]),
    }


def summarize(by_seed: Mapping[int, Sequence[MapScore]]) -> dict[str, Summary]:
    """Each measure over the seeds."""
    found = [measures(scores) for scores in by_seed.values()]
    columns = {name: tuple(one[name] for one in found) for name in found[0]}
    return {
        name: Summary(fmean(values), stdev(values) if len(values) > 1 else 0.0, values)
        for name, values in columns.items()
    }


def report(
    benchmark: Path, settings: Mapping[str, Any], ids: Sequence[str], by_seed: Mapping[int, Sequence[MapScore]]
) -> dict[str, Any]:
    """The figures with everything that is needed to repeat them."""
    return {
        "benchmark": {"name": benchmark.name, "sha256": file_fingerprint(benchmark), "articles": len(ids)},
        "settings": dict(settings),
        "seeds": list(by_seed),
        "versions": {
            "mindgist": version("mindgist"),
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "machine": f"{platform.system()} {platform.machine()}",
        },
        "measures": {name: summary._asdict() for name, summary in summarize(by_seed).items()},
        "articles": {
            str(seed): {
                article: {"ssm": 100 * float(score.ssm.mean()), "ksm": 100 * float(score.ksm.mean())}
                for article, score in zip(ids, scores, strict=True)
            }
            for seed, scores in by_seed.items()
        },
    }
