"""Commands for matches that go to and fro as sealed files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.text import Text

from phaseline.cli import matchfile
from phaseline.cli.arguments import Chosen, GameKey, ScenarioKey, pairs
from phaseline.cli.display import show_events, show_position, wish_for
from phaseline.cli.errors import Refused as CliRefused
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.orderwords import seat_number, split_orders
from phaseline.cli.serving import Database
from phaseline.cli.terminal import FAINT, say
from phaseline.engine import record
from phaseline.server.settings import Settings, default_database, home

if TYPE_CHECKING:
    from phaseline.server.rooms.room import Room

UNDO = "undo"
app = typer.Typer()
mail = typer.Typer(help="Play by mail: a sealed file that goes to and fro.")
app.add_typer(mail, name="mail", rich_help_panel="A match")
T = TypeVar("T")
File = Annotated[Path, typer.Argument(metavar="FILE", help="The sealed file.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="The file to write; by default it gets a name of its own."),
]
Name = Annotated[str | None, typer.Option(help="Your name, as the other side sees it; it is remembered.")]


@mail.command("new")
def new(
    game: GameKey,
    scenario: ScenarioKey = None,
    *,
    seat: Annotated[str | None, typer.Option("--seat", "-s", help="Your seat; default: the first.")] = None,
    name: Name = None,
    option: Chosen = None,
    pack: Annotated[list[str] | None, typer.Option("--pack", hidden=True)] = None,
    output: Output = None,
    database: Database = None,
) -> None:
    """Offer a match: write a file to send to your opponent. Matches by mail are played without data packs."""
    from phaseline.server.office import Office  # noqa: PLC0415 - the other commands do without
    from phaseline.server.wire import MailFile, NewMail  # noqa: PLC0415

    matchfile.check_free(output)
    found = matchfile.open_game(game)
    wanted = NewMail(
        game=game,
        scenario=scenario or next(iter(found.scenarios())),
        seat=0 if seat is None else seat_number(found, seat),
        options=dict(pairs(option or [], "--option")),
        name=name,
        packs=pack or [],  # which is refused in words
    )

    async def offering(office: Office) -> MailFile:
        return office.post.offer(wanted)

    made = _with_office(database, offering)
    _write(output or Path(made.name), made.text)
    say("send it to your opponent, who accepts it with: phaseline mail accept FILE")


@mail.command("accept")
def accept(file: File, name: Name = None, database: Database = None) -> None:
    """Accept the match that a file offers."""
    text = _read(file)
    state = _with_office(database, lambda office: office.post.accept(text, name))
    _show(state, database)


@mail.command("open")
def open_(file: File, database: Database = None) -> None:
    """Open a file that came by mail: check it, and show what is new."""
    text = _read(file)
    state = _with_office(database, lambda office: office.post.open(text))
    _show(state, database)


@mail.command("send")
def send(
    file: File,
    orders: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ORDER]...", help='Orders to give first, such as "move A 0304" or move A 0304 done.'
        ),
    ] = None,
    output: Output = None,
    database: Database = None,
) -> None:
    """Give orders, and when your part is over, write the file to send. FILE is the one that came; `undo` takes an order back."""
    from phaseline.server.office import Office  # noqa: PLC0415 - the other commands do without
    from phaseline.server.problems import Wrong  # noqa: PLC0415
    from phaseline.server.wire import MailFile  # noqa: PLC0415

    matchfile.check_free(output)
    text = _read(file)

    async def sending(office: Office) -> MailFile:
        state = await office.post.open(text)
        if state.match is None:
            raise UserError("nobody has accepted this offer yet")
        room = (await office.house.open(state.id)).room
        seat = next(seat.seat for seat in state.seats if seat.you)
        given = 0
        heard = len(room.match.log(seat))
        try:
            for order in split_orders(orders or [], room.match.game.flow.order_types(), [UNDO]):
                hint = "those before it are kept, so give only this one and the next anew" if given else ""
                with (
                    blaming(f"order {given + 1}", ValueError, hint=hint),
                    _refusing(f"order {given + 1}, {order}", hint),
                ):
                    await room.do(partial(_give, room, seat, order))
                given += 1
                heard = min(heard, len(room.match.log(seat)))
        finally:
            show_events(room.match, room.match.log(seat)[heard:])
        try:
            return await office.post.send(state.id)
        except Wrong as wrong:
            kept = "your orders are kept; " if given else ""
            raise Wrong(kept + wrong.error, hint=wrong.hint) from wrong

    made = _with_office(database, sending)
    _write(output or Path(made.name), made.text)
    say("send it to your opponent")


@mail.command("record")
def record_(file: File, output: Output = None, database: Database = None) -> None:
    """Write the record of a match that is over, for `phaseline replay`. FILE is any of its files."""
    from phaseline.server.office import Office  # noqa: PLC0415 - the other commands do without
    from phaseline.server.wire import MailState  # noqa: PLC0415

    matchfile.check_free(output)
    text = _read(file)

    async def recording(office: Office) -> tuple[MailState, str]:
        state = await office.post.open(text)
        if state.status != "over":
            raise UserError("the match is not over; until then a record would tell what the other side hides")
        return state, record.dump((await office.house.open(state.id)).room.match)

    state, written = _with_office(database, recording)
    if output is None:
        output = Path(f"{state.game}-{state.scenario}-{state.id[:6]}.match")
        matchfile.check_free(output)
    _write(output, written)


def _give(room: Room, seat: int, order: str) -> None:
    """Carry out an order as it was typed, or take the last one back."""
    if order.strip().casefold() == UNDO:
        room.undo(seat)
        say(f"taken back: {room.chronicle.undone[-1][1]}")
    else:
        room.submit(seat, room.match.parse(order), entry=len(room.match.entries) - 1)


@contextmanager
def _refusing(what: str, hint: str) -> Iterator[None]:
    """Turns what the rules refuse into an error that names the order."""
    from phaseline.server.problems import Refused  # noqa: PLC0415 - the other commands do without

    try:
        yield
    except Refused as refusal:
        raise CliRefused(f"{what}: {refusal}" + (f" ({hint})" if hint else "")) from refusal


def _with_office(database: str | None, work: Callable[..., Awaitable[T]]) -> T:
    """Do something with the matches kept here. Raises `UserError`."""
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415 - the other commands do without

    from phaseline.server.office import Office  # noqa: PLC0415
    from phaseline.server.problems import Wrong  # noqa: PLC0415
    from phaseline.server.storage.migrate import NewerDatabase  # noqa: PLC0415
    from phaseline.server.storage.trouble import complaint  # noqa: PLC0415

    settings = Settings(database=database or default_database(), keys=str(home()))

    async def doing() -> T:
        office = Office(settings)
        try:
            return await work(office)
        except Wrong as wrong:
            raise UserError(wrong.error + (f" ({wrong.hint})" if wrong.hint else "")) from wrong
        finally:
            await office.close()

    try:
        return asyncio.run(doing())
    except NewerDatabase as error:
        raise UserError(str(error)) from error
    except SQLAlchemyError as error:
        option = "" if settings.database == default_database() else "--database: "
        raise UserError(f"{option}{settings.database}: {complaint(error)}") from error


def _read(file: Path) -> str:
    """The text of a file. What a mail program has laid around it may be in the letters of any country."""
    with suppress(OSError):  # which is told below
        data = file.read_bytes()
        if b'"phaseline_mail"' in data:
            return data.decode("utf-8", errors="replace")
    return matchfile.read_text(
        file, "what comes by mail is", "name the one that came, or offer a match: phaseline mail new GAME"
    )


def _write(path: Path, text: str) -> None:
    with blaming(f"{path}: cannot be written", OSError):
        matchfile.replace(path, text)
    say(Text.assemble("written: ", (str(path), "bold")))


def _show(state: object, database: str | None) -> None:
    """How a match by mail stands, and what one sees of it."""
    from phaseline.server.office import Office  # noqa: PLC0415 - the other commands do without
    from phaseline.server.wire import MailState  # noqa: PLC0415

    assert isinstance(state, MailState)
    say(Text(f"{state.title}: {state.news}", style="bold"))
    for seat in state.seats:
        who = "nobody yet" if seat.name is None else seat.name + (" (you)" if seat.you else "")
        key = "" if seat.key is None else f"  key {seat.key[:16]}"
        say(Text.assemble(f"  {seat.title}: {who}", (key, FAINT)))
    if state.match is None:
        return

    async def showing(office: Office) -> None:
        match = (await office.house.open(state.id)).room.match
        mine = next(seat.seat for seat in state.seats if seat.you)
        show_events(match, match.log(mine)[-20:])
        show_position(match, mine, wish_for(match), units=False, elsewhere="phaseline play shows all of it")

    _with_office(database, showing)
    words = {
        "yours": 'you have to decide: phaseline play, or phaseline mail send FILE "ORDER" ...',
        "ready": "your part is over: phaseline mail send FILE writes the file to send",
        "theirs": "the other side has to decide",
        "over": "the match is over",
    }
    say(words[state.status])
