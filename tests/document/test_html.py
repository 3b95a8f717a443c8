import pytest
from samples import html_page, html_sample

from mindgist.document import read_bytes, read_text
from mindgist.document.html import read_html
from mindgist.errors import DocumentError

PROSE = "<p>The tide rises. It floods the meadow every day of the year.</p>"


def plains(body: str) -> list[str]:
    return [sentence.plain for sentence in read_html(html_page(body)).sentences]


@pytest.mark.parametrize(
    "noise",
    [
        "<nav>Noise here.</nav>",
        "<aside>Noise here.</aside>",
        "<footer>Noise here.</footer>",
        "<form>Noise here. <input></form>",
        "<script>Noise('here.')</script>",
        "<style>Noise { here: 1. }</style>",
        "<noscript>Noise here.</noscript>",
        "<template>Noise here.</template>",
        "<pre>Noise here.</pre>",
        "<div hidden>Noise here.</div>",
        '<div aria-hidden="true">Noise here.</div>',
        '<div style="display: none">Noise here.</div>',
        '<div class="site-sidebar left">Noise here.</div>',
        '<div id="comments">Noise here.</div>',
        "<ul><li><a href='x'>Noise</a></li><li><a href='y'>Noise here</a></li></ul>",
        "<table><tr><td>12.5</td><td>1,000</td></tr></table>",
        '<div class="login-popup hidden"><h2>Noise here</h2><p>Enter the address of the noise.</p></div>',
        "<!-- Noise here. -->",
    ],
)
def test_noise_is_left_out(noise: str) -> None:
    assert plains(noise + PROSE + noise) == ["The tide rises.", "It floods the meadow every day of the year."]


def test_a_section_of_links_is_left_out() -> None:
    links = "".join(
        f'<p>12 May, 10:30: <a href="x">The {name} of all the harbours</a></p>' for name in ("walls", "tides")
    )
    document = read_html(html_page(f"<h1>Tides</h1>{PROSE}<h2>More stories</h2>{links}<h2>Walls</h2>{PROSE}"))
    assert "stories" not in document.text
    assert [section.heading.plain for section in document.sections if section.heading] == ["Walls"]


def test_the_heading_of_a_form_is_left_out() -> None:
    document = read_html(html_page(f"<h1>Tides</h1><h3>Our newsletter</h3><form><input></form>{PROSE}"))
    assert not document.sections


def test_a_menu_that_is_never_closed_is_not_taken_for_the_page() -> None:
    menu = "<nav><ul><li><a href='x'>Noise</a></li><li><a href='x'>Noise here</a></li></ul>"
    assert plains(f"{menu}<div>{PROSE}</div>") == ["The tide rises.", "It floods the meadow every day of the year."]


def test_of_several_containers_of_one_name_the_fullest_holds_the_text() -> None:
    teaser = "<p>Sign up for the weekly newsletter of the harbour master and his crew.</p>"
    page = f"<div class='article-content'>{teaser}</div><div class='article-content news'>{PROSE * 4}</div>"
    assert plains(page) == ["The tide rises.", "It floods the meadow every day of the year."] * 4


def test_text_after_noise_is_kept() -> None:
    assert plains("<p>The tide<script>x</script> rises<sup class='reference'>[1]</sup> twice. It does.</p>") == [
        "The tide rises twice.",
        "It does.",
    ]


def test_the_anchor_of_a_heading_is_left_out() -> None:
    assert read_html(html_page(f'<h1>Tides<a class="headerlink" href="#x">¶</a></h1>{PROSE}')).title == "Tides"


def test_links_inside_prose_stay() -> None:
    assert plains('<p>See <a href="x">the long report on the harbour and its tides</a>.</p>') == [
        "See the long report on the harbour and its tides."
    ]


def test_blocks_and_line_breaks_separate_words() -> None:
    assert plains("<div>One word<div>Another one</div>A third<br>line</div>") == [
        "One word",
        "Another one",
        "A third line",
    ]


def test_a_container_with_little_text_is_not_the_main_part() -> None:
    assert "The tide rises." in plains("<article>Ad.</article>" + PROSE)


def test_a_page_of_noise_only_is_read_as_a_whole() -> None:
    assert plains("<nav>The tide rises.</nav>") == ["The tide rises."]


def test_the_title_is_the_only_h1_else_the_pages_title() -> None:
    assert read_html(html_page("<h1>One</h1>" + PROSE)).title == "One"
    assert read_html(html_page("<h1>One</h1>" + PROSE + "<h1>Two</h1>" + PROSE)).title == "The Harbour Report"


def test_the_title_is_the_articles_and_starts_no_section() -> None:
    head = (
        '<meta property="og:site_name" content="A Site"><meta property="og:title" content="Tides: a report - A Site">'
    )
    body = f"<h1>A Site</h1><article><h2>Tides: A Report</h2>{PROSE * 9}<h2>Tides: a report</h2>{PROSE}</article>"
    document = read_html(html_page(body, head))
    assert document.title == "Tides: A Report"
    assert document.body.heading is not None
    assert not document.body.sections


LONG = "".join(
    f"<p>The tide of day {day} rises, as every tide does, and floods the meadow again.</p>" for day in range(9)
)


