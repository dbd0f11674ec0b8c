"""The process that reads a file that is no PDF.

It is told of it and says the same messages as the worker for PDF files, and may be killed at any time.
"""

from pathlib import Path

from rag.adapters.pdf.bounds import Task, bound, say, task
from rag.adapters.pdf.cleaned import cleaned_paragraphs
from rag.adapters.pdf.limits import Limits
from rag.adapters.reading.aligned import with_rows
from rag.adapters.reading.encodings import decoded
from rag.adapters.reading.texts import NotReadable, Text
from rag.text.markdown import read_markdown
from rag.text.plain import plain_lines


def main(given: Task) -> None:
    """Reads the file and writes what it finds to standard output."""
    limits = given.limits
    bound(limits)
    try:
        text = _read(given.path, given.kind)
    except NotReadable as failure:
        say({"rejected": failure.reason, "detail": given.kind})
        return
    except (MemoryError, RecursionError) as error:
        say({"rejected": "complex", "detail": type(error).__name__})
        return
    say(
        {
            "pages": len(text.pages),
            "title": text.title,
            "labels": [],
            "outline": [],
            "levels": text.levels,
            "notes": text.notes,
            "wrapped": False,
        }
    )
    for number in range(given.first_page, len(text.pages) + 1):
        say(cleaned_paragraphs(_page(text, number, limits)))


def _read(path: Path, kind: str) -> Text:
    if kind == "word":
        from rag.adapters.reading.word import read_word  # noqa: PLC0415 - brings lxml, not for texts

        return read_word(path)
    try:
        content, guessed = decoded(path.read_bytes())
    except ValueError as error:
        raise NotReadable("other") from error
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    notes = [f"read as {guessed}, which is how it looks"] if guessed else []
    if kind == "text":
        return Text([plain_lines(with_rows(content))], [[]], notes=notes)
    read = read_markdown(content)
    headings = [[text for text, _ in read.headings]]
    return Text([read.lines], headings, read.headings, read.title, notes)


def _page(text: Text, number: int, limits: Limits) -> dict[str, object]:
    whole = "\n".join(text.pages[number - 1])
    is_long = len(whole) > limits.page_characters
    state = "unreadable" if is_long else "read" if whole.strip() else "empty"
    return {
        "number": number,
        "text": "" if is_long else whole,
        "state": state,
        "reason": "too many characters" if is_long else "",
        "headings": text.headings[number - 1],
        "limited": is_long,
    }


if __name__ == "__main__":
    main(task())
