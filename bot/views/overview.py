"""What was asked and how the bot does, in counts."""

from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Message
from bot.views.literal import escaped, paragraph, preformatted
from rag.types import Language, Overview


def stats_lines(overview: Overview, language: Language) -> list[str]:
    """Questions, what came of them, thumbs, and what the model cost."""
    if not overview.answers:
        return [say("stats_none", language)]
    seconds = f"{overview.milliseconds / 1000:.1f}"
    lines = [say("stats_answers", language, count=overview.answers, seconds=seconds)]
    for outcome, count in sorted(overview.outcomes.items(), key=lambda item: -item[1]):
        name = say(f"outcome_{outcome}", language)
        lines.append(say("stats_outcome", language, outcome=name, count=count))
    lines.append(say("stats_votes", language, up=overview.up, down=overview.down))
    if overview.tokens:
        lines.append(say("stats_cost", language, tokens=overview.tokens, cost=overview.cost))
    return lines


def stats_message(overview: Overview, days: int, language: Language) -> Message:
    """The counts of the last days."""
    return _listed(say("stats_title", language, days=days), stats_lines(overview, language))


def health_lines(
    health: dict[str, int | str], reasoner: str, waiting: int, language: Language
) -> list[str]:
    """Who answers and searches, and whether everything that was read can be found."""
    quoting = reasoner == "extractive"
    missing = int(health["missing"])
    return [
        say("health_quoting" if quoting else "health_reasoner", language, name=reasoner),
        say("health_embedder", language, name=health["embedder"]),
        say("health_missing" if missing else "health_indexed", language, count=missing),
        say("health_queue" if waiting else "health_idle", language, count=waiting),
    ]


def health_message(
    health: dict[str, int | str], reasoner: str, waiting: int, language: Language
) -> Message:
    """The same as a message."""
    lines = health_lines(health, reasoner, waiting, language)
    return _listed(say("health_title", language), lines)


def _listed(title: str, lines: Sequence[str]) -> Message:
    text = escaped("\n".join([title, *lines]))
    return Message(text, [paragraph(title), preformatted(list(lines))])
