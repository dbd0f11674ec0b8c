"""Nodes that end a run."""

from rag.graphs.answer import catalogue
from rag.graphs.answer.closing import best_of, publication, refusal
from rag.graphs.answer.ports_of_nodes import NodePorts
from rag.graphs.answer.retrieval import candidate_of
from rag.graphs.answer.small_talk import reply_key
from rag.graphs.answer.state import AnswerState, Verified
from rag.graphs.answer.tracing import Visit
from rag.sentences import say
from rag.types import Language, Placement, Visible


class Ending(NodePorts):
    """What is said in the end."""

    async def reply(self, state: AnswerState) -> Visit:
        """Answers a greeting, thanks, or "what can you do"."""
        text = say(reply_key(state["question"]), state["understanding"].language)
        return Visit({"outcome": "replied", "text": text, "citations": [], "claims": []}, "replied")

    async def list_documents(self, state: AnswerState) -> Visit:
        """Lists the documents, or says what a named one covers, from the registry."""
        understood, visible = state["understanding"], state["visible"]
        found = catalogue.meant(visible, understood.document, state["question"])
        if found is None:
            text = catalogue.listing(visible, understood.language)
            summary = f"{len(visible.versions)} documents"
        elif catalogue.asks_for_pages(state["question"]):
            text = catalogue.page_count(found, understood.language)
            summary = f"the pages of “{found.title}”"
        else:
            return await self._summary(found, visible, understood.language)
        update = {"outcome": "listed", "text": text, "citations": [], "claims": []}
        return Visit(update, summary)

    async def ask_back(self, state: AnswerState) -> Visit:
        """Names what the question may have meant, in one short question."""
        language, choices = state["understanding"].language, state["choices"]
        named = say("or", language).join(choices)
        text = say("ask_back", language, choices=named)
        update = {"outcome": "asked_back", "text": text, "citations": [], "claims": []}
        return Visit(update, "; ".join(choices))

    async def publish(self, state: AnswerState) -> Visit:
        """Puts together what is supported and the pages that it cites."""
        update = publication(_shown(state), state["understanding"].language)
        cited = update["citations"]
        count = len(cited) if isinstance(cited, list) else 0
        return Visit(update, f"{update['outcome']}: {count} pages cited")

    async def refuse(self, state: AnswerState) -> Visit:
        """Says that nothing was found, without sources, and what to do next."""
        why = "nothing supported" if state.get("claims") else "nothing found"
        return Visit(refusal(state), why)

    async def _summary(self, document: Placement, visible: Visible, language: Language) -> Visit:
        store = self.retriever.store
        passages = await store.passages_of(visible, document.version)
        pages = (await store.pages(visible, [document.version]))[document.version]
        candidates = [
            candidate_of(p, pages, visible) for p in catalogue.outline(passages, document.title)
        ]
        told = catalogue.opening_lines(candidates)
        heading = say("summary", language, title=document.title, pages=document.pages)
        covered = f"what “{document.title}” covers: {len(told.excerpts)} sections"
        if not told.excerpts:
            text = catalogue.page_count(document, language)
            return Visit(
                {"outcome": "listed", "text": text, "citations": [], "claims": []}, covered
            )
        update = publication(told, language)
        update |= {"outcome": "listed", "text": f"{heading}\n{update['text']}"}
        return Visit(update, covered)


def _shown(state: AnswerState) -> Verified:
    """The last draft if all of it is supported, else the best one."""
    best = best_of(state) or state["best"]
    claims = state["claims"]
    if not claims or any(c.verdict != "supported" for c in claims):
        return best
    excerpts = tuple(state["excerpts"])
    return Verified(state["draft"].text, tuple(claims), excerpts, on_topic=True)
