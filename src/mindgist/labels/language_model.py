"""Topics and gists by a language model that the user names: any service with OpenAI's interface (Ollama, llama.cpp).

A map is one request, to the user's address only: redirects are refused. Each topic and gist is checked against the
text (``is_faithful``), and one that fails is dropped, so that mindgist's own stays.
"""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from threading import Thread
from typing import IO, Any
from urllib.request import HTTPRedirectHandler, Request, build_opener

from mindgist.errors import MindgistError
from mindgist.labels.kinds import LabelledNode
from mindgist.languages import language as language_of
from mindgist.languages.language import Language
from mindgist.languages.scripts import UNSPACED

KEY_VARIABLE = "MINDGIST_LLM_KEY"  # in the environment: the key that a service may ask for
MAX_ANSWER = 1_000_000  # bytes
MAX_TOKENS = 100  # of the answer, for each node
MAX_TEXT = 600  # characters of a sentence that are sent
MAX_GIST, MAX_TOPIC = (16, 120), (5, 40)  # words and characters
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_STEM = 5  # letters at the start of a word that its inflections share

_INSTRUCTION = """You write the labels of a mind-map. The user sends its nodes, one a line: the number of the node, \
the number of its parent in brackets, and a sentence of the document. For each node write a topic, one to four words \
of the text that name what the node and everything below it is about, and a label, the sentence shortened to at most \
12 of its words. Keep names, numbers and units as they are. Keep every negation, doubt, condition and source. Add \
nothing that the sentence does not say. Write in the language of the sentences (LANGUAGE). Answer with JSON only, one \
object for each node, in the same order: {"nodes": [{"topic": …, "label": …}, …]}"""


class LanguageModelError(MindgistError):
    """The language model cannot be reached, or its answer cannot be used."""


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A model at an address, such as http://localhost:11434/v1, and how long to wait for it."""

    url: str
    name: str
    seconds: float

    def labels(self, nodes: Sequence[LabelledNode], code: str | None) -> list[tuple[str, str]]:
        """The topic and the gist of each node of a map, empty where what the model wrote is no faithful one.

        Raises:
            LanguageModelError: if there is no answer with one topic and gist for each node.
        """
        name = language_of(code or "").name or code or "as it is"
        lines = [f"{index} [{'-' if node.parent is None else node.parent}] {node.text[:MAX_TEXT]}"
                 for index, node in enumerate(nodes)]  # fmt: skip
        answer = self._ask(_INSTRUCTION.replace("LANGUAGE", name), lines)
        rows = _rows(answer, len(nodes))
        branches = [node.text for node in nodes]  # with everything below
        for index in range(len(nodes) - 1, 0, -1):
            if (parent := nodes[index].parent) is not None:
                branches[parent] += f"\n{branches[index]}"
        found: list[tuple[str, str]] = []
        for node, branch, row in zip(nodes, branches, rows, strict=True):
            topic, gist = _tidy(row.get("topic")), _tidy(row.get("label"))
            own = node.sentence is not None  # a heading is its own topic and gist
            has_topic = own and branch != node.text and is_faithful(topic, branch, code, MAX_TOPIC)
            has_gist = own and is_faithful(gist, node.text, code, MAX_GIST) and keeps_operators(gist, node.text, code)
            is_new = all(gist != other for _, other in found)
            found.append((topic if has_topic else "", gist if has_gist and is_new else ""))
        return found

    def _ask(self, instruction: str, lines: Sequence[str]) -> str:
        """What the model answers to one message; its form is asked for as a JSON Schema, too."""
        limits = {"topic": MAX_TOPIC, "label": MAX_GIST}  # without them, a small model repeats itself without end
        texts = {name: {"type": "string", "maxLength": limit[1]} for name, limit in limits.items()}
        row = {"type": "object", "properties": texts, "required": [*texts], "additionalProperties": False}
        rows = {"type": "array", "items": row, "minItems": len(lines), "maxItems": len(lines)}
        schema = {"type": "object", "properties": {"nodes": rows}, "required": ["nodes"], "additionalProperties": False}
        body = json.dumps({
            "model": self.name,
            "messages": [{"role": "system", "content": instruction}, {"role": "user", "content": "\n".join(lines)}],
            "temperature": 0,
            "max_tokens": MAX_TOKENS * len(lines),
            "response_format": {"type": "json_schema", "json_schema": {"name": "labels", "schema": schema}},
        }).encode()  # fmt: skip
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY_VARIABLE):
            headers["Authorization"] = f"Bearer {key}"
        address = self.url.rstrip("/").removesuffix("/chat/completions") + "/chat/completions"
        content = _fetched(Request(address, body, headers), self.seconds)
        try:
            return str(json.loads(content)["choices"][0]["message"]["content"])
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            raise LanguageModelError("its answer is not in the form of OpenAI's interface") from error


