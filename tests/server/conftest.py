"""A real service on a port of its own, and a client of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.clients import Client

from phaseline.server.run import Running
from phaseline.server.settings import Settings


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "matches.sqlite3")


@pytest.fixture
def start(database: str) -> Iterator[Callable[..., Client]]:
    """Starts a service on the test's database, with the data packs in these folders; called again, it stops the last one
    first, as after a pause.
    """
    running: list[tuple[Running, Client]] = []

    def stop() -> None:
        while running:
            service, client = running.pop()
            client.close()
            service.stop()

    def starting(*packs: Path) -> Client:
        stop()
        service = Running(
            Settings(
                database=database,
                keys=str(Path(database).parent),
                port=0,
                budget=0.2,
                pace=0.0,
                packs=packs,
            )
        )
        running.append((service, Client(service.port)))
        return running[-1][1]

    yield starting
    stop()


@pytest.fixture
def client(start: Callable[[], Client]) -> Client:
    """A client of a running service."""
    return start()
