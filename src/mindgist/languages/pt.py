"""Portuguese."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="pt",
    name="Portuguese",
    frequent_words=word_set(
        "o os as que de em um uma para com não do da dos das por mais no na se é ao como foi são também"
    ),
    abbreviations=word_set("cap dra exmo ilmo núm pág págs sra"),
    months=word_set("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
    date_words=word_set("de publicado"),
    name_particles="de|da",
    name_joiners="e",
    bylines="por",
    further_reading="leia (?:também|mais)",
    navigation="anterior",
    invitations="assine|cadastre-se",
    greetings="querid[oa]s?|car[oa]",
    callouts="nota",
    contents_names="índice",
    part_names="cap[ií]tulo|parte|livro",
    figure_names="figura",
    linking_words="de",
    conjunctions="e|ou",
)
