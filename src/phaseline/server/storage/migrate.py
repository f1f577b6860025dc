"""Brings a database to the tables that this version needs, and says so when it cannot.

The steps are Alembic's, one file each in `migrations/versions`; they are run here rather than by Alembic's own command,
so that neither a configuration file nor an environment script is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

FOLDER = Path(__file__).parent / "migrations"


class NewerDatabase(RuntimeError):
    """The database was made by a later version of this program; it is left alone."""


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing, all or none. Raises `NewerDatabase`."""
    script = ScriptDirectory(str(FOLDER))
    head = script.get_current_head()
    with engine.begin() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        if present == head:
            return
        if present is not None and present not in {step.revision for step in script.walk_revisions()}:
            raise NewerDatabase(
                f"{engine.url.render_as_string()} was made by a later version (its tables are of {present}); "
                "use that version, or another database"
            )

        def steps(revision: Any, _: Any) -> Any:
            return script._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection, fn=steps)
            environment.run_migrations()
