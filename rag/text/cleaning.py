"""Characters of an extracted text made safe and comparable, once, before anything else sees them."""

import re
import unicodedata
from functools import lru_cache

# Their compatibility forms are ASCII marks that no longer end a Chinese or Japanese sentence.
_KEPT_PUNCTUATION = "！？；：，（）"
_UNPROTECTED = re.compile(f"[^{_KEPT_PUNCTUATION}]+")

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_SOFT_HYPHEN_END = re.compile("[\u00ad\ufffe]\n?")
# Direction marks, zero-width characters, tags that spell hidden text, and noncharacters.
_INVISIBLE = re.compile(
    "[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\uffff"
    "\U000e0000-\U000e007f]"
)
# A joiner has a meaning in Persian, Hindi and emoji; between Latin letters it only hides a word.
_LATIN_JOINER = re.compile("(?<=[A-Za-z0-9])[\u200c\u200d]+|[\u200c\u200d]+(?=[A-Za-z0-9])")
# Folded as they stand, "45²" would become 452 and "2½" would become 21/2.
_RAISED = re.compile("(?<=\\d)(?=[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u207b\u2080-\u2089])")
# Bullets and boxes of the fonts that Word has for them, which give their characters no other name.
_SYMBOLS = str.maketrans("\uf0a7\uf0b7\uf0d8\uf0fc\uf0a8\uf06f\uf078\uf0fe", "▪•➢✓□☐☒☑")
_FRACTION = re.compile(
    "(?<=\\d)(?=[\u00bc-\u00be\u2150-\u215f\u2460-\u249b\u24ea-\u24ff\u2776-\u2793])"
)

# Possessive and anchored, or a page-long run of letters takes time in the square of its length.
_HYPHEN_END = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}+)[-\u2010\u2011]\n[ \t]*([^\W\d_]+)")
_COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]++-[^\W\d_]++")
_NUMBER_HYPHEN_END = re.compile(r"(\d)[-\u2010\u2011\u2013]\n[ \t]*(?=\d)")
# "E-Mail", "X-ray" and "30-day" keep their hyphen, and so does a code such as SK-2210.
_SHORT_HYPHEN_END = re.compile(
    r"(?<![^\W_])((?:[^\W\d_](?=.\n[ \t]*[^\W_])|\d{1,4}(?=.\n[ \t]*[a-zß-ÿ])|[A-Z]{2,6}(?=.\n[ \t]*\d))"
    r"[-\u2010\u2011])\n[ \t]*"
)
_HYPHEN_ENDS = ("-\n", "\u2010\n", "\u2011\n", "\u2013\n")
# Beginnings that are words of their own; "pro-", "inter-" or "under-" are as often cut syllables.
_COMPOUND_STARTS = frozenset(
    "all cost cross five first four full half high ill long low non one self short six ten third "
    "three time two user well year twenty thirty forty fifty sixty seventy eighty ninety".split()
)
_SUFFIXES = frozenset(
    "able age al ance ary ed en ence er ers est ful hood ible ing ings ish ity ize less light ly ment "
    "ments ness ous out s ship sion tion ty ward wards".split()
)
_SMALL_WORDS = frozenset("and by for in of off on or the to up".split())
_SPACES = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
_TRAILING = re.compile(r"(?<![ \t])[ \t]+$", re.MULTILINE)
_LAST_TEXTS = 4  # a page is looked at several times before it is kept


@lru_cache(maxsize=_LAST_TEXTS)
def clean(text: str) -> str:
    """The text in NFKC without control, invisible and unpaired characters.

    Line ends stay, and so does white space inside a line, which still tells where words and
    columns end. The full-width marks that end sentences are kept as they are.
    """
    if text.isascii():  # of what follows, only these have to do with ASCII
        return _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))
    paired = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    lined = _LINE_ENDS.sub("\n", paired)
    visible = _INVISIBLE.sub("", _SOFT_HYPHEN_END.sub("", _CONTROLS.sub("", lined)))
    apart = _FRACTION.sub(" ", _RAISED.sub("^", _LATIN_JOINER.sub("", visible)))
    folded = _UNPROTECTED.sub(lambda m: unicodedata.normalize("NFKC", m.group()), apart)
    return folded.replace("\u2044", "/").replace("\u00a0", " ").translate(_SYMBOLS)


def join_hyphens(text: str) -> str:
    """Words cut at a line end made whole; a hyphen that belongs to the word stays."""
    if not any(end in text for end in _HYPHEN_ENDS):
        return text
    compounds = {w.lower() for w in _COMPOUND.findall(text)}

    def joined(match: re.Match[str]) -> str:
        left, right = match.groups()
        if not right[0].islower():
            return f"{left}-{right}" if right[0].isupper() and left[0].isupper() else match.group()
        return f"{left}-{right}" if _is_compound(left, right, compounds) else left + right

    whole = _NUMBER_HYPHEN_END.sub(r"\1-", _HYPHEN_END.sub(joined, text))
    return _SHORT_HYPHEN_END.sub(r"\1", whole)


def _is_compound(left: str, right: str, compounds: set[str]) -> bool:
    if f"{left}-{right}".lower() in compounds or right in _SMALL_WORDS:
        return True
    return left.lower() in _COMPOUND_STARTS and right not in _SUFFIXES


def narrow_spaces(text: str) -> str:
    """Runs of white space inside lines as one space; the indent of a line stays."""
    if "  " in text or "\t" in text:
        text = _SPACES.sub(" ", text)
    if " \n" in text or "\t\n" in text or text.endswith((" ", "\t")):
        text = _TRAILING.sub("", text)
    return text.strip("\n")