@pytest.mark.parametrize(
    "noise",
    [
        '<div class="comments-area"><h3>3 comments</h3><p>Great article, thank you, noise.</p></div>',
        '<ul class="menu"><li><a href="a">Noise</a></li><li><a href="b">More noise</a></li></ul>',
        '<div class="teasers"><p><a href="a">Noise: another article, a link</a></p><p><a href="b">More</a></p></div>',
        "<p>ADVERTISING</p>",
        "<p>Follow us on every network!</p>",
        '<div class="related-stories"><h2>Noise</h2><p>Another article, not this one.</p></div>',
    ],
)
def test_what_surrounds_an_article_is_left_out(noise: str) -> None:
    text = read_html(html_page(f"<div><h1>Tides</h1>{LONG}{noise}{LONG}</div>{noise}")).text
    assert "oise" not in text
    assert "DVERT" not in text
    assert "ollow" not in text
    assert text.count("meadow") == 18


def test_marks_of_headings_are_left_out() -> None:
    body = f'<h1>Tides</h1>{PROSE}<h2>Ebb <a href="#ebb">#</a></h2>{PROSE}<h2><a href="#x">Flow</a> ¶</h2>{PROSE}'
    sections = read_html(html_page(body)).body.sections
    assert [section.heading.plain for section in sections if section.heading] == ["Ebb", "Flow"]


def test_a_wiki_page_is_complete() -> None:
    references = '<div class="reflist"><ol><li>A source on tides, printed in 1904.</li></ol></div>'
    table = (
        "<table class='infobox'><tr><th>Height</th><td>4 metres</td></tr><tr><th>Times</th><td>two</td></tr></table>"
    )
    edit = '<span class="mw-editsection">[edit]</span>'
    body = f'<div id="mw-content-text">{table}{LONG}<h2>Ebb{edit}</h2>{LONG}{references}</div>'
    text = read_html(html_page(body)).text
    assert all(words in text for words in ("Height – 4 metres", "printed in 1904"))
    assert text.count("meadow") == 18
    assert "edit" not in text


@pytest.mark.parametrize(
    "start",
    ["<!doctype html>", "<html>", '<?xml version="1.0"?>\n<html>', "<!-- a -->\n<!DOCTYPE html>", "<p>", "<div x>"],
)
def test_html_is_recognised_by_its_start(start: str) -> None:
    assert read_text(start + "<p>The tide <b>rises</b>.</p>").sentences[0].plain == "The tide rises."


def test_markdown_may_begin_with_a_tag() -> None:
    document = read_bytes(b"<div>\n\n# Title\n\nThe *tide* rises.", ending=".md")
    assert document.title == "Title"


def test_the_declared_encoding_is_used() -> None:
    page = '<html><head><meta charset="iso-8859-7"></head><body><p>Η παλίρροια ανεβαίνει.</p></body></html>'
    assert read_bytes(page.encode("iso-8859-7")).sentences[0].plain == "Η παλίρροια ανεβαίνει."
    assert read_bytes(page.replace("iso-8859-7", "punycode").encode()).sentences[0].plain == "Η παλίρροια ανεβαίνει."


def test_a_page_without_words() -> None:
    with pytest.raises(DocumentError, match="nothing to map"):
        read_html("<html><body><img src=x></body></html>")


def test_nothing_in_the_sample_is_noise() -> None:
    text = read_html(html_sample()).text
    assert not any(noise in text for noise in ("Home", "cookies", "Never seen", "Copyright"))


def test_the_lead_between_the_headline_and_the_article_is_kept() -> None:
    lead = "The council of the harbour town has decided, after a long debate, to let the sea back in."
    assert plains(f"<h1>The Harbour Report</h1><div>{lead}</div><div class='article-body'>{PROSE * 3}</div>")[0] == lead


def test_a_container_with_a_known_name_wins_over_a_longer_neighbour() -> None:
    other = "<p>Another story that has nothing to do with the one on this page, and goes on and on.</p>"
    found = plains(f"<div class='box'>{other * 3}</div><div class='entry-content'>{PROSE * 2}</div>")
    assert not any("Another" in sentence for sentence in found)


def test_a_section_whose_identifier_sounds_unwanted_is_kept() -> None:
    section = f"<section id='sharing-options'><h2>Sharing options</h2>{PROSE}</section>"
    assert "The tide rises." in plains(f"<main>{section}<section id='more'><h2>More</h2>{PROSE}</section></main>")


def test_a_page_with_one_broken_character_is_read() -> None:
    content = html_page(PROSE * 30).encode().replace(b"meadow", b"mead\xc3w", 1) + "<!-- ąęł -->".encode()
    assert read_bytes(content, ending=".html").sentences[0].plain == "The tide rises."


def test_leftovers_of_menus_and_teasers_are_dropped() -> None:
    prose = "".join(
        f"<p>The tide rises for the {word} time, and the meadow floods again.</p>" for word in ("first", "next")
    )
    document = read_html(
        f"<html><body><article><h1>Tides</h1>{prose}<h2>Advertisement</h2><h2>Ebb</h2>{prose}"
        '<p><a href="/more">Another story</a></p><p>The water falls in the evening of the day.</p>'
        "<h2>Read next</h2><p>Boats, nets</p><p>All our <a href='/a'>stories about harbours</a></p></article>"
    )
    assert [section.heading and section.heading.plain for section in document.sections] == ["Ebb"]
    assert document.sentences[-1].plain == "The water falls in the evening of the day."
    assert len(document) == 5
