"""sumy's LexRank, set up to run without a download."""

from collections.abc import Sequence

from nltk.tokenize import NLTKWordTokenizer
from nltk.tokenize.punkt import PunktSentenceTokenizer
from sumy.nlp.tokenizers import Tokenizer
from sumy.parsers.plaintext import PlaintextParser
from sumy.summarizers.lex_rank import LexRankSummarizer


class OfflineTokenizer(Tokenizer):
    """sumy's English tokenizer with Punkt as it comes, without the trained abbreviations that NLTK downloads."""

    def __init__(self) -> None:
        self._language = "english"
        self._sentence_tokenizer = PunktSentenceTokenizer()
        self._word_tokenizer = NLTKWordTokenizer()


def summarize(texts: Sequence[str], sizes: Sequence[int]) -> None:
    """Summarize each text in so many sentences."""
    tokenizer, summarizer = OfflineTokenizer(), LexRankSummarizer()
    for text, size in zip(texts, sizes, strict=True):
        summarizer(PlaintextParser.from_string(text, tokenizer).document, size)
