"""A map as a deck of cards for Anki (.apkg).

Each card has a fixed number and the time of its making, so that Anki updates it if the deck is imported again.
"""

import io
import re
from html import escape

import genanki

from mindgist.export.branch import centre_branch
from mindgist.export.cards import GAP, GUARD, cards
from mindgist.files import fingerprint
from mindgist.mindmap import MindMap

_STYLE = ".card { font-family: sans-serif; font-size: 20px; } .source { color: #666; font-size: 14px; }"
_SOURCE = '<hr><div class="source">{{Source}}</div>'
_MARK = re.compile(r"([{}:])(?=\1)")  # of a cloze: two braces or colons
# Where Anki begins to play a sound, to speak or to typeset a formula.
_ACTIVE = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\$)|\\(?=[(\[])", re.IGNORECASE)

# Anki recognises note types by these numbers: they must never change.
_POINTS = genanki.Model(
    1_604_917_201, "mindgist points", fields=[{"name": name} for name in ("Topic", "Points", "Source")], css=_STYLE,
    templates=[{"name": "Points", "qfmt": "{{Topic}}", "afmt": "{{Topic}}<hr>{{Points}}" + _SOURCE}],
)  # fmt: skip
_CLOZE = genanki.Model(
    1_604_917_202, "mindgist cloze", fields=[{"name": name} for name in ("Text", "Source")], css=_STYLE,
    templates=[{"name": "Cloze", "qfmt": "{{cloze:Text}}", "afmt": "{{cloze:Text}}" + _SOURCE}],
    model_type=genanki.Model.CLOZE,
)  # fmt: skip


def to_apkg(mindmap: MindMap) -> bytes:
    """Return a package with one deck, named after the centre of the map."""
    name = centre_branch(mindmap).label
    deck = genanki.Deck(int(fingerprint(name)[:12], 16), name)
    for card in cards(mindmap):
        source = _escaped(card.source).replace("\n", "<br>")
        if card.is_cloze:
            phrase = "{{c1::" + _escaped_cloze(card.points[0]) + "}}"
            fields = [_escaped_cloze(card.question).replace(GAP, phrase, 1), source]
        else:
            items = "".join(f"<li>{_escaped(point)}</li>" for point in card.points)
            fields = [_escaped(card.question), f"<ul>{items}</ul>", source]
        deck.add_note(genanki.Note(_CLOZE if card.is_cloze else _POINTS, fields, guid=card.key[:20]))
    target = io.BytesIO()
    genanki.Package(deck).write_to_file(target)
    return target.getvalue()


def _escaped(text: str) -> str:
    """Return a text as HTML in which Anki finds no sound, speech or formula."""
    return _ACTIVE.sub(lambda match: match[0] + GUARD, escape(text))


def _escaped_cloze(text: str) -> str:
    """Return a text for a cloze, without the marks that begin and end one."""
    return _MARK.sub(lambda match: match[0] + GUARD, _escaped(text))
