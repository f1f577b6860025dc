"""What the database's own complaints mean to whoever runs the service, and what to do about them."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from phaseline.server.problems import Wrong

BACKUP = "put a copy of the database back; how to save what is left without one: see Run a server"
KNOWN = (
    ("SQLITE_FULL", "the disk is full", "make room where the database is, then try again"),
    (
        "SQLITE_READONLY",
        "the database cannot be written: its file or its folder is read-only",
        "let the service write there, or start it with another --database",
    ),
    (
        "SQLITE_CANTOPEN",
        "the database cannot be opened",
        "see that its folder is there and can be written, or start with another --database",
    ),
    ("SQLITE_CORRUPT", "the database is damaged", BACKUP),
    ("SQLITE_NOTADB", "this file is no database of matches, or it is damaged", BACKUP),
    ("SQLITE_BUSY", "another program keeps the database busy", "try again in a moment"),
    ("SQLITE_LOCKED", "another program keeps the database busy", "try again in a moment"),
    ("SQLITE_IOERR", "the disk fails to read or write the database", "look after the disk, then try again"),
)
"""How names of errors begin, what they mean, and what helps."""


class DatabaseGone(SQLAlchemyError):
    """The file with the matches was removed or replaced while it was open: what is written now would be lost."""

    def __init__(self) -> None:
        super().__init__("the database was removed or replaced while the service runs")


class NoFolder(SQLAlchemyError):
    """The folder of the database is not there and cannot be made."""

    def __init__(self, error: OSError) -> None:
        there = isinstance(error, FileExistsError | NotADirectoryError)
        why = "there is a file of this name" if there else error.strerror or error
        super().__init__(f"its folder cannot be made: {why}")


class NoDriver(SQLAlchemyError):
    """There is no such kind of database, or what it needs is not installed."""

    def __init__(self, kind: str, error: Exception) -> None:
        if isinstance(error, ModuleNotFoundError):
            said = f"{error.name} is needed for it and is not installed: pip install {error.name}"
        else:
            said = f"no kind of database is called {kind}; name a file, or an address such as postgresql://HOST/NAME"
        super().__init__(said)


def is_garbled(error: Exception) -> bool:
    """Whether a value of a row cannot be read, while the database as such is sound."""
    if isinstance(
        error, DBAPIError
    ):  # SQLite finds texts sound that are none, and names no error of its own then
        return not hasattr(error.orig, "sqlite_errorname") and "Could not decode" in str(error.orig)
    return isinstance(error, ValueError | RecursionError)


def complaint(error: Exception) -> str:
    """What the database, or whatever else failed, complains of, in one line."""
    return _meaning(error)[0]


def trouble(error: SQLAlchemyError, doing: str = "") -> Wrong:
    """What to answer when the database has failed while `doing` something."""
    meaning, hint = _meaning(error)
    return Wrong(f"{doing}: {meaning}" if doing else meaning, status=503, hint=hint)


def _meaning(error: Exception) -> tuple[str, str | None]:
    if isinstance(error, DatabaseGone):
        return str(error), "put the file back, then start the service again; nothing done since then is kept"
    told: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        if is_garbled(error):
            return "what is stored of it is damaged", BACKUP
        told = error.orig
        name = getattr(told, "sqlite_errorname", "")
        for beginning, meaning, hint in KNOWN:
            if name.startswith(beginning):
                return meaning, hint
    return str(told).partition("\n")[0] or type(told).__name__, None
