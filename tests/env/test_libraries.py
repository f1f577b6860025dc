"""The environments pass the checks of the libraries whose interfaces they keep."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Iterator, Sequence

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event, redact
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.installed import CannotLoad
from phaseline.engine.orders import Order
from phaseline.env.desk import Desk
from phaseline.env.gymnasium import SeatEnv
from phaseline.env.openspiel import PhaselineState
from phaseline.env.pettingzoo import env, raw_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # the library's own, of a game it imports
    from pettingzoo.test import api_test, parallel_api_test, seed_test

SCENARIOS = [("skirmish", "ford"), ("westfront", "husky"), ("france44", "beachhead")]


@pytest.fixture(autouse=True)
def advice() -> Iterator[None]:
    """The checks warn of what is no fault: dictionaries as observations, seats that have names of their own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_pettingzoo_api(game: str, scenario: str) -> None:
    api_test(env(game, scenario), num_cycles=300)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_pettingzoo_seeds(game: str, scenario: str) -> None:
    seed_test(lambda: env(game, scenario), num_cycles=60)


def test_pettingzoo_parallel() -> None:
    made = raw_env("skirmish", "ford")
    made.metadata["is_parallelizable"] = True
    parallel_api_test(turn_based_aec_to_parallel(made), num_cycles=100)


def test_pettingzoo_match_to_its_end() -> None:
    made, rng = env("skirmish", "ford"), np.random.default_rng(1)
    made.reset(seed=3)
    paid = dict.fromkeys(made.possible_agents, 0.0)
    told = []
    for agent in made.agent_iter():
        seen, reward, terminated, truncated, info = made.last()
        paid[agent] += reward
        over = terminated or truncated
        if over:
            told.append(info["outcome"]["reason"])
        made.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert tuple(paid.values()) == made.table.returns()
    assert made.table.outcome is not None
    assert told == [made.table.outcome.reason] * 2
    assert made.agents == []


def test_pettingzoo_without_a_match_says_what_to_do() -> None:
    begun = env("skirmish")
    for early in (begun.last, lambda: begun.step(0)):
        with pytest.raises(RuntimeError, match=r"begin a match with reset\(\)"):
            early()
    begun.reset(seed=1)
    assert begun.last()[0] is not None


def test_pettingzoo_of_an_agent_that_there_is_not_names_those_that_there_are() -> None:
    made = env("skirmish", "ford")
    made.reset(seed=1)
    with pytest.raises(LookupError, match="there is no agent 'Green'; there are Blue, Red"):
        made.observe("Green")


def test_pettingzoo_renders_what_the_agent_whose_turn_it_is_sees() -> None:
    made = env("skirmish", "ford", render_mode="ansi")
    with pytest.raises(RuntimeError, match=r"begin a match with reset\(\)"):
        made.render()
    made.reset(seed=1)
    lines = made.render().splitlines()
    assert lines[0] == "Skirmish, The Ford, seen by Blue"
    assert lines[-3].startswith("Turn 1 of 6  Weather ")
    assert lines[-1] == "Turn 1 > stances: Blue and Red: choose a stance in secret (5.1)"
    map = "\n".join(lines[1:-3])
    assert "Saint-Aubin" in map
    assert "[1s 6-4-5]" in map
    assert "(?)" in map
    assert "(Bl" not in map  # the decoy of the other
    made.step(int(np.flatnonzero(made.observe("Blue")["action_mask"])[0]))
    assert made.render().splitlines()[-1] == "begun: stance"
    while made.agent_selection == "Blue":
        made.step(int(np.flatnonzero(made.observe("Blue")["action_mask"])[0]))
    lines = made.render().splitlines()
    assert lines[0] == "Skirmish, The Ford, seen by Red"
    assert "(1s 6-4-5)" not in lines
    assert lines[-1] == "Turn 1 > stances: Red: choose a stance in secret (5.1)"


