"""Series of matches between agents: the options of commands that play one, and the setting that these come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from phaseline.ai import registry
from phaseline.cli import matchfile
from phaseline.cli.arguments import listed, pairs
from phaseline.cli.errors import STOPPED, UserError, blaming
from phaseline.cli.terminal import complain
from phaseline.engine.game import Game
from phaseline.engine.installed import CannotLoad
from phaseline.lab.journal import Journal, JournalError, Keeping
from phaseline.lab.runner import Place
from phaseline.lab.simulate import Recipe, Setting, prepare

Agents = Annotated[
    str | None,
    typer.Option(metavar="A,B", help="Who plays the seats, in their order; default: random for all."),
]
Games = Annotated[int, typer.Option("--games", "-n", min=1, help="How many matches.")]
MOST = 1_000_000
"""So many matches may be asked for where each has to be named before the first is played."""
Seed = Annotated[int, typer.Option(help="The same seed gives the same matches.")]
Keep = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        dir_okay=False,
        help="Keep each match there when it is over, and play none again that is kept there.",
    ),
]


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


def check_agents(game: Game[Any, Any], names: Sequence[str], what: str) -> None:
    """Raises `UserError`, naming the option, for one that does not play a game."""
    with blaming(what, LookupError, CannotLoad):
        unknown = [name for name in names if not registry.plays(name, game.key)]
    if unknown:
        known = ", ".join(registry.agents_for(game.key))
        raise UserError(f"{what}: {unknown[0]} does not play {game.key}; these do: {known}")


def keeping(where: Place, file: Path | None) -> Place:
    """There, with a file that keeps what has been played, if one is named. Raises `UserError`."""
    if file is None:
        return where
    with blaming("--keep", JournalError):
        return Keeping(where, Journal(file))


@contextmanager
def going_on(file: Path | None) -> Iterator[None]:
    """Says after Ctrl-C how to go on, where a file keeps what has been played."""
    try:
        yield
    except KeyboardInterrupt:
        if file is None:
            raise
        complain(f"stopped; the same command goes on with the matches that {file} keeps")
        raise typer.Exit(STOPPED) from None
