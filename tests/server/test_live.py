"""A match over the websocket: orders, refusals, taking back, sitting elsewhere, looking back, asking."""

from __future__ import annotations

import logging
import random
from typing import Any

import msgspec
import pytest
from tests.server.clients import Client, Failed, Refused, begin

from phaseline.server.computers.job import Job, Thought
from phaseline.server.computers.pool import Computers


def value(choices: list[dict[str, Any]], token: str) -> Any:
    """The value whose notation is `token`."""
    return next(choice["value"] for choice in choices if choice["token"] == token)


def test_a_message_of_the_wrong_shape_is_told_which_field(client: Client) -> None:
    match, blue, _ = begin(client)
    for message, error, field in (
        ({"id": 1}, '"do" is missing', "do"),
        (
            {"id": 1, "do": "table", "key": "losses"},
            'key: "losses" is not possible here; possible are arrivals, order_of_battle',
            "key",
        ),
        ({"id": 1, "do": "hex"}, '"hex" is missing', "hex"),
        ({"id": 1, "do": "hex", "hex": 1, "seat": 1}, 'there is no "seat" here; known are hex, id', "seat"),
        (
            {"id": 1, "do": "order", "entry": 0, "verb": "move", "values": [10**20, 1]},
            f'"move": unit: there is no unit {10**20}',
            "values",
        ),
    ):
        with pytest.raises(Failed) as failed:
            blue.send(message)
        assert failed.value.args == (error, field), match
    with pytest.raises(Failed, match=r"order, undo, .* \.\.\.") as failed:
        blue.send({"id": 1, "do": "shout"})
    error, field = failed.value.args
    assert error.startswith('do: "shout" is not possible here; possible are order, undo, ')
    assert field == "do"


def test_an_order_is_chosen_field_by_field_and_seen_by_both(client: Client) -> None:
    _, blue, red = begin(client)
    move = next(kind for kind in blue.state["legal"] if kind["verb"] == "move")
    assert [field["kind"] for field in move["fields"]] == ["unit", "hex"]
    unit = value(blue.ask("values", verb="move")["values"], "3rd-Foot")
    assert unit in move["units"]
    hexes = blue.ask("values", verb="move", chosen=[unit])["values"]
    to = value(hexes, "0303")
    assert blue.ask("why", verb="move", chosen=[unit, to])["refusal"] is None
    entry = blue.ask(
        "order", entry=blue.state["entry"], stamp=blue.state["stamp"], verb="move", values=[unit, to]
    )["entry"]
    assert entry == 3
    blue.until(lambda state: state["entry"] == 3)
    red.until(lambda state: state["entry"] == 3)
    assert any(piece["hex"] == to and piece["side"] == 0 for piece in red.state["sheet"]["pieces"])
    assert {event["seat"] for event in blue.events if event["entry"] == 3} == {0}
    assert to in next(event for event in blue.events if event["entry"] == 3)["hexes"]


def test_what_is_told_of_changes_adds_up_to_what_a_newcomer_sees(client: Client) -> None:
    rng = random.Random(5)
    match, blue, red = begin(client, scenario="ridge")
    for step in range(40):
        mover = next((viewer for viewer in (blue, red) if viewer.state["legal"]), None)
        if mover is None:
            break
        mover.anything(rng)
        stamp = mover.state["stamp"]
        if step % 9 == 0 and mover.state["undo"]["possible"]:
            mover.ask("undo")
            stamp += 1
        for seat, viewer in enumerate((blue, red)):
            viewer.until(lambda state, stamp=stamp: state["stamp"] >= stamp)  # type: ignore[misc]
            if step % 8 == 0:
                assert client.play(match, seat).state == viewer.state
    told = [msgspec.json.decode(text)["type"] for text in blue.said]
    assert told.count("state") == 1
    assert told.count("change") > 20


def test_an_illegal_order_is_refused_with_its_case(client: Client) -> None:
    _, blue, _ = begin(client)
    before = blue.state
    with pytest.raises(Refused, match=r"^6\.\d+: "):
        blue.order("move 3rd-foot 0709")
    assert blue.ask("at", entry=2)["state"]["sheet"] == before["sheet"]