def test_a_match_that_is_over_or_broken_off_is_rendered_as_such() -> None:
    made = SeatEnv("skirmish", "ford", seat="Red", opponent="random", render_mode="ansi")
    _, info = made.reset(seed=1)
    rng, over = random.Random(3), False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, _, terminated, truncated, info = made.step(action)
        over = terminated or truncated
    told = info["outcome"]
    winner = "a draw" if told["winner"] is None else f"{told['winner']} wins"
    last = made.render().splitlines()[-1]
    assert last == f"The match is over: {winner} ({told['level']}); {told['reason']} (case {told['case']})."
    made.reset(seed=1)
    made.table.truncated, made.table.seat = True, None
    assert made.render().splitlines()[-1].startswith("The match was broken off: it had ")


def test_of_a_large_map_a_part_is_rendered() -> None:
    lines = SeatEnv("war_in_europe", "sichelschnitt", opponent="random").render().splitlines()
    below = next(at for at, line in enumerate(lines) if re.fullmatch(r"\d+ of 5600 hexes", line))
    assert 20 < below < 100
    assert max(map(len, lines[1:below])) <= 160
    with pytest.raises(ValueError, match='render_mode: "human" is neither None nor ansi'):
        env("skirmish", "ford", render_mode="human")


def test_gymnasium_of_several_matches_at_once() -> None:
    several = gymnasium.make_vec(
        "Phaseline-v0",
        num_envs=3,
        vectorization_mode="sync",
        game="skirmish",
        scenario="ford",
        opponent="random",
    )
    _, info = several.reset(seed=1)
    rng = random.Random(1)
    ended: list[str] = []
    while len(ended) < 3:
        actions = [rng.choice(np.flatnonzero(mask).tolist() or [0]) for mask in info["action_mask"]]
        _, _, terminated, _, info = several.step(np.array(actions))
        ended += [str(info["outcome"]["reason"][number]) for number in np.flatnonzero(terminated)]
    assert all(" points" in reason or "decoy" in reason for reason in ended)


def test_pettingzoo_forbidden_action_loses() -> None:
    made = env("skirmish", "ford")
    made.reset(seed=0)
    loser = made.agent_selection
    mask = made.observe(loser)["action_mask"]
    made.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(made.terminations.values())
    assert made.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in made.possible_agents}


def test_pettingzoo_without_guards_says_what_is_forbidden() -> None:
    made = raw_env("skirmish", "ford")
    made.reset(seed=0)
    mask = made.observe(made.agent_selection)["action_mask"]
    with pytest.raises(LookupError, match="may not be chosen now"):
        made.step(int(np.flatnonzero(mask == 0)[0]))


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_gymnasium_check(game: str, scenario: str) -> None:
    check_env(SeatEnv(game, scenario, opponent="random"))


def test_gymnasium_match_against_an_agent() -> None:
    made = gymnasium.make("Phaseline-v0", game="skirmish", scenario="ford", seat="Red", opponent="greedy")
    ends = []
    for seed in (7, 7, 8):
        rng = random.Random(1)
        _, info = made.reset(seed=seed)
        over, paid, steps = False, 0.0, 0
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, reward, terminated, truncated, info = made.step(action)
            over, paid, steps = terminated or truncated, paid + float(reward), steps + 1
        inner = made.unwrapped
        assert isinstance(inner, SeatEnv)
        assert paid == inner.table.returns()[1]
        ends.append((steps, inner.table.state.position.to_bytes()))
    assert ends[0] == ends[1] != ends[2]


def test_gymnasium_forbidden_action_ends_the_match_and_says_why() -> None:
    made = SeatEnv("skirmish", "ford", opponent="random")
    with pytest.raises(RuntimeError, match=r"begin a match with reset\(\)"):
        made.step(np.int64(0))
    made.reset(seed=1)
    forbidden = int(np.flatnonzero(made.action_masks() == 0)[0])
    _, reward, terminated, truncated, info = made.step(forbidden)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "may not be chosen now" in info["refusal"]


