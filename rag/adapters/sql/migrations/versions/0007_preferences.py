"""What workspaces have chosen for themselves."""

import sqlalchemy as sa
from alembic import op

from rag.adapters.sql.kinds import Moment, Words

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", Words(256), nullable=False),
        sa.Column("changed_by", sa.String(64), nullable=False),
        sa.Column("changed_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "place", "name", name="pk_preferences"),
    )


def downgrade() -> None:
    op.drop_table("preferences")
