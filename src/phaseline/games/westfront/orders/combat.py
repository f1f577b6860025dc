"""Orders of combat (7.0, 13.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Strike(Order, frozen=True, tag="strike"):
    """Send an airstrike.

    One for each active headquarters, one for each battle in Air Range. Combat there becomes mandatory.
    """

    case: ClassVar[str] = "7.13a"
    text: ClassVar[OrderText] = OrderText(
        one="airstrike left",
        many="airstrikes left",
        prompts={"hq": "which headquarters?", "target": "into which battle?"},
    )
    hq: UnitRef
    target: HexRef


class ChooseBattle(Order, frozen=True, tag="choose"):
    """Fight here too.

    Combat in an older battle; new ones are fought anyway.
    """

    case: ClassVar[str] = "7.14"
    text: ClassVar[OrderText] = OrderText(
        one="battle can be fought besides", prompts={"hex": "which battle?"}
    )
    hex: HexRef


class Fight(Order, frozen=True, tag="fight"):
    """Resolve a battle.

    The airstrike first, then defensive fire, then yours.
    """

    case: ClassVar[str] = "7.21"
    text: ClassVar[OrderText] = OrderText(
        one="battle still to resolve", many="battles still to resolve", prompts={"hex": "which battle?"}
    )
    hex: HexRef


class FireUnit(Order, frozen=True, tag="fire"):
    """Fire.

    This unit fires next: a die for each CV.
    """

    case: ClassVar[str] = "7.31"
    text: ClassVar[OrderText] = OrderText(one="unit has not fired", many="units have not fired")
    unit: UnitRef


class FireAll(Order, frozen=True, tag="fire-all"):
    """Fire all.

    All others fire, one after the other.
    """

    case: ClassVar[str] = "7.31"
    text: ClassVar[OrderText] = OrderText(passes=True)


class TakeHit(Order, frozen=True, tag="hit"):
    """Take a hit.

    Choose among your strongest units.
    """

    case: ClassVar[str] = "7.33b"
    unit: UnitRef


class RepulseUnit(Order, frozen=True, tag="repulse"):
    """Send a unit back.

    Choose among your weakest attackers.
    """

    case: ClassVar[str] = "7.51b"
    unit: UnitRef
