"""One document cut in several ways, as a table."""

from collections import Counter
from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.literal import escaped, paragraph, small
from bot.views.receipt import note
from rag.types import Comparison, Language, Splitting, Strategy

_NONE = "–"
_MOST_NAMES = 6


def comparison_message(compared: Comparison, language: Language) -> Message:
    """A row for each way; the same as lines for those who read the words alone."""
    title = say("compare_title", language, title=compared.title)
    head = say("compare_head", language).split("|")
    rows = [_row(splitting, language) for splitting in compared.splittings]
    chosen = say(
        "compare_chosen", language, way=_way(compared.chosen, compared.chosen_size, language)
    )
    lines = [" · ".join(row) for row in [head, *rows]]
    table: Block = {
        "type": "table",
        "rows": [[_cell(cell) for cell in row] for row in [head, *rows]],
    }
    blocks = [paragraph(title), table, small([chosen])]
    return Message(escaped("\n".join([title, *lines, chosen])), blocks)


def histograms_in_words(compared: Comparison, language: Language) -> str:
    """What the picture shows, for those who don't see it."""
    told = [
        say(
            "compare_words",
            language,
            way=_way(s.strategy, s.size, language),
            count=s.children,
            shortest=s.shortest,
            longest=s.longest,
        )
        for s in compared.splittings
    ]
    return "; ".join(told)


def which_message(names: Sequence[str], language: Language) -> Message:
    """What can be compared."""
    if not names:
        return note(say("compare_which", language))
    listed = say("comma", language).join(dict.fromkeys(names[-_MOST_NAMES:]))
    return note(say("compare_have", language, names=listed))


def unknown_message(document: str, near: Sequence[str], language: Language) -> Message:
    """That nothing is called so, with what may have been meant."""
    if not near:
        return note(say("compare_unknown", language, name=document))
    names = say("comma", language).join(near)
    return note(say("compare_near", language, name=document, names=names))


def ambiguous_message(
    document: str, choices: Sequence[tuple[str, str]], language: Language
) -> Message:
    """Which documents are called so; by their ids if even their files are called the same."""
    often = Counter(name.casefold() for _, name in choices)
    told = [name if often[name.casefold()] == 1 else f"{name} ({ident})" for ident, name in choices]
    names = say("comma", language).join(told[:_MOST_NAMES])
    return note(say("compare_several", language, name=document, names=names))


def _row(splitting: Splitting, language: Language) -> list[str]:
    way = _way(splitting.strategy, splitting.size, language)
    if not splitting.children:
        return [way, "0", _NONE, _NONE, _NONE, _NONE]
    return [
        way,
        str(splitting.children),
        f"{splitting.mean:.0f}",
        f"{splitting.shortest}–{splitting.longest}",
        f"{splitting.cut:.0%}",
        f"{splitting.valid:.0%}",
    ]


def _way(strategy: Strategy, size: int, language: Language) -> str:
    return say("compare_way", language, strategy=say(f"way_{strategy}", language), size=size)


def _cell(text: str) -> Block:
    return {"type": "raw_text", "text": text}
