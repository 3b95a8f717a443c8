"""From bytes to text."""

import re
from collections.abc import Iterator

from mindgist.document.kinds import titles
from mindgist.errors import DocumentError

# Only encodings of texts: Python has others, some of them slow enough for an attack.
_NAME = (
    r"(?:utf[-_]?(?:8|16|32)|iso[-_]?\d|windows-|cp|koi8|gb|big5|shift|s?jis|euc|us-ascii|ascii|latin|mac|tis|hz)"
    r"[\w.:-]{0,20}"
)
_TEXT_ENCODING = re.compile(_NAME, re.IGNORECASE | re.ASCII)
_DECLARATION = re.compile(
    rb"(?:<meta[^>]{0,300}charset\s{0,9}=|<\?xml[^>]{0,300}encoding\s{0,9}=)\s{0,9}[\"']?(" + _NAME.encode() + rb")",
    re.IGNORECASE,
)

_CONTROL = re.compile(r"[\0-\x08\x0e-\x1a\x1c-\x1f]")  # but white space and escape

_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def decode(content: bytes, encoding: str | None = None) -> str:
    """Decode a text by the given encoding, a byte order mark, its own declaration, as UTF-8, or by a guess.

    Windows-1252, the usual encoding of Western texts that are not UTF-8, comes last. Bytes that are text in none of
    these raise an error.
    """
    if encoding is not None:
        try:
            if not is_text_encoding(encoding):
                raise LookupError(encoding)
            return _without_controls(content.decode(encoding))
        except LookupError as error:
            raise DocumentError(f"no text is written in '{encoding}'; try utf-8, cp1252 or utf-16") from error
        except UnicodeError as error:
            raise DocumentError(f"the input does not read as {encoding}: {error}") from error
    for mark, marked_encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return decode(content, marked_encoding)
    for name in _guesses(content):
        try:
            return _without_controls(content.decode(name))
        except (UnicodeError, LookupError):
            continue
        except DocumentError:
            if name == "cp1252":
                raise
    text = content.decode("utf-8", errors="replace")  # a page with a few broken characters
    if text.count("\ufffd") > 0.001 * len(text):
        raise DocumentError(
            "the input is no known kind of document, nor UTF-8 or Windows-1252 text; if it is text, name its encoding"
        )
    return _without_controls(text)


def is_text_encoding(name: str | None) -> bool:
    """Whether a name, from any source, is that of an encoding of texts."""
    return name is not None and bool(_TEXT_ENCODING.fullmatch(name))


def _guesses(content: bytes) -> Iterator[str]:
    declared = _DECLARATION.search(content, 0, 4_000) if content.lstrip()[:1] == b"<" else None
    if declared:
        yield declared[1].decode("ascii")
    yield "utf-8"
    for encoding, half in (("utf-16-le", content[1:2000:2]), ("utf-16-be", content[0:2000:2])):
        if len(half) > 4 and half.count(0) > 0.7 * len(half):  # as in Latin script
            yield encoding
    sample = content[:20_000]
    if sum(byte > 127 for byte in sample) >= 0.2 * len(sample):  # Russian, Chinese
        from charset_normalizer import from_bytes

        best = from_bytes(sample[: sample.rfind(b"\n") + 1] or sample).best()
        if best and is_text_encoding(best.encoding):
            yield best.encoding
    yield "cp1252"


def _without_controls(text: str) -> str:
    """The text without NUL, which some pages have by mistake; raises an error where it is binary data."""
    sample = text[:100_000]
    controls = len(_CONTROL.findall(sample))
    if controls > 0.01 * len(sample):
        raise DocumentError(f"the input is binary, and of no kind that mindgist reads; save it as {titles()}")
    return text.replace("\0", "")
