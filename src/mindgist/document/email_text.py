"""E-mails: the messages of a thread in their order, without headers, quote marks and signatures.

A message ends where a line such as "On Monday Ida wrote:" or further headers begin the message that it answers. Lines
with fewer quote marks than that one belong to the answer again. Quoted lines that no such line introduces repeat
another mail and are left out, and so are messages that were read before.
"""

import re
from typing import NamedTuple

from mindgist.document.tokens import LazyPattern, words
from mindgist.languages import any_language

Range = tuple[int, int]

QUOTE = r"[ \t]{0,4}(?:>[ \t]?){1,20}"  # the quote marks that a line begins with
_QUOTE_MARKS = LazyPattern(rf"(?:{QUOTE})?")
_BLANK_LINES = LazyPattern(r"(?:[ \t]*\r?\n)*")
_LINE = LazyPattern(r"[^\n]*(?:\n|\Z)")
_FIRST_HEADERS = re.compile(r"(?:[A-Z][\w-]{1,40}:[ \t]?[^\n]*(?:\n[ \t]+\S[^\n]*)*(?:\r?\n|\Z)){2,100}")
_USUAL_HEADER = LazyPattern(lambda: f"^{any_language().email_headers}:", re.IGNORECASE | re.MULTILINE)
_SUBJECT = LazyPattern(
    lambda: rf"^{any_language().subject_headers}:[ \t]*(?:(?:re|fwd?|aw|wg):[ \t]*)*(?P<words>\S[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNATURE = re.compile(r"--[ \t]?\r?$")
_PART = LazyPattern(r"^--(?P<boundary>[\w'()+,./:=?-]{8,70})\r?\n(?:[A-Z][\w-]+:[^\n]*\n)*\r?\n", re.MULTILINE)
_REPLY = LazyPattern(lambda: rf"^(?:{QUOTE})?(?P<line>{any_language().reply_lines})[ \t]*\r?$", re.MULTILINE)
_REPLY_WORDS = re.compile(r"\S+\s+(?P<words>\S.*?)\s*+(?:[<\[][^>\]]*+[>\]])?\s*+(?:wrote|a écrit)?\s*+:$", re.DOTALL)
_HEADERS = LazyPattern(
    lambda: rf"(?:^(?:{QUOTE})?\*?{any_language().email_headers}:[^\n]*\n){{2,12}}", re.IGNORECASE | re.MULTILINE
)
_SENDER_OR_DATE = LazyPattern(
    lambda: (
        rf"^(?:{QUOTE})?\*?(?:{any_language().sender_headers}|{any_language().date_headers}):"
        r"[* \t]*(?P<words>[^\s<][^<\n\[]{0,80}?)(?:\s*[<\[][^\n]*|\s[+-]\d{4}\b[^\n]*)?\s*$"
    ),
    re.IGNORECASE | re.MULTILINE,
)


class Message(NamedTuple):
    """The ranges of a message's sender and date, or of the line that names both, and of its lines without marks."""

    heading: list[Range]
    lines: list[Range]


class Thread(NamedTuple):
    """The range of an e-mail's subject, and its messages, the newest first."""

    subject: Range | None
    messages: list[Message]


def email_thread(text: str) -> Thread | None:
    """The thread of an e-mail; None for another text."""
    headers = _FIRST_HEADERS.match(text)
    end = headers.end() if headers else 0
    if len(_USUAL_HEADER.findall(text[:end])) < 2 or text[end : end + 1] not in ("\n", "\r", ""):
        return None
    subject = _SUBJECT.search(text, 0, end)
    start, stop = end, len(text)
    part = _PART.search(text, end, end + 2_000)
    if part:  # the first of several versions of the same text
        start = part.end()
        following = text.find(f"--{part['boundary']}", start)
        stop = following if following >= 0 else stop
    messages: dict[tuple[str, ...], Message] = {}
    for message in _messages(text, start, stop, _sender_and_date(text, 0, end)):
        # The first words tell whether a message was read before.
        key = tuple(words("\n".join(text[first:last] for first, last in message.lines))[:40])
        if key:
            messages.setdefault(key, message)
    return Thread(_words(subject) if subject else None, list(messages.values()))


def _messages(text: str, start: int, end: int, heading: list[Range]) -> list[Message]:
    beginnings = {match.start(): match for match in _HEADERS.finditer(text, start, end)}
    beginnings |= {match.start(): match for match in _REPLY.finditer(text, start, end)}
    found = [Message(heading, [])]
    open_messages = [(0, found[0])]  # with the number of their quote marks
    in_signature = False
    position = start
    while position < end:
        if beginning := beginnings.get(position):
            position = beginning.end() + text.startswith("\n", beginning.end())
            found.append(Message(_heading(text, beginning), []))
            first_line = _BLANK_LINES.match(text, position).end()
            open_messages.append((_QUOTE_MARKS.match(text, first_line)[0].count(">"), found[-1]))
            in_signature = False
            continue
        line = _LINE.match(text, position, end)
        marks = _QUOTE_MARKS.match(text, position)
        depth = marks[0].count(">")
        content = text[marks.end() : line.end()].removesuffix("\n")
        if content.strip():
            while len(open_messages) > 1 and open_messages[-1][0] > depth:
                open_messages.pop()
                in_signature = False
            in_signature = in_signature or bool(_SIGNATURE.match(content))
        if depth <= open_messages[-1][0] and not in_signature:
            open_messages[-1][1].lines.append((marks.end(), marks.end() + len(content)))
        position = max(line.end(), position + 1)
    return found


def _heading(text: str, beginning: re.Match[str]) -> list[Range]:
    if "line" not in beginning.re.groupindex:
        return _sender_and_date(text, *beginning.span())
    named = _REPLY_WORDS.match(text, *beginning.span("line"))
    return [_words(named)] if named else []


def _sender_and_date(text: str, start: int, end: int) -> list[Range]:
    return [_words(match) for match in _SENDER_OR_DATE.finditer(text, start, end)]


def _words(match: re.Match[str]) -> Range:
    return match.start("words"), match.start("words") + len(match["words"].rstrip())
