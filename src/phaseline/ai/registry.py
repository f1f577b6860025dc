"""The agents that are installed: our own and third parties', found by the entry-point group `phaseline.agents`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from phaseline.ai.agent import Agent, AgentFactory
from phaseline.ai.weights import MARK, Weight, WeightError, read_weights
from phaseline.engine.installed import BROKEN, CannotLoad, Installed, reason

GROUP = "phaseline.agents"
LEVELS: Mapping[str, str] = {
    "recruit": "greedy",
    "officer": "staff",
    "general": "general",
    "marshal": "marshal",
}
"""The levels of strength that people choose by name, and which agent plays each; a level stands wherever an agent may."""


def _accept(name: str, found: Any) -> AgentFactory:  # noqa: ARG001 - any name will do
    if not callable(found):
        raise CannotLoad("does not make agents")
    factory: AgentFactory = found
    return factory


_AGENTS: Installed[AgentFactory] = Installed(GROUP, "agent", _accept, LEVELS)


def agents() -> Mapping[str, AgentFactory]:
    """All installed agents by name, each loaded when it is looked up, which may raise `CannotLoad`."""
    return _AGENTS


def complaints() -> list[str]:
    """What is wrong with the agents that `PHASELINE_AGENTS` lists."""
    return _AGENTS.complaints()


def factory(name: str) -> AgentFactory:
    """What makes the agent of this name or level, with the weights that the name carries (see `phaseline.ai.weights`).

    Raises `LookupError` that lists what there is, or says what is wrong with a weight, or `CannotLoad`.
    """
    plain, mark, weights = name.partition(MARK)
    found = _AGENTS[LEVELS.get(plain, plain)]
    return _weighed(found, plain, weights) if mark else found


@lru_cache(maxsize=1024)
def _weighed(found: AgentFactory, name: str, weights: str) -> AgentFactory:
    weighed: Callable[[Sequence[Weight]], AgentFactory] | None = getattr(found, "weighed", None)
    if weighed is None:
        raise UnknownWeight(f"{name} weighs nothing that could be set; take one that does, such as general")
    try:
        return weighed(read_weights(weights))
    except WeightError as error:
        raise UnknownWeight(f"{name}: {error}") from error


class UnknownWeight(LookupError):
    """An agent's name carries a weight that cannot be set; the message says why."""

    def __str__(self) -> str:
        return str(self.args[0])


def missing(name: str) -> bool:
    """Whether there is no agent of this name here, or none that can be loaded."""
    try:
        factory(name)
    except (LookupError, CannotLoad):
        return True
    return False


def plays(name: str, game: str) -> bool:
    """Whether the agent of this name knows the game with this key. Raises as `factory` does."""
    return bool(_told(name, "plays", True, game))


def alike(name: str, game: str, scenario: str) -> str:
    """The agent that the one of this name plays a scenario just like; "" for none. Raises as `factory` does."""
    return str(_told(name, "alike", "", game, scenario))


def _told(name: str, what: str, otherwise: object, *asked: str) -> object:
    """What an agent tells of itself; `otherwise` when it tells nothing. Raises as `factory` does."""
    tell = getattr(factory(name), what, None)
    if tell is None:
        return otherwise
    try:
        return tell(*asked)
    except WeightError as error:
        raise UnknownWeight(f"{name.partition(MARK)[0]}: {error}") from error
    except BROKEN as error:
        raise CannotLoad(f"agent {name}: {what} broke down: {reason(error)}") from error


def agents_for(game: str) -> list[str]:
    """The names of the agents that know the game with this key; those that cannot be loaded are left out."""
    names = []
    for name in _AGENTS:
        try:
            if plays(name, game):
                names.append(name)
        except CannotLoad:
            continue  # looking it up by name says what is wrong with it
    return names


def patience(name: str) -> int:
    """How many times as long as others the agent of this name may think where people wait for it. Raises as `factory` does."""
    found: int = getattr(factory(name), "patience", Agent.patience)
    return found


def make(name: str | AgentFactory, seed: int) -> Agent:
    """A new agent of this name, or by what makes agents. Raises as `factory` does, and `CannotLoad` when none can be made."""
    if isinstance(name, str):
        maker = factory(name)
    else:
        maker, name = name, getattr(name, "__name__", repr(name))
    try:
        made = maker(seed)
    except BROKEN as error:
        raise CannotLoad(f"agent {name} cannot be made of a seed, a whole number: {reason(error)}") from error
    if not isinstance(made, Agent):
        raise CannotLoad(
            f"agent {name}: what it makes of a seed is no phaseline.ai.agent.Agent, but {made!r}"
        )
    return made


def code(name: str) -> str:
    """A fingerprint of what the agent of this name is made of: with another one it may play otherwise.

    It covers the sources and data of the package it comes from, of Phaseline's own agents those of `phaseline.ai`. Raises as
    `factory` does.
    """
    module, own = _module(name), __name__.rpartition(".")[0]
    return _code(own if module.startswith(f"{own}.") else module.partition(".")[0])


def is_own(name: str) -> bool:
    """Whether the agent of this name is Phaseline's, and changes with its version only. Raises as `factory` does."""
    return _module(name).partition(".")[0] == __name__.partition(".")[0]


def _module(name: str) -> str:
    return str(getattr(factory(name), "__module__", ""))


@cache
def _code(package: str) -> str:
    spec = find_spec(package) if package else None
    if spec is None or spec.origin is None:
        return ""
    place = Path(spec.origin)
    files = sorted(place.parent.rglob("*.[pt][yo]*")) if spec.submodule_search_locations else [place]
    sources = [file for file in files if file.suffix in (".py", ".toml")]
    return hashlib.sha256(
        b"".join(hashlib.sha256(file.read_bytes()).digest() for file in sources)
    ).hexdigest()
