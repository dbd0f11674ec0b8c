"""The form in which an answer and a page are compared: the same for both sides."""

import re
import unicodedata

_FOLDED = str.maketrans(
    {
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "–": "-",
        "—": "-",
        "−": "-",
        "\u00ad": None,
        "\u200b": None,
    }
)
_SPACE = re.compile(r"\s+")


def normal(text: str) -> str:
    """NFKC, one kind of quote and dash, no soft hyphens, single spaces. Case is kept."""
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text).translate(_FOLDED)).strip()


def folded(text: str) -> str:
    """`normal` and without case."""
    return normal(text).casefold()
