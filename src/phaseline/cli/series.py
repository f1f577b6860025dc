"""Series of matches between agents: the options of commands that play one, and the setting that these come to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from phaseline.cli import matchfile
from phaseline.cli.arguments import listed, pairs
from phaseline.cli.errors import blaming
from phaseline.engine.installed import CannotLoad
from phaseline.lab.simulate import Recipe, Setting, prepare

Agents = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Who plays the seats, in their order; default: random for all."),
]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many matches.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]


def series(
    game: str,
    scenario: str | None,
    agents: str | None,
    seed: int,
    option: Sequence[str] | None,
    pack: Sequence[Path] | None,
    *,
    swap: bool = False,
    playouts: int | None = None,
) -> tuple[Recipe, Setting]:
    """The matches that these options ask for, by names alone and ready to be played. Raises `UserError`."""
    chosen = matchfile.open_game(game)
    options, packs = pairs(list(option or ()), "--option"), tuple(pack or ())
    facts = matchfile.open_scenario(chosen, scenario, options, packs)
    names = ("random",) * len(chosen.seats) if agents is None else listed(agents)
    recipe = Recipe(
        chosen.key,
        facts.key,
        names,
        seed,
        swap,
        playouts=(playouts,) * len(names),
        options=tuple(options.items()),
        packs=packs,
    )
    with blaming("--agents", ValueError, LookupError, CannotLoad):
        return recipe, prepare(recipe)
