"""Rows to the engine's types and back."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import RowMapping

from rag.types import Child, Page, Passage, Placement, Span, Version, VersionFacts

Row = RowMapping


def version_row(version: Version) -> dict[str, object]:
    """The row of a version without its parts."""
    return {
        "id": version.id,
        "workspace": version.workspace,
        "digest": version.digest,
        "title": version.title,
        "strategy": version.strategy,
        "reason": version.reason,
        "languages": list(version.languages),
        "parents": len(version.passages),
        "children": len(version.children),
        "notes": list(version.notes),
        "written_at": datetime.now(UTC),
    }


def page_row(version: str, page: Page) -> dict[str, object]:
    """A page without its text: the passages hold that."""
    return {
        "version": version,
        "number": page.number,
        "label": page.label,
        "state": page.state,
        "reason": page.reason,
    }


def passage_row(workspace: str, passage: Passage) -> dict[str, object]:
    """A parent; spans are kept as [page, start, end]."""
    return {
        "id": passage.id,
        "version": passage.version,
        "workspace": workspace,
        "ordinal": passage.ordinal,
        "first_page": passage.first_page,
        "last_page": passage.last_page,
        "heading": passage.heading,
        "text": passage.text,
        "spans": [[s.page, s.start, s.end] for s in passage.spans],
    }


def child_row(workspace: str, child: Child) -> dict[str, object]:
    """A child; its text is a part of its parent's and is not kept twice."""
    return {
        "id": child.id,
        "version": child.version,
        "workspace": workspace,
        "passage": child.passage,
        "ordinal": child.ordinal,
        "start": child.start,
        "end": child.end,
        "first_page": child.first_page,
        "last_page": child.last_page,
        "language": child.language,
    }


def placement_row(placement: Placement) -> dict[str, object]:
    """A placement; its channel and name are its document's."""
    return {
        "id": placement.id,
        "workspace": placement.workspace,
        "document": placement.document,
        "version": placement.version,
        "title": placement.title,
        "number": placement.number,
        "source_file": placement.source_file,
        "uploader": placement.uploader,
        "placed_at": placement.placed_at,
        "dropped_at": placement.dropped_at,
    }


def to_passage(row: Row, title: str | None = None) -> Passage:
    """A parent from its row; ``title`` is what its document is called where it is shown."""
    heading = row["heading"]
    if title is not None:
        heading = _retitled(heading, row["first_title"], title)
    return Passage(
        id=row["id"],
        version=row["version"],
        ordinal=row["ordinal"],
        heading=heading,
        text=row["text"],
        spans=tuple(Span(*span) for span in row["spans"]),
    )


def _retitled(heading: str, first: str, title: str) -> str:
    """Headings begin with the title that the content was first read under."""
    rest = heading.removeprefix(first)
    is_under_it = bool(first) and heading.startswith(first) and rest[:3] in {"", " › "}
    return f"{title}{rest}" if is_under_it else heading


def to_child(row: Row, parent_text: str) -> Child:
    """A child from its row and its parent's text."""
    return Child(
        id=row["id"],
        passage=row["passage"],
        version=row["version"],
        ordinal=row["ordinal"],
        text=parent_text[row["start"] : row["end"]],
        start=row["start"],
        end=row["end"],
        first_page=row["first_page"],
        last_page=row["last_page"],
        language=row["language"],
    )


def to_page(row: Row) -> Page:
    """A page without its text."""
    return Page(number=row["number"], label=row["label"], state=row["state"], reason=row["reason"])


def to_placement(row: Row, pages: int, unreadable: Sequence[int]) -> Placement:
    """A placement from its joined row and what its version's pages are."""
    return Placement(
        id=row["id"],
        workspace=row["workspace"],
        document=row["document"],
        channel=row["channel"],
        name=row["name"],
        title=row["title"],
        version=row["version"],
        number=row["number"],
        source_file=row["source_file"],
        uploader=row["uploader"],
        placed_at=row["placed_at"],
        dropped_at=row["dropped_at"],
        pages=pages,
        unreadable=tuple(unreadable),
        languages=tuple(row["languages"]),
        forgotten_at=row["forgotten_at"],
    )


def to_facts(row: Row) -> VersionFacts:
    """What is kept of a version besides its parts."""
    return VersionFacts(
        id=row["id"],
        workspace=row["workspace"],
        digest=row["digest"],
        title=row["title"],
        strategy=row["strategy"],
        reason=row["reason"],
        parents=row["parents"],
        children=row["children"],
        notes=tuple(row["notes"] or ()),
    )
