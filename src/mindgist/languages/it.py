"""Italian."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="it",
    name="Italian",
    frequent_words=word_set(
        "il lo gli che di un una per con non del della sono è più nel alla anche come si da dei le ha questo"
    ),
    abbreviations=word_set("dott egr sig sigg avv pag"),
    months=word_set("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    weekdays=word_set("lunedì martedì mercoledì giovedì venerdì sabato domenica"),
    date_words=word_set("il la alle ore aggiornato pubblicato"),
    name_particles="da|della|di",
    name_joiners="e",
    bylines="di",
    credits="immagine|foto",
    further_reading="leggi anche",
    invitations="iscriviti",
    greetings="gentile|car[oa]",
    farewells="(?:distinti|cordiali) saluti",
    boilerplate=(
        r"foto \d{1,4} (?:di|/) \d{1,4}$|"
        r"questo sito\b.{0,60}\butiliz\w+(?: \w+)? cookies\b.{0,90}$"
    ),
    interface_labels="leggi anche.{0,40}",
    callouts="nota|avviso|attenzione|suggerimento",
    abstract_names="sommario",
    contents_names="indice",
    part_names="capitolo|parte|libro",
    figure_names="figura",
    table_names="tabella",
    linking_words="la|le",
    conjunctions="e|o",
)
