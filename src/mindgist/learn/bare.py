"""Sentences without the marks by which a classifier would tell a highlight from an article's sentence.

Highlights have neither a dateline nor a full stop, sentences have. A teacher that sees these marks learns them instead
of what governs what, and then finds no governor among an article's own sentences; so it sees both without.
"""

import re

# "LONDON, England (CNN) -- ", "(CNN)", "(EW.com) -- "; a source that is not CNN needs the dashes.
_DATELINE = re.compile(r"(?:[A-Z][\w.,'’-]*\s+){0,6}\((?:CNN\)\s*|[\w .]{2,30}\)\s*(?=--|—|–))(?:--|—|–)?\s*")


def bare(sentence: str) -> str:
    """The sentence without a dateline and its full stop; as it is where nothing else would be left."""
    dateline = _DATELINE.match(sentence)
    return sentence[dateline.end() if dateline else 0 :].rstrip(". ") or sentence
