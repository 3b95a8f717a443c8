"""Transcripts: cues become sentences with times, speakers are kept, repeated lines are read once."""

import pytest

import mindgist
from mindgist.document import Document, read_bytes, read_text
from mindgist.errors import DocumentError
from mindgist.export import load_map
from mindgist.export.outline import to_outline

SRT = """1
00:00:01,000 --> 00:00:04,000
<i>ANNA: The harbour wall</i>
is fifty years old.

2
00:00:04,000 --> 00:00:06,500 X1:10 X2:20
{\\an8}It will not survive
another storm.

3
00:00:06,500 --> 00:00:08,000
[Music]

4
01:02:03,000 --> 01:02:05,000
BO: Repairing it costs 46 million.
- Opening it costs less.
"""
ROLLING = """WEBVTT
Kind: captions

STYLE
::cue { color: red }

NOTE nothing --> here

00:00.160 --> 00:02.510 align:start position:0%
BLANK
so<00:00:00.400><c> today</c><00:00:00.800><c> we</c> talk about the sea

00:02.510 --> 00:02.520 align:start position:0%
so today we talk about the sea
BLANK

00:02.520 --> 00:05.000
so today we talk about the sea
and<00:00:03.000><c> how</c> it rises every single year

00:05.000 --> 00:05.010
and how it rises every single year

00:05.010 --> 00:09.010
and how it rises every single year
cities build walls &amp; gates
""".replace("BLANK", " ")
VOICES = """WEBVTT - A talk

intro
00:01.000 --> 00:02.000
<v.loud Ada Byron>The engine weaves

00:02.000 --> 00:04.000
<v Ada Byron>The engine weaves patterns. It cannot think.

00:03.500 --> 00:05.000
<v Charles>Not yet.
"""


def spoken(document: Document) -> list[tuple[str, float | None, float | None]]:
    return [(one.plain, *document.time_of(one.start, one.end)) for one in document.sentences]


def test_srt_joins_cues_to_sentences_with_times() -> None:
    document = read_bytes(SRT.replace("\n", "\r\n").encode(), ending=".srt")
    assert spoken(document) == [
        ("ANNA: The harbour wall is fifty years old.", 1, 4),
        ("It will not survive another storm.", 4, 6.5),
        ("BO: Repairing it costs 46 million.", 3723, 3725),
        ("Opening it costs less.", 3723, 3725),
    ]
    assert [len(paragraph) for paragraph in document.paragraphs] == [2, 2]
    for sentence in document.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text


def test_rolling_captions_are_read_once() -> None:
    document = read_text(ROLLING)  # recognised by its first word
    assert spoken(document) == [
        ("so today we talk about the sea and how it rises every single year", 0.16, 5),
        ("cities build walls & gates", 5.01, 9.01),
    ]


def test_voices_and_growing_cues() -> None:
    assert spoken(read_text(VOICES, ending=".vtt")) == [
        ("Ada Byron: The engine weaves patterns.", 1, 4),
        ("It cannot think.", 2, 4),
        ("Charles: Not yet.", 3.5, 5),
    ]


def test_times_are_in_every_file_that_is_read_back(tmp_path) -> None:
    mindmap = mindgist.map(read_text(SRT), nodes=4)
    times = [(node.time_start, node.time_end) for node in mindmap.nodes]
    assert (3723, 3725) in times
    for ending in (".json", ".mm", ".xmind", ".opml", ".md"):
        mindmap.save(tmp_path / f"map{ending}")
        read = load_map(tmp_path / f"map{ending}")
        assert [(node.time_start, node.time_end) for node in read.nodes] == times, ending
    assert "[1:02:03]" in to_outline(mindmap)
    assert "[0:01]" in to_outline(mindmap)


def test_a_long_transcript() -> None:
    """Three hours: 5,000 cues of two sentences, which stay with their times."""
    cues = []
    for number in range(5000):
        start = 2 * number
        clock = f"{start // 3600:02d}:{start // 60 % 60:02d}:{start % 60:02d}"
        cues.append(f"{number + 1}\n{clock},000 --> {clock},900\nItem {number} is here. Number {number} ends\nnow.\n")
    document = read_text("\n".join(cues))
    assert len(document) == 10_000
    last = document.sentences[-1]
    assert (last.plain, document.time_of(last.start, last.end)) == ("Number 4999 ends now.", (9998, 9998.9))


@pytest.mark.parametrize("text", ["WEBVTT\n\nNOTE nothing\n", "1\n00:00:01,000 --> 00:00:02,000\n[Music]\n"])
def test_a_transcript_without_words_is_an_error(text: str) -> None:
    with pytest.raises(DocumentError, match="no line with a time and words"):
        read_text(text, ending=".vtt")
