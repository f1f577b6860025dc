"""Forecasts of attacks on an odds table: how the column came about, and what each die would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from phaseline.engine.aids import ForecastRow, Line, Spread
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.odds import OddsReport, Shift
from phaseline.mechanics.strength import Contribution, show
from phaseline.mechanics.weighing import OddsTable
from phaseline.wording.counts import several


class Toll(Protocol):
    """A combat result that costs both sides steps."""

    @property
    def attacker(self) -> int:
        """Steps the attackers lose."""

    @property
    def defender(self) -> int:
        """Steps the defenders lose."""


def percent(chance: Fraction) -> float:
    """A probability in percent, to one decimal.

    >>> percent(Fraction(1, 6))
    16.7
    """
    return round(float(chance * 100), 1)


def in_percent(chance: Fraction | float) -> str:
    """A probability for people, wherever one is told: never 0 or 100 for what is not certain.

    >>> (
    ...     in_percent(Fraction(1, 6)),
    ...     in_percent(Fraction(1, 1296)),
    ...     in_percent(Fraction(1295, 1296)),
    ...     in_percent(1.0),
    ... )
    ('17%', '<1%', '>99%', '100%')
    """
    if 0 < chance < 0.01:
        return "<1%"
    return ">99%" if 0.99 < chance < 1 else f"{int(chance * 100 + Fraction(1, 2))}%"


def row(label: str, chance: Fraction, text: str = "", *, highlight: bool = False) -> ForecastRow:
    """A row of a forecast with its exact chance."""
    return ForecastRow(
        label=label, chance=str(chance), percent=percent(chance), text=text, highlight=highlight
    )


def odds_lines(report: OddsReport, case: str, sure: str = "", doomed: str = "") -> tuple[Line, ...]:
    """Both strengths, the ratio, every shift and the final column, each with its case.

    `sure` is the case by which no die is rolled past the right end of the table, `doomed` that for the left end; "" where
    the column at that end serves there.
    """
    lines = [
        Line("attack", case, show(report.attack)),
        Line("defence", case, show(report.defence)),
        Line(
            "odds",
            case,
            report.odds if report.odds == report.before else f"{report.odds}, as {report.before}",
        ),
    ]
    lines += shift_lines(report.shifts)
    if sure and report.beyond > 0:
        return (*lines, Line("no die is rolled: better than the last column", sure, report.label))
    if doomed and report.beyond < 0:
        return (*lines, Line("no die is rolled: worse than the first column", doomed, report.label))
    end = "last" if report.beyond > 0 else "first"
    past = f", the {end}: the odds are {abs(report.beyond)} past it" if report.beyond else ""
    return (*lines, Line("column", case, f"{report.label}{past}"))


def shift_lines(shifts: Iterable[Shift]) -> Iterator[Line]:
    """Every shift with its case."""
    for shift in shifts:
        yield Line(shift.why, shift.case, signed(shift.columns))


def signed(columns: int) -> str:
    """Columns with the way they go.

    >>> signed(-2), signed(1)
    ('2 left', '1 right')
    """
    return f"{abs(columns)} {'right' if columns > 0 else 'left'}"


def contribution_lines(contributions: Iterable[Contribution], case: str) -> tuple[Line, ...]:
    """What each unit counts, and beneath it how that comes of its printed strength: every factor, which is in it already.

    `case` is that of the sum, for what has none of its own.

    >>> from phaseline.mechanics.strength import HALF, Factor, contribution
    >>> lines = contribution_lines(
    ...     [contribution("3 Pz", 7, [Factor(HALF, "out of supply", "7.12b")])], "10.1"
    ... )
    >>> [(line.text, line.case, line.value) for line in lines]
    [('3 Pz', '10.1', '3 1/2'), ('3 Pz: out of supply', '7.12b', '7 x 1/2')]
    """
    lines = []
    for entry in contributions:
        lines.append(Line(f"{entry.unit} {entry.does}".strip(), entry.case or case, show(entry.strength)))
        printed = f"{show(entry.printed)} "
        for factor in entry.factors:
            lines.append(
                Line(f"{entry.unit}: {factor.why}", factor.case or case, f"{printed}x {show(factor.times)}")
            )
            printed = ""
    return tuple(lines)


def table_rows(
    table: OddsTable[Any],
    landed: int,
    explain: Callable[[Any], str],
    modifier: int = 0,
    tolls: Callable[[Any], tuple[int, ...]] | None = None,
) -> tuple[ForecastRow, ...]:
    """The results table as printed, with the chance of each row and what it means, in words, in a column.

    The column may be past an end of the table. With `modifier` added to the dice, rows that no longer come up are left
    out, and those at the ends take what would be past them. `tolls` says what a result takes from each seat, in steps or in
    points.
    """
    printed = table.results
    chances: dict[str, Fraction] = {}
    cells: dict[str, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    totals: dict[str, tuple[int, ...]] = {}
    lost: dict[str, tuple[int, ...]] = {}
    for rolled, chance in printed.throw.totals().items():
        total = rolled + modifier
        label = printed.rows.label(total)
        results = [printed.result(number, total) for number in range(len(table.columns))]
        chances[label] = chances.get(label, Fraction(0)) + chance
        cells[label] = tuple(map(str, results))
        result = table.result(landed, total)
        texts[label] = explain(result)
        totals[label] = (*totals.get(label, ()), rolled)
        if tolls is not None:
            lost[label] = tolls(result)
    return tuple(
        ForecastRow(
            label=label,
            chance=str(chance),
            percent=percent(chance),
            text=texts[label],
            cells=cells[label],
            totals=totals[label],
            losses=lost.get(label, ()),
        )
        for label, chance in chances.items()
    )


def on_the_table(
    table: OddsTable[Any],
    landed: int,
    explain: Callable[[Any], str],
    case: str,
    modifier: int = 0,
    tolls: Callable[[Any], tuple[int, ...]] | None = None,
    *,
    sure: bool = False,
) -> dict[str, Any]:
    """What a forecast shows of a results table: `columns`, `column`, `rows` and `legend`; the rest as in `table_rows`.

    Where no die is rolled past the right end of the table (`sure`), there it is the one result alone.
    """
    last = len(table.columns) - 1
    if sure and landed > last:
        [(result, chance)] = table.outcomes(landed, modifier).items()
        lost = () if tolls is None else tolls(result)
        return {"rows": (replace(row(explain(result), chance), losses=lost),)}
    return {
        "columns": table.columns,
        "column": min(max(landed, 0), last),
        "rows": table_rows(table, landed, explain, modifier, tolls),
        "legend": legend(table, explain, case),
    }


def legend(table: OddsTable[Any], explain: Callable[[Any], str], case: str) -> tuple[Line, ...]:
    """What each result that the table prints means in words, in the order in which they stand in it."""
    printed = table.results
    found: dict[str, Any] = {}
    for total in printed.throw.totals():
        for number in range(len(table.columns)):
            result = printed.result(number, total)
            found.setdefault(str(result), result)
    return tuple(Line(explain(result), case, code) for code, result in found.items())


def spread(
    title: str,
    chances: Distribution[Any],
    name: Callable[[Any], str] = str,
    *,
    side: int | None = None,
    guessed: bool = False,
) -> Spread:
    """What may come of something, likeliest first; equal names are one."""
    named: dict[str, Fraction] = {}
    for value, chance in chances.items():
        label = name(value)
        named[label] = named.get(label, Fraction(0)) + chance
    ordered = sorted(named.items(), key=lambda item: -item[1])
    return Spread(
        title=title, rows=tuple(row(label, chance) for label, chance in ordered), side=side, guessed=guessed
    )


def losses(
    title: str, chances: Distribution[Any], count: Callable[[Any], int], *, side: int, guessed: bool = False
) -> Spread:
    """How many steps a side loses, fewest first."""
    totals = chances.map(count)
    rows = tuple(row(steps(number), totals[number]) for number in sorted(totals))
    return Spread(title=title, rows=rows, side=side, guessed=guessed)


def both_lose(
    chances: Distribution[Any], toll: Callable[[Any], Toll], attacker: int
) -> tuple[Spread, Spread]:
    """How many steps the attackers, of this seat of two, lose, and how many the defenders."""
    return (
        losses("attackers lose", chances, lambda found: toll(found).attacker, side=attacker),
        losses("defenders lose", chances, lambda found: toll(found).defender, side=1 - attacker),
    )


class Paid(NamedTuple):
    """A toll that could be paid in full."""

    attacker: int
    defender: int


def within(attackers: int, defenders: int) -> Callable[[Toll], Paid]:
    """What of a toll is paid by so many steps on each side.

    >>> within(3, 2)(Paid(1, 4))
    Paid(attacker=1, defender=2)
    """
    return lambda toll: Paid(min(toll.attacker, attackers), min(toll.defender, defenders))


def on_average(chances: Distribution[Any], toll: Callable[[Any], Toll]) -> str:
    """The means of both sides' losses in words."""
    own = chances.expected(lambda found: toll(found).attacker)
    theirs = chances.expected(lambda found: toll(found).defender)
    return f"on average the attackers lose {mean_steps(own)}, the defenders {decimal(theirs)}"


