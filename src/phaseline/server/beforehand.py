"""Draws the maps that the lobby shows and keeps them in the usual database, before there is a service. `python -m` runs it."""

from __future__ import annotations

import asyncio

from phaseline.server.catalogue import Catalogue
from phaseline.server.packs import NO_PACKS
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.settings import Settings, default_database, home
from phaseline.server.storage.store import Store


async def draw_beforehand() -> None:
    """Whoever opens the lobby for the first time then sees its maps at once."""
    settings = Settings(database=default_database(), keys=str(home()))
    keeper = Keeper(Store(settings.url))
    catalogue = Catalogue(keeper, NO_PACKS)
    try:
        await catalogue.draw()
    finally:
        await catalogue.close()
        keeper.close()


if __name__ == "__main__":
    asyncio.run(draw_beforehand())
