"""Who stands behind which back: a set of guesses, kept from look to look and weighed by what is seen and heard."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from phaseline.ai.beliefs.pieces import ANYBODY, AWAY, Back, Clue, Pieces
from phaseline.engine.events import Event
from phaseline.engine.game import View
from phaseline.engine.state import State
from phaseline.hexgrid import Hex, Mask, mask_of

S = TypeVar("S", bound=State[Any, Any])

PARTICLES: Final = 128
"""So many guesses are kept."""
DOUBT: Final = 0.01
"""What a guess counts after something that it rules out, beside one that foresaw it. It is mended, not thrown away."""
SURE: Final = 0.95
"""Of whom so many of the guesses say the same, that is taken for known."""

Guess = dict[int, Hex]
"""Where each unit of the other side is; `AWAY` for those that are not on the map."""


class Beliefs(Generic[S]):
    """What one seat believes of the other side's pieces, as a *particle filter*: guesses that could be true, all equally likely.

    A guess says where every unit is. All begin with the printed set-up and follow the match by what the seat hears and sees,
    so that where nothing was mixed up they agree. Where units of one hex part, each guess draws who has gone; a guess is
    weighed by how well it foresaw what is seen, and the better ones are drawn more often when they are drawn anew
    (systematic resampling). Weights are exact sums, and products in a fixed order: the same on every machine, with every Python,
    and in whatever order units stand.

    It needs no memory to begin with: who looks on later, or hears nothing, matches what it sees with where units began.
    """

    def __init__(self, pieces: Pieces[S], rng: random.Random, count: int = PARTICLES) -> None:
        self.pieces = pieces
        self._rng = rng
        begun = dict(pieces.begun())
        self._guesses: list[Guess] = [dict(begun) for _ in range(count)]
        self._weights = [1.0] * count
        self._shown: dict[int, None] = {}
        """The units that have shown their faces, by the last look or since."""
        self._gone: dict[int, None] = {}
        """Those that were off the map for certain by the last look."""
        self._last: Any = None
        self._hidden: Sequence[int] = ()
        self._counts: Counter[tuple[int, Hex]] = Counter()
        self._best: Guess = begun
        self.sure: Mask = 0
        """The hidden units of which it is as good as known where they stand, by the last look."""

    # -- what is learned ----------------------------------------------------------------------------------------------

    def hear(self, events: Sequence[Event]) -> None:
        """Follow what happened, as far as the seat was told."""
        for event in events:
            self.pieces.note(event)
            if (clue := self.pieces.clue(event)) is not None:
                self._last = None
                self._follow(clue)

    def look(self, view: View) -> None:
        """Bring the guesses into line with what is seen now."""
        seen = self.pieces.seen(view.position)
        now = dict(seen.known), tuple(seen.hidden), tuple(seen.backs)
        if now == self._last:
            return
        self._last = now
        self._shown = dict.fromkeys(unit for unit, hex in seen.known.items() if hex != AWAY)
        self._gone = dict.fromkeys(unit for unit, hex in seen.known.items() if hex == AWAY)
        wanted = Counter(back.hex for back in seen.backs)
        able = _able(seen.backs)
        for number, guess in enumerate(self._guesses):
            weight = self._weights[number]
            for unit, hex in seen.known.items():
                weight *= self._put(guess, unit, hex)
            weight *= self._line_up(guess, seen.hidden, wanted, able)
            self._weights[number] = weight * _possible(guess, seen.hidden, able)
        self._resample()
        self._hidden = tuple(seen.hidden)
        self._counts = Counter((unit, guess[unit]) for guess in self._guesses for unit in seen.hidden)
        self._best = best = max(self._guesses, key=self._shared)
        enough = SURE * len(self._guesses)
        self.sure = mask_of(
            unit for unit in seen.hidden if best[unit] != AWAY and self._counts[unit, best[unit]] >= enough
        )

    # -- what is believed ---------------------------------------------------------------------------------------------

    def chance(self, unit: int, hex: Hex) -> float:
        """How likely a hidden unit is to be in a hex (or `AWAY`), by the last look."""
        return self._counts[unit, hex] / len(self._guesses)

    def imagine(self, state: S, rng: random.Random) -> None:
        """Let a state that was sampled from the last view be as one of the guesses has it, drawn by chance.

        What the seat sees of it stays as it is.
        """
        self._arrange(state, self._guesses[rng.randrange(len(self._guesses))])

    def likeliest(self, state: S) -> None:
        """The same by the guess that has most in common with the others."""
        self._arrange(state, self._best)

    def _shared(self, guess: Guess) -> int:
        counts = self._counts
        return sum(counts[unit, guess[unit]] for unit in self._hidden)

    def _arrange(self, state: S, guess: Guess) -> None:
        """Exchange units until each that is hidden stands where the guess says, as far as it could have done what was seen."""
        pieces, position = self.pieces, state.position
        there: dict[Hex, list[int]] = {}
        for unit in self._hidden:
            there.setdefault(pieces.place(position, unit), []).append(unit)
        for unit in self._hidden:
            here, hex = pieces.place(position, unit), guess[unit]
            if here == hex:
                continue
            for other in there.get(hex, ()):
                if (
                    guess[other] != hex
                    and pieces.fits(position, other, unit)
                    and pieces.fits(position, unit, other)
                ):
                    pieces.exchange(position, unit, other)
                    there[hex][there[hex].index(other)] = unit
                    there[here][there[here].index(unit)] = other
                    break
        pieces.finish(position)
        state.restore(position)

    # -- how a guess follows what happens -----------------------------------------------------------------------------

    def _follow(self, clue: Clue) -> None:
        for number, guess in enumerate(self._guesses):
            if clue.unit is None:
                self._weights[number] *= self._go(guess, clue)
                continue
            if clue.start is not None:
                self._weights[number] *= self._put(guess, clue.unit, clue.start)
                guess[clue.unit] = clue.to
            else:
                self._weights[number] *= self._put(guess, clue.unit, clue.to)
        if clue.unit is not None:
            self._shown[clue.unit] = None

    def _put(self, guess: Guess, unit: int, hex: Hex) -> float:
        """Let a unit that is known be in a hex; if the guess had it elsewhere, somebody of that hex was taken for it."""
        there = guess[unit]
        if there == hex:
            return 1.0
        others = [other for other in self.pieces.units if guess[other] == hex and other not in self._shown]
        if others and hex != AWAY:
            guess[self._rng.choice(others)] = there
        guess[unit] = hex
        return DOUBT

    def _go(self, guess: Guess, clue: Clue) -> float:
        """Let somebody of whom no more is known go from one place to another."""
        start, to, odds = clue.start, clue.to, clue.odds
        hidden = self.pieces.units
        if start == AWAY:
            hidden = tuple(unit for unit in hidden if unit not in self._shown and unit not in self._gone)
        elif self.pieces.lasting:
            hidden = tuple(unit for unit in hidden if unit not in self._shown)
        there = [unit for unit in hidden if guess[unit] == start]
        able = [unit for unit in there if unit in odds]
        if able:
            weights = [odds[unit] for unit in able]
            guess[able[0] if len(able) == 1 else self._rng.choices(able, weights)[0]] = to
            return math.fsum(weights) / len(there)
        others = [unit for unit in hidden if guess[unit] != AWAY and unit in odds and unit not in self._shown]
        if there and others:
            # Somebody who could do that was taken for somebody who stood there.
            unit, other = self._rng.choice(others), self._rng.choice(there)
            guess[other], guess[unit] = guess[unit], to
        elif there:
            guess[self._rng.choice(there)] = to
        return DOUBT

    def _line_up(
        self, guess: Guess, hidden: Sequence[int], wanted: Counter[Hex], able: dict[Hex, Mask]
    ) -> float:
        """Let as many hidden units be in each hex as there are backs; how likely that is, from where they were thought to be."""
        there: dict[Hex, list[int]] = {}
        for unit in hidden:
            there.setdefault(guess[unit], []).append(unit)
        pool = there.pop(AWAY, [])
        for hex, units in there.items():
            for _ in range(len(units) - wanted[hex]):
                pool.append(units.pop(self._rng.randrange(len(units))))
        lacking = [hex for hex, count in wanted.items() for _ in range(count - len(there.get(hex, ())))]
        self._rng.shuffle(lacking)
        weight = 1.0
        for hex in lacking:
            if not pool:
                break
            odds = [
                self.pieces.likely(unit, guess[unit], hex) * (1.0 if able[hex] >> unit & 1 else DOUBT)
                for unit in pool
            ]
            weight *= math.fsum(odds)
            number = self._rng.choices(range(len(pool)), odds)[0]
            guess[pool.pop(number)] = hex
        for unit in pool:
            guess[unit] = AWAY
        return weight

    def _resample(self) -> None:
        """Draw as many guesses again, each as often as its weight says: systematically, so that chance does little."""
        weights, count = self._weights, len(self._guesses)
        most = max(weights)
        self._weights = [1.0] * count
        if min(weights) == most:
            return
        step = math.fsum(weights) / count
        mark, reached, number = self._rng.random() * step, weights[0], 0
        drawn: list[Guess] = []
        for _ in range(count):
            while reached <= mark and number < count - 1:
                number += 1
                reached += weights[number]
            drawn.append(dict(self._guesses[number]))
            mark += step
        self._guesses = drawn


def _able(backs: Sequence[Back]) -> dict[Hex, Mask]:
    """By hex, the units that could be one of the pieces there."""
    found: dict[Hex, Mask] = {}
    for back in backs:
        found[back.hex] = found.get(back.hex, 0) | back.units
    return found


def _possible(guess: Guess, hidden: Sequence[int], able: dict[Hex, Mask]) -> float:
    """Less, the more units a guess has where by the rules they cannot be."""
    weight = 1.0
    for unit in hidden:
        hex = guess[unit]
        if hex != AWAY and not able.get(hex, ANYBODY) >> unit & 1:
            weight *= DOUBT
    return weight
