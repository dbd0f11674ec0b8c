"""Who may do what only admins may: whoever administers the workspace, and whoever is listed."""

from bot.slack.people import People


async def is_admin(people: People, listed: frozenset[str], user: str) -> bool:
    """Whether Slack knows the person as an admin or owner, or ADMINS has an active member's id.

    A guest, a bot, somebody of another organisation or an unknown is none, listed or not.
    """
    person = await people.person(user)
    if person is None or not person.is_full or person.is_bot:
        return False
    return person.is_admin or user in listed
