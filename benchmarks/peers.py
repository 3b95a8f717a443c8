"""The summarizers that mindgist is measured against: LexRank of sumy and TextRank of summa."""

from collections.abc import Sequence

from nltk.tokenize import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktSentenceTokenizer
from summa import summarizer as summa_summarizer
from sumy.nlp.tokenizers import Tokenizer
from sumy.parsers.plaintext import PlaintextParser
from sumy.summarizers.lex_rank import LexRankSummarizer


class OfflineTokenizer(Tokenizer):
    """sumy's English tokenizer with an untrained Punkt, so that NLTK downloads nothing."""

    def __init__(self) -> None:
        self._language = "english"
        self._sentence_tokenizer = PunktSentenceTokenizer()
        self._word_tokenizer = NLTKWordTokenizer()


def sumy_lexrank(texts: Sequence[str], shares: Sequence[float]) -> None:
    """Summarize each text to this share of its sentences."""
    tokenizer, summarizer = OfflineTokenizer(), LexRankSummarizer()
    for text, share in zip(texts, shares, strict=True):
        document = PlaintextParser.from_string(text, tokenizer).document
        summarizer(document, max(1, round(share * len(document.sentences))))


def summa_textrank(texts: Sequence[str], shares: Sequence[float]) -> None:
    """Summarize each text to this share of its sentences."""
    for text, share in zip(texts, shares, strict=True):
        summa_summarizer.summarize(text, ratio=share)
