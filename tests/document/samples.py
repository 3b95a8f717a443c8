"""Documents in every format, made on the spot: one text, so that every reader can be held to the same things."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

TITLE = "The Harbour Report"
SECTIONS = {
    "Tides": [
        "The tide rises twice a day. It lifts the boats & floods the meadow.",
        "Dr. Tamsin measured it for nine years. Her notes fill four books.",
    ],
    "Money": ["Repairing the wall costs 46 million. Opening it costs 14 million."],
}
SENTENCES = [
    "The tide rises twice a day.",
    "It lifts the boats & floods the meadow.",
    "Dr. Tamsin measured it for nine years.",
    "Her notes fill four books.",
    "Repairing the wall costs 46 million.",
    "Opening it costs 14 million.",
]

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def archive(members: dict[str, str | bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return buffer.getvalue()


def html_page(body: str, head: str = "") -> str:
    return f"<!DOCTYPE html><html><head><title>{TITLE} | A Site</title>{head}</head><body>{body}</body></html>"


def html_sample() -> str:
    sections = "".join(
        f"<h2>{escaped(name)}</h2>" + "".join(f"<p>{escaped(text)}</p>" for text in texts)
        for name, texts in SECTIONS.items()
    )
    return html_page(
        '<nav><a href="/">Home</a> <a href="/a">About us</a></nav><div class="cookie-note">We use cookies. Agree?</div>'
        f"<main><h1>{TITLE}</h1><script>var hidden = 'Never seen. At all.';</script>{sections}</main>"
        "<footer>Copyright of the harbour. All rights reserved.</footer>"
    )


def word_paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escaped(text)}</w:t></w:r></w:p>'


def word_document(body: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><w:document {WORD}><w:body>{body}</w:body></w:document>'


STYLES = (
    f'<w:styles {WORD}><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="My own"/><w:basedOn w:val="berschrift1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Circle"><w:name w:val="Circle"/><w:basedOn w:val="Circle"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>'
)


def docx_of(document: str, styles: str = STYLES) -> bytes:
    return archive({"[Content_Types].xml": "<Types/>", "word/document.xml": document, "word/styles.xml": styles})


def docx_sample() -> bytes:
    body = word_paragraph(TITLE, "Titel")
    for name, texts in SECTIONS.items():
        body += word_paragraph(name, "berschrift1") + "".join(map(word_paragraph, texts))
    return docx_of(word_document(body))


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)


def package(items: str, references: str) -> str:
    return (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{TITLE}</dc:title></metadata><manifest>{items}</manifest><spine>{references}</spine></package>"
    )


def epub_sample() -> bytes:
    """The chapters lie in the archive in the wrong order; the spine has the right one."""
    pages: dict[str, str | bytes] = {}
    items = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
    references = '<itemref idref="nav"/>'
    for number, (name, texts) in enumerate(SECTIONS.items()):
        paragraphs = "".join(f"<p>{escaped(text)}</p>" for text in texts)
        pages[f"OEBPS/text/part {number}.xhtml"] = (
            f'<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>{name}</h1>'
            f"{paragraphs}</body></html>"
        )
        items += f'<item id="c{number}" href="text/part%20{number}.xhtml" media-type="application/xhtml+xml"/>'
        references += f'<itemref idref="c{number}"/>'
    ordered = dict(reversed(pages.items()))
    ordered["OEBPS/nav.xhtml"] = "<html><body><nav><ol><li>Tides</li></ol></nav></body></html>"
    return archive(
        {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER}
        | {"OEBPS/book.opf": package(items, references)}
        | ordered
    )


def pdf_sample(columns: int = 1, password: str | None = None) -> bytes:
    """Several pages with running heads, page numbers and, in narrow columns, words parted at line ends."""
    from reportlab.lib.pagesizes import A5
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    width, height = A5
    column = (width - 80 - 20 * (columns - 1)) / columns
    frames = [Frame(40 + index * (column + 20), 50, column, height - 100, 0, 0, 0, 0) for index in range(columns)]

    def furniture(canvas: object, template: object) -> None:
        canvas.setFont("Times-Roman", 8)  # type: ignore[attr-defined]
        canvas.drawString(40, height - 30, "Annals of the Harbour")  # type: ignore[attr-defined]
        canvas.drawCentredString(width / 2, 25, str(template.page))  # type: ignore[attr-defined]

    body = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12, alignment=4, firstLineIndent=10)
    heading = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=13, leading=16, spaceBefore=8, spaceAfter=4)
    title = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=20, leading=24)
    story = [Paragraph(TITLE, title)]
    for name, texts in SECTIONS.items():
        story.append(Paragraph(name, heading))
        story += [Paragraph(escaped(text), body) for text in texts * 24]
    buffer = BytesIO()
    template = BaseDocTemplate(buffer, pagesize=A5, encrypt=password, invariant=1)
    template.addPageTemplates([PageTemplate(frames=frames, onPage=furniture)])
    template.build(story)
    return buffer.getvalue()


def pdf_of_lines(
    pages: list[list[tuple[float, float, float, str]]], shown: int = 0, drawn: int = 0, stamp: str = "",
    size: tuple[int, int] = (600, 800), title: str = "",
) -> bytes:  # fmt: skip
    """A PDF of lines given as (x, y, size, text), in this order; on turned pages, x and y count from the middle.

    A text that begins with "*" is set in bold.
    """
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    canvas.setTitle(title)
    for lines in pages:
        canvas.setPageRotation(shown)
        if shown or drawn or any(x < 0 for x, *_ in lines):
            canvas.translate(300, 400)
            canvas.rotate(drawn)
        for x, y, letters, text in lines:
            canvas.setFont("Times-Bold" if text.startswith("*") else "Times-Roman", letters)
            canvas.drawString(x, y, text.removeprefix("*"))
        if stamp:
            canvas.rotate(90)
            canvas.drawString(300, -30, stamp)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def odt_sample() -> bytes:
    """The title by a style derived from "Title", as LibreOffice writes it."""
    body = f'<text:p text:style-name="P1">{TITLE}</text:p>'
    for name, texts in SECTIONS.items():
        body += f'<text:h text:outline-level="1">{name}</text:h>'
        body += "".join(f"<text:p>{escaped(text)}</text:p>" for text in texts)
    return odt_of(body)


def odt_of(body: str) -> bytes:
    names = "".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{place}:1.0" '
        for name, place in (("office", "office"), ("text", "text"), ("style", "style"), ("table", "table"))
    )
    styles = '<style:style style:name="P1" style:parent-style-name="Title"/>'
    content = f"<office:document-content {names}>{styles}<office:body><office:text>{body}</office:text></office:body>"
    return archive(
        {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": f"{content}</office:document-content>"}
    )


def rtf_sample() -> bytes:
    body = r"{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s5 Title;}}"
    body += rf"\pard\s5 {TITLE}\par "
    for name, texts in SECTIONS.items():
        body += rf"\pard\s1 {name}\par " + "".join(rf"\pard {text}\par " for text in texts)
    return (r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}" + body + "}").encode()


def pptx_sample() -> bytes:
    slides = [slide(TITLE, [])] + [slide(name, texts) for name, texts in SECTIONS.items()]
    return pptx_of(slides)


def slide(title: str, texts: list[str], more: str = "") -> str:
    def shape(kind: str, paragraphs: str) -> str:
        place = f'<p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr>'
        return f"<p:sp>{place}<p:txBody>{paragraphs}</p:txBody></p:sp>"

    points = "".join(f"<a:p><a:r><a:t>{escaped(text)}</a:t></a:r></a:p>" for text in texts)
    body = shape("title", f"<a:p><a:r><a:t>{title}</a:t></a:r></a:p>") + shape("body", points) + more
    return (
        '<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        f'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree>{body}</p:spTree></p:cSld>'
        "</p:sld>"
    )


def pptx_of(slides: list[str]) -> bytes:
    """The slides lie in the archive in the wrong order; the presentation has the right one."""
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    relations = "".join(
        f'<Relationship Id="r{number}" Type="{office}/slide" Target="slides/s{number}.xml"/>'
        for number in range(len(slides))
    )
    order = "".join(f'<p:sldId id="{256 + number}" r:id="r{number}"/>' for number in range(len(slides)))
    presentation = (
        '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        f'xmlns:r="{office}"><p:sldIdLst>{order}</p:sldIdLst></p:presentation>'
    )
    package = "http://schemas.openxmlformats.org/package/2006/relationships"
    parts = {f"ppt/slides/s{number}.xml": content for number, content in enumerate(slides)}
    return archive(
        dict(reversed(parts.items()))
        | {"ppt/presentation.xml": presentation}
        | {"ppt/_rels/presentation.xml.rels": f'<Relationships xmlns="{package}">{relations}</Relationships>'}
    )
