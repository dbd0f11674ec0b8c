"""notes of a version, and the order of uploads"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("versions", sa.Column("notes", sa.JSON(), nullable=True))
    op.add_column("placements", sa.Column("dropped_at", sa.DateTime(timezone=True), nullable=True))
