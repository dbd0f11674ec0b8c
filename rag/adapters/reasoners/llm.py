"""Judgement by language models."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from rag.adapters.models.chat import ChatClient, Unreadable
from rag.adapters.reasoners.choices import stated_choices
from rag.adapters.reasoners.drafts import read_draft, showing
from rag.adapters.reasoners.forms import (
    Checked,
    Understood,
    grading_form,
    queries_form,
    understanding_form,
    verification_form,
)
from rag.adapters.reasoners.prompts import (
    generate_prompt,
    grade_prompt,
    language_rule,
    rewrite_prompt,
    understand_prompt,
    verify_prompt,
)
from rag.adapters.reasoners.quoting import squeezed
from rag.modes import Transform
from rag.ports import Reasoner, Watch
from rag.text.language import detect
from rag.types import (
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Turn,
    Understanding,
    Usage,
    Verdict,
    Verification,
)

_ENOUGH_TO_TELL = 12
_OFFER = ("?", "？")


@dataclass(frozen=True, slots=True)
class ReasonerSettings:
    """``rules_first`` saves calls where rules are sure.

    ``by_margin`` grades by the log probabilities of the verdicts, where an endpoint gives them.
    """

    rules_first: bool = True
    by_margin: bool = False


class LLMReasoner:
    """Three roles may have three models; ``rules`` does what needs none of them."""

    def __init__(
        self,
        answer: ChatClient,
        small: ChatClient,
        check: ChatClient,
        rules: Reasoner,
        settings: ReasonerSettings | None = None,
    ) -> None:
        self._answer = answer
        self._small = small
        self._check = check
        self._rules = rules
        self._settings = settings or ReasonerSettings()

    @property
    def name(self) -> str:
        """The models of the roles, each once."""
        roles = (self._answer.model, self._small.model, self._check.model)
        return " + ".join(dict.fromkeys(roles))

    async def close(self) -> None:
        """Closes the clients of the roles."""
        for client in {self._answer, self._small, self._check}:
            await client.close()

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        """In one call, or in none where rules are sure; by rules if no reply can be read."""
        by_rules = await self._rules.understand(
            question, history, today, documents, transform=transform
        )
        if self._settings.rules_first and _rules_are_sure(by_rules, history, transform):
            return by_rules
        prompt = understand_prompt(question, history, today, documents, transform)
        try:
            understood, usage = await self._small.structured(prompt, understanding_form())
        except Unreadable as unreadable:
            return replace(by_rules, usage=by_rules.usage + unreadable.usage)
        return _understanding(question, history, understood, transform, usage)

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        """In one call; by rules if it brings nothing that was not searched for."""
        try:
            prompt = rewrite_prompt(understanding)
            queries, usage = await self._small.structured(prompt, queries_form())
        except Unreadable as unreadable:
            queries, usage = (), unreadable.usage
        tried = {squeezed(query) for query in understanding.queries}
        fresh = tuple(query for query in queries if squeezed(query) not in tried)
        if fresh:
            return replace(understanding, queries=fresh, usage=usage)
        rewritten = await self._rules.rewrite(understanding, attempt)
        return replace(rewritten, usage=rewritten.usage + usage)

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        """All candidates in one call; if nothing can be read, none is judged."""
        if not candidates:
            return Grading({}, self._small.model)
        prompt = grade_prompt(understanding, candidates)
        try:
            form = grading_form(len(candidates), by_margin=self._settings.by_margin)
            graded, usage = await self._small.structured(prompt, form)
        except Unreadable as unreadable:
            return Grading({}, self._small.model, unreadable.usage)
        choices = stated_choices(graded, understanding.standalone, candidates)
        how = "margin" if graded.weighed else ""
        return Grading(graded.judgements, self._small.model, usage, choices, how)

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        """By rules, so that every word stays as it is."""
        return await self._rules.compress(understanding, candidates)

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,
    ) -> Draft:
        """An answer in another script than asked for is asked for once more.

        ``watch`` is given the whole answer so far, again and again, while it is written.
        """
        prompt = generate_prompt(understanding, excerpts, feedback)
        valid = frozenset(excerpt.number for excerpt in excerpts)
        shown = showing(watch, valid)
        reply, usage = await self._answer.text(prompt, watch=shown)
        text, assessment = read_draft(reply, valid)
        if _in_other_script(text, understanding):
            rule = language_rule(understanding.language)
            note = f"Your last answer was in another language. {rule}"
            reply, more = await self._answer.text(prompt, note=note, watch=shown)
            text, assessment = read_draft(reply, valid)
            usage += more
        if not text:
            raise Unreadable("the answer holds no text", usage)
        return Draft(text, assessment, usage)

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        """In one call; a claim that no verdict can be read for is unverifiable."""
        if not claims:
            return Verification(())
        prompt = verify_prompt(understanding, claims, excerpts)
        try:
            checked, usage = await self._check.structured(prompt, verification_form(len(claims)))
        except Unreadable as unreadable:
            checked, usage = Checked({}, on_topic=True), unreadable.usage
        sources = [squeezed(excerpt.text) for excerpt in excerpts]
        judged = tuple(
            self._judged(claim, checked.verdicts.get(number), sources)
            for number, claim in enumerate(claims, 1)
        )
        return Verification(judged, checked.on_topic, usage)

    def _judged(
        self, claim: Claim, read: tuple[Verdict, str, str] | None, sources: Sequence[str]
    ) -> Claim:
        judge = self._check.model
        if read is None:
            reason = "the checking model gave no verdict"
            return replace(claim, verdict="unverifiable", method=judge, reason=reason)
        verdict, evidence, reason = read
        quoted = squeezed(evidence)
        verbatim = bool(quoted) and any(quoted in source for source in sources)
        shown = evidence if verbatim else ""
        return replace(claim, verdict=verdict, evidence=shown, method=judge, reason=reason)


def _rules_are_sure(by_rules: Understanding, history: Sequence[Turn], transform: Transform) -> bool:
    """A greeting, and a first question that needs no other words or was told apart by rules."""
    if by_rules.route == "small_talk":
        return not (history and history[-1].text.rstrip().endswith(_OFFER))
    if history:
        return False
    fact = by_rules.route == "catalogue" or by_rules.intent == "fact"
    told_apart = by_rules.intent == "comparison" and len(by_rules.queries) > 1
    return transform == "none" or (transform == "auto" and (fact or told_apart))


def _understanding(
    question: str,
    history: Sequence[Turn],
    understood: Understood,
    transform: Transform,
    usage: Usage,
) -> Understanding:
    """The script of the question decides the language, whatever the model made of it."""
    language = detect(question)
    standalone = understood.standalone
    if not history and detect(standalone) != language:
        standalone = question
    queries = (standalone,) if transform == "none" else understood.queries or (standalone,)
    return Understanding(
        standalone=standalone,
        language=language,
        route=understood.route,
        intent=understood.intent,
        queries=queries,
        document=understood.document,
        follow_up=bool(history) and understood.follow_up,
        usage=usage,
    )


def _in_other_script(text: str, understanding: Understanding) -> bool:
    letters = sum(character.isalpha() for character in text)
    return letters >= _ENOUGH_TO_TELL and detect(text) != understanding.language