def test_orders_that_come_too_late_or_from_the_wrong_seat_are_refused(client: Client) -> None:
    _, blue, red = begin(client)
    old = {"entry": blue.state["entry"], "stamp": blue.state["stamp"]}
    with pytest.raises(Refused, match="Blue must decide"):
        red.order("done")
    blue.order("move 3rd-foot 0303")
    with pytest.raises(Refused, match="has changed"):
        blue.order("done", **old)
    with pytest.raises(Refused, match="has changed"):
        blue.order("done", entry=old["entry"], stamp=None)
    with pytest.raises(Refused, match="has changed"):
        blue.order("done", entry=99, stamp=None)


def test_a_stamp_tells_an_order_apart_that_took_another_ones_place(client: Client) -> None:
    _, blue, _ = begin(client)
    blue.order("move 3rd-foot 0303")
    seen = {"entry": blue.state["entry"], "stamp": blue.state["stamp"]}
    blue.ask("undo")
    blue.until(lambda state: state["entry"] == 2)
    blue.order("move 3rd-foot 0401")
    assert blue.state["entry"] == seen["entry"]
    with pytest.raises(Refused, match="has changed"):
        blue.order("done", **seen)


def test_secret_orders_given_at_the_same_time_do_not_make_each_other_stale(client: Client) -> None:
    match = client.new()
    blue, red = client.play(match, 0), client.play(match, 1)
    old = {"entry": red.state["entry"], "stamp": red.state["stamp"]}
    blue.order("stance hold")
    assert red.order("stance screen", **old) == 2


def test_what_is_taken_back_can_be_given_again_until_something_else_is_ordered(client: Client) -> None:
    _, blue, red = begin(client)
    assert not blue.state["redo"]
    blue.order("move 3rd-foot 0303")
    assert blue.state["undo"] == {"possible": True, "why": None}
    assert blue.ask("undo")["entry"] == 2
    blue.until(lambda state: state["redo"])
    red.until(lambda state: state["entry"] == 2 and state["stamp"] == blue.state["stamp"])
    assert all(event["entry"] <= 2 for event in red.events)
    assert blue.ask("redo")["entry"] == 3
    blue.until(lambda state: state["entry"] == 3 and not state["redo"])
    blue.ask("undo")
    blue.until(lambda state: state["redo"])
    blue.order("move 3rd-foot 0401")
    assert not blue.state["redo"]
    with pytest.raises(Refused, match="no order to give again"):
        blue.ask("redo")


def test_undo_says_why_not(client: Client) -> None:
    _, blue, red = begin(client)
    assert not blue.state["undo"]["possible"]
    assert "stands" in blue.state["undo"]["why"]
    with pytest.raises(Refused, match="stands"):
        blue.ask("undo")
    watching = red.ask("sit", seat=None)
    assert watching["type"] == "reply"
    with pytest.raises(Failed):
        red.ask("undo")


def test_friends_at_one_screen_take_turns_on_the_seats(client: Client) -> None:
    match = client.new()
    viewer = client.play(match, 0)
    viewer.order("stance hold")
    viewer.ask("sit", seat=1)
    viewer.until(lambda state: state["seat"] == 1)
    assert not any(event["entry"] == 1 and "hold" in event["text"] for event in viewer.events)
    viewer.order("stance screen")
    viewer.ask("sit", seat=0)
    viewer.until(lambda state: state["seat"] == 0)
    assert viewer.state["legal"]


def test_a_computers_seat_is_closed_to_viewers(client: Client) -> None:
    match = client.new(players=[{"kind": "human"}, {"kind": "agent", "agent": "random"}])
    stranger = client.look(match, 1)
    assert stranger.closed() == 4403
    assert "played by the computer" in stranger.said[0]
    blue = client.play(match, 0)
    with pytest.raises(Failed, match="hidden until the match is over"):
        blue.ask("sit", seat=1)
    assert client.look("nowhere", 0).closed() == 4403
    assert client.look(match, 9).closed() == 4403


