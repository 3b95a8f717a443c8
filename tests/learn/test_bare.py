import pytest

from mindgist.learn.bare import bare


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("LONDON, England (CNN) -- The wall opens.", "The wall opens"),
        ("(CNN)The wall opens.", "The wall opens"),
        ("St. Louis, Missouri (CNN) -- The wall opens", "The wall opens"),
        ('(EW.com) -- "No," she said.', '"No," she said'),
        ('She said "no."', 'She said "no."'),
        ("Did it open?", "Did it open?"),
        ("The agency (WHO) warned of storms.", "The agency (WHO) warned of storms"),
        ("He met (Tim) -- a friend.", "He met (Tim) -- a friend"),
        ("(CNN)", "(CNN)"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_datelines_and_full_stops_go_and_nothing_else_does(sentence: str, left: str) -> None:
    assert bare(sentence) == left
