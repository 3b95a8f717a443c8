"""Norwegian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="no",
    name="Norwegian",
    frequent_words=word_set("og at det i på som en er av for med den til ikke har de om et var jeg fra kan så men ble"),
    abbreviations=word_set("bl dvs kl osv pga"),
    months=word_set("januar februar mars april mai juni juli august september oktober november desember"),
)
