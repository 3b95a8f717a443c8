"""The scripts that tell languages apart, each as a range of characters for a regular expression."""

SCRIPTS = {
    "han": "\u3400-\u9fff",
    "kana": "\u3040-\u30ff",
    "hangul": "\uac00-\ud7af",
    "arabic": "\u0600-\u06ff",
    "hebrew": "\u0590-\u05ff",
    "devanagari": "\u0900-\u097f",
    "bengali": "\u0980-\u09ff",
    "tamil": "\u0b80-\u0bff",
    "thai": "\u0e00-\u0e7f",
    "greek": "\u0370-\u03ff",
    "armenian": "\u0530-\u058f",
    "georgian": "\u10a0-\u10ff",
    "ethiopic": "\u1200-\u137f",
    "myanmar": "\u1000-\u109f",
    "khmer": "\u1780-\u17ff",
    "cyrillic": "\u0400-\u04ff",
}
"""All but Latin, which most documents are written in."""
UNSPACED = ("han", "kana", "thai")
"""Those that write words without spaces between them."""
