"""Orders of production (11.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class AddStep(Order, frozen=True, tag="step"):
    """Add a step.

    Buy a step for a unit that is out of battle and in secure supply; one a month for each unit.
    """

    case: ClassVar[str] = "11.41a"
    text: ClassVar[OrderText] = OrderText(one="unit can get a step")
    unit: UnitRef


class BuildCadre(Order, frozen=True, tag="cadre"):
    """Rebuild a unit.

    Buy an eliminated unit back at its lowest strength.
    """

    case: ClassVar[str] = "11.42"
    text: ClassVar[OrderText] = OrderText(one="unit can be rebuilt", prompts={"hex": "in which hex?"})
    unit: UnitRef
    hex: HexRef


class Reinforce(Order, frozen=True, tag="reinforce"):
    """Bring in a reinforcement.

    Place a unit that is due; it costs nothing.
    """

    case: ClassVar[str] = "11.5"
    text: ClassVar[OrderText] = OrderText(
        one="reinforcement waits", many="reinforcements wait", prompts={"hex": "in which hex?"}
    )
    unit: UnitRef
    hex: HexRef


class Advance(Order, frozen=True, tag="advance"):
    """Bring one in early.

    One reinforcement of next month comes now: a step weaker, or paid for as a cadre.
    """

    case: ClassVar[str] = "11.51"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?", "how": "a step weaker, or paid?"})
    unit: UnitRef
    hex: HexRef
    how: str


class BuildBeachhead(Order, frozen=True, tag="build-beachhead"):
    """Build a BeachHead.

    From eliminated to Prep, or from Prep to Ready, for 20 points.
    """

    case: ClassVar[str] = "11.44"
    text: ClassVar[OrderText] = OrderText(prompts={"unit": "of which amphibious unit?"})
    unit: UnitRef


class WithdrawBeachhead(Order, frozen=True, tag="withdraw-beachhead"):
    """Take a BeachHead back.

    A BeachHead on the map goes back to Prep.
    """

    case: ClassVar[str] = "15.51c"
    text: ClassVar[OrderText] = OrderText(prompts={"unit": "of which amphibious unit?"}, gives_up=True)
    unit: UnitRef


class Disband(Order, frozen=True, tag="disband"):
    """Disband a unit.

    It can be rebuilt from next month on.
    """

    case: ClassVar[str] = "11.52"
    text: ClassVar[OrderText] = OrderText(gives_up=True)
    unit: UnitRef
