"""Which language a text is written in: by its script, and among those of one script by its commonest small words."""

from collections import Counter

from mindgist.document.patterns import LatePattern
from mindgist.document.tokens import words

_SAMPLE = 20_000  # characters that tell the script
_PROSE = 1_500  # of these, characters whose words tell the language: some two hundred words
_FEWEST_LETTERS = 20
_WORDS_OF_A_LETTER = {"han": 3, "kana": 2, "ko": 2}  # a letter of theirs says as much as so many of others
_SECOND_SCRIPT = 0.2  # of the letters

_BEYOND_ASCII = LatePattern(r"[^\0-\x7f]+")
_LATIN = LatePattern(r"[\u00c0-\u024f\u1e00-\u1eff]+")  # beyond ASCII
_RANGES = {
    "han": "\u3400-\u9fff", "kana": "\u3040-\u30ff", "ko": "\uac00-\ud7af", "arabic": "\u0600-\u06ff",
    "he": "\u0590-\u05ff", "hi": "\u0900-\u097f", "bn": "\u0980-\u09ff", "ta": "\u0b80-\u0bff",
    "th": "\u0e00-\u0e7f", "el": "\u0370-\u03ff", "hy": "\u0530-\u058f", "ka": "\u10a0-\u10ff",
    "am": "\u1200-\u137f", "my": "\u1000-\u109f", "km": "\u1780-\u17ff", "cyrillic": "\u0400-\u04ff",
}  # fmt: skip
_SCRIPTS = {script: LatePattern(f"[{letters}]") for script, letters in _RANGES.items()}
_OTHERS = LatePattern(f"[{''.join(_RANGES.values())}]+")
_SMALL_WORDS = {
    "latin": {
        "en": "the of and to in is that it was for on are with as his they be at this have from or had by not but what",
        "de": "der die und das ist nicht ein ich sie mit auf für dem den des im von zu eine werden auch wird sind bei",
        "fr": "le la les et des est une du dans que qui pour sur pas au par plus sont avec ce il ne se aux cette été",
        "es": "el la los las que de en es una por con para del se no su al más lo como pero fue este ha también",
        "pt": "o os as que de em um uma para com não do da dos das por mais no na se é ao como foi são também",
        "it": "il lo gli che di un una per con non del della sono è più nel alla anche come si da dei le ha questo",
        "nl": "de het een van en in is dat op te zijn met voor niet aan er om ook als bij door maar wordt naar",
        "pl": "i w na z się nie do jest to że o jak po co za od ale przez dla są oraz który przy tym było",
        "cs": "a se na je že v s z to o do i ve pro za by jsem ale které jako po jsou bylo který nebo",
        "sv": "och att det i på som en är av för med den till inte har de om ett var jag från kan så men",
        "da": "og at det i på som en er af for med den til ikke har de om et var jeg fra kan så men blev",
        "no": "og at det i på som en er av for med den til ikke har de om et var jeg fra kan så men ble",
        "fi": "ja on ei se että oli hän joka mutta niin kun ovat kuin myös olla jos tai sen hänen vain ole mukaan",
        "tr": "ve bir bu da de için ile çok olarak daha olan gibi kadar ne ama en sonra ya var değil her o ki",
        "ro": "și de la în a cu pe este nu că din un o care mai pentru sau ce au fost prin al se sunt această",
        "hu": "a az és hogy nem is egy ez volt de meg csak el ha már mint még van vagy azt kell lehet",
        "id": "yang dan di ini itu dengan untuk tidak dari dalam akan pada juga ke karena ada oleh adalah mereka",
        "vi": "và của là có không được cho các trong một người với những này đã để khi ra đến về như",
        "af": "die van en in is het dat nie vir met op te aan was om ook sy wat by deur hulle",
        "ca": "el la els les de i que en un una per amb no del és al més com són dels però va aquest",
    },
    "cyrillic": {
        "ru": "и в не на что с как это по но из у за от так же для было то он она они его только при или",
        "uk": "і в не на що з як це по але та за від так для було то він вона вони його до при або є у й",
        "bg": "и в не на че с как това по но от за да се са ще е със при или който които",
        "sr": "и у не на да се је за од су са као што али или који које би по из о",
    },
    "arabic": {
        "ar": "في من على أن إلى عن التي الذي هذا هذه كان مع ما لا لم هو هي بعد بين كل قد",
        "fa": "و در به از که این را با است برای آن یک خود تا کرد بر هم نیز شد می شود",
        "ur": "اور کے کی میں ہے کا سے کو نے پر کہ یہ اس ہیں بھی جو تھا ایک نہیں کر",
    },
}
_SETS = {
    script: {code: frozenset(text.split()) for code, text in some.items()} for script, some in _SMALL_WORDS.items()
}
_LANGUAGES: dict[str, dict[str, list[str]]] = {script: {} for script in _SETS}
for _script, _some in _SETS.items():
    for _code, _words in _some.items():
        for _word in _words:
            _LANGUAGES[_script].setdefault(_word, []).append(_code)
