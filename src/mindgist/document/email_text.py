"""E-mails: what was written, without the letterhead, the mail that it answers and the signature."""

import re

from mindgist.document.patterns import LazyPattern
from mindgist.languages import any_language

_HEADER = re.compile(r"(?:[A-Z][\w-]{1,40}):[ \t]?[^\n]*(?:\n[ \t]+\S[^\n]*)*(?:\r?\n|\Z)")
_USUAL = LazyPattern(lambda: f"^{any_language().email_headers}:", re.IGNORECASE | re.MULTILINE)
_SUBJECT = LazyPattern(
    lambda: (
        rf"^{any_language().subject_headers}:"
        r"[ \t]*(?:(?:re|fwd?|aw|wg):[ \t]*)*(?P<words>\S[^\n]*)"
    ),
    re.IGNORECASE | re.MULTILINE,
)
_SIGNATURE = LazyPattern(r"^--[ \t]?\r?$", re.MULTILINE)
_PART = LazyPattern(r"^--(?P<boundary>[\w'()+,./:=?-]{8,70})\r?\n(?:[A-Z][\w-]+:[^\n]*\n)*\r?\n", re.MULTILINE)
_ANSWERED = LazyPattern(lambda: rf"^{any_language().reply_lines}[ \t]*\r?$", re.MULTILINE)
_MOST_HEADERS = 100


def without_email_frame(text: str) -> tuple[int, int, tuple[int, int] | None]:
    """Where the words of an e-mail begin and end, and its subject; all of a text that is none."""
    end = headers = 0
    while headers < _MOST_HEADERS and (header := _HEADER.match(text, end)):
        end = header.end()
        headers += 1
    if headers < 2 or len(_USUAL.findall(text[:end])) < 2 or text[end : end + 1] not in ("\n", "\r", ""):
        return 0, len(text), None
    subject = _SUBJECT.search(text, 0, end)
    title = (subject.start("words"), subject.start("words") + len(subject["words"].rstrip())) if subject else None
    start, stop = end, len(text)
    part = _PART.search(text, end, end + 2_000)
    if part:  # the first of several forms of the same text
        start = part.end()
        following = text.find(f"--{part['boundary']}", start)
        stop = following if following >= 0 else stop
    for closing in (_SIGNATURE, _ANSWERED):
        found = closing.search(text, start, stop)
        stop = found.start() if found else stop
    return start, stop, title
