"""Spanish."""

from mindgist.languages.language import Language, word_set

LANGUAGE = Language(
    code="es",
    name="Spanish",
    frequent_words=word_set(
        "el la los las que de en es una por con para del se no su al más lo como pero fue este ha también"
    ),
    abbreviations=word_set(
        "cap dña dra ee exc gral ilmo lic núm pág págs prov sra sras sres srta ud uds vd vds avda apdo exmo sto"
    ),
    false_ends=(
        (r"\b(?:[Ee]l|[Aa]l|[Dd]el) Sr\.$", r"[A-ZÀ-Þ]"),  # el Sr. García; nupunkt knows "Sr." at the end of a name
    ),
    months=word_set("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    weekdays=word_set("lunes martes miércoles jueves viernes sábado domingo"),
    date_words=word_set("de del el la las los a en actualizado publicado"),
    name_particles="de|del|la",
    name_joiners="y",
    bylines="por",
    credits="imagen|foto",
    further_reading="lea también|te puede interesar",
    navigation="anterior|siguiente",
    invitations="suscríbete",
    subscriptions="boletín",
    greetings="estimad[oa]s?|querid[oa]s?",
    farewells="saludos(?: cordiales)?|atentamente",
    boilerplate=r"foto \d{1,4} (?:de|/) \d{1,4}$",
    interface_labels=(
        "anuncio|publicidad|(?:temas|contenido) relacionados?|lea también.{0,40}|te puede interesar.{0,40}"
    ),
    callouts="nota|advertencia|atención|consejo",
    section_names="resumen|introducción|conclusiones|referencias",
    abstract_names="resumen",
    contents_names="índice|contenido",
    front_matter="cubierta",
    part_names="cap[ií]tulo|parte|libro",
    figure_names="figura",
    table_names="tabla",
    linking_words="de|la|y|del|el",
    conjunctions="y|o",
    subject_headers="asunto",
)
