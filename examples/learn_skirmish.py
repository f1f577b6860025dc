"""Teach a network to play Skirmish, and keep what it learned as a player that needs no library for learning.

    pip install 'phaseline[env,learn]'
    python examples/learn_skirmish.py --minutes 30

First it imitates `greedy` (supervised, from matches of `greedy` against itself), then it improves by proximal policy
optimisation: against itself, and against `greedy`. The matches to imitate and those that test it at the end are played by all
processors, by the runner that experiments use (`phaseline.lab.runner`). Those it improves by are played in this process:
the network changes after a few thousand choices, and makes those of 32 matches at once. An order is a few choices, each a number with a mask, so the policy is one
network over all actions, and a choice that the mask forbids has no chance. At the end it plays matches against `random` and
`greedy` from both sides, and writes its weights (`--into`) and the course of its learning (a CSV beside them). Copied to
`src/phaseline/env/data/skirmish-ford.npz` they are the agent `learned`.
"""

from __future__ import annotations

import argparse
import csv
import functools
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise SystemExit("this example learns with PyTorch: pip install 'phaseline[env,learn]'") from None

from phaseline.ai.agent import UNLIMITED, Agent, Observation
from phaseline.ai.registry import make
from phaseline.env.policy import Layer, Policy, features
from phaseline.env.table import Table
from phaseline.lab.export import Walkthrough
from phaseline.lab.runner import Here, Place, processes, spread

GAME, SCENARIO = "skirmish", "ford"
HIDDEN = 256
BATCH = 1024
CLIP = 0.2
PATIENCE = 60
"""After so many orders in one turn chance chooses: or it would learn to plan and call off for ever."""
LAMBDA = 0.95
"""How far an advantage looks ahead (generalised advantage estimation; nothing is discounted)."""


