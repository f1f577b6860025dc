"""The command that runs the service."""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import re
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterable
from typing import Annotated

import typer
from rich.text import Text

from phaseline.cli.arguments import Packs
from phaseline.cli.errors import UserError
from phaseline.cli.terminal import FAINT, complain, say
from phaseline.server.settings import LOOPBACK, PORT, Settings, default_database, default_workers, home
from phaseline.wording.shown import shown

app = typer.Typer()
PANEL = "A match"
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any that is free.")]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|URL", help="Where matches are kept; default: in $PHASELINE_HOME, or your data folder."
    ),
]


@app.command(rich_help_panel=PANEL)
def play(
    port: Port = PORT,
    database: Database = None,
    pack: Packs = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Open no browser; only say where the page is.")
    ] = False,
) -> None:
    """Play in the browser: against the computer, a friend at the same screen, or alone. Stop it with Ctrl+C.

    `phaseline terminal` plays in the terminal instead.
    """
    settings = Settings(
        database=database or default_database(),
        keys=str(home()),
        port=port,
        workers=default_workers(),
        packs=tuple(pack or ()),
        warm=True,
    )
    address = page_address(settings.host, port)
    if port and is_running(address):
        if pack:
            raise UserError(
                f"Phaseline runs already at {address} and is told of data packs only when it starts: "
                "stop it there first, or choose another port with --port"
            )
        say(Text.assemble("Phaseline runs already at ", (address, "bold underline")))
        if not no_browser:
            webbrowser.open(address)
        return
    run_service(settings, browse=not no_browser)


@app.command(rich_help_panel=PANEL)
def serve(
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; by default nobody else can reach it.")
    ] = LOOPBACK,
    port: Port = PORT,
    database: Database = None,
    pack: Packs = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name under which pages may call the service; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy (address or network) whose X-Forwarded-For is believed; may be repeated.",
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option(min=0.05, help="Seconds a computer player may think about an order.")
    ] = 2.0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes that computer players may think in.")
    ] = None,
) -> None:
    """Run the service: the page, and its interface for programs. Stop it with Ctrl+C."""
    settings = Settings(
        database=database or default_database(),
        keys=str(home()),
        host=host,
        port=port,
        hosts=checked_hosts(allow_host or ()),
        proxies=checked_proxies(proxy or ()),
        budget=budget,
        workers=workers or default_workers(),
        packs=tuple(pack or ()),
        warm=True,
    )
    if not is_loopback(host):
        complain(f"anybody who reaches {host} can play all matches here, see them and remove them")
    run_service(settings, browse=False)


def run_service(settings: Settings, *, browse: bool) -> None:
    """Run the service until it is stopped; with `browse`, open its page. Raises `UserError` when it cannot start."""
    # Imported late: the other commands do without.
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    from phaseline.ai import registry as agents  # noqa: PLC0415
    from phaseline.engine import registry as games  # noqa: PLC0415
    from phaseline.engine.packs import DataError  # noqa: PLC0415
    from phaseline.server.run import run  # noqa: PLC0415
    from phaseline.server.storage.migrate import NewerDatabase  # noqa: PLC0415
    from phaseline.server.storage.trouble import complaint  # noqa: PLC0415

    def ready(port: int) -> None:
        address = page_address(settings.host, port)
        say(Text.assemble("Phaseline is at ", (address, "bold underline"), "; Ctrl+C stops it"))
        say(Text(f"matches are kept in {settings.database}", style=FAINT))
        if settings.packs:
            say(Text(f"data packs, as they are now: {', '.join(map(str, settings.packs))}", style=FAINT))
        sys.stdout.flush()
        if browse:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    for said in (*games.complaints(), *agents.complaints()):
        complain(said)
    if settings.packs:
        say(Text("trying the data packs with every scenario ...", style=FAINT))
        sys.stdout.flush()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        run(settings, ready)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            hint = "choose another with --port, or 0 for any"
            raise UserError(f"port {settings.port} is taken by another program; {hint}") from error
        raise UserError(f"{settings.host} port {settings.port}: {error.strerror or error}") from error
    except (NewerDatabase, DataError) as error:
        raise UserError(str(error)) from error
    except SQLAlchemyError as error:
        option = "" if settings.database == default_database() else "--database: "
        raise UserError(f"{option}{settings.database}: {complaint(error)}") from error
    except KeyboardInterrupt:
        say("\nstopped; matches are kept")


def checked_proxies(named: Iterable[str]) -> tuple[str, ...]:
    """The addresses and networks of proxies. Raises `UserError` for one that is neither."""
    for address in named:
        try:
            ipaddress.ip_network(address)
        except ValueError as error:
            hint = "name an address such as 127.0.0.1 or a network such as 10.0.0.0/8"
            raise UserError(f"--proxy: {error}; {hint}") from error
    return tuple(named)


def checked_hosts(named: Iterable[str]) -> tuple[str, ...]:
    """The names of the service. Raises `UserError` for what no browser would call it: an address with all around it, a pattern."""
    for name in named:
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)*", name):
            raise UserError(f'--allow-host: "{shown(name)}" is no name; write it alone, as games.example.org')
    return tuple(named)


def page_address(host: str, port: int) -> str:
    """Where the page of a service that listens there can be opened on this machine."""
    name = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def is_running(address: str) -> bool:
    """Whether a service like this one answers at an address."""
    try:
        with urllib.request.urlopen(f"{address}api/matches", timeout=5) as answer:
            return isinstance(json.load(answer), list)
    except (OSError, ValueError, urllib.error.URLError):
        return False


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a service that listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
