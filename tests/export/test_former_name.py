"""Map files that were written under the project's former name are still read."""

import io
import zipfile

import pytest

from export.maps import chain
from mindgist.errors import MapFileError
from mindgist.export import FORMATS
from mindgist.mindmap.file_form import from_dict, to_dict

TEXT_FORMATS = {
    ".json": ("mindgist-map", "ramify-map"),
    ".md": ("<!-- mindgist:", "<!-- ramify:"),
    ".opml": ("mindgist:", "ramify:"),
}


@pytest.mark.parametrize("ending", TEXT_FORMATS)
def test_text_formats_with_the_former_name_load(ending: str) -> None:
    mindmap = chain(4)
    new, former = TEXT_FORMATS[ending]
    written = FORMATS[ending].render(mindmap).decode()
    assert new in written
    renamed = written.replace("xmlns:mindgist", "xmlns:ramify").replace(new, former)
    assert to_dict(FORMATS[ending].parse(renamed.encode())) == to_dict(FORMATS[ending].parse(written.encode()))


def test_xmind_with_the_former_name_loads() -> None:
    written = FORMATS[".xmind"].render(chain(4))
    renamed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(written)) as source, zipfile.ZipFile(renamed, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"mindgist", b"ramify"))
    assert to_dict(FORMATS[".xmind"].parse(renamed.getvalue())) == to_dict(FORMATS[".xmind"].parse(written))


def test_an_unknown_format_name_is_refused() -> None:
    with pytest.raises(MapFileError, match="mindgist-map"):
        from_dict({"format": "other-map", "nodes": [{"text": "a"}]})
