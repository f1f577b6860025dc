"""An attack on an odds table: its plan, who may take part, the roll, and how it is explained."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, Self, TypeVar

from msgspec.structs import replace

from phaseline.drill.orders import TargetOrder, UnitOrder
from phaseline.drill.state import FieldState
from phaseline.engine.aids import Forecast, Line
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.legal import OrderRule, OrderT
from phaseline.engine.orders import Order
from phaseline.engine.position import Frame
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.lines import adjacent
from phaseline.mechanics.weighing import OddsTable, Sum

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=UnitOrder)
T = TypeVar("T", bound=TargetOrder)
R = TypeVar("R", bound=Hashable)


class Attack(Frame, frozen=True):
    """An attack on one hex, from the plan to the advance: which seat attacks, and with which units.

    A game adds what its battles know besides, and makes it one of its procedures.
    """

    attacker: int
    target: int
    attackers: Mask = 0

    def joined_by(self, unit: int) -> Self:
        """The same with one unit more."""
        return replace(self, attackers=self.attackers | 1 << unit)


class WideAttack(Attack, frozen=True):
    """An attack on one hex or several, all of which are defended together; `target` is the one that was named first."""

    targets: Mask = 0

    def also_on(self, hex: Hex) -> Self:
        """The same on one hex more."""
        return replace(self, targets=self.targets | 1 << hex)


def beside(
    s: FieldState[Any, Any], targets: Mask, seat: int, over: Hexsides | None = None, *, every: bool = False
) -> Mask:
    """The units of a seat next to one of the hexes, or to `every` one of them, over these hexsides (None: over any)."""
    grid = s.scenario.map.grid
    if not every:
        return s.units_in(adjacent(grid, targets, over), seat)
    units = s.on_map(seat)
    for hex in hexes(targets):
        units &= s.units_in(adjacent(grid, 1 << hex, over), seat)
    return units


A = TypeVar("A", bound=Attack)


class Join(OrderRule[J, S]):
    """Add a unit to the attack under way. The game's rule says in `unit` who may."""

    attack: ClassVar[type[Attack]]
    """The procedure of an attack."""

    def apply(self, s: S, order: J) -> None:
        """It takes part."""
        attack = s.frame(self.attack)
        s.update(attack, attackers=attack.attackers | 1 << order.unit)


class Widen(OrderRule[T, S]):
    """Attack one hex more in the attack under way. The game's rule says in `target` which."""

    attack: ClassVar[type[WideAttack]]
    """The procedure of an attack."""

    def apply(self, s: S, order: T) -> None:
        """Those in it defend together with the others."""
        attack = s.frame(self.attack)
        s.update(attack, targets=attack.also_on(order.target).targets)


class CallOff(OrderRule[OrderT, S]):
    """Give up the attack under way before the dice are rolled: it has not been."""

    attack: ClassVar[type[Frame]]
    """The procedure of an attack, or of whatever else is being put together."""

    def apply(self, s: S, order: OrderT) -> None:  # noqa: ARG002 - what every order is given
        """Forget it."""
        s.leave(self.attack)


def planned(
    s: FieldState[Any, Any],
    attack: type[A],
    join: type[Order],
    order: type[Order] | None,
    chosen: Sequence[Any],
) -> A | None:
    """The attack under way, with the unit that an order to `join` begun with `chosen` would add; None without one."""
    if not s.within(attack):
        return None
    found = s.frame(attack)
    return found.joined_by(chosen[0]) if order is join and chosen else found


def roll(
    s: FieldState[Any, Any],
    table: OddsTable[R],
    weighed: Sum,
    attack: Attack,
    explain: Callable[[R], str] | None = None,
    *,
    kind: str,
    case: str,
) -> R:
    """Roll for an attack on the odds table, and tell everybody how it came out; `kind` is that of the event.

    `explain` puts a result into words, to be told with it.
    """
    report = table.report(weighed)
    purpose = f"attack on {s.scenario.map.label(attack.target)} at {report.label}"
    throw = table.results.throw
    dice = s.rolls(purpose, case, throw.count, throw.sides, by=attack.attacker)
    result = table.result(report.landed, sum(dice) + weighed.modifier)
    s.tell(
        kind,
        case,
        "attack on {target:hex} at {odds}: {result}" + (", {meaning}" if explain else ""),
        target=attack.target,
        odds=report.label,
        shifts=[str(shift) for shift in report.shifts],
        result=str(result),
        **({"meaning": explain(result)} if explain else {}),
    )
    return result


def forecast(  # noqa: PLR0913 - whatever a game says of its battles is an argument
    s: FieldState[Any, Any],
    table: OddsTable[Any],
    weighed: Sum,
    attack: Attack,
    *,
    case: str,
    summary: str,
    explain: Callable[[Any], str],
    gains: Callable[[Any], bool] = lambda result: result.defender > 0,
    more: Iterable[Line] = (),
    sure: str = "",
) -> Forecast:
    """The forecast of an attack in a game of two seats: how its odds come about, and what each row of the table means.

    `case` is where the odds are explained, `explain` puts a result (see `prospects.Toll`) into words, `gains` says whether one
    brings the attacker anything, as a rule by what the defender loses, `more` are lines to follow. `sure` is the case by which no die is rolled past the right end of the table.
    """
    report = table.report(weighed)
    chances = table.outcomes(report.landed, weighed.modifier)
    terms = prospects.contribution_lines((*weighed.attack, *weighed.defence), case)

    def tolls(result: prospects.Toll) -> tuple[int, ...]:
        lost = (result.attacker, result.defender)
        return lost if attack.attacker == 0 else lost[::-1]

    return Forecast(
        title=title(s, attack),
        summary=summary,
        lines=(*prospects.odds_lines(report, case, sure), *terms, *more),
        spreads=prospects.both_lose(chances, lambda found: found, attack.attacker),
        hex=attack.target,
        hopeless=chances.chance(gains) == 0,
        **prospects.on_the_table(
            table, report.landed, explain, case, weighed.modifier, tolls, sure=bool(sure)
        ),
    )


def title(s: FieldState[Any, Any], attack: Attack) -> str:
    """What an attack is called: by the place that is attacked, if it has a name."""
    return f"attack on {hex_name(s.scenario.map, attack.target)}"


def explained(table: OddsTable[Any], weighed: Sum) -> dict[str, Any]:
    """The odds of an attack as plain data, for questions: totals, shifts, the column, each result's chance."""
    report = table.report(weighed)
    chances = table.outcomes(report.landed, weighed.modifier).items()
    return {
        "attack": report.attack,
        "defence": report.defence,
        "odds": report.odds,
        "shifts": [str(shift) for shift in report.shifts],
        "column": report.label,
        "chances": {str(result): str(chance) for result, chance in chances},
    }


def attacked(s: FieldState[Any, Any], target: Hex) -> int:
    """The seat that an attack on a hex would be made on. Raises `ValueError` when nobody is there."""
    seat = s.holder(target)
    if seat is None:
        raise ValueError(f"nobody is in {s.scenario.map.label(target)}")
    return seat
