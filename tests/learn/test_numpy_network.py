import numpy as np
import pytest
import torch

from mindgist.document import Document
from mindgist.graph import RelationGraph, emgn
from mindgist.graph.emgn import emgn_graph
from mindgist.learn.checkpoint import save_checkpoint
from mindgist.learn.detector import GraphDetector


@pytest.fixture(params=["bilinear", "biaffine"])
def both(request, vectors, vocabulary, tmp_path):
    detector = GraphDetector(vectors, request.param, deviation=0.5)
    save_checkpoint(tmp_path, "emgn", detector.state_dict(), {})
    (tmp_path / emgn.WORDS).write_text("\n".join(vocabulary.words))

    def by_torch(document):
        numbers = [vocabulary.numbers(sentence.plain) for sentence in document.sentences]
        with torch.inference_mode():
            return RelationGraph(detector([numbers])[0].numpy())

    return by_torch, emgn_graph(tmp_path)


@pytest.fixture
def documents(articles):
    return [one.article.document for one in articles]


def test_numpy_scores_as_torch_does(both, documents):
    by_torch, by_numpy = both
    for document in documents:
        np.testing.assert_allclose(by_numpy(document).scores, by_torch(document).scores, atol=1e-5)


def test_a_long_document_is_encoded_in_parts(both, documents, monkeypatch):
    by_torch, by_numpy = both
    long = Document.from_sentences([[sentence.text for one in documents for sentence in one.sentences]])
    monkeypatch.setattr(emgn, "MAX_ENCODED", 7)
    assert len(long) > 30
    np.testing.assert_allclose(by_numpy(long).scores, by_torch(long).scores, atol=1e-4)


def test_unknown_words_and_none_at_all_have_scores(both):
    by_torch, by_numpy = both
    document = Document.from_sentences([["Xylophone qwertz.", "…", "W1 w2 " * 60]])
    np.testing.assert_allclose(by_numpy(document).scores, by_torch(document).scores, atol=1e-5)
