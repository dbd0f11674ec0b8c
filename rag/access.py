"""Who may see what: the one place that decides."""

from collections.abc import Collection, Iterable

from rag.types import Audience, KeptAnswer, Placement, Turn, Visible


def visible(placements: Iterable[Placement], audience: Audience) -> Visible:
    """The placements that everyone in the audience may see.

    A placement belongs to the channel that it was dropped in; whoever computed the audience has
    found that each of its readers may see each of its channels. What is not listed is not seen.
    """
    seen = tuple(
        placement
        for placement in placements
        if placement.workspace == audience.workspace and placement.channel in audience.channels
    )
    return Visible(audience.workspace, seen)


def beyond(placements: Iterable[Placement], audience: Audience, wider: Audience) -> Visible:
    """What the wider audience sees of content that the other one sees nowhere."""
    every = tuple(placements)
    known = set(visible(every, audience).versions)
    more = visible(every, wider)
    return Visible(more.workspace, tuple(p for p in more.placements if p.version not in known))


def all_seen(sources: Collection[str] | None, seen: Visible) -> bool:
    """Whether words that tell of these placements may be told; not if that isn't known."""
    return sources is not None and set(sources) <= {p.id for p in seen.placements}


def remembered(turns: Iterable[Turn], seen: Visible) -> list[Turn]:
    """What of a conversation may feed its next answer.

    An audience that lost a document has not heard what it said, although it stands in the thread.
    """
    return [turn for turn in turns if all_seen(turn.sources, seen)]


def may_show(kept: KeptAnswer, seen: Visible, audience: Audience) -> bool:
    """Whether an answer may be published to this audience, though it was made for an earlier one.

    One whose documents were replaced or forgotten since may: nobody lost the right to see them.
    """
    return kept.audience.channels <= audience.channels or all_seen(kept.answer.sources, seen)
