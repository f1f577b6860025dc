"""Commands that tell what a match is about, and how its end stands."""

from __future__ import annotations

import msgspec
import typer
from rich.text import Text

from phaseline.chart.looks import side_ink
from phaseline.cli import matchfile
from phaseline.cli.aiding import line_of, sampled
from phaseline.cli.arguments import AsJson, MatchName, SeatName
from phaseline.cli.orderwords import acting_seat, watching_seat
from phaseline.cli.terminal import FAINT, say, show_json
from phaseline.engine.aids import Briefing, Outlook, Stake
from phaseline.engine.match import Match

app = typer.Typer()
PANEL = "Analysis"
INKS = {"green": "green", "amber": "yellow", "red": "bold red", "": ""}


@app.command(rich_help_panel=PANEL)
def brief(match: MatchName = None, seat: SeatName = None, as_json: AsJson = False) -> None:
    """Tell what a match is about: situation, aims, length, what is special, advice."""
    found = matchfile.read(match).match
    who = watching_seat(found, seat)
    if as_json:
        show_json(msgspec.to_builtins(found.game.aids.briefing(found.scenario, who)))
    else:
        show_briefing(found, who)


@app.command(rich_help_panel=PANEL)
def outlook(match: MatchName = None, seat: SeatName = None, as_json: AsJson = False) -> None:
    """Tell what ends a match, what is due, and what would happen if the phase ended now."""
    found = matchfile.read(match).match
    who = acting_seat(found, seat)
    if as_json:
        show_json(msgspec.to_builtins(_outlook(found, who)))
    else:
        show_outlook(found, who)


def show_briefing(match: Match, seat: int | None) -> None:
    """Print the briefing of a seat; without one, say so."""
    found: Briefing | None = match.game.aids.briefing(match.scenario, seat)
    if found is None:
        say(f"{match.scenario.title} has no briefing")
        return
    say(Text(f"{match.scenario.title}: {found.length}, {found.time}", style="bold"))
    say(found.situation)
    for aim in found.aims:
        say(Text(f"{match.game.seats[aim.side]} must", style=side_ink(aim.side)))
        for line in aim.lines:
            say(line_of(line))
    if found.special:
        say(Text("What is special", style="bold"))
    for line in found.special:
        say(line_of(line))
    board = match.scenario.map
    for each in found.objectives:
        say(f"  {each.title}: {', '.join(board.label(hex) for hex in each.hexes)}")
    for number, advice in enumerate(found.advice, 1):
        say(Text(f"  {number}. {advice}", style=FAINT))


def show_outlook(match: Match, seat: int) -> None:
    """Print how the end of the match stands for a seat."""
    found = _outlook(match, seat)
    if found.guessed:
        say(Text("what cannot be seen is guessed", style=FAINT))
    for stake in found.due:
        say(_stake(match, stake))
    unspent = match.game.aids.unspent(sampled(match, seat), seat)
    for line in (*found.now, *found.ends):
        say(line_of(line))
    if unspent:
        say(Text("lost when this step ends", style="bold"))
    for line in unspent:
        say(line_of(line))


def _outlook(match: Match, seat: int) -> Outlook:
    found: Outlook = match.game.aids.standing(sampled(match, seat), match.view(seat))
    return found


def _stake(match: Match, stake: Stake) -> Text:
    text = Text(f"  {match.game.seats[stake.side]} ", style=side_ink(stake.side))
    text.append(f"{stake.title}: {stake.text}", style=INKS[stake.level])
    text.append(f" ({stake.case})", style=FAINT)
    return text
