"""Rows of an early release, written in its own SQL, are what they were after every migration."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import AsyncEngine

from rag.adapters.sql import database
from rag.adapters.sql.answers import SqlAnswerStore
from rag.adapters.sql.bin import SqlBin
from rag.adapters.sql.documents import SqlDocumentStore
from rag.types import Audience, Citation, Claim, Placement, Span, Usage, Visible, Vote
from tests.support.made import NOON, placement, version

_RELEASED = "0002"
_MOMENT = NOON.strftime("%Y-%m-%d %H:%M:%S.%f")
_HANDBOOK, _FEES, _GONE = "dhandbook", "dfees", "dgone"


def _rows() -> list[tuple[str, dict[str, Any]]]:
    """``v1`` lies in two channels under two names, ``v2`` in one, and ``v3`` was forgotten."""
    documents = [(_HANDBOOK, "C1", "handbook.pdf"), ("dcopy", "C2", "our pay 2025.pdf")]
    documents += [(_FEES, "C1", "fees.pdf"), (_GONE, "C1", "gone.pdf")]
    placed = [(_HANDBOOK, "v1", None), ("dcopy", "v1", None), (_FEES, "v2", None)]
    found: list[tuple[str, dict[str, Any]]] = [
        ("documents", {"id": i, "workspace": "W1", "channel": c, "name": n, "versions": 3})
        for i, c, n in documents
    ]
    for number, title in (("v1", "Employee handbook"), ("v2", "Fees of 2025"), ("v3", "Gone")):
        found.append(("versions", _version(number, title)))
        found.append(("pages", _page(number, 1, "read", "")))
        found.append(("pages", _page(number, 2, "image", "only an image: no text layer")))
        found.append(("passages", _passage(number, title)))
        found.append(("children", _child(number)))
    found += [("placements", _placed(*p)) for p in (*placed, (_GONE, "v3", _MOMENT))]
    found += [("answers", _answer()), ("thumbs", _thumb())]
    found.append(("addresses", {"workspace": "W1", "address": "C1/1.1", "answer": "a1"}))
    return found


def _version(number: str, title: str) -> dict[str, Any]:
    return {
        "id": number, "workspace": "W1", "digest": f"digest of {number}", "title": title,
        "strategy": "recursive", "reason": "few headings", "languages": '["en"]', "parents": 1,
        "children": 1, "notes": None if number == "v1" else '["attachment not read: a.xls"]',
        "written_at": _MOMENT,
    }  # fmt: skip


def _page(number: str, page: int, state: str, reason: str) -> dict[str, Any]:
    label = "i" * page
    return {"version": number, "number": page, "label": label, "state": state, "reason": reason}


def _passage(number: str, title: str) -> dict[str, Any]:
    return {
        "id": f"{number}-p1", "version": number, "workspace": "W1", "ordinal": 1, "first_page": 1,
        "last_page": 1, "heading": f"{title} › § 1", "text": f"The text of {number}.", "spans": "[[1, 0, 15]]",
    }  # fmt: skip


def _child(number: str) -> dict[str, Any]:
    return {
        "id": f"{number}-c1", "version": number, "workspace": "W1", "passage": f"{number}-p1",
        "ordinal": 1, "start": 4, "end": 14, "first_page": 1, "last_page": 1, "language": "en",
    }  # fmt: skip


def _placed(document: str, number: str, forgotten: str | None) -> dict[str, Any]:
    return {
        "id": f"p of {document}", "workspace": "W1", "document": document, "version": number,
        "number": 3, "source_file": f"F of {document}", "uploader": "U1", "placed_at": _MOMENT,
        "dropped_at": None, "forgotten_at": forgotten,
    }  # fmt: skip


def _answer() -> dict[str, Any]:
    """Before answers told of their sources, and citations of more than one sentence."""
    cited = {"number": 1, "document": _HANDBOOK, "title": "Employee handbook", "version": "v1"}
    cited |= {"page": 1, "label": "i", "quote": "27 days", "name": "handbook.pdf", "url": ""}
    claim = {"text": "27 days.", "cites": [1], "verdict": "supported"}
    claim |= {"evidence": "27 days", "method": "deterministic", "reason": "verbatim"}
    usage = {"calls": 1, "prompt_tokens": 2, "completion_tokens": 3}
    step = {"node": "draft", "summary": "s", "milliseconds": 1.5, "usage": usage, "details": {}}
    body = {
        "id": "a1", "question": "How many?", "standalone": "How many days?", "language": "en",
        "outcome": "answered", "text": "27 days [1].", "citations": [cited], "claims": [claim],
        "steps": [step], "milliseconds": 12.5,
    }  # fmt: skip
    return {
        "id": "a1", "workspace": "W1", "thread": "t1", "audience": "channel:C1",
        "channels": '["C1"]', "asker": "U1", "outcome": "answered", "question": "How many?",
        "body": json.dumps(body), "asked_at": _MOMENT, "milliseconds": 12.5,
    }  # fmt: skip


def _thumb() -> dict[str, Any]:
    return {
        "answer": "a1", "person": "U2", "value": 1, "workspace": "W1", "at": 7, "withdrawn": False,
    }  # fmt: skip


@pytest.fixture
async def upgraded(fresh_url: Callable[[], str]) -> AsyncIterator[AsyncEngine]:
    url = fresh_url()
    database.upgrade(url, _RELEASED)
    early = create_engine(database.sync_url(url))
    with early.begin() as connection:
        for table, row in _rows():
            columns = ", ".join(f'"{name}"' for name in row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)
    early.dispose()
    await database.migrate(url)
    opened = database.open_engine(url)
    yield opened
    await opened.dispose()


async def _live(store: SqlDocumentStore) -> dict[str, Placement]:
    return {p.document: p for p in await store.placements("W1")}


async def test_a_title_is_told_only_where_its_name_was(upgraded: AsyncEngine) -> None:
    """What lies in two channels was titled in one of them, and nobody knows any more in which."""
    store = SqlDocumentStore(upgraded)
    titles = {document: p.title for document, p in (await _live(store)).items()}
    assert titles == {
        _HANDBOOK: "handbook.pdf", "dcopy": "our pay 2025.pdf", _FEES: "Fees of 2025",
    }  # fmt: skip
    [forgotten] = await SqlBin(store).listed("W1")
    assert (forgotten.title, forgotten.forgotten_at) == ("Gone", NOON)


async def test_a_placement_has_all_that_it_had(upgraded: AsyncEngine) -> None:
    found = (await _live(SqlDocumentStore(upgraded)))[_FEES]
    assert found == Placement(
        id="p of dfees", workspace="W1", document=_FEES, channel="C1", name="fees.pdf",
        title="Fees of 2025", version="v2", number=3, source_file="F of dfees", uploader="U1",
        placed_at=NOON, pages=2, languages=("en",), unreadable=(2,),
    )  # fmt: skip


async def test_texts_pages_and_facts_are_read(upgraded: AsyncEngine) -> None:
    store = SqlDocumentStore(upgraded)
    live = await _live(store)
    visible = Visible("W1", (live[_HANDBOOK], live[_FEES]))
    found = await store.passages(visible, ["v1-p1", "v2-p1"])
    assert [found[p].heading for p in sorted(found)] == ["handbook.pdf › § 1", "Fees of 2025 › § 1"]
    assert (found["v2-p1"].text, found["v2-p1"].spans) == ("The text of v2.", (Span(1, 0, 15),))
    assert (await store.children(visible, ["v1-c1"]))["v1-c1"].text == "text of v1"
    pages = (await store.pages(visible, ["v1"]))["v1"]
    assert [(p.label, p.state) for p in pages] == [("i", "read"), ("ii", "image")]
    facts = {f.id: f.notes for f in await store.version_facts("W1")}
    assert facts == {"v1": (), "v2": ("attachment not read: a.xls",)}


async def test_what_comes_later_takes_the_place_of_an_early_row(upgraded: AsyncEngine) -> None:
    """The oldest rows don't know when they were dropped; ids of documents are made of names now."""
    store = SqlDocumentStore(upgraded)
    held = (await _live(store))[_FEES]
    renewed = replace(held, source_file="F9", dropped_at=NOON + timedelta(days=1))
    await store.renew(renewed)
    assert await store.held_by("W1", "F9") == [held.id]
    assert await store.held_by("W1", "F of dfees") == [held.id], "the earlier file holds it too"
    await store.write_version(version("v9"))
    await store.publish(placement("v9", "other.pdf"))
    assert len(await store.placements("W1")) == 4
    assert await store.withdraw("W1", held.id) == ["v2"]


async def test_answers_addresses_and_thumbs_are_read(upgraded: AsyncEngine) -> None:
    answers = SqlAnswerStore(upgraded)
    kept = await answers.at_address("W1", "C1/1.1")
    assert kept is not None
    assert (kept.audience, kept.asker) == (Audience("W1", "channel:C1", frozenset({"C1"})), "U1")
    answer = kept.answer
    assert (answer.asked_at, answer.sources) == (NOON, None), "what it tells of is not known"
    assert answer.citations == (
        Citation(1, _HANDBOOK, "Employee handbook", "v1", 1, "i", "27 days", "handbook.pdf"),
    )
    assert answer.claims == (
        Claim("27 days.", (1,), "supported", "27 days", "deterministic", "verbatim"),
    )
    assert answer.steps[0].usage == Usage(1, 2, 3)
    assert await answers.vote("W1", "a1", Vote("U3", -1, 9))
    assert await answers.votes("W1", "a1") == {"U2": 1, "U3": -1}
