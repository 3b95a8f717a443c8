"""Transcripts with times: SubRip (.srt) and WebVTT (.vtt).

Cues are joined to paragraphs, which end where another speaker begins or nobody speaks for a while. Automatic captions
show a line in several cues; it is read once.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import chain
from typing import NamedTuple

from mindgist.document.block import Block, BlockKind
from mindgist.document.builder import build_document
from mindgist.document.document import Document, Time
from mindgist.errors import DocumentError

_CLOCK = r"(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?"
_TIMING = re.compile(rf"\s*{_CLOCK}\s*-->\s*{_CLOCK}(?:\s.*)?$")
_VOICE = re.compile(r"<v(?:\.[^\s>]{0,100})?\s{1,9}([^\s>][^>]{0,200})>")  # bounded: one line may be the whole file
_SPEAKER = re.compile(r"(?:>>\s*|-\s+)?([A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,3}|[A-Z][A-Z .'’-]{1,30}):\s+(?=\S)")
_MARKUP = re.compile(r"<[^>]{0,200}>|\{\\[^}]{0,100}\}")
_TURN = re.compile(r"^(?:>>+|[-–—])\s*")
_SOUND = re.compile(r"[\[(♪♫*][^\])]*[\])♪♫*]|[♪♫\s]+")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’)\]]*$")


class _Cue(NamedTuple):
    start: float
    end: float
    speaker: str
    text: str


def read_transcript(text: str) -> Document:
    """Read a transcript; ``Document.times`` says when each part was spoken."""
    cues = list(_cues(text))
    if not cues:
        raise DocumentError("the transcript has no line with a time and words, so there is nothing to map")
    ends = sum(bool(_SENTENCE_END.search(cue.text)) for cue in cues)
    has_sentences = sum(len(cue.text.split()) for cue in cues) <= 60 * ends
    pieces = list(_pieces(cues, has_sentences))
    kind: BlockKind = "paragraph" if has_sentences else "row"
    document = build_document(Block(" ".join(cue.text for cue in piece), kind) for piece in pieces)
    times: list[Time] = []
    offset = 0
    for cue in chain.from_iterable(pieces):
        offset = document.text.index(cue.text, offset)
        times.append((offset, cue.start, cue.end))
        offset += len(cue.text)
    return replace(document, times=tuple(times))


def _pieces(cues: list[_Cue], has_sentences: bool) -> Iterator[list[_Cue]]:
    """The cues of each paragraph; without punctuation, of pieces of about a sentence's length."""
    piece: list[_Cue] = []
    length = 0
    speaker = ""
    for cue in cues:
        if piece:
            ends = length > 1500 or cue.start - piece[-1].end >= 2.0  # characters, seconds
            if has_sentences:
                ends = ends and bool(_SENTENCE_END.search(piece[-1].text))
            else:
                ends = ends or sum(len(one.text.split()) for one in piece) >= 12
            if ends or cue.speaker not in ("", speaker):
                yield piece
                piece, length = [], 0
        named = cue._replace(text=f"{cue.speaker}: {cue.text}") if cue.speaker not in ("", speaker) else cue
        piece.append(named)
        length += len(named.text) + 1
        speaker = cue.speaker or speaker
    yield piece


def _cues(text: str) -> Iterator[_Cue]:
    """The cues with the words that the cue before did not show."""
    before: list[str] = []
    for start, end, lines in _timed_lines(text):
        speaker = ""
        shown = []
        for line in lines:
            if voice := _VOICE.search(line):
                speaker = " ".join(voice[1].split())
            words = " ".join(unescape(_MARKUP.sub("", line)).split())
            if named := _SPEAKER.match(words):
                speaker, words = named[1], words[named.end() :]
            words = _TURN.sub("", words)
            if words and not _SOUND.fullmatch(words):
                shown.append(words)
        if new := _new_lines(shown, before):
            yield _Cue(start, end, speaker, " ".join(new))
        before = shown or before


def _new_lines(lines: list[str], before: list[str]) -> list[str]:
    """The lines without those at the start that the cue before ended with."""
    most = min(len(lines), len(before), 10)
    repeated = max(count for count in range(most + 1) if lines[:count] == before[len(before) - count :])
    new = lines[repeated:]
    if new and before and new[0].startswith(f"{before[-1]} "):  # captions that grow by a few words in each cue
        new[0] = new[0][len(before[-1]) + 1 :]
    return new


def _timed_lines(text: str) -> Iterator[tuple[float, float, list[str]]]:
    """(start, end, lines) of each cue, in seconds. Headers, styles and notes follow a blank line."""
    timing: re.Match[str] | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        found = _TIMING.match(line)
        if timing and (found or not line):
            yield _seconds(timing[1], *timing.group(2, 3, 4)), _seconds(timing[5], *timing.group(6, 7, 8)), lines
            timing, lines = None, []
        if found:
            timing = found
        elif timing:
            lines.append(line)


def _seconds(hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    return round(int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction or 0}"), 3)