def in_all(chances: Distribution[Any], gone: Callable[[Any], bool], besides: str = "") -> str:
    """How likely nobody of the defenders is left, in words; `besides` what is not counted.

    >>> in_all(Distribution.even((1, 2, 2)), lambda lost: lost >= 2)
    'in 67% of cases no defender is left in the hex'
    >>> in_all(Distribution.even((1, 2, 2)), lambda lost: lost >= 3)
    'a defender is always left in the hex'
    """
    chance = chances.chance(gone)
    if not chance:
        return f"a defender is always left in the hex{besides}"
    return f"in {in_percent(chance)} of cases no defender is left in the hex{besides}"


def all_lost(chances: Distribution[Any], steps_there: int, case: str) -> Line:
    """The steps that the defenders have, and the chance that a result, read as a `Toll`, costs all of them."""
    chance = chances.chance(lambda result: result.defender >= steps_there)
    return Line(f"all defenders lost: {steps(steps_there)}", case, in_percent(chance))


def taken(result: Toll) -> str:
    """What both sides lose by a result in words, empty if nothing."""
    parts = [("attackers", result.attacker), ("defenders", result.defender)]
    return ", ".join(f"{who} {steps(count)}" for who, count in parts if count)


def cost(result: Toll) -> str:
    """What both sides lose by a result in words, or that it has no effect."""
    return taken(result) or "no effect"


def steps(count: int) -> str:
    """A number of steps in words.

    >>> steps(0), steps(1), steps(3)
    ('nothing', '1 step', '3 steps')
    """
    return several(count, "step") if count else "nothing"


def mean_steps(value: Fraction) -> str:
    """A mean number of steps in words.

    >>> mean_steps(Fraction(1)), mean_steps(Fraction(5, 6))
    ('1 step', '0.83 steps')
    """
    return f"{decimal(value)} step{'s' * (value != 1)}"


def decimal(value: Fraction) -> str:
    """A mean for people.

    >>> decimal(Fraction(5, 6)), decimal(Fraction(2))
    ('0.83', '2')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
