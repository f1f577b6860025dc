"""Experiments as files: what they come down to, and how what is wrong with one is told."""

import re
from pathlib import Path

import pytest

from phaseline.ai.greedy import GreedyAgent
from phaseline.engine import registry
from phaseline.lab.experiment import ExperimentError, parse, read
from phaseline.lab.sequential import Trial

PLAIN = """
title = "Is it better?"
seed = 3

[agents.short]
agent = "greedy"
playouts = 4

[stop]
matches = 40
test = { by = "margins", better = 0.7 }

[[play]]
games = ["skirmish"]
agents = ["greedy", "short"]

[[play]]
games = ["skirmish", "westfront"]
scenarios = ["*"]
agents = ["random", "random"]
seed = 9
stop = { matches = 7 }
"""
PLAY = '[[play]]\ngames = ["skirmish"]\nagents = ["greedy", "random"]\n'


def test_a_file_comes_down_to_series() -> None:
    experiment, series = parse(PLAIN, Path())
    assert experiment.title == "Is it better?"
    ford, ridge, *others = series
    assert (ford.key, ridge.key) == ("skirmish-ford-greedy-short", "skirmish-ridge-greedy-short")
    assert ford.recipe.agents == ("greedy", "greedy")
    assert ford.recipe.playouts == (None, 4)
    assert (ford.pair, ford.matches, ford.recipe.seed) == (2, 40, 3)
    assert ford.trial == Trial(by="margins", better=0.7)
    assert [ford.seating(number) for number in range(3)] == [("greedy", "short"), ("short", "greedy")] * 1 + [
        ("greedy", "short")
    ]
    assert {other.recipe.game for other in others} == {"skirmish", "westfront"}
    assert {(other.pair, other.matches, other.trial, other.recipe.seed) for other in others} == {
        (1, 7, None, 9)
    }


def test_every_game_is_every_game_that_the_agents_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GreedyAgent, "plays", lambda game: game == "skirmish")
    every = PLAY.replace('"skirmish"', '"*"')
    assert {each.recipe.game for each in parse(every, Path())[1]} == {"skirmish"}
    monkeypatch.setattr(GreedyAgent, "plays", lambda _: False)
    with pytest.raises(ExperimentError, match="there is no game for 2 seats that they all play"):
        parse(every, Path())


def test_every_game_leaves_out_those_with_more_or_fewer_seats() -> None:
    alike = '[[play]]\ngames = ["*"]\nagents = ["random", "random"]\n'
    found = {each.recipe.game for each in parse(alike, Path())[1]}
    assert found == {key for key in registry.games() if len(registry.game(key).seats) == 2}
    assert "midway" not in found
    with pytest.raises(ExperimentError, match=r"midway has 1 seat, so name one each for Player"):
        parse(alike.replace("*", "midway"), Path())


def test_series_of_the_same_name_get_a_number() -> None:
    twice = f'{PLAY}scenarios = ["ford"]\n' * 2
    assert [each.key for each in parse(twice, Path())[1]] == [
        "skirmish-ford-greedy-random-1",
        "skirmish-ford-greedy-random-2",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", '"play" is missing'),
        ("play = []", "play: there is nothing to play; begin a table [[play]]"),
        ("seed = 1\n\nstop = 3 x", "Expected newline"),
        ("sed = 1\n" + PLAY, "sed: there is no such field; did you mean seed?"),
        ('seed = "one"\n' + PLAY, 'seed: "one" stands here; a whole number is needed'),
        ("[[play]]\n" + PLAY, 'play[1]: "games" is missing'),
        (PLAY + 'game = "skirmish"', "play[1].game: there is no such field; name one or more in a list: games"),
        (PLAY + 'scenarios = ["fjord"]', 'play[1].scenarios: skirmish has no scenario "fjord"; it has: ford, ridge'),
        (PLAY + "scenarios = []", 'play[1].scenarios: name one or more, or "*" for every one'),
        (PLAY + 'pairing = "swiss"', 'play[1].pairing: "swiss" is not possible here; possible are as named, both seats'),
        ('[[play]]\ngames = "skirmish"\nagents = ["random", "random"]', 'play[1].games: "skirmish" stands here; a list is needed'),
        ('play = "skirmish"', 'play: "skirmish" stands here; a list is needed'),
        (PLAY + "stop = { matches = 0 }", "play[1].stop.matches: 0 is less than one match"),
        (PLAY + "stop = { matches = 5 }", "play[1].stop.matches: 5 cannot be divided by 2"),
        (PLAY + "stop = { matches = 4, test = { better = 0.4 } }", "play[1].stop.test: 0 < even < better < 1"),
        (PLAY + "stop = { test = { alpha = 0.6 } }", "play[1].stop.test.alpha: a chance of error is above 0"),
        (PLAY + "stop = { test = { bet = 0.6 } }", "play[1].stop.test.bet: there is no such field; did you mean beta or better?"),
        (PLAY + 'packs = ["nowhere"]', "play[1].packs: "),
        (PLAY + 'options = { wether = "dry" }', 'play[1].options: skirmish has no option "wether"'),
        ('[[play]]\ngames = ["skirmish"]\nagents = ["greedi", "random"]', 'play[1].agents: there is no agent "greedi"'),
        ('[[play]]\ngames = ["skirmish"]\nagents = ["random"]', "play[1].agents: skirmish has 2 seats, so name one"),
        ('[[play]]\ngames = ["chess"]\nagents = ["random"]', 'play[1].games: there is no game "chess"'),
        ('[[play]]\ngames = []\nagents = ["random", "random"]', "play[1].games: name one or more"),
        ('[agents.me]\nagent = "nobody"\n' + PLAY, 'agents.me.agent: there is no agent "nobody"'),
        ('[agents.me]\nagent = "greedy"\nseconds = 2\n' + PLAY, "agents.me.seconds: there is no such field; an experiment counts playouts"),
        ('[agents.me]\nagent = "greedy"\nplayouts = -2\n' + PLAY, "agents.me.playouts: -2 is less than none"),
        ('[keep]\nrecords = "some"\n' + PLAY, 'keep.records: "some" is not possible here; possible are all, faults'),
        (
            '[[play]]\ngames = ["skirmish"]\nagents = ["greedy", "greedy"]\npairing = "both seats"',
            "play[1].pairing: agents that are alike would play every match twice",
        ),
        (
            '[[play]]\ngames = ["skirmish"]\nagents = ["greedy", "greedy"]\nstop = { test = {} }',
            "play[1].stop.test: a sequential test compares two different agents",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_field(text: str, complaint: str) -> None:
    with pytest.raises(ExperimentError) as wrong:
        parse(text, Path())
    assert complaint in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize("page", ["reference/experiments.md", "how-to/run-experiments.md"])
def test_examples_of_the_documentation_can_be_run(page: str) -> None:
    examples = re.findall(
        r"^```toml\n(.*?)^```", Path("docs", page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert examples
    for example in examples:
        assert parse(example, Path())[1]


def test_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match=r"none.toml: No such file"):
        read(tmp_path / "none.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ExperimentError, match=r"odd.toml: this is no text file"):
        read(tmp_path / "odd.toml")
