"""The command that studies what happens in a game: study."""

from __future__ import annotations

import functools
from typing import Any

import typer

from phaseline.cli.arguments import AsJson, Chosen, GameKey, Packs, ScenarioKey
from phaseline.cli.errors import UserError
from phaseline.cli.many import PANEL
from phaseline.cli.places import ENDING, Jobs, On, place, with_progress
from phaseline.cli.series import Agents, Games, Seed, series
from phaseline.cli.terminal import say, show, show_json, table
from phaseline.engine.game import Scenario
from phaseline.lab.runner import spread
from phaseline.lab.statistics import wilson
from phaseline.lab.study import Study, examine
from phaseline.wording.counts import several

app = typer.Typer()


@app.command(rich_help_panel=PANEL)
def study(
    game: GameKey,
    scenario: ScenarioKey = None,
    *,
    agents: Agents = None,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Let agents play many matches, and show how they ended, when, and what attacks cost at which odds."""
    recipe, setting = series(game, scenario, agents, seed, option, pack)
    chosen, facts = setting.game, setting.scenario
    found = Study(chosen.seats, _columns(facts), len(getattr(facts, "track", ())))
    played = spread(functools.partial(examine, recipe), range(games), place(on, jobs))
    try:
        for case in with_progress(played, games, facts.title, quiet=as_json):
            found.add(case)
    except ENDING as error:
        raise UserError(f"match {len(found.cases)} of seed {seed}: {error}") from error
    if as_json:
        asked = {"game": recipe.game, "scenario": recipe.scenario, "agents": recipe.agents, "seed": seed}
        show_json(asked | found.data())
    else:
        _show(
            found,
            f"{chosen.title}, {facts.title}: {several(games, 'match')} of {' and '.join(recipe.agents)}, seed {seed}",
        )


def _columns(scenario: Scenario) -> tuple[str, ...]:
    """The odds columns of a game's results table, for the order of the list; none where it has no such table."""
    crt: Any = getattr(scenario, "crt", None)
    return () if crt is None else tuple(crt.columns)


def _show(found: Study, title: str) -> None:
    games = len(found.cases)
    say(title)
    made = table("Winner", "Case", "#Matches", "#Share", "95 % interval")
    for winner, case, count in found.endings():
        low, high = wilson(count, games)
        made.add_row(
            found.winner(winner), case, str(count), f"{count / games:.1%}", f"{low:.1%} to {high:.1%}"
        )
    show(made)
    say("ended in turn: " + ", ".join(f"{turn}: {count}" for turn, count in found.turns().items()))
    for seat, name in enumerate(found.seats):
        mean, half = found.endurance(seat)
        say(f"{name} holds out until turn {mean:.2f} +- {half:.2f}")
    columns = found.odds()
    if columns:
        made = table("Odds", "#Attacks", "#Attacker's steps", "#Defender's steps", "#Retreats")
        for column in columns:
            made.add_row(
                column.odds,
                str(column.attacks),
                f"{column.attacker:.2f}",
                f"{column.defender:.2f}",
                f"{column.retreats:.0%}",
            )
        show(made)
    say(f"{found.mean_orders:.0f} orders a match")
