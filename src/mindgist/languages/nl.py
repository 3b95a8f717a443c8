"""Dutch."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="nl",
    name="Dutch",
    frequent_words=word_set(
        "de het een van en in is dat op te zijn met voor niet aan er om ook als bij door maar wordt naar"
    ),
    abbreviations=word_set("blz dhr drs incl mevr mw zgn"),
    months=word_set(
        "jan feb apr mei jun jul aug sep okt nov dec januari februari maart april juni juli augustus september "
        "oktober november december"
    ),
    date_words=word_set("en op"),
    name_particles="van|de|der|den",
    name_joiners="en",
    bylines="door",
    contents_names="inhoud(?:sopgave)?",
    part_names="hoofdstuk|deel",
    conjunctions="en|of",
)
