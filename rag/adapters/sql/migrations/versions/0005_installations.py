"""installations: the workspaces that use the bot, and those that have left"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "installations",
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=256), nullable=False),
        sa.Column("credentials", sa.Text(), nullable=False),
        sa.Column("installed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("workspace", name=op.f("pk_installations")),
    )
    # Looked through each day for what is kept no longer.
    op.create_index(op.f("ix_answers_asked_at"), "answers", ["asked_at"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_answers_asked_at"), table_name="answers")
    op.drop_table("installations")
