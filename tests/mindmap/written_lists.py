"""Documents written to be read back: five outlines, each in the forms that people give them.

A line of an outline is a title (=), a heading (#, ##), prose (>), or an item whose indentation is its depth: "-" stands
in a list with marks, "1" in a numbered one. What an item should hang under follows from the outline alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from document.samples import docx_of, escaped, word_document, word_paragraph

OUTLINES = {
    "agenda": """
= Meeting of the harbour council
# Agenda
> The council meets on Tuesday. It will deal with these points:
1 Minutes of the last meeting
1 Repair of the sea wall
  1 The engineers' report
  1 Offers of three builders
    1 The northern yard
    1 The town's own yard
1 Elections
# What to bring
- The report on the wall
- A pencil
""",
    "handbook": """
= Handbook of the night watch
> Whoever keeps the watch reads this first.
# Duties
> The watch has three duties. Each is done every hour:
- Look at the gauge. It hangs beside the door.
- Walk along the bank
  - From the gate to the mill
  - From the mill to the bridge
- Write down what you saw
> Nothing else matters as much.
## In a storm
> Ring the bell at once. Then call these people:
- The mayor
- The engineer on duty
  - On weekdays the first engineer
  - On Sundays the second one
# Afterwards
> Go home and sleep.
""",
    "recipe": """
= Fish soup of the harbour
# Ingredients
- Fish
  - Two herrings
  - One eel
- Vegetables
  - Three carrots
  - One onion
# Steps
> Take your time. The soup is made in four steps:
1 Clean the fish. Keep the heads.
1 Cook the heads for an hour
1 Add the vegetables
1 Add the fish last
> Serve it hot.
""",
    "plan": """
= Plan for the new bank
# Aims
> We want three things from the bank:
- Safety
  - Against storms
    - In winter
    - In spring
  - Against ice
- Work for the town
- A path along the water
# Costs
> The money comes from here:
1 The county
1 The state
  1 A loan
  1 A gift
# Dates
> Work begins in May. These are the milestones:
- The first stone is laid
- The bank is closed
""",
    "notes": """
= Notes on the tide
# Why it rises
> Several bodies pull at the sea. They are these:
- The moon
  - It is near
  - It is quick
- The sun
> Other bodies are too far away.
# What it does
> The tide changes the coast every day. People notice three effects:
1 Boats rise and fall
1 The meadow floods
  1 Twice a day at springs
  1 Never at neaps
1 Birds come to feed
""",
}


@dataclass(frozen=True)
class Line:
    mark: str
    depth: int
    text: str


def lines(outline: str) -> list[Line]:
    found = []
    for line in outline.strip().split("\n"):
        mark, _, text = line.strip().partition(" ")
        found.append(Line(mark, 1 + (len(line) - len(line.lstrip())) // 2 if mark in "-1" else 0, text))
    return found


def expected(outline: str) -> dict[str, str]:
    """What each item's first sentence should hang under."""
    parents: dict[str, str] = {}
    lead = ""
    open_: list[Line] = []
    for line in lines(outline):
        if not line.depth:
            lead, open_ = sentences(line.text)[-1], []
            continue
        open_ = [above for above in open_ if above.depth < line.depth]
        parents[sentences(line.text)[0]] = sentences(open_[-1].text)[0] if open_ else lead
        open_.append(line)
    return parents


def sentences(text: str) -> list[str]:
    return [part if part.endswith((".", ":")) else f"{part}." for part in text.split(". ")] if ". " in text else [text]


def markdown(outline: str) -> str:
    pieces = []
    for line in lines(outline):
        if line.mark == "=":
            pieces.append(f"# {line.text}\n\n")
        elif "#" in line.mark:
            pieces.append(f"\n#{line.mark} {line.text}\n\n")
        elif line.mark == ">":
            pieces.append(f"\n{line.text}\n\n")
        else:
            pieces.append(f"{'    ' * (line.depth - 1)}{'-' if line.mark == '-' else '1.'} {line.text}\n")
    return "".join(pieces)


def plain(outline: str) -> str:
    """As an e-mail has it: numbered headings, marks of several kinds."""
    pieces = []
    chapter = section = 0
    for line in lines(outline):
        if line.mark == "#":
            chapter, section = chapter + 1, 0
            pieces.append(f"\n{chapter}. {line.text}\n\n")
        elif line.mark == "##":
            section += 1
            pieces.append(f"\n{chapter}.{section} {line.text}\n\n")
        elif line.depth:
            mark = ("•", "-", "*")[line.depth - 1] if line.mark == "-" else ("1)", "a)", "i)")[line.depth - 1]
            pieces.append(f"{'   ' * (line.depth - 1)}{mark} {line.text}\n")
        else:
            pieces.append(f"{line.text}\n\n" if line.mark == "=" else f"\n{line.text}\n\n")
    return "".join(pieces)


def html(outline: str) -> str:
    title = next(line.text for line in lines(outline) if line.mark == "=")
    return f"<html><head><title>{title}</title></head><body><main>{''.join(_tags(outline))}</main></body></html>"


def _tags(outline: str) -> Iterator[str]:
    open_: list[str] = []
    for line in lines(outline):
        while len(open_) > line.depth:
            yield f"</li></{open_.pop()}>"
        if line.depth:
            if len(open_) == line.depth:
                yield "</li>"
            else:
                open_.append("ul" if line.mark == "-" else "ol")
                yield f"<{open_[-1]}>"
            yield f"<li>{escaped(line.text)}"
        else:
            tag = {"=": "h1", "#": "h2", "##": "h3", ">": "p"}[line.mark]
            yield f"<{tag}>{escaped(line.text)}</{tag}>"
    while open_:
        yield f"</li></{open_.pop()}>"


def docx(outline: str) -> bytes:
    body = ""
    for line in lines(outline):
        if line.depth:
            place = f'<w:numPr><w:ilvl w:val="{line.depth - 1}"/><w:numId w:val="3"/></w:numPr>'
            body += f"<w:p><w:pPr>{place}</w:pPr><w:r><w:t>{escaped(line.text)}</w:t></w:r></w:p>"
        else:
            style = {"=": "Titel", "#": "berschrift1", "##": "berschrift1", ">": ""}[line.mark]
            body += word_paragraph(line.text, style)
    return docx_of(word_document(body))
