"""Small made-up training sets: enough to learn from in a second."""

from importlib.util import find_spec

import numpy as np
import pytest

from mindgist.graph.emgn import Vocabulary
from mindgist.learn.corpus import CorpusArticle
from mindgist.learn.emgn_recipe import WordVectors
from mindgist.learn.training import AnnotatedArticle

if find_spec("torch") is None:  # only where someone left out what `make test` installs
    collect_ignore_glob = ["test_*.py"]

WORDS = tuple(f"w{number}" for number in range(60))


@pytest.fixture(autouse=True)
def one_thread():
    import torch

    torch.set_num_threads(1)


@pytest.fixture
def vocabulary():
    return Vocabulary(WORDS)


@pytest.fixture
def vectors(vocabulary):
    return np.random.default_rng(7).normal(size=(len(vocabulary), 50)).astype(np.float32)


@pytest.fixture
def glove(vectors):
    return WordVectors(WORDS, vectors[2:])


def made_up_articles(count, seed=0, fewest=1, most=9):
    """Articles of random sentences and random graphs; the first highlight repeats one of the sentences."""
    generator = np.random.default_rng(seed)
    articles = []
    for number in range(count):
        size = int(generator.integers(fewest, most + 1))
        sentences = [
            " ".join(generator.choice(WORDS, size=int(generator.integers(1, 12)))).capitalize() + "."
            for _ in range(size)
        ]
        highlights = (sentences[int(generator.integers(size))], " ".join(generator.choice(WORDS, size=5)))
        article = CorpusArticle(str(number), tuple((sentence,) for sentence in sentences), highlights)
        articles.append(AnnotatedArticle(article, generator.random((size, size), dtype=np.float32)))
    return articles


@pytest.fixture
def make_articles():
    return made_up_articles


@pytest.fixture
def articles():
    return made_up_articles(10)


@pytest.fixture
def examples(articles):
    return articles
