"""The scripts that tell languages apart, and the languages that are recognised."""

_TABLE = {  # the characters of a script as a range of a regular expression, and ISO 639-1 codes
    "latin": ("", "en de fr es pt it nl pl cs sv da no fi tr ro hu id vi af ca eu"),
    "cyrillic": ("\u0400-\u04ff", "ru uk bg sr"),
    "arabic": ("\u0600-\u06ff", "ar fa ur"),
    "han": ("\u3400-\u9fff", "zh"),
    "kana": ("\u3040-\u30ff", "ja"),
    "hangul": ("\uac00-\ud7af", "ko"),
    "hebrew": ("\u0590-\u05ff", "he"),
    "devanagari": ("\u0900-\u097f", "hi"),
    "bengali": ("\u0980-\u09ff", "bn"),
    "tamil": ("\u0b80-\u0bff", "ta"),
    "thai": ("\u0e00-\u0e7f", "th"),
    "greek": ("\u0370-\u03ff", "el"),
    "armenian": ("\u0530-\u058f", "hy"),
    "georgian": ("\u10a0-\u10ff", "ka"),
    "ethiopic": ("\u1200-\u137f", "am"),
    "myanmar": ("\u1000-\u109f", "my"),
    "khmer": ("\u1780-\u17ff", "km"),
}
SCRIPT_OF = {code: script for script, (_, codes) in _TABLE.items() for code in codes.split()}
"""The languages that are recognised, by code. Those without a file have no data but their script."""
SCRIPTS = {script: characters for script, (characters, _) in _TABLE.items() if characters}
"""The characters of all scripts but Latin, which most documents are written in."""
UNSPACED = ("han", "kana", "thai")  # write words without spaces between them
