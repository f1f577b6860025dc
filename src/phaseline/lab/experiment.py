"""Experiments: what is to be played, as a small TOML file, checked as a whole before the first match.

The reference of the file is `docs/reference/experiments.md`. Whatever is wrong is an `ExperimentError` that names the
field as one would find it in the file, such as `play[2].agents`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from phaseline.ai import registry as players
from phaseline.engine import registry as games
from phaseline.engine.installed import CannotLoad, UnknownEntry
from phaseline.engine.packs import DataError
from phaseline.lab.sequential import Trial
from phaseline.lab.simulate import Recipe, Setting, prepare
from phaseline.wording.counts import several
from phaseline.wording.misfit import misfit
from phaseline.wording.nearest import did_you_mean
from phaseline.wording.shown import shown
from phaseline.wording.whereabouts import dotted

EVERY = "*"
"""Every game, or every scenario."""
MATCHES = 100
"""So many matches of each series unless the file says otherwise."""


class ExperimentError(ValueError):
    """An experiment that cannot be run; the message names the file, the field and the reason."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """`[agents.NAME]`: an agent under a name of one's own, with its budget for one order."""

    agent: str
    playouts: int | None = None


class SequentialTest(Struct, frozen=True, forbid_unknown_fields=True):
    """`test`: stop as soon as it is clear whether the first agent is better; see `phaseline.lab.sequential`."""

    by: Literal["wins", "margins"] = "wins"
    even: float = 0.5
    better: float = 0.6
    alpha: float = 0.05
    beta: float = 0.05


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """`[stop]`: how many matches of each series are played, and the test that may end it sooner."""

    matches: int = MATCHES
    test: SequentialTest | None = None


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """`[keep]`: what is kept beside a row a match. Faulted matches are always kept with their records."""

    records: Literal["all", "faults"] = "all"
    details: bool = True


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[play]]`: games, scenarios, and who plays them."""

    games: tuple[str, ...]
    agents: tuple[str, ...]
    scenarios: tuple[str, ...] = (EVERY,)
    pairing: Literal["both seats", "as named"] | None = None
    options: dict[str, Any] = {}
    packs: tuple[str, ...] = ()
    seed: int | None = None
    stop: Stop | None = None


class Experiment(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file."""

    play: tuple[Play, ...]
    title: str = ""
    seed: int = 0
    agents: dict[str, Player] = {}
    stop: Stop = Stop()
    keep: Keep = Keep()


@dataclass(frozen=True)
class Series:
    """Matches of one scenario between the same agents: what an experiment comes down to.

    `key` is unique in the experiment. `names` are the agents as the file calls them, in the order of the seats of match
    0. `pair` is how many matches in a row have the same dice.
    """

    key: str
    recipe: Recipe
    names: tuple[str, ...]
    matches: int
    trial: Trial | None = None
    details: bool = True
    records: bool = True
    pair: int = 1

    @property
    def setting(self) -> Setting:
        """The game, the scenario and the agents themselves."""
        return prepare(self.recipe)

    def seating(self, number: int) -> tuple[str, ...]:
        """Who has which seat in match `number`, by the names of the file."""
        return tuple(self.names[place] for place in self.setting.places(number))


def read(path: Path) -> tuple[Experiment, list[Series]]:
    """The experiment in a file, and its series. Raises `ExperimentError`."""
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ExperimentError(f"{path}: this is no text file") from None
    except OSError as error:
        raise ExperimentError(f"{path}: {error.strerror or error}") from error
    try:
        return parse(text, path.parent)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from error


def parse(text: str, folder: Path, *, looking: bool = False) -> tuple[Experiment, list[Series]]:
    """The experiment that a text describes, and its series; packs are looked for from `folder`. Raises `ExperimentError`.

    With `looking` nothing is to be played, and agents may be missing.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(str(error)) from error
    _check_names(content, Experiment, "")
    try:
        experiment = msgspec.convert(content, Experiment)
    except msgspec.ValidationError as error:
        path, said = misfit(str(error), Experiment, content)
        raise ExperimentError(": ".join(filter(None, [dotted(path), said]))) from error
    _check_stop(experiment.stop, "stop")
    for name, player in experiment.agents.items():
        _check_agent(player, f"agents.{name}", looking)
    if not experiment.play:
        raise ExperimentError("play: there is nothing to play; begin a table [[play]]")
    series = [
        each
        for number, play in enumerate(experiment.play, start=1)
        for each in _series(experiment, play, f"play[{number}]", folder, looking)
    ]
    return experiment, _named_apart(series)


# -- fields ----------------------------------------------------------------------------------------------------------

_TABLES: Mapping[tuple[type[Struct], str], type[Struct]] = {
    (Experiment, "play"): Play,
    (Experiment, "stop"): Stop,
    (Experiment, "keep"): Keep,
    (Experiment, "agents"): Player,
    (Play, "stop"): Stop,
    (Stop, "test"): SequentialTest,
}
_ADVICE = {
    "seconds": "an experiment counts playouts, not seconds, so that it can be repeated anywhere; say playouts",
    "game": "name one or more in a list: games",
    "scenario": "name one or more in a list: scenarios",
}


def _check_names(content: object, kind: type[Struct], where: str) -> None:
    """Every field must be known; one that is not gets the nearest that is."""
    if not isinstance(content, dict):
        return
    known = kind.__struct_fields__
    for name, value in content.items():
        place = f"{where}.{name}".lstrip(".")
        if name not in known:
            advice = _ADVICE.get(name)
            hint = f"; {advice}" if advice else did_you_mean(name, known, "there are")
            raise ExperimentError(f"{place}: there is no such field{hint}")
        inner = _TABLES.get((kind, name))
        if inner is Play and isinstance(value, list):
            for number, each in enumerate(value, start=1):
                _check_names(each, Play, f"{place}[{number}]")
        elif inner is Player and isinstance(value, dict):
            for key, each in value.items():
                _check_names(each, Player, f"{place}.{key}")
        elif inner is not None:
            _check_names(value, inner, place)


def _check_agent(player: Player, where: str, looking: bool) -> None:
    if not looking:
        _check_known(player.agent, f"{where}.agent")
    if player.playouts is not None and player.playouts < 0:
        raise ExperimentError(f"{where}.playouts: {player.playouts} is less than none")


def _check_known(name: str, where: str) -> None:
    try:
        players.factory(name)
    except UnknownEntry as error:
        raise ExperimentError(f"{where}: {error}; your own are named in PHASELINE_AGENTS") from error
    except (LookupError, CannotLoad) as error:
        raise ExperimentError(f"{where}: {_said(error)}") from error


def _check_stop(stop: Stop, where: str) -> None:
    if stop.matches < 1:
        raise ExperimentError(f"{where}.matches: {stop.matches} is less than one match")
    test = stop.test
    if test is None:
        return
    if not 0 < test.even < test.better < 1:
        raise ExperimentError(
            f"{where}.test: 0 < even < better < 1 must hold, but they are {test.even} and {test.better}"
        )
    for name in ("alpha", "beta"):
        if not 0 < getattr(test, name) < 0.5:
            raise ExperimentError(
                f"{where}.test.{name}: a chance of error is above 0 and below 0.5, not {getattr(test, name)}"
            )


# -- series ----------------------------------------------------------------------------------------------------------


def _series(experiment: Experiment, play: Play, where: str, folder: Path, looking: bool) -> Iterable[Series]:
    """The series of one `[[play]]`: one for each scenario of each game."""
    if not play.agents:
        raise ExperimentError(f"{where}.agents: name one for each seat")
    if not play.scenarios:
        raise ExperimentError(f'{where}.scenarios: name one or more, or "{EVERY}" for every one')
    agents = [_player(experiment, name, f"{where}.agents", looking) for name in play.agents]
    both = _both_seats(play, agents, where)
    stop = play.stop or experiment.stop
    _check_stop(stop, f"{where}.stop" if play.stop else "stop")
    if both and stop.matches % len(agents):
        field = f"{where}.stop.matches" if play.stop else "stop.matches"
        raise ExperimentError(
            f"{field}: {stop.matches} cannot be divided by {len(agents)}, as matches that share their dice ask for"
        )
    trial = _trial(stop, play, both, f"{where}.stop" if play.stop else "stop", where)
    seed = experiment.seed if play.seed is None else play.seed
    for key in _games(play, agents, where, looking):
        game = games.game(key)
        if len(agents) != len(game.seats):
            raise ExperimentError(
                f"{where}.agents: {key} has {several(len(game.seats), 'seat')}, so name one each for {', '.join(game.seats)}"
            )
        for scenario in _scenarios(play, game.scenarios(), key, where):
            recipe = Recipe(
                game=key,
                scenario=scenario,
                agents=tuple(agent.agent for agent in agents),
                seed=seed,
                swap=both,
                paired=both,
                playouts=tuple(agent.playouts for agent in agents),
                options=tuple((name, _plain(value)) for name, value in play.options.items()),
                packs=tuple((folder / pack).resolve() for pack in play.packs),
                looking=looking,
            )
            _check_recipe(recipe, where)
            yield Series(
                key=f"{key}-{scenario}-{'-'.join(play.agents)}",
                recipe=recipe,
                names=play.agents,
                matches=stop.matches,
                trial=trial,
                details=experiment.keep.details,
                records=experiment.keep.records == "all",
                pair=len(agents) if both else 1,
            )


def _player(experiment: Experiment, name: str, where: str, looking: bool) -> Player:
    if name in experiment.agents:
        return experiment.agents[name]
    if not looking:
        _check_known(name, where)
    return Player(name)


def _both_seats(play: Play, agents: list[Player], where: str) -> bool:
    alike = len({(agent.agent, agent.playouts) for agent in agents}) == 1
    if play.pairing is None:
        return not alike
    if play.pairing == "both seats" and alike:
        raise ExperimentError(
            f'{where}.pairing: agents that are alike would play every match twice; say "as named", or leave it out'
        )
    return play.pairing == "both seats"


def _trial(stop: Stop, play: Play, both: bool, where: str, number: str) -> Trial | None:
    test = stop.test
    if test is None:
        return None
    if not both or len(play.agents) != 2:
        raise ExperimentError(
            f"{where}.test: a sequential test compares two different agents that play both seats with the same dice"
            + ("" if play.stop else f", which those of {number} do not; give it a [play.stop] of its own")
        )
    return Trial(test.by, test.even, test.better, test.alpha, test.beta)


def _may_play(name: str, game: str, looking: bool) -> bool:
    """Whether an agent plays a game; one that is missing cannot be asked, and is not in the way."""
    return (looking and players.missing(name)) or players.plays(name, game)


def _games(play: Play, agents: list[Player], where: str, looking: bool) -> list[str]:
    if EVERY in play.games:
        known = [
            key
            for key in games.games()
            if len(games.game(key).seats) == len(agents)
            and all(_may_play(agent.agent, key, looking) for agent in agents)
        ]
        if not known:
            raise ExperimentError(
                f"{where}.agents: there is no game for {several(len(agents), 'seat')} that they all play"
            )
        return known
    if not play.games:
        raise ExperimentError(f'{where}.games: name one or more, or "{EVERY}" for every one')
    for key in play.games:
        try:
            games.game(key)
        except (LookupError, CannotLoad) as error:
            raise ExperimentError(f"{where}.games: {_said(error)}") from error
    return list(play.games)


def _scenarios(play: Play, known: Mapping[str, str], game: str, where: str) -> list[str]:
    if EVERY in play.scenarios:
        return list(known)
    for key in play.scenarios:
        if key not in known:
            raise ExperimentError(
                f'{where}.scenarios: {game} has no scenario "{shown(key)}"; it has: {", ".join(known)}'
            )
    return list(play.scenarios)


def _check_recipe(recipe: Recipe, where: str) -> None:
    """What only loading finds out: options, packs, and whether the agents know the game."""
    try:
        prepare(recipe)
    except DataError as error:
        raise ExperimentError(f"{where}.packs: {error}") from error
    except CannotLoad as error:
        raise ExperimentError(f"{where}.agents: {error}") from error
    except (LookupError, ValueError) as error:
        named = "agents" if "does not play" in str(error) else "options"
        raise ExperimentError(f"{where}.{named}: {_said(error)}") from error


def _plain(value: object) -> str:
    """An option's value as a command line would give it, which is how recipes carry it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _said(error: Exception) -> str:
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)


def _named_apart(series: list[Series]) -> list[Series]:
    """The series with a number added to keys that come up more than once."""
    counts = Counter(each.key for each in series)
    seen: Counter[str] = Counter()
    found = []
    for each in series:
        if counts[each.key] > 1:
            seen[each.key] += 1
            found.append(replace(each, key=f"{each.key}-{seen[each.key]}"))
        else:
            found.append(each)
    return found
