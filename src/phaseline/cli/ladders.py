"""The command that measures whether each agent is better than the one before it."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, Chosen, GameKey, Packs, listed, pairs
from phaseline.cli.errors import UserError
from phaseline.cli.places import ENDING, Jobs, On, Playouts, place, progress, with_progress
from phaseline.cli.series import MOST, Keep, Seed, check_agents, going_on, keeping
from phaseline.cli.terminal import say, show, show_json, table
from phaseline.engine.game import Game
from phaseline.lab.gates import Standing, Watch, opponents, standings
from phaseline.lab.ladder import Climb, Rung, jobs, judge, play_job
from phaseline.lab.runner import Place, spread
from phaseline.lab.simulate import Recipe
from phaseline.wording.counts import several

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
    gates: Annotated[
        bool,
        typer.Option(
            "--gates",
            help="Instead, lead the last of the agents before all gates: passive, staff-1, and others.",
        ),
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(metavar="A,B,C", help="With --gates: only before those against these; default: all."),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", min=2, max=MOST, help="Matches of each pairing; of each gate, at most."
        ),
    ] = 50,
    seed: Seed = 0,
    playouts: Playouts = None,
    keep: Keep = None,
    jobs_at_once: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Measure whether each agent beats the one before it, from every seat of every scenario, with 95 % intervals."""
    chosen = matchfile.open_game(game)
    options, packs = pairs(option or [], "--option"), tuple(pack or ())
    names = listed(agents)
    check_agents(chosen, names, "--agents")
    if len(names) < 2 and not gates:
        raise UserError("--agents: a ladder needs two agents or more, the weakest first")
    met = _opponents(chosen, names[-1], against, gates=gates)
    keys = [scenario] if scenario else list(chosen.scenarios())
    where = keeping(place(on, jobs_at_once), keep)
    for key in keys:
        matchfile.open_scenario(chosen, key, options, packs)
    given = tuple(options.items())
    if gates:
        budgets = (playouts,) * len(chosen.seats)
        recipes = [
            Recipe(chosen.key, key, (), seed, playouts=budgets, options=given, packs=packs) for key in keys
        ]
        with going_on(keep):
            _gates(chosen, recipes, names[-1], met, games, where, as_json=as_json)
        return
    climbs = [
        Climb(chosen.key, key, better, weaker, strong_opponent, seed, playouts, given, packs)
        for key in keys
        for weaker, better in itertools.pairwise(names)
    ]
    with going_on(keep):
        _climbs(chosen, climbs, games, where, as_json=as_json)


def _opponents(game: Game[Any, Any], agent: str, against: str | None, *, gates: bool) -> list[str]:
    """Those named by --against; nobody when it is not given."""
    if against is None:
        return []
    if not gates:
        raise UserError("--against: it chooses among gates; add --gates")
    asked, known = list(listed(against)), opponents(game.key, agent)
    unknown = [name for name in asked if name not in known]
    if unknown:
        raise UserError(
            f'--against: there is no gate against "{unknown[0]}" for {agent} in {game.key}; choose from {", ".join(known)}'
        )
    return asked


def _climbs(
    game: Game[Any, Any], climbs: Sequence[Climb], games: int, where: Place, *, as_json: bool
) -> None:
    """Each agent tried against the one before it, in each scenario."""
    data: list[dict[str, Any]] = []
    for climb in climbs:
        started = time.perf_counter()
        rungs = _climb(game, climb, games, where, quiet=as_json)
        spent = time.perf_counter() - started
        if as_json:
            who = {"scenario": climb.scenario, "better": climb.better, "weaker": climb.weaker}
            data += [who | rung.data() for rung in rungs]
        else:
            _show(game, climb, rungs, spent)
    if as_json:
        show_json(data)


def _climb(game: Game[Any, Any], climb: Climb, games: int, where: Place, *, quiet: bool) -> list[Rung]:
    seats = len(game.seats)
    matches = list(jobs(climb, seats, games))
    title = f"{climb.scenario}: {climb.better} against {climb.weaker}"
    try:
        played = with_progress(spread(play_job, matches, where), len(matches), title, quiet=quiet)
        return judge(climb, seats, games, played)
    except ENDING as error:
        raise UserError(f"{climb.scenario}, {climb.better} against {climb.weaker}: {error}") from error


def _gates(
    game: Game[Any, Any],
    recipes: list[Recipe],
    agent: str,
    against: list[str],
    games: int,
    where: Place,
    *,
    as_json: bool,
) -> None:
    """An agent before the gates of each scenario, all or those against some."""
    seats = len(game.seats)
    if seats != 2:
        raise UserError(f"--gates: they are for two sides; {game.key} has {seats}")
    data: list[dict[str, Any]] = []
    for recipe in recipes:
        started = time.perf_counter()
        made = table(
            "Against", "As", "#Matches", "#Wins", "#Draws", "#Share", "95 % interval", "#Needed", "Gate"
        )
        played = dropped = 0
        try:
            with _watching(recipe.scenario, games, quiet=as_json) as watch:
                for found in standings(recipe, agent, seats, games, where, against, watch=watch):
                    data.append({"scenario": recipe.scenario, "agent": agent, **found.data()})
                    made.add_row(*_gate_row(game, found))
                    played += len(found.results)
                    dropped += sum(each.dropped for each in found.results)
        except ENDING as error:
            raise UserError(f"{recipe.scenario}, {agent}: {error}") from error
        if not as_json:
            spent = time.perf_counter() - started
            say(
                f"{game.key} {recipe.scenario}: {agent} before the gates, {several(played, 'match')}, {spent:.0f} s"
                + (f", {several(dropped, 'illegal order')} of plans dropped" if dropped else "")
            )
            show(made)
    if as_json:
        show_json(data)


@contextmanager
def _watching(scenario: str, games: int, *, quiet: bool) -> Iterator[Watch]:
    """How the gate at hand stands, on standard error while somebody is looking."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    with progress() as bar:
        task = bar.add_task(scenario, total=games)

        def watch(found: Standing) -> None:
            said = f"{scenario}, against {found.gate.opponent}: {found.wins} won"
            bar.update(task, description=said, completed=len(found.results))

        yield watch


def _gate_row(game: Game[Any, Any], found: Standing) -> list[str]:
    gate = found.gate
    low, high = found.interval
    sign = "+" if gate.beyond else ""
    return [
        gate.opponent,
        " and ".join(game.seats[seat] for seat in gate.seats),
        str(len(found.results)),
        str(found.wins),
        str(found.draws or ""),
        f"{found.share:{sign}.0%}" + (f" on {gate.beyond}" if gate.beyond else ""),
        f"{low:{sign}.0%} to {high:{sign}.0%}",
        f"{gate.need:{sign}.0%}",
        found.state,
    ]


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
        f"{climb.game} {climb.scenario}: {climb.better} against {climb.weaker}, {several(total, 'match')}, {seconds:.0f} s"
        + (f", {several(dropped, 'illegal order')} of plans dropped" if dropped else "")
    )
    show(made)
