"""The command for puzzles: list them, look at one, play it, see its solution, let a computer player try them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from phaseline.ai import registry as agents_registry
from phaseline.ai.driver import AgentError
from phaseline.ai.puzzles import attempts
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson
from phaseline.cli.display import show_events, show_position, wish_for
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.playing import COMPUTER, typed
from phaseline.cli.session import Session
from phaseline.cli.telling import show_briefing
from phaseline.cli.terminal import FAINT, say, show, show_json, table
from phaseline.engine.casefile import CaseFileError
from phaseline.engine.game import Game
from phaseline.engine.installed import CannotLoad
from phaseline.engine.match import Match
from phaseline.engine.puzzles import Puzzle, Unplayable, puzzle_key, replay
from phaseline.wording.counts import several

app = typer.Typer()
ENEMY = "staff"
"""Who plays the other side, where it knows the game."""
MANY = 30
"""A map of more rows than this is shown in part."""


@app.command(rich_help_panel="A match")
def puzzle(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game; default: the puzzles of all games.")
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A puzzle, to be played; default: list them.")
    ] = None,
    *,
    look: Annotated[bool, typer.Option("--show", help="Only show the task and the position.")] = False,
    solution: Annotated[bool, typer.Option("--solution", help="Show how it is solved.")] = False,
    solve: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Let a computer player try it, or them all.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the computer player that tries them.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The match file of the puzzle that is played.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Puzzles: positions with a task, judged exactly. Played like a match, and kept as one."""
    games = [matchfile.open_game(game)] if game else matchfile.open_games()
    with blaming("", CaseFileError, Unplayable, AgentError):
        if solve is not None:
            chosen = None if game is None or name is None else _find(games[0], name)
            _solve(games, chosen, solve, seed, as_json=as_json)
        elif name is None:
            _list(games, as_json=as_json)
        else:
            found = _find(games[0], name)
            if solution:
                _show_solution(games[0], found)
            elif look:
                _look(Match.new(games[0], games[0].load(puzzle_key(found)), seed=bytes(32)), found)
            else:
                _play(games[0], found, output)


def _find(game: Game[Any, Any], name: str) -> Puzzle:
    found = next((each for each in game.puzzles.values() if each.id == name.casefold()), None)
    if found is None:
        raise UserError(f'{game.key} has no puzzle "{name}"; phaseline puzzle {game.key} lists them')
    return found


def _list(games: list[Game[Any, Any]], *, as_json: bool) -> None:
    found = [(game, each) for game in games for each in game.puzzles.values()]
    if as_json:
        show_json(
            [
                {
                    "game": game.key,
                    "name": each.id,
                    "title": each.title,
                    "grade": each.grade,
                    "task": each.task,
                }
                for game, each in found
            ]
        )
        return
    made = table("Game", "Name", "Grade", "Title")
    for game, each in found:
        made.add_row(game.key, each.id, each.grade, each.title)
    show(made)
    say(f"{several(len(found), 'puzzle')}; to play one: phaseline puzzle GAME NAME")


def _look(match: Match, found: Puzzle) -> None:
    show_briefing(match, found.seat)
    small = match.scenario.map.grid.rows <= MANY
    at = None if small or not found.hexes else found.hexes[0]
    show_position(match, found.seat, wish_for(match, at=at, radius=None if at is None else 5), units=False)


def _show_solution(game: Game[Any, Any], found: Puzzle) -> None:
    match = replay(game, found, found.solution)
    say(Text(found.title, style="bold"))
    for entry in match.entries:
        if entry.order is not None and entry.seat is not None:
            say(f"  {game.seats[entry.seat]}: {match.write(entry.order)}")
    show_events(match, match.log(found.seat)[-2:])
    if match.outcome is None or match.outcome.winner != found.seat:
        raise typer.Exit(1)


def _play(game: Game[Any, Any], found: Puzzle, output: Path | None) -> None:
    file = matchfile.start(game, game.load(puzzle_key(found)), path=output)
    enemy = ENEMY if agents_registry.plays(ENEMY, game.key) else "random"
    others = [seat for seat in range(len(game.seats)) if seat != found.seat]
    file.match.players = {found.seat: "human", **dict.fromkeys(others, COMPUTER + enemy)}
    file.save()
    show_briefing(file.match, found.seat)
    say(Text(f"saved in {file.path} after every order; ? for help, outlook for how it stands", style=FAINT))
    Session(file, {seat: agents_registry.make(enemy, seat) for seat in others}, typed).run()


def _solve(games: list[Game[Any, Any]], one: Puzzle | None, agent: str, seed: int, *, as_json: bool) -> None:
    asked = games
    with blaming("--solve", LookupError, CannotLoad):
        games = [game for game in games if agents_registry.plays(agent, game.key) and game.puzzles]
    if not games:
        keys = ", ".join(game.key for game in asked)
        raise UserError(f"--solve: there are no puzzles of {keys} that {agent} plays")
    made = table("Game", "Name", "Grade", "Solved", "#Seconds")
    told, counts = [], []
    for game in games:
        found = list(attempts(game, agent, seed, None if one is None else [one]))
        counts.append(f"{game.key} {sum(each.solved for each in found)} of {len(found)}")
        for each in found:
            told.append(
                {
                    "game": game.key,
                    "name": each.puzzle.id,
                    "solved": each.solved,
                    "reason": each.reason,
                    "seconds": round(each.seconds, 2),
                }
            )
            made.add_row(
                game.key,
                each.puzzle.id,
                each.puzzle.grade,
                "yes" if each.solved else "no",
                f"{each.seconds:.1f}",
            )
    if as_json:
        show_json(told)
        return
    show(made)
    say(f"{agent} solves: {'; '.join(counts)}")
