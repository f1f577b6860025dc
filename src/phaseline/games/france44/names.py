"""What sentences call the counters; orders know them by their short keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from phaseline.drill.names import without_asides
from phaseline.games.france44.files import Ship, Unit, Wing

_DIVISION = re.compile(r"(?<!\d[a-z]{2}) Division\b")
"""It goes without saying, but where there is a number alone: the 9th Panzer, the 462nd Division."""
_KINDS = {
    "al-truck": "Allied truck",
    "ge-truck": "German truck",
    "v1": "V-1 unit",
    "v2": "V-2 unit",
    "mulberry": "Mulberry",
}


def units(found: Mapping[str, Unit]) -> dict[str, str]:
    """Land units by key: the 82nd Airborne, Rommel; with their nation those that are called alike.

    >>> def division(name: str, nation: str) -> Unit:
    ...     return Unit(name=name, nation=nation, type="infantry", combat=5, movement=5, start="pool")
    >>> units(
    ...     {
    ...         "br-003": division("3rd Infantry Division", "British"),
    ...         "us-003": division("3rd Infantry Division", "American"),
    ...         "br-052": division("52nd (Lowland) Infantry Division", "British"),
    ...         "ge-462": division("462nd Division (Metz)", "German"),
    ...     }
    ... )
    {'br-003': 'British 3rd Infantry', 'us-003': 'American 3rd Infantry', 'br-052': '52nd Infantry', 'ge-462': '462nd Division'}
    """
    short = {key: _DIVISION.sub("", without_asides(unit.name)) for key, unit in found.items()}
    count = Counter(map(_heard, short.values()))
    return {
        key: name if count[_heard(name)] == 1 else f"{found[key].nation} {name}"
        for key, name in short.items()
    }


def _heard(name: str) -> str:
    """Spelling is not heard: there is an American 2nd Armored and a French 2nd Armoured."""
    return name.replace("Armored", "Armoured")


def wings(found: Mapping[str, Wing]) -> list[str]:
    """Air units by nation and number: American air unit 3, or Mediterranean air unit 3 if it is one of Corsica's."""
    parted = [(key.split("-"), wing.nation) for key, wing in found.items()]
    return [
        f"{'Mediterranean' if group == 'med' else nation} air unit {number}"
        for (_, group, number), nation in parted
    ]


def ships(found: Iterable[Ship]) -> list[str]:
    """Naval units, without the names of their ships."""
    return [without_asides(ship.name) for ship in found]


def numbered(keys: Iterable[str]) -> list[str]:
    """Counters that are known by their kind and a number.

    >>> numbered(["al-truck-1", "v2-3"])
    ['Allied truck 1', 'V-2 unit 3']
    """
    parted = [key.rpartition("-") for key in keys]
    return [f"{_KINDS[kind]} {number}" for kind, _, number in parted]
