"""Arabic."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="ar",
    name="Arabic",
    script="arabic",
    frequent_words=word_set("في من على أن إلى عن التي الذي هذا هذه كان مع ما لا لم هو هي بعد بين كل قد"),
    name_particles="al|bin",
)