_NO_LETTERS = bytes(code for code in range(256) if not chr(code).isalpha() or code > 127)


def language_of(text: str) -> str | None:
    """The code of the text's language (ISO 639-1), or None where there is too little to tell by."""
    sample = text[:_SAMPLE]
    letters = _letters(sample)
    weights = {script: count * _WORDS_OF_A_LETTER.get(script, 1) for script, count in letters.items()}
    ranked = sorted((script for script in letters if letters[script]), key=weights.__getitem__, reverse=True)
    # Where the most frequent script is Latin and tells no language, it is names and code in a text of another one.
    second = [script for script in ranked[1:2] if weights[script] >= _SECOND_SCRIPT * sum(weights.values())]
    return next((code for script in [*ranked[:1], *second] if (code := _of_script(script, letters, sample))), None)


def _of_script(script: str, letters: dict[str, int], sample: str) -> str | None:
    if letters[script] < (_FEWEST_LETTERS if script == "latin" else 1):
        return None
    if script in ("han", "kana"):
        return "ja" if letters["kana"] > 0.05 * (letters["kana"] + letters["han"]) else "zh"
    if script not in _SETS:
        return script
    # What a text begins with may be names and addresses: where it tells nothing, more is looked at.
    return _by_small_words(script, sample[:_PROSE]) or _by_small_words(script, sample[_PROSE:])


def _by_small_words(script: str, prose: str) -> str | None:
    said = words(prose)
    if script != "latin":
        said = [word for word in said if not word.isascii()]
    languages = _LANGUAGES[script]
    found = Counter(filter(languages.__contains__, said))
    scores = dict.fromkeys(_SETS[script], 0)
    for word, count in found.items():
        for code in languages[word]:
            scores[code] += count
    best = max(scores, key=scores.__getitem__)
    seen = _SETS[script][best] & found.keys()
    if len(seen) < 2 or max(map(len, seen)) < 2:
        return None  # one word, however often, is a name, and letters are a formula's
    # A text of any length has its language's small words: where they are rare, it is in one we do not know. Fewer
    # languages are written in other scripts.
    return best if scores[best] >= max(2, (0.05 if script == "latin" else 0.02) * len(said)) else None


def _letters(sample: str) -> dict[str, int]:
    """How many letters there are of each script. Most texts are Latin but for a few characters, or for none."""
    latin = sample[:_PROSE] if sample.isascii() else sample
    latin_letters = len(latin.encode("ascii", "ignore").translate(None, _NO_LETTERS))
    if sample.isascii():
        return {"latin": latin_letters}
    rest = "".join(_BEYOND_ASCII.findall(sample))
    others = "".join(_OTHERS.findall(rest))
    found = {script: len(pattern.findall(others)) for script, pattern in _SCRIPTS.items()} if others else {}
    return {"latin": latin_letters + sum(map(len, _LATIN.findall(rest)))} | found
