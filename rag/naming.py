"""Which documents a name means, and what may have been meant by one that means none."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from rag.errors import AmbiguousDocument, UnknownDocument
from rag.text.titles import kept_name
from rag.types import Placement

_NEAR = 3
_ALIKE = 0.6  # of the letters, as difflib counts
_WORD_ALIKE = 0.75
_EXTENSION = re.compile(r"\.(?:pdf|docx|md|markdown|txt)$")
_QUOTES = "\"'`“”‘’«»《》「」"


def named(document: str, placements: Iterable[Placement]) -> list[Placement]:
    """The placements of that id; if there is none, of that name, else of that title."""
    every, wanted = tuple(placements), {_plain(document), _plain(kept_name(document))}
    found = (
        [p for p in every if _plain(p.document) in wanted],
        [p for p in every if p.name in {document, kept_name(document)}],
        [p for p in every if _plain(p.name) in wanted],
        [p for p in every if _plain(p.title) in wanted],
    )
    return next(filter(None, found), [])


def the_one(document: str, placements: Sequence[Placement], channel: str = "") -> Placement:
    """The document of that name; where several are called so, the one in ``channel``.

    Raises:
        UnknownDocument: none is called so.
        AmbiguousDocument: several with different content are, and none or more are there.
    """
    found = named(document, placements)
    if not found:
        raise UnknownDocument(document, near_to(document, placements))
    if len({p.version for p in found}) > 1:
        here = [p for p in found if p.channel == channel]
        if len({p.version for p in here}) != 1:
            raise ambiguous(document, found)
        found = here
    return found[0]


def ambiguous(document: str, found: Iterable[Placement]) -> AmbiguousDocument:
    """The error that names each of these, to be told apart by their ids."""
    return AmbiguousDocument(document, tuple((p.document, p.name) for p in found))


def near_to(document: str, placements: Iterable[Placement]) -> tuple[str, ...]:
    """Names of documents that have the words in them, or are written nearly so."""
    wanted = _stem(document)
    names = {_stem(n): p.name for p in placements for n in (p.title, p.name)}
    words = {word: name for name in names for word in name.split()}
    inside = [name for name in names if wanted and wanted in name]
    alike = get_close_matches(wanted, names, n=_NEAR, cutoff=_ALIKE)
    partly = get_close_matches(wanted, words, n=_NEAR, cutoff=_WORD_ALIKE)
    found = [*inside, *alike, *(words[word] for word in partly)]
    return tuple(dict.fromkeys(names[name] for name in found))[:_NEAR]


def _stem(name: str) -> str:
    """Without what it ends in, which is the same for all."""
    return _EXTENSION.sub("", _plain(name))


def _plain(name: str) -> str:
    """As it is compared: a command may have quotes around it and have lost a second space."""
    return " ".join(name.casefold().strip(f"{_QUOTES} ").split())
