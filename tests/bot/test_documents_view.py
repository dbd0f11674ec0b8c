"""The documents of a person, a page of them at a time; counts."""

from datetime import UTC, datetime

import pytest

from bot.views.documents import Shown, Unread, documents_message, matching
from bot.views.overview import health_lines, stats_lines, stats_message
from bot.workspace.blocks import check_blocks
from rag.types import Overview, Placement


def placement(which: int, name: str = "", **more) -> Placement:
    fields = {
        "id": f"p{which}",
        "workspace": "W1",
        "document": f"d{which}",
        "channel": "C1",
        "name": name or f"file {which}.pdf",
        "title": "",
        "version": f"v{which}",
        "number": 1,
        "source_file": "F1",
        "uploader": "U1",
        "placed_at": datetime(2026, 3, 1 + which % 20, tzinfo=UTC),
        "pages": 12,
    }
    return Placement(**(fields | more))  # type: ignore[arg-type]  # the fields as given


def shown(*placements: Placement) -> list[Shown]:
    return [Shown(p, "library", "Ada") for p in placements]


def test_an_entry_says_where_it_is_from_and_what_was_not_read():
    one = placement(1, "a <!here>.pdf", title="Travel", number=3, unreadable=(3, 7))
    message = documents_message(shown(one), (), {"first": 0, "count": 1}, "", "en")
    assert "1 document that you can see" in message.text
    assert "a &lt;!here&gt;.pdf – Travel" in message.text
    assert (
        "12 pages · in #library · by Ada, 2026-03-02 · version 3 · not read: 3, 7" in message.text
    )
    assert not check_blocks(list(message.blocks))


def test_a_page_has_buttons_to_those_before_and_after():
    many = [placement(n) for n in range(10)]
    message = documents_message(shown(*many), (), {"first": 10, "count": 35}, "travel policy", "en")
    assert "11–20 of 35" in message.text
    values = [e["value"] for e in message.blocks[-1]["elements"]]
    assert values == ["0:travel policy", "20:travel policy"]
    assert not check_blocks(list(message.blocks))
    last = documents_message(shown(*many[:5]), (), {"first": 30, "count": 35}, "", "en")
    assert [e["value"] for e in last.blocks[-1]["elements"]] == ["20:"]


def test_files_on_their_way_are_named():
    waiting = (Unread("b.pdf", 3, 9), Unread("c.pdf", 0, 0))
    message = documents_message((), waiting, {"first": 0, "count": 0}, "", "en")
    assert "b.pdf is being read (3 of 9 pages)" in message.text
    assert "c.pdf waits to be read" in message.text


@pytest.mark.parametrize(
    ("words", "found"),
    [("", ["b", "a"]), ("TRAVEL", ["b", "a"]), ("travel 2026", ["b"]), ("nothing", [])],
)
def test_words_are_looked_for_in_name_and_title(words: str, found: list[str]):
    a = placement(1, "a", title="Travel 2025")
    b = placement(2, "b", title="Travel 2026")
    assert [p.name for p in matching([a, b], words)] == found


def test_nothing_found_is_said():
    message = documents_message((), (), {"first": 0, "count": 0}, "<x>", "en")
    assert "None of the documents that you can see matches “&lt;x&gt;”." in message.text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_counts(language: str):
    overview = Overview({"answered": 8, "refused": 2}, 3, 1, 1_234.0, 900, 0.5)
    assert "👍 3 · 👎 1" in stats_lines(overview, language)
    assert not check_blocks(list(stats_message(overview, 30, language).blocks))
    assert len(stats_lines(Overview(), language)) == 1


def test_health_says_who_answers_and_what_is_not_searchable_yet():
    lines = health_lines({"embedder": "use", "missing": 2}, "extractive", 0, "en")
    assert "quoted" in lines[0]
    assert lines[2].startswith("2 documents are not searchable yet")
    assert "gpt-x" in health_lines({"embedder": "use", "missing": 0}, "gpt-x", 1, "en")[0]
