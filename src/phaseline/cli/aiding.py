"""Commands that help to play: a hex in words, what an attack may bring, who is where, what comes when."""

from __future__ import annotations

import random
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from phaseline.ai.driver import observe
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, MatchName, SeatName
from phaseline.cli.errors import UserError
from phaseline.cli.ordering import begin_order, explain, why_not
from phaseline.cli.orderwords import acting_seat, watching_seat
from phaseline.cli.terminal import FAINT, say, show_json, side_ink
from phaseline.engine.aids import Forecast, ForecastRow, Line, Table, TurnCell
from phaseline.engine.match import Match
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
    name, rest = matchfile.split_name(words)
    match = matchfile.read(name).match
    who = acting_seat(match, seat)
    try:
        hex = match.scenario.map.hex(" ".join(rest))
    except ValueError as error:
        raise UserError(f"HEX: {error}") from error
    found = match.game.aids.hex_text(sampled(match, who), match.view(who), hex)
    if as_json:
        show_json(msgspec.to_builtins(found))
        return
    say(Text(found.title, style="bold"))
    for line in found.lines:
        say(line_of(line))


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
    who = acting_seat(match, seat)
    kind, values = None, ()
    if beginning:
        begun = begin_order(match, beginning)
        refusal = why_not(match, who, begun)
        if refusal is not None:
            explain(match, refusal)
            raise typer.Exit(1)
        kind, values = begun.kind, begun.values
    found = match.game.aids.forecast(sampled(match, who), match.view(who), kind, values)
    if as_json:
        show_json(msgspec.to_builtins(found))
    elif found is None:
        say("there is no battle to forecast; name one: phaseline forecast attack HEX")
    else:
        _show_forecast(found)


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


def _show_forecast(found: Forecast) -> None:
    say(Text(found.title, style="bold"))
    say(found.summary)
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
