"""What a worker does to the text of a page before it says it: all that needs no other page."""

from collections.abc import Iterable, Mapping
from typing import cast

from rag.text.cleaning import clean, join_hyphens, narrow_spaces
from rag.text.paragraphs import rejoin_lines
from rag.text.quality import assess
from rag.text.spacing import join_spaced_letters, undouble


def cleaned_page(message: Mapping[str, object]) -> Mapping[str, object]:
    """The message about a page whose lines end where the page was full."""
    if message["state"] != "read":
        return message
    text = clean(cast("str", message["text"]))
    whole = narrow_spaces(join_hyphens(undouble(join_spaced_letters(text))))
    headings = _headings(message)
    joined = rejoin_lines(whole, headings)
    return {**message, "text": whole, "headings": headings, **_judged(joined)}


def cleaned_paragraphs(message: Mapping[str, object]) -> Mapping[str, object]:
    """The message about a page of which each line is a paragraph."""
    lines = narrow_spaces(clean(cast("str", message["text"]))).split("\n")
    text = "\n".join(line for line in lines if line.strip())
    return {**message, "text": text, "headings": _headings(message), **_judged(text)}


def _judged(joined: str) -> dict[str, object]:
    """What holds of the page unless some of its lines turn out to be on other pages too."""
    quality = assess(joined)
    return {"joined": joined, "verdict": quality.verdict, "doubt": quality.reason}


def one_line(text: str) -> str:
    """A title or a label on one line."""
    return " ".join(join_spaced_letters(clean(text)).split())


def _headings(message: Mapping[str, object]) -> list[str]:
    found = map(one_line, cast("Iterable[str]", message["headings"]))
    return list(dict.fromkeys(filter(None, found)))
