"""Who may see what: the one place that decides."""

from collections.abc import Iterable

from rag.types import Audience, Placement, Visible


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
