"""The command that finds out which numbers of a computer player would be better otherwise."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from phaseline.ai.brain import NoBrain
from phaseline.cli import matchfile
from phaseline.cli.arguments import AsJson, Chosen, GameKey, Packs, listed, pairs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.orderwords import seat_number
from phaseline.cli.places import ENDING, Jobs, On, Playouts, place, with_progress
from phaseline.cli.series import MOST, Keep, Seed, check_agents, going_on, keeping
from phaseline.cli.terminal import say, show, show_json, table
from phaseline.engine.installed import CannotLoad
from phaseline.lab.ladder import play_job
from phaseline.lab.runner import spread
from phaseline.lab.simulate import Recipe
from phaseline.lab.weighing import (
    FACTOR,
    Effect,
    NothingWeighed,
    changeable,
    effects,
    jobs,
    require_matches,
    stepped,
    usual,
)
from phaseline.wording.counts import several

app = typer.Typer()


@app.command(rich_help_panel="Analysis")
def weights(
    game: GameKey,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="The scenario's key.")],
    seat: Annotated[
        str, typer.Option("--seat", "-s", metavar="SEAT", help="The side whose player is asked about.")
    ],
    *,
    agent: Annotated[str, typer.Option(help="The player; one that weighs, such as general.")] = "general",
    against: Annotated[str, typer.Option(metavar="A,B,C", help="Whom it plays, in turns.")] = "staff,general",
    games: Annotated[int, typer.Option("--games", "-n", min=2, max=MOST, help="How many matches.")] = 1000,
    cap: Annotated[
        float,
        typer.Option(min=0.1, max=1e6, help="A lead counts so many points at most, and victory half of it."),
    ] = 40.0,
    most: Annotated[int, typer.Option(min=1, help="So many weights are shown.")] = 20,
    seed: Seed = 0,
    playouts: Playouts = None,
    keep: Keep = None,
    jobs_at_once: Jobs = None,
    on: On = None,
    option: Chosen = None,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Play with weights that chance makes larger or smaller, and tell which of them it would be better to change."""
    chosen = matchfile.open_game(game)
    options, packs = pairs(option or [], "--option"), tuple(pack or ())
    opened = matchfile.open_scenario(chosen, scenario, options, packs)
    number, enemies = seat_number(chosen, seat), listed(against)
    if len(chosen.seats) != 2:
        raise UserError(f"weights: they are told apart in games of two; {chosen.key} has {len(chosen.seats)}")
    check_agents(chosen, [agent], "--agent")
    check_agents(chosen, enemies, "--against")
    with blaming("", NothingWeighed, NoBrain, CannotLoad):
        numbers = usual(chosen, opened, number, agent)
    paths = changeable(numbers)
    check_agents(chosen, [f"{agent}:{paths[0]}=x1"], "--agent")
    with blaming("--games", NothingWeighed):
        require_matches(games, paths, enemies)
    recipe = Recipe(
        chosen.key,
        opened.key,
        (),
        seed,
        playouts=(playouts,) * 2,
        options=tuple(options.items()),
        packs=packs,
    )
    started = time.perf_counter()
    wanted = list(jobs(recipe, agent, number, enemies, paths, games))
    where = keeping(place(on, jobs_at_once), keep)
    try:
        with going_on(keep):
            played = spread(play_job, wanted, where)
            results = list(with_progress(played, len(wanted), f"{scenario}, {seat}", quiet=as_json))
    except ENDING as error:
        raise UserError(f"{scenario}, {agent}: {error}") from error
    found = effects(results, agent, number, paths, numbers, cap)
    better = stepped(agent, found)
    if as_json:
        show_json({"weights": [each.data() for each in found], "better": better})
        return
    spent = time.perf_counter() - started
    say(
        f"{chosen.key} {scenario}: {several(len(paths), 'weight')} of {agent} as {seat}, "
        f"{several(len(results), 'match')}, {spent:.0f} s"
    )
    _show(found[:most])
    if better == agent:
        say("nothing stands out; more matches may show more")
    else:
        say(f"a step along what stands out, to be tried on other dice: {better}")


def _show(found: list[Effect]) -> None:
    made = table("Weight", "#Usual", f"#Gain at {FACTOR} times", "#Error", "#Ratio", "#Step")
    for each in found:
        step = f"{each.step:.2f} times" if each.step != 1 else ""
        made.add_row(
            each.path,
            _short(each.usual),
            f"{each.gain:+.1f}",
            f"{each.error:.1f}",
            f"{each.ratio:+.1f}",
            step,
        )
    show(made)


def _short(usual: Any) -> str:
    return " ".join(f"{each:g}" for each in usual) if isinstance(usual, list | tuple) else f"{usual:g}"
