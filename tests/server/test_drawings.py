"""Maps are drawn once, beside the service, and kept."""

from __future__ import annotations

import asyncio
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from phaseline.atlas.model import HexMap
from phaseline.engine import registry
from phaseline.server.beforehand import database, draw_beforehand
from phaseline.server.catalogue import Catalogue, begin_with
from phaseline.server.draughtsman import drawn
from phaseline.server.drawings import SMALL, Drawings
from phaseline.server.packs import NO_PACKS
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.settings import default_database
from phaseline.server.storage.store import Store

LARGE = HexMap.from_drawing("\n".join(" " * (row % 2) + ". " * 25 for row in range(20)))
TINY = HexMap.from_drawing(". . .")


@asynccontextmanager
async def drawing_in(folder: Path) -> AsyncIterator[Drawings]:
    keeper = Keeper(Store(f"sqlite:///{folder}/maps.sqlite3"))
    found = Drawings(keeper)
    yield found
    await found.close()
    keeper.close()


def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where maps are drawn from now on: in a `process` or a `thread`."""
    found = []

    def noted(name: str, way: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        def then(*args: Any, **named: Any) -> Awaitable[Any]:
            found.append(name)
            return way(*args, **named)

        return then

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted("process", asyncio.create_subprocess_exec))
    monkeypatch.setattr(asyncio, "to_thread", noted("thread", asyncio.to_thread))
    return found


def begun(monkeypatch: pytest.MonkeyPatch, *instead: str) -> asyncio.Event:
    """Told when a process that draws has begun; `instead` of it that command."""
    begin, found = asyncio.create_subprocess_exec, asyncio.Event()

    async def noted(*args: Any, **named: Any) -> asyncio.subprocess.Process:
        process = await begin(*(instead or args), **named)
        found.set()
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return found


def test_a_large_map_is_drawn_once_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked() -> list[bytes]:
        async with drawing_in(tmp_path) as first:
            together = await asyncio.gather(first.of(LARGE), first.of(LARGE))
        async with drawing_in(tmp_path) as second:
            return [*together, await second.of(LARGE)]

    assert len(LARGE.grid) > SMALL
    where = ways(monkeypatch)
    assert asyncio.run(asked()) == [drawn(LARGE)] * 3
    assert where == ["process"]


def test_ctrl_c_in_the_terminal_reaches_the_service_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = asyncio.create_subprocess_exec
    groups = []

    async def noted(*args: Any, **named: Any) -> asyncio.subprocess.Process:
        process = await begin(*args, **named)
        groups.append(os.getpgid(process.pid))
        return process

    async def asked() -> None:
        async with drawing_in(tmp_path) as drawings:
            await drawings.of(LARGE)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    asyncio.run(asked())
    assert len(groups) == 1
    assert groups != [os.getpgid(0)]


def test_a_small_map_is_drawn_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked() -> bytes:
        async with drawing_in(tmp_path) as found:
            return await found.of(TINY)

    where = ways(monkeypatch)
    assert asyncio.run(asked()) == drawn(TINY)
    assert where == ["thread"]


def test_who_leaves_does_not_stop_the_drawing_for_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked() -> bytes:
        async with drawing_in(tmp_path) as found:
            leaving = asyncio.create_task(found.of(LARGE))
            await under_way.wait()
            leaving.cancel()
            await asyncio.wait({leaving})
            assert leaving.cancelled()
            return await found.of(LARGE)

    where, under_way = ways(monkeypatch), begun(monkeypatch)
    assert asyncio.run(asked()) == drawn(LARGE)
    assert where == ["process"]


def test_what_is_not_drawn_when_the_service_ends_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked() -> tuple[asyncio.Task[bytes], list[asyncio.Task[Any]]]:
        async with drawing_in(tmp_path) as found:
            waiting = asyncio.create_task(found.of(LARGE))
            await under_way.wait()
        await asyncio.wait({waiting})
        return waiting, [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    under_way = begun(monkeypatch, sys.executable, "-c", "import time; time.sleep(600)")
    waiting, left = asyncio.run(asked())
    assert waiting.cancelled()
    assert left == []


def test_a_process_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def asked() -> None:
        async with drawing_in(tmp_path) as found:
            monkeypatch.setattr(pickle, "dumps", lambda _: b"no map")
            with pytest.raises(RuntimeError, match="exit status 1"):
                await found.of(LARGE)
            monkeypatch.undo()
            assert await found.of(LARGE) == drawn(LARGE)

    asyncio.run(asked())
    assert "UnpicklingError" in capfd.readouterr().err


def test_the_lobby_has_its_maps_drawn_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []
    under_way: list[str] = []

    async def of(_: Drawings, map: HexMap) -> bytes:
        assert under_way == [], "who asks for another map would wait for all of them"
        under_way.append(map.fingerprint)
        await asyncio.sleep(0)
        asked.append(under_way.pop())
        if len(asked) == 2:
            raise RuntimeError("no ink")
        return b"{}"

    async def drawn_first() -> list[str]:
        keeper = Keeper(Store(f"sqlite:///{tmp_path}/maps.sqlite3"))
        catalogue = Catalogue(keeper, NO_PACKS)
        await catalogue.draw()
        firsts = [catalogue.scenario(game.key, begin_with(game).key, {})[1] for game in catalogue.about.games]
        await catalogue.close()
        keeper.close()
        return [first.map.fingerprint for first in firsts]

    monkeypatch.setattr(Drawings, "of", of)
    firsts = asyncio.run(drawn_first())
    assert firsts == asked
    assert registry.game("france44").load("beachhead").map.fingerprint in firsts, "it is recommended"
    assert [record.getMessage() for record in caplog.records] == [
        "the map of France '44 could not be drawn: no ink"
    ]


@pytest.mark.parametrize(
    "words", [[], ["--port", "0", "--database", "mine.sqlite3"], ["--database=mine.sqlite3"]]
)
def test_they_are_drawn_into_the_database_of_the_service_before_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    drawn_now: list[HexMap] = []

    async def draw(_: Drawings, map: HexMap) -> bytes:
        drawn_now.append(map)
        return b"{}"

    async def asked_again() -> None:
        keeper = Keeper(Store(f"sqlite:///{tmp_path / 'mine.sqlite3' if words else default_database()}"))
        for map in drawn_now[:]:
            assert await Drawings(keeper).of(map) == b"{}"
        keeper.close()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PHASELINE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Drawings, "_draw", draw)
    asyncio.run(draw_beforehand(database(["--no-browser", *words])))
    count = len(drawn_now)
    assert count > 4
    asyncio.run(asked_again())
    assert len(drawn_now) == count, "they are kept"
    assert Path(default_database()).exists() is not bool(words)


FAKE = """#!/bin/sh
case $* in
    *hatch_build*)
        while [ ! -s "$SAID" ]; do sleep 0.05; done
        echo built
        ;;
    *) echo "$*" >>"$SAID" ;;
esac
"""


def test_the_words_of_play_are_passed_on_to_who_draws_beforehand(tmp_path: Path) -> None:
    root, said = tmp_path / "phaseline", tmp_path / "said"
    for name, text in {
        "pyproject.toml": "",
        "requirements/runtime.txt": "",
        ".venv/bin/python": FAKE,
        ".venv/bin/phaseline": FAKE,
        "src/phaseline/server/page/.sources": "built",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
    shutil.copy(Path(__file__).parents[2] / "run", root / "run")
    reckoned = f'{{ echo "{root}"; cat "{root}/requirements/runtime.txt" "{root}/pyproject.toml"; }} | cksum'
    layer = subprocess.run(["sh", "-c", reckoned], capture_output=True, check=True).stdout
    (root / ".venv/.layer-runtime").write_bytes(layer)
    words = ("play", "--no-browser", "--database", str(tmp_path / "my matches.sqlite3"))
    subprocess.run(
        ["sh", root / "run", *words], env={**os.environ, "SAID": str(said)}, check=True, timeout=60
    )
    drawing, played = said.read_text("utf-8").splitlines()
    assert drawing == f"-m phaseline.server.beforehand {' '.join(words[1:])}"
    assert played == " ".join(words)
