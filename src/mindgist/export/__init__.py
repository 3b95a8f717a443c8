"""Map files: writing, and reading back. One table of formats; the ending of the file name selects the format."""

from mindgist.export.formats import FORMATS, READABLE, Format, all_formats, format_named, load_map, render, save

__all__ = ["FORMATS", "READABLE", "Format", "all_formats", "format_named", "load_map", "render", "save"]
