"""E-mails: the message without headers, the quoted mail that it answers, and the signature."""

import re

from mindgist.document.patterns import LazyPattern
from mindgist.languages import any_language

_HEADER = re.compile(r"(?:[A-Z][\w-]{1,40}):[ \t]?[^\n]*(?:\n[ \t]+\S[^\n]*)*(?:\r?\n|\Z)")
_USUAL_HEADER = LazyPattern(lambda: f"^{any_language().email_headers}:", re.IGNORECASE | re.MULTILINE)
_SUBJECT = LazyPattern(
    lambda: (
        rf"^{any_language().subject_headers}:"
        r"[ \t]*(?:(?:re|fwd?|aw|wg):[ \t]*)*(?P<words>\S[^\n]*)"
    ),
    re.IGNORECASE | re.MULTILINE,
)
_SIGNATURE = LazyPattern(r"^--[ \t]?\r?$", re.MULTILINE)
_PART = LazyPattern(r"^--(?P<boundary>[\w'()+,./:=?-]{8,70})\r?\n(?:[A-Z][\w-]+:[^\n]*\n)*\r?\n", re.MULTILINE)
_QUOTED_MAIL = LazyPattern(lambda: rf"^{any_language().reply_lines}[ \t]*\r?$", re.MULTILINE)
_MAX_HEADERS = 100


def email_message(text: str) -> tuple[int, int, tuple[int, int] | None]:
    """The start and end of an e-mail's message and the range of its subject; the whole text if it is not an e-mail."""
    end = headers = 0
    while headers < _MAX_HEADERS and (header := _HEADER.match(text, end)):
        end = header.end()
        headers += 1
    if headers < 2 or len(_USUAL_HEADER.findall(text[:end])) < 2 or text[end : end + 1] not in ("\n", "\r", ""):
        return 0, len(text), None
    subject = _SUBJECT.search(text, 0, end)
    title = (subject.start("words"), subject.start("words") + len(subject["words"].rstrip())) if subject else None
    start, stop = end, len(text)
    part = _PART.search(text, end, end + 2_000)
    if part:  # the first of several versions of the same text
        start = part.end()
        following = text.find(f"--{part['boundary']}", start)
        stop = following if following >= 0 else stop
    for closing in (_SIGNATURE, _QUOTED_MAIL):
        found = closing.search(text, start, stop)
        stop = found.start() if found else stop
    return start, stop, title
