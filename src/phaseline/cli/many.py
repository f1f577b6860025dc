"""Commands that play many matches: simulate, fuzz, bench."""

from __future__ import annotations

import functools
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, Chosen, GameKey, Packs, ScenarioKey, pairs
from phaseline.cli.errors import STOPPED, UserError, blaming
from phaseline.cli.places import ENDING, Jobs, On, Playouts, place, with_progress
from phaseline.cli.series import Agents, Games, Seed, series
from phaseline.cli.terminal import complain, say, show, show_json, table
from phaseline.engine.game import Game
from phaseline.engine.ledger import Ledger
from phaseline.engine.packs import DataError
from phaseline.lab.fuzz import Finding, Suite, Tally, check_one
from phaseline.lab.runner import Place, WorkerLost, spread
from phaseline.lab.simulate import Setting, Summary, play_recipe
from phaseline.lab.speed import Speed, machine, measure
from phaseline.lab.statistics import wilson
from phaseline.mechanics.bench import flood_benchmarks
from phaseline.wording.counts import several

app = typer.Typer()
PANEL = "Analysis"
ENOUGH_FAULTS = 5
"""After so many faults `fuzz` stops: more of them rarely tell more."""
SomeGame = Annotated[str | None, typer.Argument(metavar="GAME", help="The game's key; default: every game.")]


@app.command(rich_help_panel=PANEL)
def simulate(
    game: GameKey,
    scenario: ScenarioKey = None,
    *,
    agents: Agents = None,
    games: Games = 100,
    seed: Seed = 0,
    swap: Annotated[bool, typer.Option("--swap", help="Agents change seats from match to match.")] = False,
    playouts: Playouts = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of each match there.")
    ] = None,
    jobs: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play many matches, and show who wins how often, with 95 % confidence intervals."""
    recipe, setting = series(game, scenario, agents, seed, option, pack, swap=swap, playouts=playouts)
    if records is not None:
        with blaming(f"--records: {records}", OSError):
            records.mkdir(parents=True, exist_ok=True)
    summary = Summary(setting.game.seats)
    started = time.perf_counter()
    work = functools.partial(play_recipe, recipe, kept=records is not None)
    played = spread(work, range(games), place(on, jobs))
    try:
        for result, text in with_progress(played, games, setting.scenario.title, quiet=as_json):
            summary.add(result)
            if records is not None:
                name = f"{recipe.game}-{recipe.scenario}-{result.number:05}.match"
                _write_record(records / name, text)
    except ENDING as error:
        raise UserError(f"match {len(summary.results)} of seed {seed}: {error}") from error
    except KeyboardInterrupt:
        if as_json or not summary.results:
            raise
        complain(f"stopped after {len(summary.results)} of {several(games, 'match')}")
        _show_summary(setting, summary, time.perf_counter() - started)
        raise typer.Exit(STOPPED) from None
    if as_json:
        asked = {"game": recipe.game, "scenario": recipe.scenario, "agents": recipe.agents, "seed": seed}
        show_json(asked | summary.data())
    else:
        _show_summary(setting, summary, time.perf_counter() - started)


def _write_record(path: Path, text: str) -> None:
    """Write the record of a match, whole or not at all, and over no other's."""
    with blaming(f"--records: {path}", OSError):
        if path.exists() and path.read_bytes() != text.encode():
            raise UserError(f"--records: {path}: this is the record of another match; name another folder")
        matchfile.replace(path, text)


def _show_summary(setting: Setting, summary: Summary, seconds: float) -> None:
    games = len(summary.results)
    made = table("Seat", "Agent", "#Wins", "#Share", "95 % interval", "#Mean score")
    for seat, name in enumerate(summary.seats):
        wins, score = summary.wins(seat), summary.mean_score(seat)
        agent = "all in turn" if setting.swap else setting.agents[seat]
        low, high = summary.interval(wins)
        shown = "" if score is None else f"{score:.2f}"
        made.add_row(name, agent, str(wins), f"{wins / games:.1%}", f"{low:.1%} to {high:.1%}", shown)
    low, high = summary.interval(summary.draws)
    made.add_row(
        "draw", "", str(summary.draws), f"{summary.draws / games:.1%}", f"{low:.1%} to {high:.1%}", ""
    )
    say(f"{setting.game.title}, {setting.scenario.title}: {several(games, 'match')}, seed {setting.seed}")
    show(made)
    by_agent = summary.wins_by_agent()
    if setting.swap and by_agent:
        made = table("Agent", "#Wins", "#Matches", "#Share", "95 % interval")
        for name, (won, played) in by_agent.items():
            low, high = wilson(won, played)
            made.add_row(name, str(won), str(played), f"{won / played:.1%}", f"{low:.1%} to {high:.1%}")
        show(made)
    if summary.levels:
        say("levels of victory: " + "; ".join(f"{level} {count}" for level, count in summary.levels.items()))
    late = sum(result.late for result in summary.results)
    dropped = sum(result.dropped for result in summary.results)
    say(
        f"{summary.mean_orders:.1f} orders a match, {games / seconds:.1f} matches/s"
        + (f", {several(late, 'order')} too late" if late else "")
        + (f", {several(dropped, 'illegal order')} of plans dropped" if dropped else "")
    )