def test_a_spectator_sees_but_gives_no_orders(client: Client) -> None:
    match, _, _ = begin(client)
    watcher = client.play(match)
    assert (watcher.state["seat"], watcher.state["legal"]) == (None, [])
    assert watcher.state["sheet"]["pieces"]
    with pytest.raises(Failed, match="spectator"):
        watcher.ask("order", entry=2, text="done")
    with pytest.raises(Failed, match="spectator"):
        watcher.ask("values", verb="move")
    assert watcher.ask("table", key="order_of_battle")["table"]["sections"]


def test_in_an_open_match_one_viewer_plays_both_sides(client: Client) -> None:
    match = client.new(open=True)
    viewer = client.play(match)
    assert (viewer.state["seat"], viewer.state["acting"], viewer.state["open"]) == (None, 0, True)
    viewer.order("stance hold")
    assert viewer.state["acting"] == 1
    viewer.order("stance screen")
    assert viewer.state["acting"] == 0
    assert not any(piece.get("face_down") for piece in viewer.state["sheet"]["pieces"])
    viewer.order("move 3rd-foot 0303")
    assert viewer.ask("undo")["entry"] == 2


def test_looking_back_shows_what_was_seen_then(client: Client) -> None:
    match, blue, _ = begin(client)
    then = blue.state
    blue.order("move 3rd-foot 0303")
    blue.order("move 2nd-armoured 0402")
    past = blue.ask("at", entry=2)["state"]
    assert past["sheet"] == then["sheet"]
    assert (past["live"], past["entry"], past["legal"]) == (False, 2, [])
    with pytest.raises(Failed, match="0 to 4"):
        blue.ask("at", entry=5)
    assert match


def test_aids_answer_for_what_the_viewer_sees(client: Client) -> None:
    _, blue, _ = begin(client)
    move = next(kind for kind in blue.state["legal"] if kind["verb"] == "move")
    unit = value(blue.ask("values", verb="move")["values"], "3rd-Foot")
    assert unit in move["units"]
    to = value(blue.ask("values", verb="move", chosen=[unit])["values"], "0303")
    path = blue.ask("path", verb="move", chosen=[unit, to])
    assert path["path"][-1] == to
    assert blue.ask("hex", hex=to)["hex"]["label"] == "0303"
    assert blue.ask("table", key="arrivals")["table"]["title"]
    assert isinstance(blue.ask("turns")["turns"], list)
    assert blue.ask("briefing")["briefing"]["aims"][0]["side"] == 0
    assert {stake["level"] for stake in blue.ask("outlook")["outlook"]["due"]} == {"amber", "green"}
    assert blue.ask("forecast")["forecast"] is None
    assert isinstance(blue.ask("series")["series"], list)
    key = blue_overlays(client)[0]
    assert isinstance(blue.ask("overlay", key=key)["overlay"]["areas"], list)
    assert blue.ask("ask", question="reach", args={"unit": "3rd-Foot"})["answer"]
    for wrong in (
        {"do": "hex", "hex": 99_999},
        {"do": "hex", "hex": -1},
        {"do": "overlay", "key": "moon"},
        {"do": "ask", "question": "moon"},
        {"do": "ask", "question": "reach", "args": {"unit": "nobody"}},
        {"do": "values", "verb": "dance"},
        {"do": "values", "verb": "move", "chosen": [10**9]},
        {"do": "why", "verb": "move", "chosen": ["x"]},
        {"do": "why", "verb": "move", "chosen": [1, 2, 3]},
        {"do": "path", "verb": "move", "chosen": [-5]},
    ):
        with pytest.raises(Failed):
            blue.ask(**wrong)


