"""The agents that are installed: our own and third parties', found by the entry-point group `phaseline.agents`."""

from __future__ import annotations

import difflib
import functools
from importlib.metadata import entry_points

from phaseline.ai.agent import Agent, AgentFactory

GROUP = "phaseline.agents"


@functools.cache
def agents() -> dict[str, AgentFactory]:
    """All installed agents by name. Raises `TypeError` when an entry point cannot be called or two share a name."""
    found: dict[str, AgentFactory] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        factory = entry.load()
        if not callable(factory):
            raise TypeError(f"entry point {entry.name} = {entry.value} of group {GROUP} does not make agents")
        if entry.name in found:
            raise TypeError(f'two installed agents have the name "{entry.name}"')
        found[entry.name] = factory
    return found


def factory(name: str) -> AgentFactory:
    """What makes the agent of this name. Raises `LookupError` that lists what there is."""
    installed = agents()
    if name not in installed:
        near = difflib.get_close_matches(name, installed, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; installed: {', '.join(installed) or 'none'}"
        raise LookupError(f'there is no agent "{name}"{hint}')
    return installed[name]


def make(name: str, seed: int) -> Agent:
    """A new agent of this name. Raises `LookupError` that lists what there is."""
    return factory(name)(seed)