def _fetched(request: Request, seconds: float) -> bytes:
    """The answer to a request. It is waited for in a thread, because each byte of an answer may come late."""
    answers: list[bytes | str] = []  # the answer, or what went wrong

    def fetch() -> None:
        try:
            with build_opener(_NoRedirects).open(request, timeout=2 * seconds) as response:
                answers.append(response.read(MAX_ANSWER + 1))
        except (OSError, HTTPException, ValueError, LanguageModelError) as error:
            answers.append(str(error) or type(error).__name__)

    thread = Thread(target=fetch, daemon=True)
    thread.start()
    thread.join(seconds)
    answer = answers[0] if answers else f"no answer within {seconds:g} s"
    if len(answer) > MAX_ANSWER:
        answer = f"its answer is larger than {MAX_ANSWER:,} bytes"
    if isinstance(answer, str):
        raise LanguageModelError(answer)
    return answer


class _NoRedirects(HTTPRedirectHandler):
    """The text is sent to the address that the user named, and to no other."""

    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: object, newurl: str) -> None:
        raise LanguageModelError(f"it redirects to another address ({code}), which is not followed")


def is_faithful(label: str, text: str, code: str | None, limits: tuple[int, int]) -> bool:
    """Whether a label is short, is about the text, and has no number and no name that the text does not have.

    A name is a word with a capital letter. The first word of a label has one anyway, so it must be a word of the text
    or a stop word. Most words that are no stop words must be in the text, in any inflection.
    """
    words = _WORD.findall(label)
    if not words or len(words) > limits[0] or len(label) > limits[1] or not label.isprintable():
        return False
    known = {word.lower() for word in _WORD.findall(text)}
    data = language_of(code or "")
    first, *others = words
    names = {word.lower() for word in others if word != word.lower()}
    if first != first.lower() and first.lower() not in data.stop_words:
        names.add(first.lower())
    if not known.issuperset(names) or not set(_NUMBER.findall(label)) <= set(_NUMBER.findall(text)):
        return False
    if data.script in UNSPACED:
        shared = [character in text for word in words for character in word]
    else:
        stems = {word[:_STEM] for word in known}
        shared = [word.lower()[:_STEM] in stems for word in words if word.lower() not in data.stop_words]
    return 2 * sum(shared) > len(shared)


def keeps_operators(label: str, text: str, code: str | None) -> bool:
    """Whether a label denies, doubts and limits with the same words as its sentence ("not", "only", "if").

    Of a language without such data, no gist is accepted.
    """
    data = language_of(code or "")
    return bool(data.operators) and _operators(label, data) == _operators(text, data)


def _operators(text: str, data: Language) -> set[str]:
    if data.script in UNSPACED:
        return {one for one in data.operators if one in text}
    words = text.lower().replace("’", "'").replace("n't", " not").replace("cannot", "can not")
    return {*data.operators.intersection(_WORD.findall(words))}


def _rows(answer: str, count: int) -> list[dict[str, Any]]:
    """The objects of an answer: the list in it, whatever is written around it."""
    try:
        rows: list[dict[str, Any]] = json.loads(answer[answer.index("[") : answer.rindex("]") + 1])
    except (ValueError, RecursionError) as error:
        raise LanguageModelError("its answer holds no JSON list") from error
    if len(rows) != count or not all(isinstance(row, dict) for row in rows):
        raise LanguageModelError(f"its answer has {len(rows)} labels for {count} nodes")
    return rows


def _tidy(label: object) -> str:
    """A label on one line, with a capital letter at its start and no full stop at its end."""
    text = " ".join(label.split()).strip('"“”„ ').removesuffix(".") if isinstance(label, str) else ""
    return text[:1].upper() + text[1:]
