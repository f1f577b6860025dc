"""serve and play: a service of one's own, and what is said when it cannot start."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path

import httpx
import pytest
from tests.cli.conftest import Shell
from tests.packing import heavy

from phaseline.ai import registry as agents
from phaseline.engine import registry as games
from phaseline.engine.installed import Installed
from phaseline.server.run import Running
from phaseline.server.settings import Settings, default_database


def test_serve_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    database = tmp_path / "matches.sqlite3"
    command = [sys.executable, "-m", "phaseline", "serve", "--port", "0", "--database", str(database)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert found is not None, line
            assert httpx.get(f"{found[0]}api/about", timeout=60).status_code == 200
            os.killpg(
                process.pid, signal.SIGINT
            )  # as Ctrl+C in a terminal: all that it has started hears it, too
            code = process.wait(30)
            rest = process.stdout.read()
        finally:
            process.kill()  # or leaving would wait for it for ever
    assert code == 0, rest
    assert "Traceback" not in rest
    assert database.is_file()


def test_what_is_still_being_written_and_cannot_be_loaded_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for registry, variable in ((games, "PHASELINE_GAMES"), (agents, "PHASELINE_AGENTS")):
        monkeypatch.setenv(variable, "mine=no_such_module:MINE")
        fresh = Installed(registry.GROUP, variable, lambda _, found: found)
        monkeypatch.setattr(registry, "complaints", fresh.complaints)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = shell.run("serve", "--port", port, "--database", "x.sqlite3", code=2).err
    for variable in ("PHASELINE_GAMES", "PHASELINE_AGENTS"):
        assert f"phaseline: {variable} mine = no_such_module:MINE cannot be loaded" in said


def test_a_taken_port_is_named(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = shell.run("serve", "--port", port, "--database", "x.sqlite3", code=2)
    assert f"port {port} is taken" in answer.err
    assert "--port" in answer.err


@pytest.mark.parametrize("name", ["https://games.example.org", "games.example.org:8044", "*.example.org", ""])
def test_a_name_of_the_service_stands_alone(shell: Shell, name: str) -> None:
    answer = shell.run("serve", "--port", "0", "--database", "x.sqlite3", "--allow-host", name, code=2)
    assert answer.err == (
        f'phaseline: --allow-host: "{name}" is no name; write it alone, as games.example.org\n'
    )


@pytest.mark.parametrize("name", ["*", "proxy.example", "10.0.0.1/8"])
def test_a_proxy_is_named_by_its_address(shell: Shell, name: str) -> None:
    answer = shell.run("serve", "--port", "0", "--database", "x.sqlite3", "--proxy", name, code=2)
    assert "--proxy" in answer.err
    assert name in answer.err
    assert "10.0.0.0/8" in answer.err


def test_a_file_that_is_no_database_is_named(shell: Shell) -> None:
    (shell.folder / "x.sqlite3").write_text(
        "this is no database at all, but it is long enough to be looked at " * 20
    )
    answer = shell.run("serve", "--port", "0", "--database", "x.sqlite3", code=2)
    assert "x.sqlite3" in answer.err


def test_play_goes_to_the_service_that_runs_already(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    service = Running(Settings(database=str(tmp_path / "x.sqlite3"), keys=str(tmp_path), port=0))
    try:
        answer = shell.run("play", "--port", str(service.port))
        assert "runs already" in answer.out
        shell.run("play", "--port", str(service.port), "--no-browser")
    finally:
        service.stop()
    assert opened == [f"http://127.0.0.1:{service.port}/"]


def test_where_matches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PHASELINE_HOME", str(tmp_path))
    assert default_database() == str(tmp_path / "phaseline.sqlite3")
    monkeypatch.delenv("PHASELINE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_database() == str(tmp_path / "data" / "phaseline" / "phaseline.sqlite3")


def test_an_empty_home_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PHASELINE_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, "")
    found = default_database()
    monkeypatch.delenv("HOME")
    assert found == default_database()


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("mail", "new", "skirmish")])
def test_a_database_that_cannot_be_used_is_told_in_one_line(shell: Shell, command: tuple[str, ...]) -> None:
    (shell.folder / "file").write_text("nothing of ours, and not empty" * 100, "utf-8")
    for name, words in (
        ("file", "no database of matches"),
        ("file/x.sqlite3", "its folder cannot be made"),
        ("postgresql+pg8000://x/y", "pg8000 is needed for it and is not installed: pip install pg8000"),
        ("ledger://x", "no kind of database is called ledger; name a file, or an address"),
    ):
        said = shell.run(*command, "--database", name, code=2).err
        assert said.startswith(f"phaseline: --database: {name}: ")
        assert words in said
        assert said.count("\n") == 1


@pytest.mark.parametrize("command", ["serve", "play"])
def test_what_is_wrong_with_a_pack_stops_the_start(shell: Shell, tmp_path: Path, command: str) -> None:
    heavy(tmp_path / "going", files={"tables": "[terrain.forest]\ncost = 'much'\n"})
    said = shell.run(command, "--port", "0", "--database", "x.sqlite3", "--pack", "going", code=2).err
    assert said == (
        'phaseline: going/tables.toml: terrain.forest.cost: "much" stands here; a whole number is needed\n'
    )
    assert not (tmp_path / "x.sqlite3").exists()
    said = shell.run(command, "--port", "0", "--pack", "nowhere", code=2).err
    assert "nowhere/pack.toml: there is no such file" in said


def test_a_service_that_runs_already_takes_no_packs(shell: Shell, tmp_path: Path) -> None:
    pack = heavy(tmp_path / "going")
    service = Running(Settings(database=str(tmp_path / "x.sqlite3"), keys=str(tmp_path), port=0))
    try:
        said = shell.run("play", "--port", str(service.port), "--pack", str(pack), code=2).err
    finally:
        service.stop()
    assert "told of data packs only when it starts: stop it there first" in said
