"""A made-up corpus with topics, and a tiny transformer: what teachers are tested with, no hub needed."""

import json
import random

from mindgist.learn.corpus import CorpusArticle

TOPICS = {
    "sea": "tide wave coast harbour ship sailor storm sand".split(),
    "court": "judge jury trial lawyer verdict appeal witness crime".split(),
    "farm": "wheat cow barn tractor harvest field milk seed".split(),
    "music": "song band guitar concert singer drum album stage".split(),
}
WORDS = sorted({word for words in TOPICS.values() for word in words} | {"the", "and"})


def topic_articles(count, seed=0):
    """Articles on one topic each. Each highlight repeats the words of one paragraph."""
    chance = random.Random(seed)
    articles = []
    for number in range(count):
        words = TOPICS[sorted(TOPICS)[number % len(TOPICS)]]
        sentences = [f"The {' '.join(chance.sample(words, 3))} and {number}x{place}." for place in range(4)]
        paragraphs = ((sentences[0],), (sentences[1], sentences[2]), (sentences[3],))
        highlights = (sentences[0].removesuffix("."), sentences[3].removesuffix("."))
        articles.append(CorpusArticle(str(number), paragraphs, highlights))
    return articles


def write_corpus(path, articles):
    rows = [
        {
            "id": article.id,
            "split": article.split,
            "article": "\n".join(" ".join(paragraph) for paragraph in article.paragraphs),
            "highlights": list(article.highlights),
        }
        for article in articles
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def write_transformer(folder, seed=0):
    """A BERT of two small layers with random weights, saved as any pretrained one is."""
    import torch
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.normalizers import Lowercase
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    pieces = {piece: number for number, piece in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", ".", *WORDS])}
    tokenizer = Tokenizer(WordLevel(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", pieces["[CLS]"]), ("[SEP]", pieces["[SEP]"])],
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    ).save_pretrained(folder)
    torch.manual_seed(seed)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=160,
    )
    BertModel(config).save_pretrained(folder)
    return str(folder)
