"""Which pairs teach best: fast teachers on different pairs, scored on the validation articles only.

    python runs/pair_choices.py --corpus DIR --benchmark DIR --work DIR --transformer NAME [--articles N]

Vectors are kept in WORK/cache, figures in runs/results/pair-choices.json; what is there is not run again.
"""

import argparse
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import store
from mindgist.evaluate.benchmark import read_benchmark
from mindgist.evaluate.evaluation import predict
from mindgist.evaluate.report import measures
from mindgist.evaluate.scoring import ArticleScorer
from mindgist.learn.annotate import SHARD
from mindgist.learn.embeddings import EmbeddingCache, KnownVectors, SentenceEncoder, of_bare
from mindgist.learn.fast_teacher import FastTeacher, HeadSettings, train_head
from mindgist.learn.pairs import PairSettings, make_pairs
from mindgist.learn.teacher import TeacherGraph, measure_pairs
from mindgist.learn.teaching import training_articles
from mindgist.learn.training import use_threads
from mindgist.mapper import MindMapper
from mindgist.systems import tree_named
from provenance import DEV, provenance

_SOME = PairSettings()
_MOST = replace(_SOME, share=0.5)
_ONE = replace(_MOST, similar=0.25, share=0.0)
CHOICES: dict[str, tuple[bool, PairSettings]] = {
    "as written; most similar, negatives on either side": (False, _MOST),
    "bare; most similar, negatives on either side": (True, _MOST),
    "bare; most similar, the governed sentence drawn": (True, replace(_MOST, random_governors=0.0)),
    "bare; most similar, the governor drawn": (True, replace(_MOST, random_governors=1.0)),
    "bare; more than a quarter similar, either side": (True, _SOME),
    "bare; one similar from 0.25 on, either side": (True, _ONE),
    "bare; one similar from 0.20 on, either side": (True, replace(_ONE, similar=0.20)),
    "bare; one similar from 0.25 on, either side, a quarter its own": (True, replace(_ONE, own_negatives=0.25)),
    "bare; most similar from 0.20 on, either side": (True, replace(_MOST, similar=0.20)),
}  # fmt: skip
_HEADS, _TREES = range(4), range(3)


def main() -> None:
    """Train and score what is not yet recorded."""
    options = _options()
    use_threads(1)
    path = store.RESULTS / "pair-choices.json"
    found: dict[str, Any] = store.read_json(path) or {"choices": {}}
    articles = training_articles(options.corpus, options.articles)
    scorers = [(article, ArticleScorer(article)) for article in read_benchmark(options.benchmark / DEV)]
    encoder = EmbeddingCache(SentenceEncoder(options.transformer), options.work / "cache")
    known = {False: KnownVectors(encoder), True: KnownVectors(of_bare(encoder))}
    for name, (bare, settings) in CHOICES.items():
        key = f"{name}; {len(articles):,} articles"
        if key in found["choices"] or (options.only and not any(word in name for word in options.only)):
            continue
        vectors = known[bare]
        for start in range(0, len(articles), SHARD):
            taken = articles[start : start + SHARD]
            vectors.add([sentence for article in taken for sentence in article.sentences])
            vectors.add([highlight for article in taken for highlight in article.highlights])
        pairs = make_pairs(articles, settings)
        rows = []
        for seed in _HEADS:
            teacher = FastTeacher(vectors, train_head(pairs.train, vectors, HeadSettings(seed=seed)))
            relate = TeacherGraph(teacher)
            for tree in _TREES:
                mapper = MindMapper(relate, tree_named("recursive", tree))
                scores = measures([scorer.score(predict(mapper, article)) for article, scorer in scorers])
                rows.append((scores["ssm_avg"], scores["ksm_avg"]))
        accuracy = measure_pairs(teacher, pairs.test).accuracy
        ssm, ksm = ([row[column] for row in rows] for column in (0, 1))
        found["choices"][key] = {
            "bare": bare, "pairs": asdict(settings), "articles": len(articles), "training_pairs": len(pairs.train),
            "accuracy": accuracy, "dev_ssm": fmean(ssm), "dev_ksm": fmean(ksm), "deviation_ssm": stdev(ssm),
            "deviation_ksm": stdev(ksm), "heads": len(_HEADS), "trees": len(_TREES),
        }  # fmt: skip
        store.write_json(path, found | {"run": provenance(options.benchmark)})
        print(key, found["choices"][key], flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--benchmark", type=Path, required=True, help="the folder of dev.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="the folder for vectors")
    parser.add_argument("--transformer", required=True)
    parser.add_argument("--articles", type=int, default=1000)
    parser.add_argument("--only", nargs="*", metavar="WORDS", help="only choices that have one of these in their names")
    return parser.parse_args()


if __name__ == "__main__":
    main()
