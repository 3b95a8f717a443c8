"""Bullets and numbers that begin the items of lists, for all readers."""

import re

_BULLET = "[-*+•‣◦▪●∙·■□–—]"
_DOTTED_NUMBER = r"\d{1,3}(?:\.\d{1,3})"  # 1.2

LIST_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,3}}|[a-z])[.)])\s{{1,20}}(?=\S)")
"""A bullet, "1.", "1)", "(1)", "a." and the like."""

TYPED_MARK = re.compile(rf"(?:{_BULLET}|\(?(?:\d{{1,2}}|[a-z])\))\s{{1,20}}(?=\S)")
"""The same without "1." and "a.", which number sections where a file has styles for lists."""

INDENTED_MARK = re.compile(
    rf"([ \t]{{0,40}})(?:{_BULLET}|({_DOTTED_NUMBER}{{0,4}})[.)]|({_DOTTED_NUMBER}{{1,4}})|\((?:\d{{1,3}}|[a-z])\)|"
    r"[a-z][.)])[ \t]{1,20}(?=\S)"
)
"""A mark with its indentation (group 1) and its number (group 2 or 3), as in plain text."""