def test_gymnasium_names_what_is_unknown() -> None:
    with pytest.raises(LookupError, match="Green"):
        SeatEnv("skirmish", "ford", seat="Green")
    with pytest.raises(LookupError, match="nobody"):
        SeatEnv("skirmish", "ford", opponent="nobody")
    with pytest.raises(LookupError, match=r"has no seat 4; it has: 0 \(Blue\), 1 \(Red\)"):
        SeatEnv("skirmish", "ford", seat=4)
    with pytest.raises(LookupError, match=r"learned does not play westfront; these do: .*greedy"):
        SeatEnv("westfront", "husky", opponent="learned")


def test_what_reset_and_step_cannot_take_is_told() -> None:
    seat, every = SeatEnv("skirmish", "ford"), env("skirmish", "ford")
    with pytest.raises(RuntimeError, match=r"begin a match with reset\(\)"):
        seat.action_masks()
    for made in (seat, every):
        made.reset(seed=1, options={"other": 1})  # the checks of PettingZoo give some that are not ours
        with pytest.raises(
            ValueError, match="options of the game, as weather, are chosen when the environment is"
        ):
            made.reset(seed=1, options={"weather": "dry"})
    every.reset(seed=1)
    with pytest.raises(TypeError, match=r"an action is a whole number, not 0\.5"):
        every.step(0.5)  # type: ignore[arg-type] # as somebody might
    assert not any(every.terminations.values())


