"""Which files brought a placement's content before the one that holds it now."""

import sqlalchemy as sa
from alembic import op

from rag.adapters.sql.kinds import Moment, Words

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "earlier_files",
        sa.Column("placement", sa.String(64), nullable=False),
        sa.Column("file", Words(128), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("uploader", sa.String(64), nullable=False),
        sa.Column("dropped_at", Moment()),
        sa.PrimaryKeyConstraint("placement", "file", name="pk_earlier_files"),
        sa.ForeignKeyConstraint(
            ["placement"],
            ["placements.id"],
            name="fk_earlier_files_placement_placements",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_earlier_files_workspace_file", "earlier_files", ["workspace", "file"])


def downgrade() -> None:
    op.drop_table("earlier_files")
