"""Russian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="ru",
    name="Russian",
    script="cyrillic",
    frequent_words=word_set(
        "и в не на что с как это по но из у за от так же для было то он она они его только при или"
    ),
    abbreviations=word_set(
        "акад вв вып гг гл гр им кв коп млн млрд напр обл пл пос просп проф пр рис руб св сек см ст стр табл тел тыс "
        "ул чел"
    ),
    months=word_set("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
    date_words=word_set("в г года обновлено опубликовано"),
    bylines="автор:?",
    credits="фото",
    further_reading="читайте также",
    greetings=r"уважаем\w{2}",
    farewells="с уважением",
    interface_labels="реклама|читайте также.{0,40}",
    callouts="примечание|внимание",
    section_names="введение|заключение|аннотация",
    abstract_names="аннотация",
    contents_names="содержание|оглавление",
    part_names="глава|часть|книга|раздел|приложение",
    figure_names=r"рис(?:\.|унок)",
    table_names=r"табл(?:\.|ица)",
)