class Listener(Agent):
    """Does as it likes, and remembers what it was told."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.heard: list[Event] = []
        heard_by.append(self)

    def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002 - it thinks of nothing
        return seen.sample(self.rng).legal(seen.seat).sample(self.rng)

    def hear(self, events: Sequence[Event]) -> None:
        self.heard.extend(events)


heard_by: list[Listener] = []


def test_gymnasium_opponents_hear_what_their_seat_may_know_and_nothing_else() -> None:
    made = SeatEnv("skirmish", "ford", seat="Blue", opponent=Listener)
    _, info = made.reset(seed=5)
    rng, over = random.Random(2), False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, _, terminated, truncated, info = made.step(action)
        over = terminated or truncated
    match = made.table.match()
    begun = len(redact(match.entries[0].events, 1))  # before the first order: it is seen on the map
    told = match.log("Red")[begun:]
    assert [event.text for event in heard_by[-1].heard] == [event.text for event in told]
    assert [event.text for event in told] != [event.text for event in match.log("Blue")[begun:]]


def test_gymnasium_says_how_the_match_ended_and_plays_no_further() -> None:
    made = SeatEnv("skirmish", "ford", opponent="random")
    _, info = made.reset(seed=1)
    rng, over = random.Random(3), False
    while not over:
        assert "outcome" not in info
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, _, terminated, truncated, info = made.step(action)
        over = terminated or truncated
    outcome = made.table.outcome
    assert outcome is not None
    assert info["outcome"]["reason"] == outcome.reason
    assert info["outcome"]["scores"] == tuple(outcome.scores)
    assert info["outcome"]["winner"] == (None if outcome.winner is None else ("Blue", "Red")[outcome.winner])
    with pytest.raises(RuntimeError, match=r"the match is over: begin another with reset\(\)"):
        made.step(0)


def test_gymnasium_opponent_that_is_none_is_told() -> None:
    with pytest.raises(CannotLoad, match="agent Random: what it makes of a seed is no"):
        SeatEnv("skirmish", "ford", opponent=random.Random)  # type: ignore[arg-type] # as one may by mistake


def test_an_action_is_a_whole_number() -> None:
    alone, all_seats = SeatEnv("skirmish", "ford", opponent="random"), raw_env("skirmish", "ford")
    alone.reset(seed=1)
    all_seats.reset(seed=1)
    for step in (alone.step, all_seats.step):
        with pytest.raises(TypeError, match=r"an action is a whole number, not 0\.5"):
            step(0.5)  # type: ignore[arg-type] # as one may by mistake


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_openspiel_random_simulation(game: str, scenario: str) -> None:
    made = pyspiel.load_game(f"phaseline(game={game},scenario={scenario})")
    pyspiel.random_sim_test(made, num_sims=1, serialize=False, verbose=False)


def test_openspiel_takes_options() -> None:
    made = pyspiel.load_game("phaseline(game=skirmish,scenario=ford,options=fog:false; weather:dry)")
    assert made.setting.scenario.options == registry.game("skirmish").options(
        {"fog": False, "weather": "dry"}
    )
    assert not made.new_initial_state().is_chance_node()
    again, _ = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(made, made.new_initial_state())
    )
    assert again.setting.scenario.options == made.setting.scenario.options
    with pytest.raises(OptionsError, match='option "fog": write it as NAME:VALUE, several with ; between'):
        pyspiel.load_game("phaseline(game=skirmish,options=fog)")
    with pytest.raises(OptionsError, match="option weather of skirmish cannot be"):
        pyspiel.load_game("phaseline(game=skirmish,options=weather:wet)")


def test_openspiel_dice_are_natures() -> None:
    """A match walked with dice from outside is the match that has these dice."""
    walked = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)").new_initial_state()
    game = registry.game("skirmish")
    state = game.new(game.load("ford"), SeededDice(bytes(32)))
    desk, rng, rolled = Desk(walked.walk.setting.layout), random.Random(5), 0
    faces = [face for draw in state.draws for face in draw.values]
    first = state.waiting()
    assert first is not None
    desk.open(state.legal(first.seats[0]))
    while not walked.is_terminal():
        if walked.is_chance_node():
            assert sum(chance for _, chance in walked.chance_outcomes()) == pytest.approx(1)
            walked.apply_action(faces.pop(0))
            rolled += 1
            continue
        assert faces == []
        seat = walked.current_player()
        action = rng.choice(walked.legal_actions(seat))
        order = desk.choose(action)
        if order is not None:
            state.draws.clear()
            state.play(seat, order)
            faces = [face for draw in state.draws for face in draw.values]
            decision = state.waiting()
            if decision is not None:
                desk.open(state.legal(decision.seats[0]))
        walked.apply_action(action)
    assert rolled > 5
    assert walked.walk.state.position.to_bytes() == state.position.to_bytes()
    outcome = state.position.outcome
    assert outcome is not None
    assert walked.returns() == [
        0.0 if outcome.winner is None else 1.0 if s == outcome.winner else -1.0 for s in (0, 1)
    ]


def test_openspiel_clones_go_their_own_way() -> None:
    """A clone in the middle of an order, or of its dice, walks on by itself, and alike with the same choices."""
    walked = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)").new_initial_state()
    rng, cloned = random.Random(1), 0

    def on(state: PhaselineState, rng: random.Random, steps: int) -> str:
        for _ in range(steps):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
        return str(state.information_state_string(0))

    for _ in range(40):
        before = walked.information_state_string(0)
        twin, third = walked.clone(), walked.clone()
        assert on(twin, random.Random(3), 4) == on(third, random.Random(3), 4)
        assert walked.information_state_string(0) == before
        cloned += 1
        if walked.is_terminal():
            break
        walked.apply_action(rng.choice(walked.legal_actions()))
    assert cloned > 20


def test_openspiel_tells_a_seat_what_it_knows() -> None:
    """Other hidden facts behind the same view change nothing in what a seat observes."""
    walked = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)").new_initial_state()
    rng, changed = random.Random(4), 0
    for _ in range(120):
        if walked.is_terminal():
            break
        walked.apply_action(rng.choice(walked.legal_actions()))
        walk = walked.walk
        if walk.sides:
            continue
        game = walk.setting.game
        for seat in (0, 1):
            seen = walked.observation_string(seat)
            kept = walk.state
            known = game.view(kept, seat).position
            other = game.sample(walk.setting.scenario, known, seat, rng)
            changed += other.to_bytes() != kept.position.to_bytes()
            walk.state = game.state_type(game, walk.setting.scenario, other, SeededDice(bytes(32)))
            assert walked.observation_string(seat) == seen
            walk.state = kept
    assert changed > 10


@pytest.mark.parametrize(
    ("game", "scenario", "steps"), [("skirmish", "ford", 150), ("westfront", "husky", 60)]
)
def test_openspiel_resamples_what_a_seat_does_not_know(game: str, scenario: str, steps: int) -> None:
    """In the middle of an order too: the seat knows and may choose the same, and play goes on from there."""
    walked = pyspiel.load_game(f"phaseline(game={game},scenario={scenario})").new_initial_state()
    rng, changed, middle = random.Random(6), 0, 0
    for _ in range(steps):
        if walked.is_terminal():
            break
        if not walked.is_chance_node():
            for seat in (0, 1):
                other = walked.resample_from_infostate(seat, rng.random)
                assert other.information_state_string(seat) == walked.information_state_string(seat)
                assert other.observation_tensor(seat) == walked.observation_tensor(seat)
                assert other.current_player() == walked.current_player()
                if seat == walked.current_player():
                    assert other.legal_actions() == walked.legal_actions()
                    middle += int(walked.walk.desk.kind is not None)
                changed += other.walk.state.position.to_bytes() != walked.walk.state.position.to_bytes()
                for _ in range(8):
                    if other.is_terminal():
                        break
                    other.apply_action(rng.choice(other.legal_actions()))
        walked.apply_action(rng.choice(walked.legal_actions()))
    assert middle > 10
    assert changed > 10


def test_openspiel_resampled_tells_the_others_no_secret_of_the_match() -> None:
    """Nothing that the match has told the other seat alone reaches the worlds in which it is searched for."""
    walked = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)").new_initial_state()
    rng, secrets = random.Random(8), 0
    while not walked.is_terminal():
        if not walked.is_chance_node():
            twin = walked.resample_from_infostate(0, rng.random)
            assert redact(twin.walk.told, 0) == redact(walked.walk.told, 0)
            assert all(event.seats is None or 0 in event.seats for event in twin.walk.told)
            assert twin.walk.said == [walked.walk.said[0], []]
            secrets += redact(walked.walk.told, 1) != redact(twin.walk.told, 1)
        walked.apply_action(rng.choice(walked.legal_actions()))
    assert secrets > 5


def test_openspiel_resamples_when_a_seat_has_to_choose() -> None:
    walked = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)").new_initial_state()
    assert walked.is_chance_node()
    with pytest.raises(ValueError, match="a die is in the air: resample when a seat has to choose"):
        walked.resample_from_infostate(0, random.random)
    with pytest.raises(ValueError, match="there is no player 2; there are 0 to 1"):
        walked.resample_from_infostate(2, random.random)


def test_openspiel_searches_by_information_sets() -> None:
    """The search of the library that needs it plays an order of each seat, and looks at many worlds."""
    made = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)")
    walked, rng = made.new_initial_state(), np.random.RandomState(2)
    bot = ISMCTSBot(made, Guess(), uct_c=1.0, max_simulations=12, random_state=rng)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.uniform))
    chosen: set[int] = set()
    for _ in range(60):
        if walked.is_chance_node():
            walked.apply_action(int(rng.choice(walked.legal_actions())))
            continue
        chosen.add(walked.current_player())
        action = bot.step(walked)
        assert action in walked.legal_actions()
        walked.apply_action(action)
    assert chosen == {0, 1}
    while walked.is_chance_node():
        walked.apply_action(walked.legal_actions()[0])
    bot.set_resampler(None)  # the library draws by chance of its own then
    assert bot.step(walked) in walked.legal_actions()


class Guess:
    """Values nothing, and likes every choice alike."""

    def prior(self, state: PhaselineState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: PhaselineState) -> list[float]:  # noqa: ARG002 - it values nothing
        return [0.0, 0.0]
