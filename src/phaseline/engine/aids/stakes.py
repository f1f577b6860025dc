"""What a match is about: the briefing before it begins, and the outlook while it lasts.

A briefing is data: each scenario has the file `data/briefings/KEY.toml`. An outlook is worked out by the game.
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Literal

from msgspec import Struct, convert
from msgspec.structs import replace

from phaseline.atlas.model import HexMap
from phaseline.engine.aids.parts import Line
from phaseline.engine.packs import DataError, DataPack, read_data, where
from phaseline.hexgrid import Mask

Level = Literal["", "green", "amber", "red"]
"""How something stands for a side: safe, in danger, lost if nothing changes; "" where that cannot be said."""
Difficulty = Literal["easy", "medium", "hard"]
"""How much there is to know and to mind."""
Grade = Literal["well", "fair", "poor"]
"""How well a scenario plays alone, by one person for both sides."""
ADVICE = 3
"""So many pieces of advice has a side."""
_NAMES = re.compile(r",? and |, ")


class Objective(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Hexes that decide, and what they are worth; in an outlook `side` holds them (None: nobody)."""

    title: str
    hexes: tuple[int, ...]
    case: str = ""
    side: int | None = None


class Aim(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a side must do, or keep the other from doing: each condition with its case."""

    side: int
    lines: tuple[Line, ...]


class Briefing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player should know before the first decision.

    `aims` has the reader's own first, and `advice` is for the reader: a spectator gets none. `length` tells turns, `time` what
    that means in evenings. `frame` are the hexes to bring into view.
    """

    situation: str
    aims: tuple[Aim, ...]
    length: str
    time: str
    special: tuple[Line, ...] = ()
    advice: tuple[str, ...] = ()
    frame: tuple[int, ...] = ()
    objectives: tuple[Objective, ...] = ()


class Stake(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that decides the match, as it stands: `Ports`, `0 of 1 by the end of this turn`.

    `side` is whom it matters to, `level` how it stands for that side; `hexes` are the places it is about. `short` says the same
    as `text` where there is little room ("": the text does).
    """

    title: str
    text: str
    case: str
    side: int
    level: Level = ""
    hexes: tuple[int, ...] = ()
    short: str = ""


class Outlook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the end of the match stands.

    `ends` tells what ends it and when; `due` what decides it, the most urgent first; `now` what would happen if the
    phase ended now. `objectives` are those of the briefing by who holds them. `guessed` says that hidden facts were
    assumed.
    """

    ends: tuple[Line, ...] = ()
    due: tuple[Stake, ...] = ()
    now: tuple[Line, ...] = ()
    objectives: tuple[Objective, ...] = ()
    guessed: bool = False


class Prospectus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What helps to choose a scenario before it is set up.

    `length` tells turns, `time` what that means in evenings, `size` units and hexes. `alone` grades how well one person plays
    both sides, `alone_text` tells why. `first` recommends it as the first of its game. `attacker` is the side that attacks, by name,
    which is the one to begin with; "" where neither is.
    """

    length: str
    time: str
    size: str
    difficulty: Difficulty
    alone: Grade
    alone_text: str
    first: bool = False
    attacker: str = ""


class ObjectiveText(Struct, frozen=True, forbid_unknown_fields=True):
    """Objectives in a file; `at` are hexes or places."""

    title: str
    at: tuple[str, ...]
    case: str = ""


class SideText(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says to one side."""

    aim: tuple[Line, ...]
    advice: tuple[str, ...]


class BriefingText(Prospectus, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a file. `sides` are by name; `frame` are hexes or places, none for the whole map."""

    situation: str
    sides: dict[str, SideText]
    special: tuple[Line, ...] = ()
    frame: tuple[str, ...] = ()
    objectives: tuple[ObjectiveText, ...] = ()


@functools.lru_cache(maxsize=64)
def read_briefing(package: str, key: str, packs: tuple[DataPack, ...] = ()) -> BriefingText | None:
    """The briefing of the scenario `key` of a game's package, or of packs; None if it has none. Raises `DataError`."""
    name = f"briefings/{key}.toml"
    given = any(pack.has(name) for pack in packs)
    if not given and not files(package).joinpath("data", name).is_file():
        return None
    found = read_data(package, name, BriefingText, packs)
    for side, text in found.sides.items():
        if len(text.advice) != ADVICE:
            said = f"sides.{side}.advice: give {ADVICE} pieces of advice, not {len(text.advice)}"
            raise DataError(f"{where(package, name, packs)}: {said}")
    return found


def prospectus(text: BriefingText) -> Prospectus:
    """What helps to choose the scenario of a briefing."""
    return convert(text, Prospectus, from_attributes=True)


def brief(text: BriefingText, board: HexMap, seats: tuple[str, ...], seat: int | None) -> Briefing:
    """The briefing of a seat (None: a spectator), with hexes by number. Raises `ValueError` for a place not on the map."""
    order = sorted(range(len(seats)), key=lambda side: side != seat)

    def written(lines: Iterable[Line]) -> tuple[Line, ...]:
        return tuple(replace(line, text=board.written(line.text)) for line in lines)

    advice = () if seat is None else text.sides[seats[seat]].advice
    return Briefing(
        situation=board.written(text.situation.strip().replace("\n", " ")),
        aims=tuple(Aim(side=side, lines=written(text.sides[seats[side]].aim)) for side in order),
        length=text.length,
        time=text.time,
        special=written(text.special),
        advice=tuple(map(board.written, advice)),
        frame=tuple(board.hex(place) for place in text.frame),
        objectives=tuple(
            Objective(
                title=board.written(each.title),
                hexes=tuple(board.hex(place) for place in each.at),
                case=each.case,
            )
            for each in text.objectives
        ),
    )


def by_holder(objectives: Iterable[Objective], held: Sequence[Mask]) -> tuple[Objective, ...]:
    """The objectives divided by who holds them: `held` are the hexes of each seat. A title that names them is divided, too.

    >>> ports = Objective(title="ports", hexes=(2, 5, 9))
    >>> [(each.side, each.hexes) for each in by_holder([ports], [0b100, 0b100000])]
    [(0, (2,)), (1, (5,)), (None, (9,))]
    >>> cities = Objective(title="Lille, Metz and Reims: 3 points each", hexes=(2, 5, 9))
    >>> [each.title for each in by_holder([cities], [0b100, 0b1000100000])]
    ['Lille: 3 points', 'Metz and Reims: 3 points each']
    """
    either = functools.reduce(operator.or_, held, 0)
    shares = [*enumerate(held), (None, ~either)]
    divided = [
        replace(_share(each, tuple(hex for hex in each.hexes if mask >> hex & 1)), side=side)
        for each in objectives
        for side, mask in shares
    ]
    return tuple(each for each in divided if each.hexes)


def _share(whole: Objective, hexes: tuple[int, ...]) -> Objective:
    """What an objective is of some of its hexes: a title with a name for each, in their order, keeps the names of these."""
    head, colon, worth = whole.title.partition(": ")
    names = _NAMES.split(head)
    if not hexes or len(hexes) == len(whole.hexes) or len(names) != len(whole.hexes):
        return replace(whole, hexes=hexes)
    kept = [name for name, hex in zip(names, whole.hexes, strict=True) if hex in hexes]
    if len(kept) == 1:
        worth = worth.replace(" each", "")
    head = " and ".join(part for part in (", ".join(kept[:-1]), kept[-1]) if part)
    return replace(whole, hexes=hexes, title=f"{head}{colon}{worth}")
