"""what people think of answers, by buttons and a form"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "opinions",
        sa.Column("answer", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=32), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("snapshot", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["answer"], ["answers.id"], name=op.f("fk_opinions_answer_answers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("answer", "person", name=op.f("pk_opinions")),
    )
    with op.batch_alter_table("opinions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_opinions_workspace_at"), ["workspace", "at"], unique=False
        )
    op.create_table(
        "notices",
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("document", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "document", "version", name=op.f("pk_notices")),
    )


def downgrade() -> None:
    op.drop_table("notices")
    with op.batch_alter_table("opinions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_opinions_workspace_at"))
    op.drop_table("opinions")