class Net(nn.Module):
    """Two hidden layers, then how much it is for each action, and what it expects the match to pay."""

    def __init__(self, columns: NDArray[np.int64], actions: int) -> None:
        super().__init__()
        self.columns = columns
        inputs = len(columns)
        self.body = nn.Sequential(nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.actor = nn.Linear(HIDDEN, actions)
        self.critic = nn.Linear(HIDDEN, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Chances (as logits, of what the mask allows) and value of each row."""
        hidden = self.body(rows)
        return self.actor(hidden).masked_fill(~masks, -1e9), self.critic(hidden).squeeze(-1)

    def policy(self) -> Policy:
        """What it has learned, for playing."""
        linear = [module for module in (*self.body, self.actor) if isinstance(module, nn.Linear)]
        layers = [Layer.quantised(one.weight.detach().numpy(), one.bias.detach().numpy()) for one in linear]
        return Policy(GAME, SCENARIO, self.columns, layers)


@dataclass
class Trail:
    """What one seat saw and chose in a match, in order, and what that paid."""

    rows: list[NDArray[np.int16]] = field(default_factory=list)
    masks: list[NDArray[np.int8]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    paid: float = 0.0


class Patience:
    """Counts the orders that were given in one turn of a match."""

    def __init__(self) -> None:
        self.where: tuple[object, ...] = ()
        self.since = 0

    def lost(self, table: Table) -> bool:
        """Whether it is time for chance to choose."""
        where = (table.seat, *table.state.path()[:2])
        if where != self.where:
            self.where, self.since = where, len(table.orders)
        return len(table.orders) - self.since >= PATIENCE


def look(table: Table) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """What the seat whose turn it is sees, as the network reads it, and what it may choose."""
    assert table.seat is not None
    return features(table.observe(table.seat), table.layout, table.encoding), table.mask(table.seat)


def pays(table: Table, seat: int) -> float:
    """What a match is worth to learn from: winning, and a little for each point of the margin."""
    outcome = table.outcome
    assert outcome is not None
    margin = outcome.scores[seat] - outcome.scores[1 - seat]
    return table.returns()[seat] + 0.02 * margin


# -- imitation ------------------------------------------------------------------------------------------------------------


Lesson = tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int64]]
"""What was seen, what might be chosen, and what was, a row a choice."""


def lesson(teacher: str, seed: int) -> Lesson:
    """One match of the teacher against itself."""
    rows, masks, actions = [], [], []
    rng, table = random.Random(seed), Table(GAME, SCENARIO)
    table.reset(rng.randrange(2**31))
    agents = [make(teacher, rng.randrange(2**31)) for _ in range(2)]
    walk = Walkthrough("", table.match())
    while table.seat is not None:
        view = table.game.view(table.state, table.seat)
        seen = Observation(table.game, table.scenario, view, table.seat)
        order = agents[table.seat].order(seen, UNLIMITED)
        if rng.random() < 0.1:  # now and then something else, so that it learns to go on from there too
            table.give(table.state.legal(table.seat).sample(rng))
            continue
        for action in walk.actions(table.state, table.seat, order):
            row, mask = look(table)
            rows.append(row)
            masks.append(mask)
            actions.append(action)
            table.act(action)
    return np.stack(rows), np.stack(masks), np.array(actions)


def imitate(teacher: str, lessons: int, seconds: float, seed: int) -> tuple[Net, int]:
    """Watch the teacher play itself, then learn to choose as it did; and the number of choices seen.

    The network reads only what was not always the same.
    """
    seeds = range(seed * lessons, (seed + 1) * lessons)
    watched = zip(*spread(functools.partial(lesson, teacher), seeds, processes()), strict=True)
    every, masks, actions = (np.concatenate(part) for part in watched)
    net = Net(np.flatnonzero((every != every[0]).any(0)), masks.shape[1])
    optimiser = torch.optim.Adam(net.parameters(), 1e-3)
    data = [torch.from_numpy(every[:, net.columns]), torch.from_numpy(masks), torch.from_numpy(actions)]
    until = time.process_time() + seconds
    while time.process_time() < until:
        pick = torch.randint(len(actions), (BATCH,))
        logits, _ = net(data[0][pick].float(), data[1][pick].bool())
        loss = nn.functional.cross_entropy(logits, data[2][pick])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return net, len(actions)


# -- reinforcement --------------------------------------------------------------------------------------------------------


class Game:
    """One match of many that are played at once. The learner has one seat or both; an agent has the other."""

    def __init__(self, rng: random.Random, opponent: str | None) -> None:
        self.rng = rng
        self.opponent = opponent
        self.table = Table(GAME, SCENARIO)
        self.begin()

    def begin(self) -> None:
        """A new match."""
        self.table.reset(self.rng.randrange(2**31))
        self.paths = [Trail(), Trail()]
        self.patience = Patience()
        self.other: Agent | None = None
        self.learners = (0, 1)
        if self.opponent is not None:
            self.other = make(self.opponent, self.rng.randrange(2**31))
            self.learners = (self.rng.randrange(2),)
        self.wait()

    def wait(self) -> None:
        """The agent plays on until the learner has to choose."""
        table = self.table
        while self.other is not None and table.seat is not None and table.seat not in self.learners:
            view = table.game.view(table.state, table.seat)
            table.give(self.other.order(Observation(table.game, table.scenario, view, table.seat), UNLIMITED))

    def step(self, action: int) -> list[Trail]:
        """Take a choice; what was played if the match is over by it."""
        self.table.act(action)
        self.wait()
        if not self.table.over:
            return []
        done = []
        for seat in self.learners:
            self.paths[seat].paid = pays(self.table, seat)
            done.append(self.paths[seat])
        self.begin()
        return done


def play(net: Net, games: list[Game], choices: int) -> list[Trail]:
    """Play all matches on, side by side, until so many choices were made in matches that are over."""
    done: list[Trail] = []
    made = 0
    while made < choices:
        looks = [look(game.table) for game in games]
        rows = torch.from_numpy(np.stack([row[net.columns] for row, _ in looks])).float()
        masks = torch.from_numpy(np.stack([mask for _, mask in looks])).bool()
        with torch.no_grad():
            logits, values = net(rows, masks)
            lost = torch.tensor([game.patience.lost(game.table) for game in games])
            logits = logits.where(~lost[:, None], torch.zeros_like(logits).masked_fill(~masks, -1e9))
            chances = torch.log_softmax(logits, -1)
            actions = torch.distributions.Categorical(logits=logits).sample()
        for game, (row, mask), action, log, value in zip(
            games, looks, actions.tolist(), chances, values.tolist(), strict=True
        ):
            assert game.table.seat is not None
            path = game.paths[game.table.seat]
            path.rows.append(row[net.columns])
            path.masks.append(mask)
            path.actions.append(action)
            path.chances.append(float(log[action]))
            path.values.append(value)
            for over in game.step(action):
                done.append(over)
                made += len(over.actions)
    return done


def advantages(path: Trail) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much better each choice turned out than was expected, and what the match was worth from there."""
    values = np.array([*path.values, 0.0], np.float32)
    paid = np.zeros(len(path.actions), np.float32)
    paid[-1] = path.paid
    found, carried = np.zeros_like(paid), 0.0
    for at in reversed(range(len(paid))):
        carried = paid[at] + values[at + 1] - values[at] + LAMBDA * carried
        found[at] = carried
    return found, found + values[:-1]


def improve(net: Net, optimiser: torch.optim.Optimizer, paths: list[Trail]) -> None:
    """Make choices that turned out well likelier, but no choice much likelier or rarer at once."""
    rows = torch.from_numpy(np.concatenate([np.stack(path.rows) for path in paths]))
    masks = torch.from_numpy(np.concatenate([np.stack(path.masks) for path in paths]))
    actions = torch.tensor([action for path in paths for action in path.actions])
    before = torch.tensor([chance for path in paths for chance in path.chances])
    gains, worth = (
        torch.from_numpy(np.concatenate(part)) for part in zip(*map(advantages, paths), strict=True)
    )
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(3):
        for pick in torch.randperm(len(actions)).split(BATCH):
            logits, values = net(rows[pick].float(), masks[pick].bool())
            spread = torch.distributions.Categorical(logits=logits)
            ratio = (spread.log_prob(actions[pick]) - before[pick]).exp()
            gain = gains[pick]
            aim = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = -aim + 0.5 * (values - worth[pick]).pow(2).mean() - 0.005 * spread.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()


# -- how well it plays ----------------------------------------------------------------------------------------------------


def wins(policy: Policy, opponent: str, seat: int, seed: int) -> bool:
    """Whether the policy wins the match of this seed, choosing what it values most."""
    table = Table(GAME, SCENARIO)
    table.reset(seed)
    other, patience, chance = make(opponent, seed), Patience(), random.Random(seed)
    while table.seat is not None:
        if table.seat == seat:
            if patience.lost(table):
                table.act(chance.choice(sorted(table.offered())))
            else:
                table.act(policy.choose(*look(table)))
        else:
            view = table.game.view(table.state, table.seat)
            table.give(other.order(Observation(table.game, table.scenario, view, table.seat), UNLIMITED))
    return table.returns()[seat] > 0


def tests(policy: Policy, opponent: str, seat: int, seeds: range, place: Place) -> int:
    """How many matches the policy wins."""
    return sum(spread(functools.partial(wins, policy, opponent, seat), seeds, place))


def main() -> None:
    """Learn, play, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--minutes", type=float, default=30, help="processor time of this process to learn in (default: 30)"
    )
    parser.add_argument("--into", type=Path, default=Path("skirmish-ford.npz"), help="where the weights go")
    parser.add_argument("--lessons", type=int, default=400, help="matches to imitate (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="of the matches that it learns from")
    parser.add_argument(
        "--matches", type=int, default=200, help="matches of each test at the end (default: 200)"
    )
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    rng = random.Random(asked.seed)
    probe = Table(GAME, SCENARIO)
    started, budget = time.process_time(), asked.minutes * 60

    net, seen = imitate("greedy", asked.lessons, budget / 8, asked.seed)
    print(f"imitated {seen} choices of greedy, reading {len(net.columns)} numbers")
    games = [Game(rng, None) for _ in range(16)] + [Game(rng, "greedy") for _ in range(16)]
    optimiser = torch.optim.Adam(net.parameters(), 3e-4)
    course, choices = [], 0
    while (spent := time.process_time() - started) < budget:
        if len(course) == 0 or spent - course[-1][0] > 60:
            shares = [
                tests(net.policy(), "greedy", seat, range(10_000, 10_020), Here()) / 20 for seat in (0, 1)
            ]
            course.append((round(spent), choices, *shares))
            print(
                f"{spent / 60:5.1f} min, {choices:8} choices: beats greedy {shares[0]:.0%} as Blue, {shares[1]:.0%} as Red"
            )
        for group in optimiser.param_groups:
            group["lr"] = 3e-4 * max(0.1, 1 - spent / budget)
        paths = play(net, games, 6_000)
        improve(net, optimiser, paths)
        choices += sum(len(path.actions) for path in paths)

    policy = net.policy()
    policy.save(asked.into)
    with asked.into.with_suffix(".csv").open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows([("seconds", "choices", "as Blue", "as Red"), *course])
    for opponent in ("random", "greedy"):
        for seat, name in enumerate(probe.game.seats):
            won = tests(policy, opponent, seat, range(20_000, 20_000 + asked.matches), processes())
            print(f"against {opponent} as {name}: {won} of {asked.matches}")


if __name__ == "__main__":
    main()
