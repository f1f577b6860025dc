"""The command that plays a match in the terminal."""

from __future__ import annotations

import hashlib
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from phaseline.ai import registry as agents_registry
from phaseline.cli import matchfile, packfolders
from phaseline.cli.arguments import Chosen, Packs, ScenarioKey, pairs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.matchfile import MatchFile
from phaseline.cli.orderwords import seat_number
from phaseline.cli.session import Session, seat_greeting
from phaseline.cli.terminal import FAINT, say
from phaseline.engine import registry
from phaseline.engine.installed import CannotLoad
from phaseline.engine.legal import LegalOrders
from phaseline.engine.match import Match
from phaseline.engine.orders import NotationError, begin, verb_of, write_value

app = typer.Typer()
FIRST_GAME = "skirmish"
RECRUIT = "recruit"
"""The level that beginners meet, here and on the page."""
COMPUTER = "computer "
"""Begins the name of a player that is an agent, as in `seat Red: computer random`."""


@app.command(rich_help_panel="A match")
def terminal(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|MATCH", help=f"A game, or a match file to continue; default: {FIRST_GAME}."
        ),
    ] = None,
    scenario: ScenarioKey = None,
    *,
    against: Annotated[
        str | None,
        typer.Option(metavar="AGENT", help="The computer player, a level or an agent; default: recruit."),
    ] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="People only, at one keyboard.")] = False,
    seat: Annotated[str | None, typer.Option("--seat", "-s", help="Your seat; default: the first.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The match file; default: GAME-SCENARIO.match.")
    ] = None,
    option: Chosen = None,
    pack: Packs = None,
    seed: Annotated[
        str | None, typer.Option(help="Seed of the dice and of the computer's whims, any text.")
    ] = None,
) -> None:
    """Play in this terminal: against the computer, or several people at one keyboard. Saved after every order."""
    if hot_seat and against:
        raise UserError("--against: with --hot-seat there is no computer player; leave one of the two out")
    if what is not None and _names_match(what):
        _check_unused(
            what,
            {
                "SCENARIO": scenario,
                "--option": option,
                "--output": output,
                "--seat": seat,
                "--against": against,
            },
        )
        file = matchfile.read(what, packs=pack or ())
        packfolders.remember(file.path, file.packs)
        computers = {} if hot_seat else _computers(file.match)
    else:
        file = _new(what, scenario, output, pairs(option or [], "--option"), tuple(pack or ()), seed)
        computers = {} if hot_seat else _opponents(file.match, against or _usual(file.match.game.key), seat)
        people = dict.fromkeys(range(len(file.match.game.seats)), "human")
        file.match.players = {**people, **{number: COMPUTER + name for number, name in computers.items()}}
        file.save()
    with blaming("--against", LookupError, CannotLoad):
        agents = {
            number: agents_registry.make(name, _agent_seed(seed, number))
            for number, name in computers.items()
        }
    say(seat_greeting(file.match, computers))
    say(Text(f"saved in {file.path} after every order; ? for help", style=FAINT))
    session = Session(file, agents, typed)
    _complete_words(session)
    session.run()


def _usual(game: str) -> str:
    """Who plays against whoever does not say: one for newcomers, if he knows the game."""
    return RECRUIT if agents_registry.plays(RECRUIT, game) else "random"


def _check_unused(match: str, given: dict[str, object]) -> None:
    """A match under way has its scenario, options and players."""
    for name, value in given.items():
        if value:
            raise UserError(f"{name}: {match} is a match under way, where that is settled; leave it out")


def _agent_seed(seed: str | None, seat: int) -> int:
    """The seed of the agent in a seat: from the match's seed, but it tells nothing of the dice."""
    if seed is None:
        return secrets.randbits(64)
    return int.from_bytes(hashlib.sha256(f"agent in seat {seat} of {seed}".encode()).digest()[:8], "big")


def typed(prompt: str) -> str:
    """A line from the keyboard, or from a script; then it is repeated, so that the transcript can be read."""
    line = input(prompt)
    if not sys.stdin.isatty():
        say(line)
    return line


def _names_match(text: str) -> bool:
    return text.endswith(matchfile.SUFFIX) or Path(text).is_file()


def _new(
    key: str | None,
    scenario: str | None,
    output: Path | None,
    options: dict[str, str],
    packs: tuple[Path, ...],
    seed: str | None,
) -> MatchFile:
    installed = registry.games()
    game = matchfile.open_game(
        key or (FIRST_GAME if FIRST_GAME in installed else next(iter(installed), FIRST_GAME))
    )
    facts = matchfile.open_scenario(game, scenario, options, packs)
    return matchfile.start(game, facts, path=output, packs=packs, seed=seed)


def _opponents(match: Match, name: str, seat: str | None) -> dict[int, str]:
    """The agent in every seat but the person's."""
    with blaming("--against", LookupError, CannotLoad):
        knows = agents_registry.plays(name, match.game.key)
    if not knows:
        known = ", ".join(agents_registry.agents_for(match.game.key))
        raise UserError(f"--against: {name} does not play {match.game.key}; these do: {known}")
    mine = 0 if seat is None else seat_number(match.game, seat)
    return {number: name for number in range(len(match.game.seats)) if number != mine}


def _computers(match: Match) -> dict[int, str]:
    return {
        seat: name.removeprefix(COMPUTER) for seat, name in match.players.items() if name.startswith(COMPUTER)
    }


def _complete_words(session: Session) -> None:
    """The Tab key completes what may be typed, where the terminal can do that."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):  # not on every system; then Tab is just a tab
        import readline  # noqa: PLC0415

        def complete(_: str, number: int) -> str | None:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            found = completions(session, line)
            return found[number] if number < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


def completions(session: Session, line: str) -> list[str]:
    """What the last word of a line may become: an order's next word, or a command."""
    match = session.match
    decision = match.decision
    if decision is None or session.at_keyboard is None:
        return []
    *before, last = line.split(" ")
    if before and before[0] in {"legal", "why"}:
        before = before[1:]
    legal = match.legal(session.at_keyboard)
    if not before:
        words = [*(verb_of(kind) for kind in legal.kinds()), *session.commands]
    else:
        words = _next_words(match, legal, " ".join(before))
    return [f"{word} " for word in words if word.casefold().startswith(last.casefold())]


def _next_words(match: Match, legal: LegalOrders, text: str) -> list[str]:
    try:
        begun = begin(text, match.game.flow.order_types(), match.scenario.lexicon)
    except NotationError:
        return []
    values = legal.values(begun.kind, *begun.values)
    return [write_value(begun.kind, len(begun.values), value, match.scenario.lexicon) for value in values]
