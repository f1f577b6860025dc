"""What computer players said of their plans, kept when their match ends."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "plans",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_plans"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_plans_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Take the table away."""
    op.drop_table("plans")
