"""The command that measures whether each agent is better than the one before it."""

from __future__ import annotations

import itertools
import time
from typing import Annotated, Any

import typer

from phaseline.ai import registry
from phaseline.ai.driver import AgentError, NoEnd
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, Chosen, GameKey, Packs, pairs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.places import Jobs, On, Playouts, place
from phaseline.cli.terminal import say, show, show_json, table
from phaseline.engine.game import Game
from phaseline.engine.installed import CannotLoad
from phaseline.lab.ladder import Climb, Rung, jobs, judge, play_job
from phaseline.lab.runner import Place, spread

app = typer.Typer()
PANEL = "Analysis"


@app.command(rich_help_panel=PANEL)
def ladder(
    game: GameKey,
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help="The scenario's key; default: all of them.")
    ] = None,
    *,
    agents: Annotated[
        str, typer.Option(metavar="A,B,C", help="The agents, the weakest first.")
    ] = "random,greedy,staff",
    strong_opponent: Annotated[
        bool,
        typer.Option("--strong-opponent", help="Try both agents against the better one, not the weaker."),
    ] = False,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Matches of each pairing.")] = 50,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    playouts: Playouts = None,
    jobs_at_once: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Measure whether each agent beats the one before it, from every seat of every scenario, with 95 % intervals."""
    chosen = matchfile.open_game(game)
    options = pairs(option or [], "--option")
    names = agents.split(",")
    _check(chosen, names)
    keys = [scenario] if scenario else list(chosen.scenarios())
    data: list[dict[str, Any]] = []
    for key in keys:
        matchfile.open_scenario(chosen, key, options, tuple(pack or ()))
        for weaker, better in itertools.pairwise(names):
            climb = Climb(
                chosen.key,
                key,
                better,
                weaker,
                strong_opponent,
                seed,
                playouts,
                tuple(options.items()),
                tuple(pack or ()),
            )
            started = time.perf_counter()
            rungs = _climb(chosen, climb, games, place(on, jobs_at_once))
            spent = time.perf_counter() - started
            if as_json:
                data += [
                    {"scenario": key, "better": better, "weaker": weaker, **rung.data()} for rung in rungs
                ]
            else:
                _show(chosen, climb, rungs, spent)
    if as_json:
        show_json(data)


def _check(game: Game[Any, Any], names: list[str]) -> None:
    with blaming("--agents", LookupError, CannotLoad):
        unknown = [name for name in names if not registry.plays(name, game.key)]
    if unknown:
        known = ", ".join(registry.agents_for(game.key))
        raise UserError(f"--agents: {unknown[0]} does not play {game.key}; these do: {known}")
    if len(names) < 2:
        raise UserError("--agents: a ladder needs two agents or more, the weakest first")


def _climb(game: Game[Any, Any], climb: Climb, games: int, where: Place) -> list[Rung]:
    seats = len(game.seats)
    try:
        return judge(climb, seats, games, spread(play_job, jobs(climb, seats, games), where))
    except (AgentError, NoEnd) as error:
        raise UserError(f"{climb.scenario}, {climb.better} against {climb.weaker}: {error}") from error


def _show(game: Game[Any, Any], climb: Climb, rungs: list[Rung], seconds: float) -> None:
    made = table(
        "Side", "#Wins", "95 % interval", f"#{climb.weaker} there", "#Margin", "#Gain", "95 % interval", ""
    )
    for rung in rungs:
        low, high = rung.interval
        made.add_row(
            game.seats[rung.seat],
            f"{rung.wins / rung.games:.0%}",
            f"{low:.0%} to {high:.0%}",
            f"{rung.weaker_wins / rung.games:.0%}",
            f"{rung.margin:+.1f}",
            f"{rung.margin - rung.weaker_margin:+.1f}",
            f"{rung.gain[0]:+.1f} to {rung.gain[1]:+.1f}",
            "better" if rung.climbed else "not shown",
        )
    total = sum(rung.games for rung in rungs) + rungs[0].games
    dropped = sum(rung.dropped for rung in rungs)
    say(
        f"{climb.game} {climb.scenario}: {climb.better} against {climb.weaker}, {total} matches, {seconds:.0f} s"
        + (f", {dropped} illegal orders of plans dropped" if dropped else "")
    )
    show(made)
