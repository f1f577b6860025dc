"""Matches by mail: the sealed file of each, and the seat played here."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "mails",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("letter", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_mails"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_mails_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("mails")
