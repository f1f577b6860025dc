"""What `setup` may hold in WestFront's case files.

A case has a map of its own or a scenario's. Where it says nothing it is the Allies' Command Phase in the dry first
fortnight of July 1943, units are supplied and upright at full strength, and vacant hexes belong to nobody.
"""

from __future__ import annotations

from msgspec import Struct, field

from phaseline.drill.cases import FieldSetup


class UnitSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A unit of a case. What is left out is as in the roster if it has a unit of that name, else plain.

    `at` is a hex, or `eliminated`, `to come`, `gone`. `cv` is at most `limit`, the unit's highest CV. `from` and `by` say how it came into a battle begun this turn.
    `active: true` activates an HQ for plain command, `role` for something else. `target` and `first_wave` are the hexes
    that a Blitz Invasion HQ has marked and invaded; `invaded`: an amphibious unit has landed where it stands.

    `type`: armor, mech, infantry, amphibious, fort, para, mountain, cavalry, static, hq, shq, thq. `role`: command, blitz,
    supreme, invasion, blitz invasion, paradrop, blitz paradrop, evacuation. `by`: land, river, sea, air.
    """

    at: str | None = None
    side: str = ""
    type: str = ""
    nation: str = ""
    cv: int | None = None
    limit: int | None = None
    ss: bool | None = None
    speed: int | None = None
    beachhead: str | None = None
    active: bool = False
    role: str = ""
    target: str = ""
    first_wave: str = ""
    came_from: str = field(name="from", default="")
    by: str = ""
    sailed_from: str = ""
    seas: tuple[str, ...] = ()
    face_up: bool | None = None
    supplied: bool = True
    dispersed: bool = False
    invaded: bool = False
    moved: bool = False
    strategic: bool = False
    disengaged: bool = False
    overstacked: bool = False
    built: bool = False


class BattleSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A battle. The Original Defender is the passive side unless one of the two is named.

    `new`: begun this turn; without it, it is if one of its units came `from` somewhere. `support`: whether the active
    side has Combat Support, whatever HQs there are. `strike` is the HQ that sends its airstrike; `chosen`: activated.
    """

    at: str
    original_defender: str = ""
    original_attacker: str = ""
    new: bool | None = None
    support: bool | None = None
    strike: str = ""
    chosen: bool = False


class WestFrontSetup(FieldSetup, kw_only=True):
    """The `setup` of a case. `turn` is the fortnight; `control` may say `disputed`, and `elsewhere` for all other hexes.

    `hqs` are units too. `only: true` takes all units off the map that the case does not name. `support` is for all
    battles at once. `level` is the Production Level as last reckoned (questions and the next production reckon it anew),
    `points` what is left of it to spend. `control` may say what units and zones of control do not: it holds until
    something changes there, and a remark tells. `beachheads` are by name:
    `ready`, `prep`, `eliminated`, `none`, or the hex where one is placed. `blitz` begins in the Blitz phases.

    `month`: 1943-07 or July 1943. `weather`: dry, mud. `storm`: none, atlantic, mediterranean, baltic. `book` is the
    scenario whose tables hold: S43, W43, S44, W44. `flags`, what has happened: italy surrendered, italy conquered,
    friuli due, paras grounded, ore route lost, france revolted, tito raised, yugoslavia entered, winter offensive, winter
    offensive used, and of spain and portugal: at war, defeated, conquered.
    """

    month: str = ""
    storm: str = ""
    book: str = ""
    flags: tuple[str, ...] = ()
    units: dict[str, UnitSetup] = field(default_factory=dict)
    hqs: dict[str, UnitSetup] = field(default_factory=dict)
    only: bool = False
    battles: list[BattleSetup] = field(default_factory=list)
    support: bool | None = None
    beachheads: dict[str, str] = field(default_factory=dict)
    supreme_moves: int | None = None
    level: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    port_use: dict[str, int] = field(default_factory=dict)
    penalty: int = 0
    blitz: bool = False
