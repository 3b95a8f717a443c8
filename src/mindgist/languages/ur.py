"""Urdu."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="ur",
    name="Urdu",
    script="arabic",
    frequent_words=word_set("اور کے کی میں ہے کا سے کو نے پر کہ یہ اس ہیں بھی جو تھا ایک نہیں کر"),
)
