"""Whether the cases that data packs and case files cite are in the rulebook: a wrong one leads readers astray."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files

from phaseline.engine.ledger import FILE, Ledger, UnknownCase
from phaseline.engine.packs import DataError, DataPack, HeldPack
from phaseline.wording.whereabouts import dotted

FIELD = "case"
Place = tuple[str | int, ...]


def check_cited(package: str, packs: Sequence[DataPack]) -> None:
    """Whether each `case` in the files of packs is one of the game's rulebook, if it lists them. Raises `DataError`."""
    for pack in packs:
        sound = pack.made if isinstance(pack, HeldPack) else {}
        if (key := (package, FILE)) not in sound:
            _check(package, pack)
            sound[key] = True


def _check(package: str, pack: DataPack) -> None:
    for name in pack.names():
        # Maps and most tables cite nothing; to read them for that would take long.
        if not re.search(rf"\b{FIELD}\b", pack.text(name)):
            continue
        for place, number in cited(pack.read(name)):
            if said := unknown(package, number):
                raise DataError(f"{pack.folder / name}: {dotted(place)}: {said}")


def unknown(package: str, number: str) -> str:
    """What to say of a number that is no case of a game's rulebook; "" if it is one, or if the game lists no cases."""
    ledger = _ledger(package)
    try:
        if ledger is not None:
            ledger[number]
    except UnknownCase as error:
        return str(error)
    return ""


def cited(content: object, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """The cases that a data file cites, each with its place: a `case` is one number, or a list of them.

    >>> list(cited({"case": ["3.2", "3.3"], "special": [{"text": "Mud.", "case": "5.1"}, {"case": ""}]}))
    [(('case', 0), '3.2'), (('case', 1), '3.3'), (('special', 0, 'case'), '5.1')]
    """
    if isinstance(content, str):
        named = place[:-1] if place and isinstance(place[-1], int) else place
        if content and named[-1:] == (FIELD,):
            yield place, content
    elif isinstance(content, dict):
        for name, value in content.items():
            yield from cited(value, (*place, name))
    elif isinstance(content, list):
        for number, value in enumerate(content):
            yield from cited(value, (*place, number))


@functools.lru_cache(maxsize=16)
def _ledger(package: str) -> Ledger | None:
    """The cases of a game, if it lists them. To read them takes a while, and nobody changes them."""
    return Ledger.read(package) if files(package).joinpath(FILE).is_file() else None
