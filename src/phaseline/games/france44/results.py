"""Combat results as the table prints them (11.3)."""

from __future__ import annotations

import re

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.mechanics import prospects


class Result(Struct, frozen=True):
    """What a combat brings: how many steps each side loses, and whether it goes back (11.3, R37).

    `attacker` and `defender` are steps. `automatic` is the end of all defenders at 7-1 or better, where no die is rolled
    (11.6).
    """

    attacker: int = 0
    attacker_back: bool = False
    defender: int = 0
    defender_back: bool = False
    automatic: bool = False

    @classmethod
    @case("tbl.crt.key")
    def parse(cls, cell: str) -> Result:
        """A cell as printed. Raises `ValueError` for anything else.

        >>> Result.parse("A1R/D1")
        Result(attacker=1, attacker_back=True, defender=1, defender_back=False, automatic=False)
        >>> Result.parse("AR") == Result(attacker_back=True)
        True
        """
        read = re.fullmatch(r"(?:A(\d?)(R?))?/?(?:D(\d?)(R?))?", cell)
        if not cell or not read:
            raise ValueError(f"{cell!r} is no combat result: write it as A1R/D1")
        own, own_back, theirs, theirs_back = read.groups("")
        return cls(int(own or 0), bool(own_back), int(theirs or 0), bool(theirs_back))

    def __str__(self) -> str:
        """As printed.

        >>> str(Result(1, False, 0, True)), str(Result(automatic=True))
        ('A1/DR', 'all defenders eliminated')
        """
        if self.automatic:
            return "all defenders eliminated"
        sides = (("A", self.attacker, self.attacker_back), ("D", self.defender, self.defender_back))
        parts = [f"{side}{steps or ''}{'R' * back}" for side, steps, back in sides if steps or back]
        return "/".join(parts)


ANNIHILATION = Result(automatic=True)
"""What comes of 7-1 and better (11.6)."""


@case("11.6")
def past_end(result: Result, beyond: int) -> Result:
    """To the right of the table, at 7-1 or better, all defenders are eliminated (11.6); odds to its left are not allowed."""
    return ANNIHILATION if beyond > 0 else result


def explain(result: Result) -> str:
    """A result in words.

    >>> explain(Result.parse("A1R/D1")), explain(Result.parse("DR"))
    ('attackers 1 step, defenders 1 step; the attackers retreat', 'the defenders retreat')
    """
    if result.automatic:
        return "all defenders are eliminated"
    parts = [prospects.taken(result)]
    parts += ["the attackers retreat"] * result.attacker_back + [
        "the defenders retreat"
    ] * result.defender_back
    return "; ".join(part for part in parts if part)
