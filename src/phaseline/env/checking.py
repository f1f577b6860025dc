"""The checks that the libraries themselves bring, run on the environments of one scenario."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator
from functools import partial

from gymnasium.utils.env_checker import check_env
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from phaseline.engine import registry
from phaseline.env.gymnasium import SeatEnv
from phaseline.env.pettingzoo import env, raw_env


def checks(game: str, scenario: str) -> Iterator[tuple[str, str]]:
    """Each check by name, and what it found wrong; "" when nothing.

    OpenSpiel is asked of games with two seats, where it is installed. Raises `ImportError` when what the checks of
    PettingZoo need is missing.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of dictionaries as observations, seats with names of their own
        from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: PLC0415 - imports a game that draws

        yield "PettingZoo: api_test", _told(lambda: api_test(env(game, scenario), num_cycles=200))
        yield "PettingZoo: seed_test", _told(lambda: seed_test(lambda: env(game, scenario), num_cycles=50))
        yield (
            "PettingZoo: parallel_api_test",
            _told(lambda: parallel_api_test(_parallel(game, scenario), num_cycles=50)),
        )
        for seat, name in enumerate(registry.game(game).seats):
            yield f"Gymnasium: check_env as {name}", _told(partial(_one_seat, game, scenario, seat))
        if len(registry.game(game).seats) == 2:
            yield "OpenSpiel: random_sim_test", _told(lambda: _simulate(game, scenario))


def _parallel(game: str, scenario: str) -> object:
    made = raw_env(game, scenario)
    made.metadata["is_parallelizable"] = True  # as far as a game in turns can be
    return turn_based_aec_to_parallel(made)


def _one_seat(game: str, scenario: str, seat: int) -> None:
    check_env(SeatEnv(game, scenario, seat=seat, opponent="random"))


def _simulate(game: str, scenario: str) -> None:
    import pyspiel  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415 - there are systems without it

    import phaseline.env.openspiel  # noqa: F401, PLC0415 - registers the game

    made = pyspiel.load_game(f"phaseline(game={game},scenario={scenario})")
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)


def _told(check: Callable[[], object]) -> str:
    """What went wrong in a check, in a line; whatever it prints is kept back."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            check()
    except Exception as error:  # noqa: BLE001 - a check may fail in any way, and that is what is asked
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return ""
