"""A long text cut to what matters for a question, every kept sentence as it stands."""

import re
from dataclasses import dataclass, replace

from rag.text.language import detect
from rag.text.sentences import sentences
from rag.text.terms import terms

GAP = " … "
_WIDE = re.compile(r"[ᄀ-ᇿ⺀-鿿가-힣豈-﫿＀-￯]")
_LETTERS_A_TOKEN = 3.5
_FEWEST_TOKENS = 40  # of a block: less than this says nothing, so that it isn't cut any further
Part = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """A document in a prompt: ``text`` may be cut, what is before and after it may not."""

    text: str
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        """As it stands in the prompt."""
        return f"{self.before}{self.text}{self.after}"

    @property
    def tokens(self) -> int:
        """About how many it has."""
        return estimate(str(self))

    def cut(self, tokens: int, about: str) -> "Block":
        """With the sentences that have most in common with ``about``, in about ``tokens``."""
        room = max(_FEWEST_TOKENS, tokens - estimate(self.before) - estimate(self.after))
        if estimate(self.text) <= room:
            return self
        return replace(self, text=_around_best(self.text, room, about))


def estimate(text: str) -> int:
    """About how many tokens a text has, without any model's tokeniser."""
    wide = len(_WIDE.findall(text))
    return int(wide + (len(text) - wide) / _LETTERS_A_TOKEN) + 1


def _around_best(text: str, tokens: int, about: str) -> str:
    """The best sentences that fit, in their order; between those that are apart, a gap."""
    language = detect(text)
    wanted = set(terms(about, detect(about))) | set(terms(about, language))
    parts = sentences(text)
    if not parts:
        return ""
    shared = [len(wanted & set(terms(text[a:b], language))) for a, b in parts]
    best = max(range(len(parts)), key=lambda n: (shared[n], -n))
    # Around the best first: a sentence is understood from those beside it.
    order = sorted(range(len(parts)), key=lambda n: (n != best, -shared[n], abs(n - best), n))
    kept, left = set[int](), tokens
    for number in order:
        cost = estimate(text[slice(*parts[number])]) + 1
        if cost <= left:
            kept.add(number)
            left -= cost
        elif not kept:
            return _window(text, parts[number], tokens, wanted)
    return _joined(text, [parts[n] for n in sorted(kept)])


def _window(text: str, part: Part, tokens: int, wanted: set[str]) -> str:
    """A piece of one endless sentence, around the first place where it says what is wanted."""
    sentence = text[slice(*part)]
    found = [at for term in wanted if (at := sentence.casefold().find(term)) >= 0]
    share = max(1, int(len(sentence) * tokens / estimate(sentence)))
    begin = max(0, min(min(found, default=0) - share // 2, len(sentence) - share))
    return sentence[begin : begin + share]


def _joined(text: str, parts: list[Part]) -> str:
    pieces, end = "", 0
    for begin, stop in parts:
        between = text[end:begin]
        pieces += (between if not between.strip() else GAP) if pieces else ""
        pieces += text[begin:stop]
        end = stop
    return pieces
