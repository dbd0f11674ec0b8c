"""a title for every placement"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"

# A title is made from the name of a file, and one content has other names in other channels. Where
# it lies in one channel, its title is right; elsewhere the name itself is the one that may be told.
_FILL = """
UPDATE placements SET title = CASE
  WHEN (SELECT COUNT(*) FROM placements other WHERE other.version = placements.version) = 1
  THEN (SELECT versions.title FROM versions WHERE versions.id = placements.version)
  ELSE (SELECT documents.name FROM documents WHERE documents.id = placements.document)
END
"""


def upgrade() -> None:
    with op.batch_alter_table("placements", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("title", sa.String(length=512), server_default=sa.text("''"), nullable=False)
        )
    op.execute(_FILL)
