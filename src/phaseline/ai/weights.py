"""Numbers that a player weighs by, named and set from outside: to try others, and to find out which would be better.

An agent's name may carry them: `general:pull.strength=0.02:battle.threat=x0.5` is a general to whom strength pulls 0.02 and what
the enemy could do counts half of what it does to the usual one. What numbers there are, and what each means, `data/parameters.toml`
of a game's brain says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from phaseline.wording.nearest import did_you_mean

MARK: Final = ":"
"""What stands between an agent's name and each of its weights."""
TIMES: Final = "x"
"""Before a number: so many times what it is."""
MOST: Final = 1_000_000.0
"""No number is larger: nothing is worth as much, and products stay what can be reckoned with."""
_FORM: Final = re.compile(r"(?P<path>[a-z_]\w*\.[a-z_]\w*)=(?P<times>x?)(?P<number>[^x]+)")


class WeightError(ValueError):
    """A weight that cannot be set; the message names it, the reason, and what could be."""


class Weight(NamedTuple):
    """A number by its section and name, and what it is to be; with `times` it is so many times what it was."""

    path: str
    number: float
    times: bool = False

    def __str__(self) -> str:
        """As an agent's name has it."""
        return f"{self.path}={TIMES if self.times else ''}{self.number:g}"


def read_weights(text: str) -> tuple[Weight, ...]:
    """The weights that an agent's name carries, in the order in which they are laid over its own. Raises `WeightError`.

    >>> read_weights("pull.strength=0.02:battle.threat=x0.5")
    (Weight(path='pull.strength', number=0.02, times=False), Weight(path='battle.threat', number=0.5, times=True))
    """
    return tuple(_read(part) for part in text.split(MARK))


def _read(part: str) -> Weight:
    form = _FORM.fullmatch(part)
    if form is None:
        raise WeightError(
            f'"{part}" is no weight; write SECTION.NAME=NUMBER, or =xNUMBER for so many times as much'
        )
    try:
        number = float(form["number"])
    except ValueError as error:
        raise WeightError(f'{form["path"]}: "{form["number"]}" is no number') from error
    least = 0.0 if form["times"] else -MOST
    if not least <= number <= MOST:
        wanted = f"a number from {least:,.0f} to {MOST:,.0f}"
        raise WeightError(f"{form['path']}: {form['number']} will not do; give {wanted}")
    return Weight(form["path"], number, bool(form["times"]))


def paths(weights: Mapping[str, Any]) -> list[str]:
    """The numbers that can be set, of the parameters of a staff as plain data: single ones and rows of them, but no switches.

    >>> paths({"pull": {"fade": 0.8, "guard": 0.0, "far": True}, "fear": {"quiet": [1.0, 0.5]}, "line": []})
    ['pull.fade', 'pull.guard', 'fear.quiet']
    """
    return [
        f"{section}.{name}"
        for section, numbers in weights.items()
        if isinstance(numbers, Mapping)
        for name, value in numbers.items()
        if _counts(value)
    ]


def check_weights(weights: Mapping[str, Any], given: Iterable[Weight]) -> None:
    """Raises `WeightError` for one that is not among these."""
    known = paths(weights)
    for each in given:
        if each.path not in known:
            raise WeightError(f"there is no weight {each.path}{did_you_mean(each.path, known)}")


def laid_over(weights: Mapping[str, Any], given: Iterable[Weight]) -> dict[str, dict[str, Any]]:
    """What weights say otherwise than these, by section; of two about the same number the second goes on from the first.

    A share, which is a number between 0 and 1, stays one when it is multiplied: its odds are. Whole numbers stay whole.

    >>> laid_over({"pull": {"fade": 0.8, "reach": 9}}, read_weights("pull.fade=x0.5:pull.reach=x1.5"))
    {'pull': {'fade': 0.6667, 'reach': 14}}
    """
    found: dict[str, dict[str, Any]] = {}
    for each in given:
        section, name = each.path.split(".")
        changed = found.setdefault(section, {})
        changed[name] = _changed(changed.get(name, weights[section][name]), each)
    return found


def _counts(value: object) -> bool:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return bool(value) and all(map(_counts, value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def _changed(value: Any, weight: Weight) -> Any:
    if isinstance(value, Sequence):
        return [_changed(each, weight) for each in value]
    if not weight.times:
        number = weight.number
    elif 0 < value < 1:
        number = 1 / (1 + (1 / value - 1) / weight.number) if weight.number else 0.0
    else:
        number = value * weight.number
    return round(number) if isinstance(value, int) else round(number, 4)
