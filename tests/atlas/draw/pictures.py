"""Maps the drawing tests share."""

from math import cos, pi, sin

from phaseline.atlas import Course, FrozenDict, HexMap, SideFeature
from phaseline.atlas.parts import Point


def country() -> HexMap:
    """Sea, hills, woods, a river with a tributary, railways that cross, towns of every class."""
    return HexMap.from_drawing(
        """
        ~ ~ ~ ~ ~ ~ . . . .
         . . ~ ~ P . . f f .
        . . . . . . . f f h
         . A . . C . . . ^ ^
        . . . m . . . . ^ ^
         . . . m . V . . . .
        . B . . . . . o . .
        """,
        {".": "clear", "f": "forest", "h": "hill", "^": "mountain", "m": "marsh", "~": "sea", "o": "lake"},
        places={
            "P": {"name": "Portsea", "city": "minor", "port": "major"},
            "A": {"name": "Abbeville", "city": "major", "production": 3},
            "C": {"name": "Cambrai", "city": "town", "fortress": True},
            "V": {"name": "Verdun", "city": "major", "victory": 1},
            "B": {"name": "Blois", "city": "minor", "resource": "coal"},
        },
        chains={
            "rail": {"north": "A 0403 0404 C 0406", "south": "P 0305 C 0505 0605", "west": "A 0502 0602 B"}
        },
        areas={
            "country": {
                "Francia": "0201-0202 0301-0305 0401-0405 0501-0505",
                "Rhenania": "0306-0309 0406-0408",
            },
            "sea": {"Channel": "0101-0106 0203-0204"},
        },
    ).replace(features=FrozenDict({"river": rivers()}))


def rivers() -> SideFeature:
    """The Meuse, from the hills to the sea, and a tributary that joins it."""
    m = HexMap.from_drawing("\n".join(" " * (row % 2) + ". " * 10 for row in range(7)))
    main = "0606/E,NE 0506/E,NE 0405/E,NE 0305/E,NE"
    tributary = "0406/E,NE,NW"
    hexes = m.numbering.parse
    names = m.grid.directions

    def sides(text: str) -> tuple[tuple[int, int], ...]:
        return tuple(
            (hexes(item.split("/")[0]), names.index(d))
            for item in text.split()
            for d in item.split("/")[1].split(",")
        )

    return SideFeature(
        "river", "river", (Course("Meuse", sides(main)), Course("Sambre", sides(tributary))), 2
    )


def ring(x: float, y: float, radius: float, points: int = 40) -> tuple[Point, ...]:
    """A circle on the map plane."""
    return tuple(
        (x + radius * cos(2 * pi * k / points), y + radius * sin(2 * pi * k / points)) for k in range(points)
    )
