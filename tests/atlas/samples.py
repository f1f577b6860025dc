"""Maps the atlas tests share."""

from phaseline.atlas import (
    Chain,
    ControlPoint,
    Course,
    FrozenDict,
    Georeference,
    HexMap,
    Label,
    Place,
    Provenance,
    SideFeature,
    TerrainKind,
)
from phaseline.hexgrid import Grid, Mask
from phaseline.hexgrid.numbering import RowColumn


def coast() -> HexMap:
    """Five rows: a sea in the north, two towns, a river between them, hills in the south."""
    return HexMap.from_drawing(
        r"""
        ~ ~ ~ ~ ~ ~
         A . ~ ~ . .
        . . .|B . .
         . f . .|. h
                +
        f f . ^ h _
        """,
        places={
            "A": {"name": "Cherbourg", "port": "major", "seas": ("Channel",)},
            "B": {"name": "Caen", "city": "major", "port": "minor", "production": 2},
        },
        chains={"rail": {"Caen - Cherbourg": "Caen 0303 0202 Cherbourg"}},
        areas={
            "country": {"France": "0201-0202 0301-0303", "Normandy": "0304"},
            "sea": {"Channel": "0101-0106 0203-0204"},
            "coast": {"Channel": "0201 0202 0205 0303 0304"},
        },
        name="coast",
    )


def everything(*, flat: bool = False) -> HexMap:
    """A map that uses every block of the format."""
    grid = Grid.flat(cols=6, rows=4, shoved="even") if flat else Grid.pointy(rows=4, cols=6, shoved="even")
    numbering = RowColumn(grid, scheme="CCRR" if flat else "RRCC", first_row=36, row_step=-1, first_column=0)
    every = list(grid)
    sea, clear = mask(every[:6]), mask(every[6:20])
    return HexMap(
        name="everything",
        title='A "quoted" title, with \\ and é',
        subtitle="all blocks",
        grid=grid,
        numbering=numbering,
        terrain=FrozenDict({"sea": sea, "clear": clear, "alps": mask(every[20:22]), "salt": 0}),
        terrain_kinds=FrozenDict(
            {
                "sea": TerrainKind("sea", "~", "sea", water=True),
                "clear": TerrainKind("clear", ".", "clear", water=False),
                "alps": TerrainKind("alps", "^", "mountain", water=False),
                "salt": TerrainKind("salt", "s", "lake", water=False),
            }
        ),
        features=FrozenDict(
            {
                "rhine": SideFeature(
                    "rhine",
                    "river",
                    (
                        Course("", ((every[7], 2),)),
                        Course("Rhine", ((every[8], 1), (every[8], 2), (every[9], 5))),
                        Course("Rhine", ((every[14], 1),)),
                    ),
                    3,
                ),
                "border": SideFeature("border", "border", ()),
            }
        ),
        places=FrozenDict(
            {
                "Köln": Place(
                    "Köln",
                    every[9],
                    FrozenDict(
                        {"city": "major", "production": 2, "ratio": 0.5, "open": True, "seas": ("a", "b")}
                    ),
                    (0.1, -0.25),
                ),
                "Bonn am Rhein": Place("Bonn am Rhein", every[9]),
            }
        ),
        chains=(
            Chain("rail", "Rhine line", tuple(every[7:10]), FrozenDict({"tracks": 2})),
            Chain("rail", "branches", tuple(every[9:11])),
            Chain("rail", "branches", tuple(every[15:17])),
        ),
        areas=FrozenDict(
            {
                "country": FrozenDict({"Land": clear, "Sea": sea}),
                "zone": FrozenDict({"one": sea | clear, "two": clear, "none": 0}),
                "empty": FrozenDict(),
            }
        ),
        facts=FrozenDict({"country": FrozenDict({"Sea": FrozenDict({"value": 2, "base": "Köln"})})}),
        labels=(
            Label("sea", "The Sea", every[0], every[4]),
            Label("region", "Hills", every[20], shift=(0.5, 0.25), angle=30.0, size=1.5),
            Label("sea", "The Sea", every[1]),
        ),
        provenance=(
            Provenance("terrain", "geography", "relief"),
            Provenance("places", "reconstructed", names=("Köln",)),
            Provenance("terrain", "rulebook", "by rule", "13.8", (every[20], every[3])),
        ),
        georeference=Georeference(
            "+proj=lcc +lat_1=43 +lat_2=52",
            65.0,
            24.0,
            (1.5, 2.0),
            (-12.25, 40.0),
            (ControlPoint("Köln", every[9], 50.94, 6.96), ControlPoint("mouth", (1.25, 3.5), 51.9, 4.1)),
        ),
        shapes=FrozenDict(
            {"land": (((0.0, 1.0), (2.5, 1.256), (1.0, 3.0)), ((4.0, 4.0), (5.0, 4.0), (5.0, 5.0)))}
        ),
    )


def mask(hexes: list[int]) -> Mask:
    """The set of some hexes."""
    return sum(1 << h for h in hexes)
