"""Notes that players keep with a match: on hexes, on units, and names of moments."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "notes",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("sort", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", "sort", "number", name="pk_notes"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_notes_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("notes")
