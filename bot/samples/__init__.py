"""The sample library: two documents of our own, and questions to try on them."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

HANDBOOK: Final = "employee-handbook.pdf"
STAFF_RULES: Final = "员工守则.pdf"
DOCUMENTS: Final = (HANDBOOK, STAFF_RULES)


class Kind(StrEnum):
    """What a sample question shows."""

    FOUND = "found"
    FOLLOW_UP = "follow_up"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the physical page that answers it; a refused one has no page."""

    text: str
    kind: Kind
    document: str | None = None
    page: int | None = None


QUESTIONS: Final[dict[str, tuple[Question, ...]]] = {
    "en": (
        Question("How many days of annual leave do I get?", Kind.FOUND, HANDBOOK, 5),
        Question("And for contractors?", Kind.FOLLOW_UP, HANDBOOK, 5),
        Question("Is there a parking space for me at the office?", Kind.REFUSED),
    ),
    "zh": (
        Question("入职满一年后，每年有几天年假？", Kind.FOUND, STAFF_RULES, 2),
        Question("那外包人员呢？", Kind.FOLLOW_UP, STAFF_RULES, 2),
        Question("公司提供停车位吗？", Kind.REFUSED),
    ),
}


def sample_path(name: str) -> Path:
    """Gives the path of one of ``DOCUMENTS``."""
    if name not in DOCUMENTS:
        raise ValueError(f"no sample document is called {name!r}")
    return Path(__file__).with_name(name)
