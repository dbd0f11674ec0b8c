"""Rows to the engine's types and back."""

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import RowMapping

from rag.types import Child, Page, Passage, Placement, Span, Version

Row = RowMapping


def aware(moment: datetime) -> datetime:
    """SQLite gives times back without their zone; they were written in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


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
        "written_at": datetime.now(UTC),
    }


def page_row(version: str, page: Page) -> dict[str, object]:
    """A page without its text: the passages hold that."""
    return {
        "version": version,
        "number": page.number,
        "label": page.label,
        "state": page.state,
        "reason": page.reason[:256],
    }


def passage_row(workspace: str, passage: Passage) -> dict[str, object]:
    """A parent; spans are kept as [page, start, end]."""
    return {
        "id": passage.id,
        "version": passage.version,
        "workspace": workspace,
        "ordinal": passage.ordinal,
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


def to_passage(row: Row) -> Passage:
    """A parent from its row."""
    return Passage(
        id=row["id"],
        version=row["version"],
        ordinal=row["ordinal"],
        heading=row["heading"],
        text=row["text"],
        spans=tuple(Span(*span) for span in row["spans"]),
    )


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


def to_placement(row: Row, pages: Iterable[Row]) -> Placement:
    """A placement from its joined row and the rows of its version's pages."""
    numbered = list(pages)
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
        placed_at=aware(row["placed_at"]),
        pages=len(numbered),
        unreadable=tuple(p["number"] for p in numbered if p["state"] in {"image", "unreadable"}),
        languages=tuple(row["languages"]),
    )
