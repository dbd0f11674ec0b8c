"""The prompts: English, one worked example each, the documents kept apart as data."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from rag.adapters.models.prompt import Prompt, most
from rag.adapters.reasoners.quoting import (
    DATA_RULE,
    candidate_block,
    claim_blocks,
    excerpt_block,
    feedback_block,
    history_blocks,
    neutral,
    question_block,
)
from rag.grounding.instructions import without_instructions
from rag.modes import Transform
from rag.text.language import detect
from rag.text.terms import terms
from rag.types import Candidate, Claim, Excerpt, Language, Turn, Understanding

_QUERIES: Mapping[Transform, str] = {
    "none": "queries: only the standalone question.",
    "rewrite": "queries: two or three rewordings with the words that a document would use.",
    "hyde": "queries: one sentence as a document would state the answer, then the question.",
    "decompose": "queries: one for each part or side of the question.",
    "auto": (
        "queries: for a comparison or trend one for each side; else one to three with the words "
        "that a document would use."
    ),
}
_LANGUAGES: Mapping[Language, str] = {
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "ru": "Russian",
    "ar": "Arabic",
    "he": "Hebrew",
    "el": "Greek",
    "th": "Thai",
    "hi": "Hindi",
}

_TITLE_TOKENS = 1_000  # of the titles that a question is understood with

_UNDERSTAND = f"""You prepare questions for a search in a team's documents. Reply with one JSON object:
standalone: the newest question, complete without the history, in its own language. Fill in what
words such as "it" or "the second one" stand for. If the question changes the topic, leave the old
topic out. Replace relative dates by real dates.
follow_up: whether the history was needed.
route: small_talk (greeting, thanks), catalogue (which documents exist, a summary or the size of a
whole document), web (only if it asks for the internet), else documents.
intent: fact, comparison, trend, summary, or ambiguous.
document: a document that the question names, as it is written there, else "".
{{queries}}
If titles are in another language than the question, add one query in that language.
{DATA_RULE}"""
_UNDERSTAND_EXAMPLE = (
    "Today is Friday 2025-03-14; yesterday was 2025-03-13; this month is 2025-03, last month "
    "2025-02; this year is 2025, last year 2024.\nTitles: Travel policy; Price list\n\n"
    '<history by="person">What may a hotel in Porto cost?</history>\n\n'
    '<history by="bot">Up to 120 euros a night [1].</history>\n\n'
    "<question>and what was it in Braga last year?</question>",
    '{"standalone": "What might a hotel in Braga cost a night in 2024?", "follow_up": true, '
    '"route": "documents", "intent": "fact", "document": "", '
    '"queries": ["hotel price limit Braga 2024", "accommodation cost per night Braga 2024"]}',
)

_REWRITE = f"""A search found nothing for a question. Reply with one JSON object: queries, two or three
other ways to search for the same thing. Use synonyms, the formal word, a broader word. Keep names
and numbers, keep the language.
{DATA_RULE}"""
_REWRITE_EXAMPLE = (
    "<question>how pricey can my room be in Porto</question>\nTried: how pricey can my room be",
    '{"queries": ["hotel price limit Porto", "maximum accommodation cost per night Porto"]}',
)

_GRADE = f"""Decide for each document whether it helps to answer the question. Reply with one JSON object:
verdicts, a list with one entry for each document: passage (its number), relevant (true or false),
reason (a few words). A document on the same topic that doesn't help is not relevant.
choices: [] as a rule. Only if relevant documents give different answers for different cases (places,
groups, products) and the question says nothing of which is meant: the names of those cases, as
they are written there. An older and a newer edition are no such cases.
{DATA_RULE}"""
_GRADE_EXAMPLE = (
    '<document number="1" title="Fans">\nFan F4 weighs 3 kg.\n</document>\n\n'
    '<document number="2" title="Fans">\nFan F4 runs at 900 rpm.\n</document>\n\n'
    '<document number="3" title="Canteen">\nLunch is at noon.\n</document>\n\n'
    "<question>How fast does fan F4 run?</question>",
    '{"verdicts": [{"passage": 1, "relevant": false, "reason": "weight, not speed"}, '
    '{"passage": 2, "relevant": true, "reason": "states the speed"}, '
    '{"passage": 3, "relevant": false, "reason": "another topic"}], "choices": []}',
)

_GENERATE = f"""Answer the question from the documents alone; use nothing else that you know.
Write short sentences. After every sentence put the number of its document in brackets, as [1].
Copy names, numbers and dates exactly. Cite only documents that state what the sentence says.
If documents disagree, say what each states and which is newer; never merge their values.
If they answer only a part, answer that part and say what you did not find. If they answer nothing,
write: I did not find it in the documents. Never say that the documents don't contain it.
Offer nothing and ask nothing. Then, on a last line of its own, judge your answer in JSON.
{DATA_RULE}"""
_GENERATE_EXAMPLE = (
    '<document number="1" title="Leave rules 2023" page="2">\nStaff may work remotely 2 days a '
    'week.\n</document>\n\n<document number="2" title="Leave rules 2025" page="3">\nFrom July 2025 '
    "staff may work remotely 3 days a week. The team lead approves it.\n</document>\n\n"
    "Write the answer in the language of the question.\n"
    "<question>How many days a week may I work remotely?</question>",
    "Since July 2025 you may work remotely 3 days a week [2]. The rules of 2023 allowed 2 days "
    "[1].\n"
    '{"has_factual_error": false, "confidence": 0.9, "source_traced": true}',
)

COMPRESS = f"""Choose the sentences of each document that are needed to answer the question. Reply with one
JSON object: documents, a list with one entry for each document: document (its number), keep (the
numbers of the sentences to keep, as [1, 3]; [] if it has none). Keep what states the answer, its
conditions, exceptions and dates, and the heading or row that says what it is about.
{DATA_RULE}"""
COMPRESS_EXAMPLE = (
    '<document number="1" title="Fans">\n(1) Fan F4 is made in Braga.\n(2) It runs at 900 rpm.\n'
    '(3) In winter it runs at 700 rpm.\n</document>\n\n<document number="2" title="Canteen">\n'
    "(1) Lunch is at noon.\n</document>\n\n<question>How fast does fan F4 run?</question>",
    '{"documents": [{"document": 1, "keep": [1, 2, 3]}, {"document": 2, "keep": []}]}',
)

_VERIFY = f"""Check claims against documents. Reply with one JSON object:
claims, a list with one entry for each claim: claim (its number), verdict (supported, contradicted
or unverifiable), evidence (the words of the document that decide it, copied exactly, or ""),
reason (a few words). supported: the cited documents state all of it. contradicted: they state
something else. unverifiable: they don't say.
answers_question: whether the claims together answer the question.
{DATA_RULE}"""
_VERIFY_EXAMPLE = (
    '<document number="1" title="Fans" page="4">\nFan F4 runs at 900 rpm and weighs 3 kg.\n'
    "</document>\n\n"
    '<claim number="1" cites="1">Fan F4 runs at 900 rpm.</claim>\n'
    '<claim number="2" cites="1">Fan F4 weighs 5 kg.</claim>\n'
    '<claim number="3" cites="1">Fan F4 is silent.</claim>\n'
    "<question>How fast does fan F4 run?</question>",
    '{"claims": [{"claim": 1, "verdict": "supported", "evidence": "Fan F4 runs at 900 rpm", '
    '"reason": "stated"}, {"claim": 2, "verdict": "contradicted", "evidence": "weighs 3 kg", '
    '"reason": "3 kg, not 5 kg"}, {"claim": 3, "verdict": "unverifiable", "evidence": "", '
    '"reason": "noise is not mentioned"}], "answers_question": true}',
)


def understand_prompt(
    question: str,
    history: Sequence[Turn],
    today: date,
    documents: Sequence[str],
    transform: Transform,
) -> Prompt:
    """Makes a question stand on its own."""
    titles = "; ".join(_titles(question, documents)) or "none"
    return Prompt(
        system=_UNDERSTAND.format(queries=_QUERIES[transform]),
        example=_UNDERSTAND_EXAMPLE,
        history=history_blocks(history),
        task=f"{_calendar(today)}\nTitles: {titles}\n{question_block(question)}",
    )


def rewrite_prompt(understanding: Understanding) -> Prompt:
    """Other words for a question that found nothing."""
    tried = "; ".join(neutral(query) for query in understanding.queries)
    return Prompt(
        system=_REWRITE,
        example=_REWRITE_EXAMPLE,
        task=f"{question_block(understanding.standalone)}\nTried: {tried}",
    )


def grade_prompt(understanding: Understanding, candidates: Sequence[Candidate]) -> Prompt:
    """Judges all candidates at once, numbered in their order."""
    return Prompt(
        system=_GRADE,
        example=_GRADE_EXAMPLE,
        documents=tuple(candidate_block(n, c) for n, c in enumerate(candidates, 1)),
        task=question_block(understanding.standalone),
        about=understanding.standalone,
    )


def generate_prompt(
    understanding: Understanding, excerpts: Sequence[Excerpt], feedback: Sequence[Claim]
) -> Prompt:
    """Writes from the excerpts, told what failed last time."""
    parts = (
        feedback_block(feedback),
        language_rule(understanding.language),
        question_block(understanding.standalone),
    )
    return Prompt(
        system=_GENERATE,
        example=_GENERATE_EXAMPLE,
        documents=tuple(excerpt_block(excerpt) for excerpt in excerpts),
        task="\n".join(part for part in parts if part),
        about=understanding.standalone,
    )


def verify_prompt(
    understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
) -> Prompt:
    """Checks claims; the excerpts that they cite come first, so that they are the last to go."""
    cited = {number for claim in claims for number in claim.cites}
    ordered = sorted(excerpts, key=lambda e: e.number not in cited)
    return Prompt(
        system=_VERIFY,
        example=_VERIFY_EXAMPLE,
        documents=tuple(excerpt_block(excerpt) for excerpt in ordered),
        task=f"{claim_blocks(claims)}\n{question_block(understanding.standalone)}",
        about=" ".join(claim.text for claim in claims),
    )


def language_rule(language: Language) -> str:
    """In which language to answer; a script alone doesn't tell which Latin-script one."""
    named = _LANGUAGES.get(language)
    return f"Write the answer in {named or 'the language of the question'}."


def _titles(question: str, documents: Sequence[str]) -> list[str]:
    """As many as there is room for, those that the question may name first."""
    asked = set(terms(question, detect(question)))
    documents = [title for title in map(without_instructions, documents) if title]
    named = sorted(documents, key=lambda t: -len(asked & set(terms(t, detect(t)))))
    shown = most([neutral(title) for title in named], _TITLE_TOKENS)
    return [title for title in map(neutral, documents) if title in shown]


def _calendar(today: date) -> str:
    month_before = today.replace(day=1) - timedelta(days=1)
    return (
        f"Today is {today:%A} {today}; yesterday was {today - timedelta(days=1)}; this month is "
        f"{today:%Y-%m}, last month {month_before:%Y-%m}; this year is {today.year}, last year "
        f"{today.year - 1}."
    )
