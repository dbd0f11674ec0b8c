"""What a model says that a question may have meant, believed only where documents bear it out."""

from collections.abc import Sequence

from rag.adapters.reasoners.forms import Graded
from rag.grounding.instructions import addresses_assistant, without_instructions
from rag.grounding.links import links_of
from rag.grounding.normal import folded
from rag.types import Candidate

_LONGEST = 60
_FEWEST = 2


def stated_choices(
    graded: Graded, question: str, candidates: Sequence[Candidate]
) -> tuple[str, ...]:
    """The choices, if each stands in a relevant passage and the question names none of them."""
    relevant = [c for n, c in enumerate(candidates, 1) if _is_relevant(graded, n)]
    asked = folded(question)
    choices = [choice for choice in graded.choices if len(choice) <= _LONGEST]
    known = [c for c in choices if _is_name(c) and any(_says(r, c) for r in relevant)]
    if len(known) != len(graded.choices) or any(folded(choice) in asked for choice in known):
        return ()
    return tuple(known) if len(known) >= _FEWEST else ()


def _is_name(choice: str) -> bool:
    """Nothing that sends people somewhere, or that is said to an assistant."""
    return not links_of(choice) and not addresses_assistant(choice)


def _is_relevant(graded: Graded, number: int) -> bool:
    judged = graded.judgements.get(number)
    return judged is not None and judged.relevant


def _says(candidate: Candidate, choice: str) -> bool:
    text = f"{candidate.title}\n{candidate.passage.heading}\n{candidate.passage.text}"
    return folded(choice) in folded(without_instructions(text))
