"""Draws the maps that the lobby shows and keeps them, before there is a service, in its database. `python -m` runs it.

It is told the words of the command that will start the service.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from phaseline.server.catalogue import Catalogue
from phaseline.server.packs import NO_PACKS
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.settings import Settings, default_database, home
from phaseline.server.storage.store import Store


def database(words: Sequence[str]) -> str:
    """Where the service keeps its matches that is started with these words.

    >>> database(["--port", "0", "--database", "mine.sqlite3"])
    'mine.sqlite3'
    """
    # All else is for the command itself, which also says what is wrong with it.
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--database", default="")
    try:
        return parser.parse_known_args(words)[0].database or default_database()
    except argparse.ArgumentError:
        return default_database()


async def draw_beforehand(kept_in: str) -> None:
    """Whoever opens the lobby for the first time then sees its maps at once."""
    settings = Settings(database=kept_in, keys=str(home()))
    keeper = Keeper(Store(settings.url))
    catalogue = Catalogue(keeper, NO_PACKS)
    try:
        await catalogue.draw()
    finally:
        await catalogue.close()
        keeper.close()


if __name__ == "__main__":
    asyncio.run(draw_beforehand(database(sys.argv[1:])))
