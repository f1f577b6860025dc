"""Commands that help to play: a hex in words, what an attack may bring, who is where, what comes when."""

from __future__ import annotations

import random
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from phaseline.ai.advice import Advice, advise
from phaseline.ai.driver import observe
from phaseline.chart.looks import side_ink
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, MatchName, SeatName
from phaseline.cli.errors import UserError
from phaseline.cli.ordering import begin_order, explain, why_not
from phaseline.cli.orderwords import acting_seat, watching_seat
from phaseline.cli.terminal import FAINT, say, show_json
from phaseline.engine.aids import Forecast, ForecastRow, HexText, Line, Table, TurnCell
from phaseline.engine.match import Match
from phaseline.engine.refusal import Refusal
from phaseline.engine.state import State

app = typer.Typer()
PANEL = "Analysis"


@app.command(rich_help_panel=PANEL)
def look(
    words: Annotated[list[str], typer.Argument(metavar="[MATCH] HEX", help="A hex by number or place.")],
    seat: SeatName = None,
    as_json: AsJson = False,
) -> None:
    """Describe a hex: terrain, control, stacking, supply, and what else the game knows of it."""
    name, rest = matchfile.split_name(words, needed=1)
    match = matchfile.read(name).match
    found = described(match, acting_seat(match, seat), " ".join(rest))
    if as_json:
        show_json(msgspec.to_builtins(found))
    else:
        show_hex(found)


@app.command(rich_help_panel=PANEL)
def forecast(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MATCH] [ORDER]", help="An order or its beginning; default: the battle under way."
        ),
    ] = None,
    seat: SeatName = None,
    as_json: AsJson = False,
) -> None:
    """Work out what a battle may bring: the one under way, or the one that an order leads to."""
    name, beginning = matchfile.split_name(words or [])
    match = matchfile.read(name).match
    found = foreseen(match, acting_seat(match, seat), beginning)
    if isinstance(found, Refusal):
        explain(match, found)
        raise typer.Exit(1)
    if as_json:
        show_json(msgspec.to_builtins(found))
    else:
        show_forecast(found)


@app.command(rich_help_panel=PANEL)
def hint(match: MatchName = None, seat: SeatName = None, as_json: AsJson = False) -> None:
    """What an officer would do in a seat that has to decide, and why."""
    found = matchfile.read(match).match
    advice = advised(found, acting_seat(found, seat))
    if as_json:
        show_json({"order": found.write(advice.order), "reasons": advice.reasons})
    else:
        show_advice(found, advice)


@app.command(rich_help_panel=PANEL)
def forces(
    match: MatchName = None,
    seat: SeatName = None,
    *,
    arrivals: Annotated[bool, typer.Option("--arrivals", help="Those who are yet to come.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="The turn track instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the order of battle as a seat knows it, who is to come, or the turn track."""
    found = matchfile.read(match).match
    who = watching_seat(found, seat)
    aids, view = found.game.aids, found.view(who)
    if turns:
        cells = aids.turns(found.scenario, view)
        if as_json:
            show_json(msgspec.to_builtins(cells))
        for cell in [] if as_json else cells:
            _show_turn(cell)
        return
    table = aids.arrivals(found.scenario, view) if arrivals else aids.order_of_battle(found.scenario, view)
    if as_json:
        show_json(msgspec.to_builtins(table))
    else:
        _show_table(table)


def described(match: Match, seat: int, where: str) -> HexText:
    """A hex, by number or place, as a seat knows it. Raises `UserError` for what is no hex."""
    try:
        hex = match.scenario.map.hex(where)
    except ValueError as error:
        raise UserError(f"HEX: {error}") from error
    return match.game.aids.hex_text(sampled(match, seat), match.view(seat), hex)


def foreseen(match: Match, seat: int, beginning: list[str]) -> Forecast | Refusal | None:
    """What the battle may bring that is under way, or that the beginning of an order leads to.

    A refusal where the order may not be given, None where there is no battle.
    """
    kind, values = None, ()
    if beginning:
        begun = begin_order(match, beginning)
        refusal = why_not(match, seat, begun)
        if refusal is not None:
            return refusal
        kind, values = begun.kind, begun.values
    return match.game.aids.forecast(sampled(match, seat), match.view(seat), kind, values)


def advised(match: Match, seat: int) -> Advice:
    """What an officer would do. Raises `UserError` where there is nothing to decide, or nobody who knows the game."""
    decision = match.decision
    if decision is None or seat not in decision.seats:
        raise UserError(f"{match.game.seats[seat]} has nothing to decide now")
    advice = advise(match, seat)
    if advice is None:
        raise UserError(f"no computer player knows {match.game.title}: there is nobody to ask")
    return advice


def show_hex(found: HexText) -> None:
    """A hex in words."""
    say(Text(found.title, style="bold"))
    for line in found.lines:
        say(line_of(line))


def show_advice(match: Match, advice: Advice) -> None:
    """An order as one would type it, and the reasons for it."""
    say(Text.assemble("an officer would: ", (match.write(advice.order), "bold")))
    for reason in advice.reasons:
        say(f"  {reason}")


def sampled(match: Match, seat: int) -> State[Any, Any]:
    """A state that agrees with what the seat knows: the aids are worked out from it, never from the truth."""
    return observe(match, seat).sample(random.Random(len(match.entries)))


def line_of(line: Line) -> Text:
    """A line of an explanation, with its value and its case."""
    text = Text(f"  {line.text}")
    if line.value:
        text.append(f": {line.value}")
    if line.case:
        text.append(f" ({line.case})", style=FAINT)
    return text


def show_forecast(found: Forecast | None) -> None:
    """The chances of a battle, and what they come from."""
    if found is None:
        say("there is no battle to forecast; name one: forecast attack HEX")
        return
    say(Text(found.title, style="bold"))
    say(found.summary)
    if found.hopeless:
        say("whatever the dice show, this attack fails")
    if found.guessed:
        say(Text("what cannot be seen is averaged over what it may be", style=FAINT))
    for line in found.lines:
        say(line_of(line))
    for row in found.rows:
        say(_chance(row))
    for spread in found.spreads:
        say(Text(spread.title, style=side_ink(spread.side)))
        for row in spread.rows:
            say(_chance(row))


def _chance(row: ForecastRow) -> Text:
    text = Text(f"  {row.percent:5.1f} %  {row.label}")
    if row.text:
        text.append(f": {row.text}")
    text.append(f"  {row.chance}", style=FAINT)
    return text


def _show_table(table: Table) -> None:
    rows = [row.cells for section in table.sections for row in section.rows]
    widths = [
        max((len(cells[n]) for cells in rows if n < len(cells)), default=0) for n in range(len(table.columns))
    ]
    for section in table.sections:
        head = Text(section.title, style=side_ink(section.side))
        if section.note:
            head.append(f"  {section.note}", style=FAINT)
        say(head)
        for row in section.rows:
            cells = (cell.ljust(width) for cell, width in zip(row.cells, widths, strict=False))
            say(Text("  " + "  ".join(cells).rstrip(), style=FAINT if row.faint else ""))
    if table.note:
        say(Text(table.note, style=FAINT))


def _show_turn(cell: TurnCell) -> None:
    mark = ">" if cell.now else " "
    text = Text(f"{mark} {cell.title}", style="bold" if cell.now else FAINT if cell.past else "")
    if cell.text:
        text.append(f", {cell.text}")
    say(text)
    for line in cell.lines:
        say(line_of(line))
