"""Arguments and options that several commands share, with completion for shells."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from phaseline.cli.errors import UserError


def _games(incomplete: str) -> list[str]:
    from phaseline.engine import registry  # noqa: PLC0415 - only when a shell asks

    return [key for key in registry.games() if key.startswith(incomplete)]


def _match_files(incomplete: str) -> list[str]:
    return sorted(str(path) for path in Path().glob(f"{incomplete}*.match"))


def _seats(incomplete: str) -> list[str]:
    from phaseline.engine import installed, registry  # noqa: PLC0415 - only when a shell asks

    names: set[str] = set()
    for key in registry.games():
        with suppress(installed.CannotLoad):  # no place to complain, while somebody types
            names.update(registry.game(key).seats)
    return sorted(name for name in names if name.casefold().startswith(incomplete.casefold()))


GameKey = Annotated[str, typer.Argument(metavar="GAME", help="The game's key.", autocompletion=_games)]
ScenarioKey = Annotated[
    str | None, typer.Argument(metavar="SCENARIO", help="The scenario's key; default: the game's first.")
]
MatchName = Annotated[
    str | None,
    typer.Argument(
        metavar="MATCH",
        help="The match file; default: $PHASELINE_MATCH, or the only *.match file in this folder.",
        autocompletion=_match_files,
    ),
]
SeatName = Annotated[
    str | None,
    typer.Option(
        "--seat", "-s", metavar="SEAT", help="Who you are; default: who has to decide.", autocompletion=_seats
    ),
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", help="A data pack's folder; may be repeated.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print plain data for programs.")]


def pairs(words: list[str], what: str) -> dict[str, str]:
    """`NAME=VALUE` words as a dict. Raises `UserError`."""
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UserError(f'{what} "{word}": write it as NAME=VALUE')
        if name in found:
            raise UserError(f'{what}: "{name}" is given twice; write it once')
        found[name] = value
    return found


def listed(text: str) -> tuple[str, ...]:
    """`A,B` as names; blanks beside a comma do no harm."""
    return tuple(name.strip() for name in text.split(","))
