"""Commands about match files: new, show, undo, log, replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.text import Text

from phaseline.chart.looks import side_ink
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, Chosen, GameKey, MatchName, Packs, ScenarioKey, SeatName, pairs
from phaseline.cli.display import prompt, show_events, show_position, wish_for
from phaseline.cli.errors import Refused, UserError
from phaseline.cli.orderwords import acting_seat, seat_number, watching_seat
from phaseline.cli.terminal import FAINT, say, show_json
from phaseline.engine import record
from phaseline.engine.events import redact, tell
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import write
from phaseline.wording.counts import several

app = typer.Typer()
PANEL = "A match"
CellSize = Literal["large", "medium", "small", "tiny"]


@app.command(rich_help_panel=PANEL)
def new(
    game: GameKey,
    scenario: ScenarioKey = None,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The match file; default: GAME-SCENARIO.match.")
    ] = None,
    option: Chosen = None,
    pack: Packs = None,
    seed: Annotated[
        str | None,
        typer.Option(help="Seed of the dice, any text: the same seed, the same dice. Default: a fresh one."),
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=NAME", help="Who plays a seat; may be repeated.")
    ] = None,
) -> None:
    """Start a match and write its file."""
    chosen = matchfile.open_game(game)
    packs = tuple(pack or ())
    facts = matchfile.open_scenario(chosen, scenario, pairs(option or [], "--option"), packs)
    players = {seat_number(chosen, seat): name for seat, name in pairs(player or [], "--player").items()}
    file = matchfile.start(chosen, facts, path=output, packs=packs, seed=seed, players=players)
    file.save()
    say(f"{chosen.title}, {facts.title}: written to {file.path}")
    say(prompt(file.match, file.match.view(None)))


@app.command(rich_help_panel=PANEL)
def show(
    match: MatchName = None,
    seat: SeatName = None,
    *,
    size: Annotated[
        CellSize | None, typer.Option(help="Size of a hex; default: the largest that fits.")
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="HEX", help="The hex in the middle, by number or place.")
    ] = None,
    radius: Annotated[
        int | None, typer.Option(min=0, help="With --at: only hexes up to so far from it.")
    ] = None,
    units: Annotated[
        bool | None, typer.Option("--units/--no-units", help="List all units below the map, or none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the map and what is asked, as one seat may see it (SEAT nobody: a spectator)."""
    file = matchfile.read(match)
    viewer = watching_seat(file.match, seat)
    if as_json:
        view = file.match.view(viewer)
        sheet = file.match.game.sheet(file.match.scenario, view)
        show_json({"view": json.loads(view.to_bytes()), "sheet": msgspec.to_builtins(sheet)})
        return
    if radius is not None and at is None:
        raise UserError("--radius: around which hex? add --at HEX")
    say(_headline(file, viewer))
    show_position(file.match, viewer, wish_for(file.match, size, at, radius), units=units)


def _headline(file: matchfile.MatchFile, viewer: int | None) -> Text:
    match = file.match
    name = "a spectator" if viewer is None else match.game.seats[viewer]
    return Text.assemble(
        (f"{match.game.title}, {match.scenario.title}", "bold"),
        (f"  {file.path}, seen by ", FAINT),
        (name, side_ink(viewer)),
    )


@app.command(rich_help_panel=PANEL)
def undo(match: MatchName = None, seat: SeatName = None) -> None:
    """Take back the last order of a seat (default: whose order came last), until a die was rolled or something shown."""
    file = matchfile.read(match)
    who = _last_seat(file.match) if seat is None else seat_number(file.match.game, seat)
    try:
        order = file.match.undo(who)
    except CannotUndo as reason:
        raise Refused(f"cannot undo: {reason}") from reason
    file.save()
    say(f"taken back: {file.match.game.seats[who]}: {write(order, file.match.scenario.lexicon)}")
    say(prompt(file.match, file.match.view(who)))


def _last_seat(match: Match) -> int:
    last = match.entries[-1]
    if last.seat is None:
        raise Refused("cannot undo: no order has been given yet")
    if last.simultaneous:
        # Saying whose order came last would already tell the other side something.
        return acting_seat(match, None)
    return last.seat


@app.command(rich_help_panel=PANEL)
def log(
    match: MatchName = None,
    seat: SeatName = None,
    last: Annotated[
        int | None, typer.Option("--last", "-n", min=1, help="Only so many events, the latest.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what happened, as far as one seat may know (SEAT nobody: a spectator)."""
    file = matchfile.read(match)
    viewer = watching_seat(file.match, seat)
    events = file.match.log(viewer)[-(last or 0) :]
    if as_json:
        lexicon = file.match.scenario.lexicon
        show_json([{**msgspec.to_builtins(event), "sentence": tell(event, lexicon)} for event in events])
        return
    show_events(file.match, redact(events, viewer))


@app.command(rich_help_panel=PANEL)
def replay(
    match: Annotated[str, typer.Argument(metavar="FILE", help="A record or match file.")],
    verify: Annotated[
        bool,
        typer.Option(
            "--verify/--no-verify", help="Every fingerprint and die must agree, or only the orders."
        ),
    ] = True,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the verdict.")] = False,
    pack: Packs = None,
) -> None:
    """Play a record again from its text, show its orders, and prove that it gives the same positions."""
    file = matchfile.read(match, verify=verify, packs=pack or (), missing=matchfile.KEPT)
    played = file.match
    if not quiet:
        for number, entry in enumerate(played.entries[1:], start=1):
            if entry.order is not None and entry.seat is not None:
                who = (f"{played.game.seats[entry.seat]}: ", side_ink(entry.seat))
                order = write(entry.order, played.scenario.lexicon)
                dice = "".join(f" [{draw}]" for draw in entry.draws)
                say(Text.assemble((f"{number:5} ", FAINT), who, order, (dice, "yellow")))
    orders = len(played.entries) - 1
    ends = sum(len(entry.phase_ends) for entry in played.entries)
    dice_from = "with the seed's dice" if played.seed else "with the recorded dice"
    say(prompt(played, played.view(None)))
    for remark in record.remarks(file.text, played):
        say(f"note: {remark}")
    if verify:
        say(
            f"verified: {several(orders, 'order')}, {several(ends, 'phase end')}, final position {played.position.digest()}, {dice_from}"
        )
    else:
        say(
            f"replayed, not verified: {several(orders, 'order')}, final position {played.position.digest()}, {dice_from}"
        )
