"""No query reaches SQL or the index without its workspace, nor a search without what is visible."""

import ast
import inspect
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import event

from rag import ports
from rag.adapters.milvus.index import MilvusIndex
from rag.adapters.sql import tables
from rag.service import Footnote
from rag.types import Visible, Vote
from tests.support.engines import audience, drop, opened, question

ROOT = Path(__file__).parents[2]
CARRIERS = {"workspace", "visible", "audience", "version", "placement", "answer"}
# What keeps the stores in order for all workspaces: ids in, ids and counts out.
UPKEEP = {
    ("VectorIndex", "delete_versions"), ("VectorIndex", "reset"), ("VectorIndex", "close"),
    ("VectorIndex", "flush"),
    ("DocumentStore", "discard"), ("DocumentStore", "unplaced"), ("DocumentStore", "unknown"),
    ("DocumentStore", "close"),
}  # fmt: skip
# The same, and what they give to `rag.maintenance` may be of any workspace.
EVERYWHERE = {
    ("VectorIndex", "counts"), ("DocumentStore", "all_children"),
    ("DocumentStore", "version_facts"), ("Bin", "listed"),
}  # fmt: skip
READS_TEXT = {"children", "passages", "passages_of", "pages", "page_texts"}
SEARCHES = {"search_vector", "search_terms"}


def methods(port: str) -> dict[str, inspect.Signature]:
    found = vars(getattr(ports, port)).items()
    return {n: inspect.signature(f) for n, f in found if callable(f) and not n.startswith("_")}


def test_every_method_of_a_store_takes_the_workspace_or_what_carries_it():
    for port in ("DocumentStore", "VectorIndex", "VectorCache", "Bin", "AnswerStore", "Spending"):
        for name, signature in methods(port).items():
            if (port, name) in UPKEEP:
                continue
            carriers = CARRIERS & signature.parameters.keys()
            assert carriers, f"{port}.{name} knows no workspace"
            optional = [c for c in carriers if "None" in str(signature.parameters[c].annotation)]
            assert not optional or (port, name) in EVERYWHERE, f"{port}.{name} may leave it out"


def test_what_reads_text_or_searches_takes_what_is_visible():
    for port, names in (("DocumentStore", READS_TEXT), ("VectorIndex", SEARCHES)):
        for name in names:
            taken = methods(port)[name].parameters["visible"].annotation
            assert taken in {"Visible", Visible}


def test_only_the_one_place_makes_what_is_visible_and_few_make_an_audience():
    makers: dict[str, set[str]] = {"Visible": set(), "Audience": set()}
    for path in [*(ROOT / "rag").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                makers.get(node.func.id, set()).add(str(path.relative_to(ROOT)))
    assert makers["Visible"] == {"rag/access.py"}
    assert makers["Audience"] <= {
        "bot/audience.py",
        "bot/work/places.py",  # a channel's own documents, for what its uploads replace
        "rag/adapters/sql/answers.py",  # as it was kept
        "rag/graphs/ingest/storing.py",  # of the placement that has just been made
        "rag/suggesting.py",  # the same: questions are tried in the channel of the drop
        "rag/surroundings.py",  # the command line, whose user has the folder
        "rag/evaluation/library.py",
        "rag/evaluation/run.py",
    }


def test_only_upkeep_reads_everywhere():
    callers: dict[str, set[str]] = {"all_children": set(), "unplaced": set(), "unknown": set()}
    for path in (ROOT / "rag").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in callers:
                callers[node.attr].add(path.name)
    assert set().union(*callers.values()) <= {"maintenance.py"}


@dataclass
class Recorder:
    """Statements with their values, and filters of searches, while a step runs."""

    statements: list[tuple[str, str]] = field(default_factory=list)
    filters: list[str] = field(default_factory=list)

    def note(self, _c: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        self.statements.append((statement, repr(values)))


@asynccontextmanager
async def recorded(engine: Footnote) -> AsyncIterator[Recorder]:
    """The real database and the real index, listened to."""
    recorder, index = Recorder(), engine.index
    assert isinstance(index, MilvusIndex)
    searched: Callable[..., Any] = index.client.search

    def search(*given: Any, **how: Any) -> Any:
        recorder.filters.append(how["filter"])
        return searched(*given, **how)

    store: Any = engine.documents_store
    event.listen(store.engine.sync_engine, "before_cursor_execute", recorder.note)
    index.client.search = search
    yield recorder


async def test_a_session_of_two_workspaces_names_its_own_in_every_statement(tmp_path: Path):
    """The same channels, names and people; two of the files have the same bytes."""
    async with opened(tmp_path) as engine, recorded(engine) as recorder:
        own: dict[str, set[str]] = {}
        for workspace, other in (("WONE", "WTWO"), ("WTWO", "WONE")):
            recorder.statements.clear()
            recorder.filters.clear()
            seen = await session(engine, tmp_path, workspace)
            own[workspace] = seen
            said = [s for s in recorder.statements if touches_a_tenant(s[0])]
            assert len(said) > 60, "the session was recorded"
            strange = [s for s in said if other in s[1]]
            assert not strange
            nameless = [
                s for s in said if workspace not in s[1] and not only_ids_of(s[1], own, workspace)
            ]
            assert not nameless, nameless[:3]
            assert len(recorder.filters) >= 4
            for condition in recorder.filters:
                assert f'workspace == "{workspace}"' in condition
                assert set(re.findall(r'"(v[0-9a-f]{24})"', condition)) <= seen


async def session(engine: Footnote, folder: Path, workspace: str) -> set[str]:
    """Everything that a person can do; returns the versions that there were."""
    first = await drop(
        engine, folder / "ferry.pdf", "The ferry to Porto leaves at nine in the morning. Daily.",
        workspace=workspace,
    )  # fmt: skip
    second = await drop(engine, folder / "ferry.pdf", workspace=workspace, channel="C2")
    third = await drop(
        engine, folder / "ferry.pdf", "The ferry to Porto leaves at ten. It is late today.",
        workspace=workspace,
    )  # fmt: skip
    here = audience("C1", "C2", workspace=workspace)
    answers = [
        await engine.ask(question(text, f"{workspace}:{n}", thread="t", workspace=workspace))
        for n, text in enumerate(("When does the ferry to Porto leave?", "list the documents"))
    ]
    await engine.note_address(workspace, answers[0].id, "C1/1")
    await engine.vote_at(workspace, "C1/1", Vote("U1", 1, 1))
    await engine.trace(answers[0].id, "U1", here)
    await engine.trace_at("C1/1", "U1", here)
    await engine.last_trace("U1", "t", here)
    await engine.recheck(answers[0].id, here)
    await engine.has_more(answers[0].id, audience("C1", workspace=workspace), here)
    await engine.compare_document(third.document, here)
    await engine.forget(third.document, here)
    await engine.forgotten(here)
    await engine.forget_file(workspace, "ferry.pdf", "C3")
    return {first.version, second.version, third.version}


def touches_a_tenant(statement: str) -> bool:
    named = r"\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:" + "|".join(tables.metadata.tables) + r")\b"
    # An empty list of values is asked for as what is never true.
    return bool(re.search(named, statement, re.IGNORECASE)) and "WHERE 1!=1" not in statement


def only_ids_of(values: str, own: dict[str, set[str]], workspace: str) -> bool:
    """Ids are made from the workspace, so that those of one are nobody else's."""
    ids = set(re.findall(r"\b[vdp][0-9a-f]{16,24}\b", values))
    others = set().union(*(seen for name, seen in own.items() if name != workspace))
    return bool(ids) and not ids & others
