"""What never changes: the counters of the addendum, and what the player has chosen to use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from phaseline.atlas.model import HexMap
from phaseline.engine import Lexicon, Names, OptionsError, Scenario, read_data
from phaseline.engine.amounts import Count
from phaseline.engine.lexicon import HexNames, Vocabulary
from phaseline.engine.packs import DataError, DataPack, digest, where
from phaseline.games.midway.position import COUNTERS, PLACES
from phaseline.hexgrid import mask_of
from phaseline.wording.nearest import did_you_mean

PACKAGE = "phaseline.games.midway"
SEATS = ("Player",)
TITLES = {"pto": "July to December 1942"}
INCIDENTS = ("IJN weather", "USN weather", "other")
RESULTS = ("player", "Japan", "nobody")
FORCES = ("its own", "another")
NO_MAP = HexMap.from_drawing("_", name="none")
"""The map of the base game is on the table: there is none here."""
NIMITZ = ("CVN-68", "Nimitz air unit 1", "Nimitz air unit 2", "Nimitz air unit 3", "Admiral Yelland")
"""The Nimitz group (23.4)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the player uses.

    `bonus` (second cycle): the second cycle and the bonus units. `earlier` (more units): the optional units, too (22.0).
    `incidents` (incident markers): how many are in the pool of the base game; 0 without that optional rule (21.0). `nimitz`
    (Nimitz group): the Nimitz group, which needs incidents. `hiyo_nac_open` (air unit of the Hiyo in the open): it lies open
    in the Truk box of the Solomons route.
    """

    bonus: bool = True
    earlier: bool = False
    incidents: Annotated[int, Meta(ge=0, le=99)] = 0
    nimitz: bool = False
    hiyo_nac_open: bool = False


class AirUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A land-based air unit: where it is based, and where if there is no room."""

    name: str
    at: str
    otherwise: tuple[str, ...] = ()


class Pool(Struct, frozen=True, forbid_unknown_fields=True):
    """The draw pool: operation counters, and the incidents added in the second cycle."""

    case: str
    provenance: str
    operations: Count
    incidents: Count


class Errata(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that replace misprinted ones."""

    case: str
    provenance: str
    counters: tuple[str, ...]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `counters.toml`."""

    pool: Pool
    ijn: tuple[AirUnit, ...]
    errata: Errata


class MidwayScenario(Scenario):
    """The counters, by number, and the options."""

    options: Options

    def __init__(self, sheet: Sheet, options: Options) -> None:
        if options.nimitz and not options.incidents:
            raise OptionsError("nimitz: the Nimitz group needs the optional incidents of 21.0; say how many")
        based = [f"{unit.name} LAC" for unit in sheet.ijn]
        self.names = ("Hiyo CVL", "Hiyo NAC", *based, "USN bonus units", *NIMITZ)
        lexicon: dict[str, Vocabulary] = {
            "unit": Names("unit", self.names),
            "place": Names("place", PLACES),
            "counter": Names("face-down counter", COUNTERS),
            "incident": Names("incident", INCIDENTS),
            "result": Names("winner", RESULTS),
            "force": Names("task force", FORCES),
            "seat": Names("seat", SEATS),
            "hex": HexNames(NO_MAP),
        }
        super().__init__(
            key="pto",
            title=TITLES["pto"],
            map=NO_MAP,
            lexicon=Lexicon(lexicon),
            options=options,
            digest=digest(sheet, options),
        )
        self.sheet = sheet
        self.hiyo, self.hiyo_air = 0, 1
        self.based = tuple(range(2, 2 + len(based)))
        """The land-based air units."""
        self.choices = {
            number: tuple(PLACES.index(name) for name in (unit.at, *unit.otherwise))
            for number, unit in zip(self.based, sheet.ijn, strict=True)
        }
        """Where they may be based, in the order in which it is tried."""
        self.usn = 2 + len(based)
        """All bonus USN units together."""
        self.carrier = self.usn + 1
        self.yelland = len(self.names) - 1
        self.nimitz = mask_of(range(self.carrier, len(self.names)))
        self.nimitz_air = mask_of(range(self.carrier + 1, self.yelland))
        self.air = mask_of((self.hiyo_air, *self.based)) | self.nimitz_air
        self.bonus = mask_of(range(self.carrier))

    @property
    def cycles(self) -> int:
        """How often the pool is gone through."""
        return 2 if self.options.bonus else 1


def load(options: Options, packs: Sequence[DataPack] = ()) -> MidwayScenario:
    """The campaign with what the player has chosen to use."""
    sheet = read_data(PACKAGE, "counters.toml", Sheet, packs)
    for number, unit in enumerate(sheet.ijn, start=1):
        for name in (unit.at, *unit.otherwise):
            if name not in PLACES:
                said = f'ijn[{number}]: there is no place "{name}"{did_you_mean(name, PLACES)}'
                raise DataError(f"{where(PACKAGE, 'counters.toml', packs)}: {said}")
    return MidwayScenario(sheet, options)
