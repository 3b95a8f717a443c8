"""Which sentences of a document are content, and the document without the others.

Readers turn blocks that their format marks as notes, captions or navigation into asides, which get no sentence. Here
the words decide, the same for every reader and for plain text. No content are

- what ``boilerplate`` describes: prompts, links, captions, credits, bylines, dates, copyright, contents, greetings;
- the authors' names under a title, header rows and rows of figures, entries of a bibliography, and back matter;
- long paragraphs of prose that repeat an earlier one word for word;
- in prose, sentences of one or two words, and headlines of other articles: lines of five words and more that stand
  alone and end without a full stop, where other paragraphs end with one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from mindgist.document.block import CELL_SEPARATOR
from mindgist.document.boilerplate import is_back_matter, is_boilerplate, is_caption, is_line, is_names, is_prompt
from mindgist.document.document import Document, Paragraph, Section
from mindgist.document.tokens import has_few_words, words

_SENTENCE_END = re.compile(r"(?s:.*)[.!?…:;,。！？।؟။።][\"'“”’)\]»」』\[\d\s]*$")
_HEADLINE_START = re.compile(r"\d+ |(?:How|What|When|Where|Who|Why) |[^:]{3,25}: ")  # "5 things", "Why Rome fell"
_COLONS = (":", "：")
# An entry of a bibliography: a number in brackets or an author with initials, a year, and a volume, pages or a press.
_CAPITAL = r"[^\W\d_a-z]"
_ENTRY = re.compile(
    rf"(?:\[[\w+-]{{1,12}}\] ?(?={_CAPITAL})|{_CAPITAL}[\w’'-]{{1,30}}, (?:{_CAPITAL}\.[ -]?){{1,3}}|"
    rf"(?:{_CAPITAL}\.[ -]?){{1,3}} ?{_CAPITAL}[\w’'-]{{1,30}},).{{0,400}}?\b(?:1[89]|20)\d\d\b"
)
_ENTRY_PLACE = re.compile(
    r"(?i:\b(?:pp?\. ?\d|vol\.|no\.|doi|arxiv|isbn|proc|press\b|journal|thesis))|\d[–-]\d|\d, \d|\(\d{4}\)\.$"
)
_YEAR = re.compile(r"(?<!/)\b(?:1[89]|20)\d\d\b")
_SOURCE = re.compile(r"(?i:https?:/|\bpp?\. ?\d|\bisbn\b|\bdoi\b)")
_MAX_ENTRY = 500  # characters
_MAX_SHORT = 80  # characters; longer sentences are not counted


def content_only(document: Document) -> Document:
    """The document without sentences that are no content; its sentences keep their indexes and offsets."""
    mask = document.content
    if all(mask):
        return document

    def content_of(section: Section) -> Section:
        paragraphs = [
            Paragraph(tuple([one for one in paragraph.sentences if mask[one.index]]), paragraph.depth)
            for paragraph in section.paragraphs
        ]
        kept = tuple([paragraph for paragraph in paragraphs if paragraph.sentences])
        return Section(section.heading, kept, tuple(map(content_of, section.sections)))

    content = replace(document, body=content_of(document.body))
    content.__dict__["language"] = document.language  # the text is the same
    return content


def content_mask(document: Document) -> tuple[bool, ...]:
    """Whether each sentence is content; all are if hardly any would be."""
    mask: list[bool] = []
    has_long = sum([len(one.plain) for one in document.sentences]) >= 40 * len(document)
    prose = [paragraph for paragraph in document.paragraphs if paragraph.depth == 0]
    has_sentences = len(prose) >= 5 and sum(map(_ends_sentence, prose)) >= 0.7 * len(prose)
    is_front = document.title is not None or (not document.body.paragraphs and bool(document.sections))
    seen: set[str] = set()  # long paragraphs
    for section, in_back_matter in _sections(document.body):
        no_content = _sources_and_headers(section.paragraphs)
        is_list = False  # whether the lines without a full stop are a list, because a colon leads to them
        may_sign = False  # whether the paragraph before is a farewell or ends like a sentence
        for paragraph, following in zip_longest(section.paragraphs, section.paragraphs[1:]):
            whole, text = paragraph.plain, paragraph.sentences[-1].plain
            ends_sentence = _ends_sentence(paragraph)
            # Shorter paragraphs, and items, may be repeated on purpose.
            is_repeated = len(whole) >= 100 and not paragraph.depth and whole in seen
            seen.add(whole)
            is_out = in_back_matter or is_repeated or paragraph.sentences[0].index in no_content
            kept = [not is_out and one for one in _kept(paragraph, following, has_long, has_sentences)]
            if len(kept) == 1 and not paragraph.depth and kept[0]:
                is_headline = has_sentences and not is_list and not ends_sentence and _is_headline(text, following)
                is_name = not ends_sentence and text.istitle() and _is_fragment(text)
                is_signature = following is None and may_sign and is_name
                kept = [not (is_headline or is_signature or (is_front and is_names(text)))]
            mask += kept
            is_list = text.endswith(_COLONS) or (is_list and not ends_sentence)
            may_sign = ends_sentence or not any(kept)
            is_front = is_front and not any(kept)
    is_enough = sum(mask) >= min(3, 0.25 * len(mask))
    return tuple(mask) if is_enough else (True,) * len(mask)


def _kept(paragraph: Paragraph, following: Paragraph | None, has_long: bool, has_sentences: bool) -> list[bool]:
    """Whether each sentence of a paragraph is content, by its words.

    Short ones are fragments if the document ``has_long`` ones, rows of figures are data if it ``has_sentences``.
    """
    whole, texts = paragraph.plain, [one.plain for one in paragraph.sentences]
    if len(whole) <= _MAX_ENTRY and _ENTRY.match(whole) and _ENTRY_PLACE.search(whole):
        return [False] * len(texts)
    if paragraph.depth:
        return [
            not (is_prompt(text) or (has_sentences and CELL_SEPARATOR in text and has_few_words(text)))  # figures
            for text in texts
        ]
    leads_list = following is not None and following.depth > 0 and (whole.endswith(_COLONS) or is_caption(whole))
    is_line_of_several = len(texts) > 1 and (is_caption(whole) or (len(whole) <= _MAX_SHORT and is_line(whole)))
    if is_line_of_several or _is_header(paragraph, following):
        return [False] * len(texts)
    kept = [not (is_boilerplate(text) or (has_long and _is_fragment(text))) for text in texts]
    return [*kept[:-1], kept[-1] or leads_list]


def _ends_sentence(paragraph: Paragraph) -> bool:
    return bool(_SENTENCE_END.match(paragraph.sentences[-1].plain))


def _sections(section: Section, in_back_matter: bool = False) -> Iterator[tuple[Section, bool]]:
    """A section and those inside it, in reading order, each with whether it is in back matter: nothing else follows."""
    yield section, in_back_matter
    last = max((place for place, inner in enumerate(section.sections) if not is_back_matter(inner)), default=-1)
    for place, inner in enumerate(section.sections):
        yield from _sections(inner, in_back_matter or place > last)


def _sources_and_headers(paragraphs: Sequence[Paragraph]) -> set[int]:
    """The entries of lists of sources, and the first rows of tables that have no figures where all others have.

    Each is stated by the index of its first sentence.
    """
    found: set[int] = set()
    for is_item, run in groupby(paragraphs, key=lambda paragraph: paragraph.depth > 0):
        texts = {item.sentences[0].index: item.plain for item in run if is_item}
        sources = [item for item, text in texts.items() if _YEAR.search(text) and _SOURCE.search(text)]
        if len(sources) >= max(5, 0.6 * len(texts)):
            found |= {item for item in sources if len(texts[item]) <= _MAX_ENTRY}
        for is_row, table in groupby(texts, key=lambda item: CELL_SEPARATOR in texts[item]):
            header, *rows = table
            is_wide = is_row and texts[header].count(CELL_SEPARATOR) > 1
            if is_wide and len(rows) > 1 and not any(map(str.isdigit, texts[header])):
                found |= {header} if all(any(map(str.isdigit, texts[row])) for row in rows) else set()
    return found


def _is_header(paragraph: Paragraph, following: Paragraph | None) -> bool:
    """Whether a row is above others, or alone because headings divide its table."""
    text = paragraph.sentences[-1].plain
    if paragraph.depth or len(paragraph) > 1 or CELL_SEPARATOR not in text or _ends_sentence(paragraph):
        return False
    if following is None:
        return max(map(len, text.split(CELL_SEPARATOR))) <= 20
    return following.depth == 1 and CELL_SEPARATOR in following.sentences[0].plain


def _is_fragment(text: str) -> bool:
    return len(text) <= _MAX_SHORT and len(words(text)) <= 2  # "Nothing.", "U.S."


def _is_headline(text: str, following: Paragraph | None) -> bool:
    """Whether a line without a full stop is the headline of another article, and not a heading of this one.

    It leads to no list and goes on in no further line. It begins like a headline, or the next paragraph shares no word
    with it.
    """
    # A shorter line is a heading of the text itself, a longer one a sentence without its full stop.
    if not 5 <= len(words(text)) <= 14:
        return False
    if following is None or _HEADLINE_START.match(text):
        return True
    if following.depth or following.sentences[0].plain[0].islower():
        return False
    return _stems(text).isdisjoint(_stems(following.plain))


def _stems(text: str) -> set[str]:
    return {word[:6] for word in words(text) if len(word) >= 4}  # most shorter ones are stop words