@app.command(rich_help_panel=PANEL)
def fuzz(
    game: SomeGame = None,
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help="The scenario's key; default: all in turn.")
    ] = None,
    *,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many matches of each game.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The first match's seed; the next ones follow.")] = 0,
    thorough: Annotated[
        float, typer.Option(min=0, max=1, help="Share of decisions at which everything is checked.")
    ] = 0.1,
    staffed: Annotated[
        bool,
        typer.Option(
            "--staff/--no-staff",
            help="Begin every second match at a position met in a match of computer players that plan.",
        ),
    ] = True,
    dumps: Annotated[
        Path, typer.Option("--dumps", metavar="DIR", help="Where records of faults are written.")
    ] = Path(),
    jobs: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
) -> None:
    """Play random matches and check every promise of kernel, rules and views; exit code 1 when one is broken."""
    faults = 0
    for chosen in _games(game):
        chosen_options = pairs(option or [], "--option")
        keys = [scenario] if scenario else list(chosen.scenarios())
        for key in keys:
            matchfile.open_scenario(chosen, key, chosen_options, tuple(pack or ()))
        suite = Suite(
            chosen.key,
            tuple(keys),
            tuple(chosen_options.items()),
            thorough,
            _citable(chosen),
            tuple(pack or ()),
            staffed,
        )
        tally = Tally(chosen.seats)
        spent = _fuzz_game(suite, chosen.title, range(seed, seed + games), dumps, place(on, jobs), tally)
        faults += tally.faults
        verdict = several(tally.faults, "fault") if tally.faults else "clean"
        say(f"{chosen.key} ({', '.join(keys)}): {tally}, {spent:.0f} s: {verdict}")
    if faults:
        raise typer.Exit(1)


def _fuzz_game(suite: Suite, title: str, seeds: range, dumps: Path, where: Place, tally: Tally) -> float:
    """Check the matches of these seeds, tally them, and keep records of faults; seconds spent."""
    started = time.perf_counter()
    findings = spread(functools.partial(check_one, suite), seeds, where)
    try:
        for finding in with_progress(findings, len(seeds), title):
            tally.add(finding)
            if isinstance(finding, Finding):
                complain(f"{finding.message}; {_keep(finding, suite, dumps)}")
                if tally.faults == ENOUGH_FAULTS:
                    break
    except WorkerLost as error:
        lost = seeds[len(tally.kept) + tally.faults]
        raise UserError(f"{suite.game}, the match of seed {lost}: {error}") from error
    return time.perf_counter() - started


def _keep(finding: Finding, suite: Suite, dumps: Path) -> str:
    """Write a finding's record; returns how to look at it."""
    if not finding.record:
        return f"again: phaseline fuzz {_words(suite)} --games 1 --seed {finding.seed}"
    path = dumps / f"fault-{suite.game}-{finding.scenario}-{finding.seed}.match"
    with blaming(f"--dumps: {path}", OSError):
        dumps.mkdir(parents=True, exist_ok=True)
        path.write_text(finding.record, "utf-8")
    return f"the match so far: phaseline replay {path}"


def _words(suite: Suite) -> str:
    """What to say to check the same suite: which match a seed gives depends on all of it."""
    words = [suite.game]
    if len(suite.scenarios) == 1:
        words += suite.scenarios
    words += [f"--option {name}={value}" for name, value in suite.options]
    words += [f"--pack {folder}" for folder in suite.packs]
    return " ".join(words if suite.staffed else [*words, "--no-staff"])


def _citable(game: Game[Any, Any]) -> frozenset[str] | None:
    """The case numbers that refusals may cite; None when the game has no ledger."""
    try:
        return frozenset(case.number for case in Ledger.read(game.package))
    except DataError as error:
        complain(f"{game.key}: cited cases are not checked: {error}")
        return None


@app.command(rich_help_panel=PANEL)
def bench(
    game: SomeGame = None,
    scenario: ScenarioKey = None,
    *,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to measure each game.")] = 5.0,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Measure orders a second, looking ahead and views, and floods on large maps; on one core."""
    speeds: dict[str, Speed] = {}
    for chosen in _games(game):
        facts = matchfile.open_scenario(chosen, scenario, pairs(option or [], "--option"), tuple(pack or ()))
        speeds[f"{chosen.key} {facts.key}"] = measure(chosen, facts, seconds=seconds)
    if as_json:
        data = {name: msgspec.to_builtins(speed) for name, speed in speeds.items()}
        show_json(data if game is None else next(iter(data.values())))
        return
    say(machine())
    made = table("Scenario", "#Orders/s", "#Staff/s", "#View, ms", "#View, bytes")
    for name, speed in speeds.items():
        staff = "-" if speed.staff_per_s is None else f"{speed.staff_per_s:,.0f}"
        made.add_row(
            name, f"{speed.orders_per_s:,.0f}", staff, f"{speed.view_ms:.3f}", f"{speed.view_bytes:,.0f}"
        )
    show(made)
    made = table(
        "Looking ahead, \u00b5s", "#Order", "#Copy", "#First order on it", "#Five deep, each", "#Sample"
    )
    for name, speed in speeds.items():
        ahead = (speed.order_us, speed.copy_us, speed.first_us, speed.deep_us, speed.sample_us)
        made.add_row(name, *(f"{time:.1f}" for time in ahead))
    show(made)
    made = table("Hexes", "#Time, ms")
    for name, duration in flood_benchmarks():
        made.add_row(name, f"{1e3 * duration:.3f}")
    show(made)


def _games(key: str | None) -> list[Game[Any, Any]]:
    return matchfile.open_games() if key is None else [matchfile.open_game(key)]
