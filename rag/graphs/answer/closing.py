"""How a run ends: with the best that was verified, or with a refusal that names a next step."""

from dataclasses import replace

from rag.graphs.answer.publishing import published
from rag.graphs.answer.state import AnswerState, Verified
from rag.sentences import say
from rag.types import Language, Visible

_NAMED = 3  # documents that are named for pages that nobody could read
_PAGES = 5
Update = dict[str, object]


def best_of(state: AnswerState) -> Verified | None:
    """The draft with the most supported claims, if it has any and answers what was asked."""
    best = state.get("best")
    return best if best is not None and best.supported and best.on_topic else None


def better(old: Verified | None, new: Verified) -> Verified:
    """The draft to fall back on: of two that are as good, the later one."""
    if old is None:
        return new
    worth = (new.on_topic, len(new.supported)), (old.on_topic, len(old.supported))
    return new if worth[0] >= worth[1] else old


def publication(best: Verified, language: Language) -> Update:
    """What is supported, with its pages, and how much was left out."""
    outcome, text, citations, ledger = published(best.text, best.claims, best.excerpts, language)
    if any(citation.url for citation in citations):
        text = f"{say('from_web', language)}\n{text}"
    return {"outcome": outcome, "text": text, "citations": citations, "claims": ledger}


def refusal(state: AnswerState) -> Update:
    """Without sources: nothing was found, which is not to say that it isn't there."""
    language, visible = state["understanding"].language, state["visible"]
    text = say("refusal" if visible.versions else "refusal_empty", language)
    if hint := _unread(visible, language):
        text += " " + hint
    claims = [replace(claim, cites=()) for claim in state.get("claims", [])]
    return {"outcome": "refused", "text": text, "citations": [], "claims": claims}


def noted(text: str, key: str, language: Language) -> str:
    """The text with a note under it."""
    return f"{text}\n_{say(key, language)}_"


def _unread(visible: Visible, language: Language) -> str:
    """Which pages nobody could read, since the answer may stand there."""
    unread = {p.version: p for p in visible.placements if p.unreadable}
    names = []
    for placement in list(unread.values())[:_NAMED]:
        shown = [say("pdf_page", language, page=n) for n in placement.unreadable[:_PAGES]]
        names.append(say("unread_pages", language, title=placement.title, pages=", ".join(shown)))
    return say("refusal_unread", language, documents="; ".join(names)) if names else ""
