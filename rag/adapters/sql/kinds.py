"""Kinds of columns: what people and files give, in a form that every database takes."""

import re
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator

# PostgreSQL refuses NUL, and no driver encodes half of a surrogate pair.
_REFUSED = re.compile("[\0\ud800-\udfff]")


class Words(TypeDecorator[str]):
    """A line from outside: refused characters are replaced one by one, the rest is cut to fit."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the same on each
        """The text as it is kept."""
        if value is None:
            return None
        return _REFUSED.sub("\ufffd", value)[: getattr(self.impl_instance, "length", None)]


class Prose(Words):
    """Text of any length from outside. Its length stays, since spans count its characters."""

    impl = Text
    cache_ok = True


class Moment(TypeDecorator[datetime]):
    """A moment, kept in UTC: SQLite drops the zone, so another one would come back wrong."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the same on each
        """The moment in UTC."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the same on each
        """The moment with its zone."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
