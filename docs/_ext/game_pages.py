"""What the pages of the games say in figures, counted from the games themselves whenever the documentation is built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from phaseline.atlas.draw import render
from phaseline.atlas.model import HexMap
from phaseline.engine import registry
from phaseline.engine.coverage import Coverage, coverage
from phaseline.engine.game import Game
from phaseline.engine.ledger import RuleCase
from phaseline.engine.lexicon import Names

SCALE = 24.0
"""Pixels a hex on the pictures of maps."""


def write_game_facts(folder: Path) -> None:
    """Write, for every installed game, a text of figures and a picture of each of its maps."""
    folder.mkdir(exist_ok=True)
    games = registry.games()
    for game in games.values():
        (folder / f"{game.key}.md").write_text("\n".join(game_facts(game)) + "\n", encoding="utf-8")
        for map in whole_maps(game).values():
            if not map.on_map:
                continue
            render(map, folder / f"{map.name}.svg", scale=SCALE)
    (folder / "all.md").write_text("\n".join(overview(list(games.values()))) + "\n", encoding="utf-8")


def whole_maps(game: Game[Any, Any]) -> dict[str, HexMap]:
    """The maps of a game by name; of one that some scenario shows only a piece of, the largest."""
    found: dict[str, HexMap] = {}
    for key in game.scenarios():
        map = game.load(key).map
        if map.name not in found or map.land.bit_count() > found[map.name].land.bit_count():
            found[map.name] = map
    return found


def overview(games: list[Game[Any, Any]]) -> Iterator[str]:
    """One line a game: scenarios, and cases carried out and tested."""
    yield "| game | scenarios | testable cases | carried out | tested |"
    yield "|---|---|---|---|---|"
    for game in games:
        counts = coverage(game.key, game.package).counts
        figures = " | ".join(str(counts[name]) for name in ("testable", "implemented", "tested"))
        yield f"| {game.title} | {len(game.scenarios())} | {figures} |"


def game_facts(game: Game[Any, Any]) -> Iterator[str]:
    """Scenarios with the size of their maps and rosters, options, and coverage by chapter."""
    yield "### Scenarios\n"
    yield "| key | scenario | land hexes in play | units in the roster |"
    yield "|---|---|---|---|"
    for key, title in game.scenarios().items():
        scenario = game.load(key)
        units = scenario.lexicon["unit"]
        known = str(len(units)) if isinstance(units, Names) else ""
        yield f"| `{key}` | {title} | {scenario.map.land.bit_count()} | {known} |"
    yield ""
    yield from coverage_facts(coverage(game.key, game.package))


def coverage_facts(found: Coverage) -> Iterator[str]:
    """How much of the rulebook is carried out and tested, in all and by chapter."""
    counts = found.counts
    yield "### Coverage of the rulebook\n"
    yield f"Of {len(found.ledger)} numbered cases {counts['testable']} can be tested; {counts['implemented']} are carried out by"
    yield f"code that carries their number, {counts['tested']} are held by tests.\n"
    yield "| chapter | topic | testable | carried out | tested |"
    yield "|---|---|---|---|---|"
    chapters: dict[str, list[RuleCase]] = {}
    for case in found.ledger:
        chapters.setdefault(case.chapter, []).append(case)
    for chapter, entries in chapters.items():
        testable = [case.number for case in entries if case.testable]
        if testable:
            kept = sum(number in found.implemented for number in testable)
            held = sum(number in found.tested for number in testable)
            yield f"| {chapter} | {entries[0].topic} | {len(testable)} | {kept} | {held} |"
