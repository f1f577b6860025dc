"""Data packs: offered, played with, kept, and told about when they are no longer what they were."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.packing import heavy, weir, written
from tests.server.clients import Client, Viewer, begin

from phaseline.engine import record
from phaseline.engine.packs import DataError, DataPack, HeldPack
from phaseline.server.packs import Packs

Start = Callable[..., Client]
OWN: dict[str, Any] = {"scenario": "weir", "packs": ["The Weir"]}


def skirmish(client: Client) -> dict[str, Any]:
    games: list[dict[str, Any]] = client.http.get("/api/about").json()["games"]
    return next(game for game in games if game["key"] == "skirmish")


def listed(client: Client, match: str) -> dict[str, Any]:
    matches: list[dict[str, Any]] = client.http.get("/api/matches").json()
    return next(each for each in matches if each["id"] == match)


def reach(viewer: Viewer, unit: str) -> set[int]:
    """The hexes that a unit can go to."""
    number = next(
        piece["unit"] for piece in viewer.state["sheet"]["pieces"] if piece["title"].startswith(unit)
    )
    return {each["value"] for each in viewer.ask("values", verb="move", chosen=[number])["values"]}


def test_without_packs_nothing_of_them_is_said(client: Client) -> None:
    match = client.new()
    assert "packs" not in skirmish(client)
    assert not {"packs", "lacks"} & set(listed(client, match))
    assert not {"packs", "lacks"} & set(client.http.get(f"/api/matches/{match}").json())


def test_a_pack_is_offered_with_what_it_brings_and_changes(start: Start, tmp_path: Path) -> None:
    own_title = {"scenarios/ridge": 'title = "The Muddy Ridge"\n'}
    client = start(heavy(tmp_path / "a", files=own_title), weir(tmp_path / "b"))
    game = skirmish(client)
    going, own = game["packs"]
    assert (going["name"], going["note"], going["adds"]) == ("Heavy going", "Forests slow everybody.", [])
    assert [(each["key"], each["title"]) for each in going["changes"]] == [
        ("ford", "The Ford"),
        ("ridge", "The Muddy Ridge"),
    ]
    assert [bool(each["text"]) for each in going["changes"]] == [
        bool(each["text"]) for each in game["scenarios"]
    ]
    assert (own["version"], [each["title"] for each in own["adds"]], own["changes"]) == (
        "2",
        ["The Weir"],
        [],
    )
    assert own["adds"][0]["prospectus"]["length"] == "6 turns by the weir"
    assert [each["key"] for each in game["scenarios"]] == ["ford", "ridge"]


def test_a_match_is_played_with_the_data_of_its_pack(start: Start, tmp_path: Path) -> None:
    client = start(heavy(tmp_path / "a"))
    _, usual, _ = begin(client)
    match, slowed, _ = begin(client, packs=["Heavy going"])
    assert reach(slowed, "1st Armoured") < reach(usual, "1st Armoured")
    told = [
        client.http.get("/api/games/skirmish/scenarios/ford/map", params=over).json()["legend"]
        for over in ({}, {"pack": "Heavy going"})
    ]
    assert ["3 movement points; attacks 2 left" in str(legend) for legend in told] == [False, True]
    assert listed(client, match)["title"] == "Skirmish: The Ford, with Heavy going"
    assert listed(client, match)["packs"] == [
        {"name": "Heavy going", "version": "1", "fingerprint": skirmish(client)["packs"][0]["fingerprint"]}
    ]


def test_a_scenario_of_a_pack_has_its_map_and_its_briefing(start: Start, tmp_path: Path) -> None:
    client = start(weir(tmp_path / "b"))
    _, blue, _ = begin(client, **OWN)
    assert blue.ask("briefing")["briefing"]["length"] == "6 turns by the weir"
    grounds = []
    for scenario, query in (("ford", {}), ("weir", {"pack": "The Weir"})):
        answer = client.http.get(f"/api/games/skirmish/scenarios/{scenario}/map", params=query)
        hexes = answer.json()["grid"]["hexes"]
        grounds.append(next(hex["terrain"] for hex in hexes if hex["label"] == "0303"))
    assert grounds == ["clear", "hill"]
    assert client.http.get("/api/games/skirmish/scenarios/weir/map").status_code == 404


def test_computers_think_with_the_pack_and_are_asked_for_advice(start: Start, tmp_path: Path) -> None:
    """Also when its folder is gone: a pack is held as it was at the start."""
    client = start(weir(tmp_path / "b"))
    shutil.rmtree(tmp_path / "b")
    match = client.new(players=[{"kind": "human"}, {"kind": "agent", "agent": "staff"}], **OWN)
    blue = client.play(match, 0)
    assert blue.ask("hint")["hint"]["text"]
    blue.order("stance hold")
    blue.until(lambda state: state["entry"] >= 2)
    branch = client.http.post(f"/api/matches/{match}/branch", json={"entry": 1}).json()
    assert (branch["scenario"], branch["packs"][0]["name"]) == ("weir", "The Weir")


def test_a_record_names_its_packs_and_can_be_taken_in_again(start: Start, tmp_path: Path) -> None:
    pack = weir(tmp_path / "b", turns=1)
    client = start(pack)
    match = client.new(open=True, players=[{"kind": "agent", "agent": "random"}] * 2, **OWN)
    client.play(match).until(lambda state: state["outcome"])
    text = client.http.get(f"/api/matches/{match}/record").text
    assert record.packs_of(text)[0].name == "The Weir"
    assert record.load(text, packs=(DataPack(pack),)).outcome is not None
    again = client.http.post("/api/matches/import", json={"text": text})
    assert (again.status_code, again.json()["packs"][0]["name"]) == (201, "The Weir")
    assert client.play(again.json()["id"]).state["outcome"]
    client = start()
    refused = client.http.post("/api/matches/import", json={"text": text})
    assert refused.status_code == 400
    assert 'made with the data pack "The Weir" (version 2' in refused.json()["error"]
    assert "--pack" in refused.json()["hint"]
    client = start(weir(tmp_path / "b", turns=2))
    refused = client.http.post("/api/matches/import", json={"text": text})
    assert "the data pack has changed" in refused.json()["error"]


def test_a_match_goes_on_after_a_pause(start: Start, tmp_path: Path) -> None:
    packs = heavy(tmp_path / "a"), weir(tmp_path / "b")
    match, blue, _ = begin(start(*packs), packs=["The Weir", "Heavy going"], scenario="weir")
    blue.order("move 3rd-foot 0303")
    before = blue.state
    client = start(*packs)
    blue = client.play(match, 0)
    assert blue.state["sheet"] == before["sheet"]
    blue.ask("undo")
    blue.until(lambda state: state["entry"] == 2)
    assert [pack["name"] for pack in listed(client, match)["packs"]] == ["The Weir", "Heavy going"]


def test_a_pack_that_is_missing_or_changed_is_told_and_in_the_way_of_nothing_else(
    start: Start, tmp_path: Path
) -> None:
    pack = heavy(tmp_path / "a")
    client = start(pack)
    match, blue, _ = begin(client, packs=["Heavy going"], title="Tuesday")
    blue.order("move 3rd-foot 0303")
    other, *_ = begin(client)
    bare = client.new(open=True, packs=["Heavy going"])

    for packs, reason, hint in (
        ((), 'it needs the data pack "Heavy going" (version 1, fingerprint ', "with --pack and the folder"),
        (
            (heavy(tmp_path / "b", cost=2),),
            ", which has changed since: what lies in ",
            "put the values of then back",
        ),
    ):
        client = start(*packs)
        assert reason in listed(client, match)["lacks"]
        assert hint in listed(client, match)["lacks"]
        assert "lacks" not in listed(client, other)
        assert client.play(other, 0).state["entry"] == 2
        answer = client.http.get(f"/api/matches/{match}")
        assert answer.status_code == 409
        assert answer.json()["error"].startswith('the match "Tuesday" is kept, but cannot be opened: ')
        assert reason in answer.json()["error"]
        assert hint in answer.json()["hint"]
        assert client.look(match, 0).hear()["error"] == answer.json()["error"]
        # It will go on with its pack, so its secrets are kept; one without secrets can be taken out.
        assert client.http.get(f"/api/matches/{match}/record").json() == answer.json()
        text = client.http.get(f"/api/matches/{bare}/record").text
        assert record.load(text, packs=(DataPack(pack),)).entries

    # The version of then may stand beside that of now.
    client = start(tmp_path / "b", pack)
    assert "lacks" not in listed(client, match)
    assert client.play(match, 0).state["entry"] == 3
    refused = client.http.post(
        "/api/matches", json={"game": "skirmish", "scenario": "ford", "packs": ["Heavy going"]}
    )
    assert "several data packs are called" in refused.json()["error"]
    client.new(packs=[skirmish(client)["packs"][0]["fingerprint"]])


def test_a_match_does_not_mind_what_it_has_nothing_to_do_with(start: Start, tmp_path: Path) -> None:
    match, *_ = begin(start(weir(tmp_path / "b")), **OWN)
    briefing = tmp_path / "b" / "briefings" / "weir.toml"
    briefing.write_text(briefing.read_text("utf-8").replace("6 turns by the weir", "six turns"), "utf-8")
    head = tmp_path / "b" / "pack.toml"
    head.write_text(head.read_text("utf-8").replace('version = "2"', 'version = "3"'), "utf-8")
    client = start(tmp_path / "b")
    assert "lacks" not in listed(client, match)
    assert client.play(match, 0).ask("briefing")["briefing"]["length"] == "six turns"
    assert client.http.get(f"/api/matches/{match}").json()["packs"][0]["version"] == "3"


def test_a_scenario_that_a_pack_has_no_more_is_told_with_its_pack(start: Start, tmp_path: Path) -> None:
    match, *_ = begin(start(weir(tmp_path / "b")), **OWN)
    shutil.rmtree(tmp_path / "b")
    pack = written(tmp_path / "b", 'name = "The Weir"\ngame = "skirmish"\n', {})
    assert "which has changed since" in listed(start(pack), match)["lacks"]


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"scenario": "weir"}, 'skirmish has no scenario "weir"'),
        (
            {"scenario": "ford", "packs": ["Weir"]},
            'there is no data pack "Weir" for skirmish here; there are: "The Weir"',
        ),
        ({"scenario": "puzzle-one-shot", "packs": ["The Weir"]}, "a puzzle has data of its own"),
    ],
)
def test_what_does_not_go_together_is_refused(
    start: Start, tmp_path: Path, wanted: dict[str, Any], message: str
) -> None:
    answer = start(weir(tmp_path / "b")).http.post("/api/matches", json={"game": "skirmish", **wanted})
    assert answer.status_code in (400, 404)
    assert message in answer.json()["error"]


def test_a_scenario_without_its_pack_is_told_which_pack_brings_it(start: Start, tmp_path: Path) -> None:
    client = start(weir(tmp_path / "weir"))
    for scenario, hint in (
        ("weir", 'the data pack "The Weir" brings it: name it, "packs": ["The Weir"]'),
        ("dam", None),
    ):
        answer = client.http.post("/api/matches", json={"game": "skirmish", "scenario": scenario})
        assert answer.status_code == 404
        assert (answer.json()["field"], answer.json()["hint"]) == ("scenario", hint)


def test_by_mail_packs_are_refused_in_words(start: Start, tmp_path: Path) -> None:
    client = start(heavy(tmp_path / "a"))
    wanted = {"game": "skirmish", "scenario": "ford", "seat": 0, "packs": ["Heavy going"]}
    answer = client.http.post("/api/mail/offer", json=wanted).json()
    assert (answer["field"], answer["error"]) == ("packs", "matches by mail are played without data packs")


def test_what_is_wrong_with_a_pack_is_told_at_the_start(tmp_path: Path) -> None:
    pack = heavy(tmp_path / "a", files={"tables": "[terrain.forest]\ncost = 'much'\n"})
    with pytest.raises(DataError, match=r'a/tables\.toml: terrain\.forest\.cost: "much" stands here'):
        Packs.read([pack])
    other = written(tmp_path / "c", 'name = "C"\ngame = "chess"\n', {})
    with pytest.raises(DataError, match=r'c/pack\.toml: game: .*"chess"'):
        Packs.read([other])
    odd = heavy(tmp_path / "d", files={"tables": '[results]\nrows.1 = ["0/0"]\n'})
    with pytest.raises(
        DataError, match=r"d/tables\.toml: results: Combat results, row 1: 1 result for 6 columns"
    ):
        Packs.read([odd])
    midway = 'name = "M"\ngame = "midway"\n'
    brief = written(tmp_path / "g", midway, {"briefings/pto": "length = 3\n"})
    with pytest.raises(DataError, match=r"g/briefings/pto\.toml: length: "):
        Packs.read([brief])
    with pytest.raises(DataError, match="leave one of them out"):
        Packs.read([heavy(tmp_path / "e"), heavy(tmp_path / "f")])
    assert len(Packs.read([tmp_path / "e", tmp_path / "f" / ".." / "e"]).of("skirmish")) == 1


def test_a_pack_is_held_as_it_was(tmp_path: Path) -> None:
    packs = Packs.read([weir(tmp_path / "b")])
    mark = DataPack(tmp_path / "b").mark
    weir(tmp_path / "b", turns=3)
    (held,) = packs.of("skirmish")
    (sent,) = Packs.from_bytes(packs.to_bytes()).of("skirmish")
    assert held.mark == sent.mark == mark != HeldPack.of(DataPack(tmp_path / "b")).mark
    assert (
        held.names()
        == sent.names()
        == ["briefings/weir.toml", "maps/weir.toml", "pack.toml", "scenarios/weir.toml"]
    )