def blue_overlays(client: Client) -> list[str]:
    games = client.http.get("/api/about").json()["games"]
    return [offer["key"] for game in games if game["key"] == "skirmish" for offer in game["overlays"]]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("nonsense", "this is no JSON: "),
        ("", "nothing stands here"),
        ("[]", "a mapping is needed"),
        ("[1,", "this is no JSON: it ends in the middle"),
        ("7x", "this is no JSON: trailing characters"),
        ('{"id": 5}', "do"),
        ('{"do": "dance", "id": 5}', "dance"),
        ('{"do": "undo"}', "id"),
        ('{"do": "undo", "id": "x"}', 'id: "x" stands here; a whole number is needed'),
        ('{"do": "undo", "id": 5, "extra": 1}', "extra"),
        ('{"do": "order", "id": 5, "entry": 2}', "verb"),
        ('{"do": "order", "id": 5, "entry": 2, "text": "fly away"}', "fly"),
        ('{"do": "order", "id": 5, "entry": 2, "verb": "move", "values": [1]}', "move"),
        ('{"do": "sit", "id": 5, "seat": 9}', "seat"),
        ('{"do": "undo", "id": 5, "x": "' + "y" * 30_000 + '"}', "characters"),
    ],
)
def test_a_malformed_message_is_told_what_is_wrong(client: Client, text: str, word: str) -> None:
    _, blue, _ = begin(client)
    blue._socket.send(text)
    answer = blue.hear()
    assert answer["type"] == "error"
    assert word in answer["error"]
    assert blue.order("move 3rd-foot 0303") == 3


def test_players_change_places_with_computers(client: Client) -> None:
    match, blue, red = begin(client)
    answer = client.http.patch(
        f"/api/matches/{match}",
        json={"players": [{"kind": "human"}, {"kind": "agent", "agent": "random"}]},
    )
    assert answer.status_code == 200
    red.until(lambda state: state["players"][1]["kind"] == "agent")
    with pytest.raises(Failed):
        red.order("done")
    while not any(event["entry"] > 2 and event.get("seat") == 1 for event in blue.events):
        blue.until(lambda state: state["legal"] and not state["thinking"])
        blue.order(blue.ask("hint")["hint"]["text"])
    client.http.patch(f"/api/matches/{match}", json={"players": []})
    assert client.play(match, 1).state["seat"] == 1


def test_an_illegal_order_of_a_computers_plan_is_logged(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(self: Computers, job: Job, far: object, story: object) -> Thought:  # noqa: ARG001
        return Thought(order="stance hold", dropped=["roll: case 9.1: no attack is declared"])

    monkeypatch.setattr(Computers, "think", think)
    caplog.set_level(logging.WARNING)
    match = client.new(players=[{"kind": "human"}, {"kind": "agent", "agent": "staff"}])
    blue = client.play(match, 0)
    blue.order("stance hold")
    blue.until(lambda state: state["entry"] >= 2)
    told = [line.getMessage() for line in caplog.records if "dropped" in line.getMessage()]
    assert (
        told[0]
        == f"match {match}: staff dropped an illegal order of its plan: roll: case 9.1: no attack is declared"
    )


def test_computers_play_each_other_while_somebody_looks(client: Client) -> None:
    agents = [{"kind": "agent", "agent": "random"}] * 2
    match = client.new(players=agents, open=True)
    assert client.http.get(f"/api/matches/{match}").json()["orders"] == 0
    watcher = client.play(match)
    watcher.until(lambda state: state["outcome"])
    assert {thought["seat"] for thought in watcher.thoughts} == {0, 1}
    assert client.http.get(f"/api/matches/{match}/record").text.startswith("Phaseline record")


def test_all_is_seen_when_the_match_is_over(client: Client) -> None:
    match = client.new(players=[{"kind": "human"}, {"kind": "agent", "agent": "random"}])
    blue = client.play(match, 0)
    blue.order("stance hold")
    client.http.patch(f"/api/matches/{match}", json={"players": [{"kind": "agent", "agent": "random"}] * 2})
    blue.until(lambda state: state["outcome"])
    assert blue.state["open"]
    assert blue.state["eyes"] == [0, 1]
    assert any(
        "screen" in event["text"] or "hold" in event["text"]
        for event in blue.events
        if event.get("seat") == 1
    )
    assert blue.ask("plan")["plan"]


def test_a_hint_comes_with_reasons(client: Client) -> None:
    _, blue, red = begin(client)
    hint = blue.ask("hint")["hint"]
    refusal = blue.ask("why", verb=hint["verb"], chosen=hint["values"])["refusal"]
    assert refusal is None
    assert isinstance(hint["reasons"], list)
    assert red.ask("hint")["hint"] is None
