"""the first schema"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("thread", sa.String(length=128), nullable=False),
        sa.Column("audience", sa.String(length=256), nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("asker", sa.String(length=64), nullable=False),
        sa.Column("outcome", sa.String(length=32), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("milliseconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answers")),
    )
    with op.batch_alter_table("answers", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_answers_workspace_asker_asked_at"),
            ["workspace", "asker", "asked_at"],
            unique=False,
        )

    op.create_table(
        "documents",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("channel", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=512), nullable=False),
        sa.Column("versions", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_documents")),
        sa.UniqueConstraint(
            "workspace", "channel", "name", name=op.f("uq_documents_workspace_channel_name")
        ),
    )
    op.create_table(
        "vectors",
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("embedder", sa.String(length=128), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint(
            "workspace", "embedder", "digest", "version", name=op.f("pk_vectors")
        ),
    )
    with op.batch_alter_table("vectors", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vectors_version"), ["version"], unique=False)

    op.create_table(
        "versions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=512), nullable=False),
        sa.Column("strategy", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.String(length=256), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("parents", sa.Integer(), nullable=False),
        sa.Column("children", sa.Integer(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_versions")),
    )
    with op.batch_alter_table("versions", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_versions_workspace_digest"), ["workspace", "digest"], unique=False
        )

    op.create_table(
        "addresses",
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=128), nullable=False),
        sa.Column("answer", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["answer"], ["answers.id"], name=op.f("fk_addresses_answer_answers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("workspace", "address", name=op.f("pk_addresses")),
    )
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_addresses_answer"), ["answer"], unique=False)

    op.create_table(
        "children",
        sa.Column("id", sa.String(length=96), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("passage", sa.String(length=96), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("first_page", sa.Integer(), nullable=False),
        sa.Column("last_page", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["version"],
            ["versions.id"],
            name=op.f("fk_children_version_versions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_children")),
    )
    with op.batch_alter_table("children", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_children_version"), ["version"], unique=False)

    op.create_table(
        "pages",
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.String(length=256), nullable=False),
        sa.ForeignKeyConstraint(
            ["version"], ["versions.id"], name=op.f("fk_pages_version_versions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("version", "number", name=op.f("pk_pages")),
    )
    op.create_table(
        "passages",
        sa.Column("id", sa.String(length=96), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("first_page", sa.Integer(), nullable=False),
        sa.Column("last_page", sa.Integer(), nullable=False),
        sa.Column("heading", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("spans", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version"],
            ["versions.id"],
            name=op.f("fk_passages_version_versions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passages")),
    )
    with op.batch_alter_table("passages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passages_version"), ["version"], unique=False)

    op.create_table(
        "placements",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("document", sa.String(length=64), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("source_file", sa.String(length=128), nullable=False),
        sa.Column("uploader", sa.String(length=64), nullable=False),
        sa.Column("placed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["document"], ["documents.id"], name=op.f("fk_placements_document_documents")
        ),
        sa.ForeignKeyConstraint(
            ["version"], ["versions.id"], name=op.f("fk_placements_version_versions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_placements")),
        sa.UniqueConstraint("document", name=op.f("uq_placements_document")),
    )
    with op.batch_alter_table("placements", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_placements_forgotten_at"), ["forgotten_at"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_placements_source_file"), ["source_file"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_placements_version"), ["version"], unique=False)
        batch_op.create_index(batch_op.f("ix_placements_workspace"), ["workspace"], unique=False)

    op.create_table(
        "thumbs",
        sa.Column("answer", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["answer"], ["answers.id"], name=op.f("fk_thumbs_answer_answers"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("answer", "person", "value", name=op.f("pk_thumbs")),
    )
    op.create_table(
        "spending",
        sa.Column("workspace", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.String(length=64), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "answer", name=op.f("pk_spending")),
    )
    with op.batch_alter_table("spending", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_spending_workspace_day"), ["workspace", "day"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("spending", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_spending_workspace_day"))

    op.drop_table("spending")
    op.drop_table("thumbs")
    with op.batch_alter_table("placements", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_placements_workspace"))
        batch_op.drop_index(batch_op.f("ix_placements_version"))
        batch_op.drop_index(batch_op.f("ix_placements_source_file"))
        batch_op.drop_index(batch_op.f("ix_placements_forgotten_at"))

    op.drop_table("placements")
    with op.batch_alter_table("passages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_passages_version"))

    op.drop_table("passages")
    op.drop_table("pages")
    with op.batch_alter_table("children", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_children_version"))

    op.drop_table("children")
    with op.batch_alter_table("addresses", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_addresses_answer"))

    op.drop_table("addresses")
    with op.batch_alter_table("versions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_versions_workspace_digest"))

    op.drop_table("versions")
    with op.batch_alter_table("vectors", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vectors_version"))

    op.drop_table("vectors")
    op.drop_table("documents")
    with op.batch_alter_table("answers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_answers_workspace_asker_asked_at"))

    op.drop_table("answers")
