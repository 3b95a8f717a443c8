"""Lines that stand in a text and say nothing of its matter: dates, names of writers, credits, greetings, invitations.

A document keeps them in its text; a map is not made of them. Each pattern describes a whole paragraph, and none longer
than a few lines is looked at, so a sentence that merely speaks of a newsletter or of June is safe.
"""

import re

from mindgist.document.abbreviations import MONTHS
from mindgist.document.patterns import LatePattern

_LONGEST = 220  # characters

_DATE_WORDS = frozenset(MONTHS) | frozenset(
    "january february march april may june july august september october november december sept enero febrero marzo "
    "abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio "
    "settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro января "
    "февраля марта апреля мая июня июля августа сентября октября ноября декабря monday tuesday wednesday thursday "
    "friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonntag "
    "lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo lunedì "
    "martedì mercoledì giovedì venerdì sabato domenica".split()
)
_BESIDE_DATES = frozenset(
    "updated update last modified published publish posted post on at the of date dated edition version created am pm "
    "et est edt pst pdt utc gmt cet cest bst uhr um den der vom stand aktualisiert veröffentlicht erstellt le à du mis "
    "jour publié modifié de del el la il las los a actualizado publicado alle ore aggiornato pubblicato st nd rd th h "
    "en op min mins read в г года обновлено опубликовано".split()
)
_DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d\d|\d{4}年|\d{1,2}月\d{1,2}日|\d{1,2}/\d{1,2}\(")
_ASIAN_DATE = LatePattern(
    r"[\w:：\s]{0,12}(?:\d{4}年|\d{1,2}月|\d{1,2}/)[\d年月日/:：\s().（）木金土火水月日一二三四五六]{2,25}(?:配信|更新|发布)?$"
)
_WORD = re.compile(r"[^\W\d_]+")

_CAPITAL = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĶĹĽŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽΑ-ΩА-ЯЁ"
_NAME = rf"(?:[{_CAPITAL}][\w.’'-]{{0,30}}|de|da|del|della|der|den|van|von|la|le|di|al|bin)"
_BETWEEN_NAMES = r"(?: ?,? (?:and|und|et|y|e|en|with|mit) | ?[,;&|/·•–—] ?| )"
_NAMES = LatePattern(rf"{_NAME}(?:{_BETWEEN_NAMES}{_NAME}){{1,30}}$")
_MARKS_OF_NAMES = re.compile(r"[∗*†‡§¶✉()\ufffd]|(?<=\s)\d\b")
_BYLINE = re.compile(
    r"(?i:(?:(?:written|posted|reporting|words|text|article|story|submitted|edited) )?by:?|von|text:|par|por|di|door|"
    rf"автор:?) {_NAME}(?:{_BETWEEN_NAMES}{_NAME}){{1,12}} ?[,:|–—]?$"
)
_CREDITED = (
    r"photo(?:graph)?s?|image|picture|illustration|graphic|video|credit|source|foto|bild(?:er|quelle)?|crédits?|imagen|"
    r"immagine|quelle|фото|写真|图片?"
)
_FURTHER = (
    r"read (?:more|also|next)|also read|related(?: (?:articles?|stor(?:y|ies)|posts?|content))?|recommended|"
    r"more on this|lesen sie auch|mehr zum thema|(?:à )?lire aussi|lea también|te puede interesar|leggi anche|"
    r"leia (?:também|mais)|читайте также|関連記事|相关阅读"
)
_INVITING = (
    r"sign up|subscribe|join|register|enter your e-?mail|get (?:our|the|more)|want more|abonnier\w*|melden sie sich|"
    r"inscrivez-vous|abonnez-vous|suscríbete|iscriviti|assine|cadastre-se"
)
_GREETING = (
    r"dear|hi|hello|hey|hallo|hej|liebe[rs]?|sehr geehrte[rs]?|bonjour|chère?s?|estimad[oa]s?|querid[oa]s?|gentile|"
    r"car[oa]|уважаем\w{2}"
)
_FAREWELL = (
    r"(?:with )?(?:best|kind|warm|kindest)? ?(?:regards|wishes)|(?:yours )?(?:sincerely|truly|faithfully)|"
    r"mit (?:freundlichen|besten|herzlichen) grüßen|(?:viele|liebe|beste) grüße|cordialement|bien à vous|"
    r"saludos(?: cordiales)?|atentamente|(?:distinti|cordiali) saluti|с уважением"
)
_SPOKEN = re.compile(
    "|".join(
        (
            # who took or drew a picture, and where one stands in a row of them
            rf"\W?(?:{_CREDITED})(?: ?(?:credit|crédits?|nachweis))?\s?(?:\(cc\)\s?)?"
            r"(?::|：|/|©|by |courtesy |von |par |via )[^.!?]{1,110}\W?$",
            r"(?:bild|image|photo|slide|picture|foto|page|seite|figure) \d{1,4} (?:of|von|sur|de|di|/) \d{1,4}$",
            rf"\((?:via|{_CREDITED})\b[^()]{{1,100}}\)$",
            # whose it is
            r"\W?(?:copyright (?:©|\(c\)|\d|by|notice)|©|\(c\) ?\d{4}|版权 ?©)[^!?]{0,140}$",
            r"(?:(?:all|some) rights reserved|alle rechte vorbehalten|tous droits réservés)\b[^.!?]{0,60}\.?$",
            # the way on, and what else there is to read
            r"(?:previous|prev|next|vorherige[rs]?|nächste[rs]?|précédent|suivant|anterior|siguiente)(?: \w{2,12})?\s?"
            r"[:»«→←][^.]{0,120}$",
            rf"(?:{_FURTHER})\s?(?:[:：|»].{{0,150}}|\W{{0,3}})$|【関連記事】$",
            r"(?:share|tweet|follow|like) (?:this|us|me)\b[^.!?]{0,60}\W?$|share on \w+$|print this (?:page|article)$",
            r"(?:leave a|post a|add a|view all|\d+) (?:comments?|reply|replies)\W*$|jump to .{0,40}$",
            r"(?:reading time:?|lesezeit:?|temps de lecture ?:?)? ?\d{1,3} ?(?:min|mins|minutes?|minuten)\.?"
            r"(?: (?:read|de lecture|lesezeit))?$",
            r"(?:posted|published|filed|updated|last (?:updated|modified|edited)|written|additional reporting) "
            r"(?:on|by|in|at|under|:)[^.!?]{1,80}$",
            r"from wikipedia, the free encyclopedia$",
            # what a site wants of its readers
            rf"(?:please )?(?:{_INVITING})\b.{{0,170}}\b(?:newsletters?|inbox|mailing list|updates|alerts|e-?mails?|"
            r"e-?mail address|boletín|infolettre|channel)\b.{0,40}$",
            r"(?:we|this (?:web)?site|our (?:web)?site|diese (?:web)?seite|ce site|questo sito|wir|nous|by \w+ing)\b"
            r".{0,60}\b(?:uses?|using|our|of|verwende[nt]|nutz(?:en|t)|utilis\w+|utiliz\w+)(?: \w+)? cookies\b.{0,90}$",
            r"(?:click|tap) here (?:to|for)\b.{0,80}$|advertisement$|sponsored(?: content)?$",
            # how letters begin and end
            rf"to whom it may concern\W?$|(?:{_GREETING})\b[^.?]{{0,60}}[,:!，]$",
            rf"(?:{_FAREWELL})\b[^.?]{{0,80}}$",
        )
    ),
    re.DOTALL,  # of small letters: a pattern for both is tried five times as long
)
_AGO = re.compile(r"[^.!?]{0,60}\b\d{1,3} (?:minute|hour|day|week|month|year)s? ago\b[^.!?]{0,60}$")
_ADDRESS = r"(?:https?://|www\.)\S{1,200}|[<({]{0,2}[\w.+{},-]{1,80}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}[>)}]{0,2}"
_ADDRESSES = LatePattern(
    rf"\W?\d{{0,3}}\W{{0,2}}(?:(?:e-?mail|web(?:site)?|url|doi)\s?:?\s)?(?:(?:{_ADDRESS})[\s,;|]{{0,3}}){{1,6}}$"
)
_ENDS_IN_ADDRESS = LatePattern(
    r"[^.?!]{0,90}?\s[<({]{0,2}[\w.+-]{1,40} ?\}?@[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}[>)}]{0,2}$"
)
BOOK_BEGINS = LatePattern(
    r"\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG E-?(?:BOOK|TEXT)[^\n*]{0,300}(?:\*{3})?", re.I
)
BOOK_ENDS = LatePattern(r"\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG E-?(?:BOOK|TEXT)", re.IGNORECASE)
"""Between these lines stands a book, and around them the licence of those who typed it."""
BOOK_MARK = "***"
"""What both begin with."""
_BETWEEN_PARTS = re.compile(r"\s*[·|•]\s*")
_SHORT_PART = 20  # characters
_CALLOUT = re.compile(
    r"\W*(?:note|nota|caution|warning|tip|important|danger|attention|hint|hinweis|achtung|warnung|vorsicht|tipp|wichtig|"
    r"remarque|avertissement|astuce|advertencia|atención|consejo|avviso|attenzione|suggerimento|примечание|внимание|注意|警告|提示)\W*$",
    re.IGNORECASE,
)


def is_boilerplate(text: str) -> bool:
    """Whether a paragraph is a date, a byline, a credit, a greeting, an address, or what a site asks of its readers."""
    text = text.strip()
    if not text or len(text) > _LONGEST:
        return False
    if _is_date(text) or is_callout(text) or _is_spoken(text) or _BYLINE.match(text):
        return True
    small = text.lower()
    if ("@" in small or "://" in small or "www." in small) and _ADDRESSES.match(small):
        return True
    parts = _BETWEEN_PARTS.split(text) if "|" in text or "·" in text or "•" in text else ()
    if parts:  # a line of such things: "12 May · by Ida · 3 comments"
        said = [_is_spoken(part) or bool(_BYLINE.match(part)) or _is_date(part) for part in parts]
        return any(said) and all(one or len(part) <= _SHORT_PART for one, part in zip(said, parts, strict=True))
    return "@" in text and bool(_ENDS_IN_ADDRESS.match(text))


def is_names(text: str) -> bool:
    """Whether a line is made of names, and of nothing else: under a title these are the writers'."""
    if len(text) > _LONGEST or text.isupper():
        return False
    return bool(_NAMES.match(" ".join(_MARKS_OF_NAMES.sub(" ", text).split())))


def is_callout(heading: str) -> bool:
    """Whether a heading is no more than the mark of a box: "Note", "Warning"."""
    return len(heading) < 20 and bool(_CALLOUT.match(heading))


def _is_spoken(text: str) -> bool:
    small = text.lower()
    return bool(_SPOKEN.match(small) or (" ago" in small and _AGO.match(small)))


def _is_date(text: str) -> bool:
    """Whether all that a line says is when: with its day, month or time, and no word that belongs to anything else."""
    if len(text) > 80 or not any(map(str.isdecimal, text)):
        return False
    if _ASIAN_DATE.match(text):
        return True
    said = [word.casefold() for word in _WORD.findall(text)]
    if any(word not in _DATE_WORDS and word not in _BESIDE_DATES for word in said):
        return False
    return bool(_DATE.search(text)) or any(word in _DATE_WORDS for word in said)
