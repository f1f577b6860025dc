"""Matches, what was done in them, positions, and drawn maps."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("pace", sa.Float, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("orders", sa.Integer, nullable=False),
        sa.Column("waiting", sa.JSON, nullable=False),
        sa.Column("place", sa.JSON, nullable=False),
        sa.Column("outcome", sa.JSON, nullable=True),
        sa.Column("created", sa.String(32), nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_changed", "matches", ["changed"])
    op.create_table(
        "acts",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("serial", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("act", sa.String(8), nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("notation", sa.Text, nullable=True),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("draws", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("phase_ends", sa.Text, nullable=False),
        sa.Column("sealed", sa.Boolean, nullable=False),
        sa.Column("simultaneous", sa.Boolean, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("done", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "serial", name="pk_acts"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_acts_match_id", ondelete="CASCADE"),
    )
    op.create_table(
        "positions",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("entry", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "entry", name="pk_positions"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_positions_match_id", ondelete="CASCADE"
        ),
    )
    op.create_table(
        "drawings",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_drawings"),
    )


def downgrade() -> None:
    """Take the tables away, with all that is in them."""
    for name in ("drawings", "positions", "acts", "matches"):
        op.drop_table(name)
