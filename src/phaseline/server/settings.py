"""How a service is set up."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from msgspec import Struct

if sys.platform != "win32":
    import pwd

PORT = 8044
LOOPBACK = "127.0.0.1"
HOME = "PHASELINE_HOME"
"""The variable that names the folder for matches and keys, if it is not to be the user's own data folder."""


class Settings(Struct, frozen=True, kw_only=True):
    """What can be chosen when the service starts.

    `database` is an SQLAlchemy URL or the path of an SQLite file, `keys` the folder with the user's key for matches by
    mail. `hosts` are names besides addresses and `localhost`
    under which pages may call the service, `proxies` addresses or networks whose word is taken for whom they speak
    (`X-Forwarded-For`, `X-Forwarded-Proto`). `budget` is how many seconds a computer player may think about an order,
    `workers` how many processes they may think in at once, `pace` how many seconds they wait between their orders unless the match says
    otherwise. `packs` are the folders of data packs that matches may be played with. With `warm`, games are loaded at once and
    not when somebody asks.
    """

    database: str
    keys: str
    host: str = LOOPBACK
    port: int = PORT
    hosts: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    budget: float = 2.0
    workers: int = 1
    pace: float = 0.3
    packs: tuple[Path, ...] = ()
    warm: bool = False

    @property
    def url(self) -> str:
        """The database as an SQLAlchemy URL."""
        return self.database if "://" in self.database else f"sqlite:///{Path(self.database).absolute()}"


def home() -> Path:
    """Where matches and keys are kept unless told otherwise: `PHASELINE_HOME`, or the user's own data folder."""
    named = os.environ.get(HOME)
    return Path(named) if named else _data_folder() / "phaseline"


def default_database() -> str:
    """Where matches are kept unless told otherwise."""
    return str(home() / "phaseline.sqlite3")


def _data_folder() -> Path:
    home = _user_folder()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def _user_folder() -> Path:
    if (
        sys.platform != "win32" and os.environ.get("HOME") == ""
    ):  # as good as not set: else it would be the root
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    return Path.home()


def default_workers() -> int:
    """Half of the processors, so that a thinking computer player leaves room for the service and the page."""
    return max(1, (os.cpu_count() or 1) // 2)
