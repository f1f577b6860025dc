"""The data packs that a match is played with."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column: matches begun before have none."""
    op.add_column("matches", sa.Column("packs", sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Take the column away."""
    op.drop_column("matches", "packs")
