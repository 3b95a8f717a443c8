"""Finnish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="fi",
    name="Finnish",
    frequent_words=word_set(
        "ja on ei se että oli hän joka mutta niin kun ovat kuin myös olla jos tai sen hänen vain ole mukaan"
    ),
    months=word_set(
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta "
        "marraskuuta joulukuuta"
    ),
)
