"""Notes and named moments: kept with the match, for the eyes of their seat alone; playing on from a moment."""

from __future__ import annotations

import pytest
from tests.server.clients import Client, Failed, Viewer, begin

AGENT = {"kind": "agent", "agent": "random"}


def notes(viewer: Viewer) -> list[tuple[str, int, str]]:
    return [(one["sort"], one["number"], one["text"]) for one in viewer.ask("notes")["notes"]]


def a_hex(viewer: Viewer) -> int:
    return next(int(piece["hex"]) for piece in viewer.state["sheet"]["pieces"] if piece["hex"] is not None)


def test_the_other_seat_never_receives_a_note(client: Client) -> None:
    match, blue, red = begin(client)
    hex = a_hex(blue)
    blue.ask("note", sort="hex", number=hex, text="  Swordfish ambush here ")
    blue.ask("note", sort="unit", number=0, text="Swordfish reserve")
    blue.ask("note", sort="entry", number=1, text="Swordfish before it")
    assert notes(blue) == [
        ("entry", 1, "Swordfish before it"),
        ("hex", hex, "Swordfish ambush here"),
        ("unit", 0, "Swordfish reserve"),
    ]
    again = client.play(match, 0)
    assert len(notes(again)) == 3
    assert notes(red) == []
    spectator = client.play(match)
    with pytest.raises(Failed, match="belong to a seat"):
        notes(spectator)
    blue.order("done")
    red.until(lambda state: state["entry"] >= 3)
    for do in ("series", "luck", "turns", "outlook", "briefing"):
        red.ask(do)
    red.ask("at", entry=1)
    assert not any("Swordfish" in text for text in red.said + spectator.said)
    assert "Swordfish" not in client.http.get(f"/api/matches/{match}/transcript?seat=1").text


def test_a_note_is_replaced_and_taken_away(client: Client) -> None:
    _, blue, _ = begin(client)
    blue.ask("note", sort="unit", number=1, text="one")
    blue.ask("note", sort="unit", number=1, text="two")
    assert notes(blue) == [("unit", 1, "two")]
    blue.ask("note", sort="unit", number=1, text=" ")
    assert notes(blue) == []


@pytest.mark.parametrize(
    ("sort", "number", "text"),
    [("hex", 99999, "x"), ("unit", -1, "x"), ("unit", 5000, "x"), ("entry", 3, "x"), ("unit", 0, "x" * 401)],
)
def test_what_is_about_nothing_or_too_long_is_not_kept(
    client: Client, sort: str, number: int, text: str
) -> None:
    _, blue, _ = begin(client)
    with pytest.raises(Failed):
        blue.ask("note", sort=sort, number=number, text=text)
    assert notes(blue) == []


def test_the_name_of_a_moment_goes_when_it_is_taken_back(client: Client) -> None:
    match = client.new(open=True)
    viewer = client.play(match)
    viewer.order("stance hold")
    viewer.ask("note", sort="entry", number=0, text="at first")
    viewer.ask("note", sort="entry", number=1, text="one stance")
    viewer.ask("undo")
    assert notes(viewer) == [("entry", 0, "at first")]


def test_a_match_against_the_computer_goes_on_from_a_moment_without_showing_more(client: Client) -> None:
    match = client.new(players=[{"kind": "human"}, AGENT])
    blue = client.play(match, 0)
    blue.order("stance hold")
    blue.until(lambda state: state["legal"] and state["entry"] >= 2)
    answer = client.http.post(f"/api/matches/{match}/branch", json={"entry": 2, "title": "Before the ford"})
    assert answer.status_code == 201, answer.text
    branch = answer.json()
    assert branch["title"] == "Before the ford"
    assert branch["open"] is False
    assert [player["kind"] for player in branch["players"]] == ["human", "agent"]
    twin = client.play(branch["id"], 0)
    assert twin.state["entry"] == 2
    assert twin.state["sheet"] == client.play(match, 0).ask("at", entry=2)["state"]["sheet"]
    twin.order("done")
    assert blue.state["entry"] == 2


def test_two_people_do_not_play_on_from_what_both_know(client: Client) -> None:
    match, *_ = begin(client)
    answer = client.http.post(f"/api/matches/{match}/branch", json={"entry": 1})
    assert answer.status_code == 403
    assert "computer" in answer.json()["hint"]


def test_who_watched_computers_takes_a_side_from_a_moment_on_and_does_not_see_what_is_hidden(
    client: Client,
) -> None:
    match = client.new(players=[AGENT, AGENT], open=True)
    watcher = client.play(match)
    watcher.until(lambda state: state["entry"] >= 4)
    wanted = {"entry": 2, "players": [{"kind": "human"}, AGENT], "pace": 0.5}
    branch = client.http.post(f"/api/matches/{match}/branch", json=wanted).json()
    assert (branch["open"], branch["pace"], branch["orders"]) == (False, 0.5, 2)
    assert [player["kind"] for player in branch["players"]] == ["human", "agent"]
    blue = client.play(branch["id"], 0)
    assert blue.state["seat"] == 0
    # Who looks on further still sees everything, and so does who plays both sides.
    for players in ([AGENT, AGENT], [{"kind": "human"}, {"kind": "human"}]):
        wanted = {"entry": 2, "players": players, "pace": 1}
        assert client.http.post(f"/api/matches/{match}/branch", json=wanted).json()["open"] is True


def test_a_match_of_computers_is_played_on_before_it_is_over(client: Client) -> None:
    match = client.new(players=[AGENT, AGENT])
    client.play(match).until(lambda state: state["entry"] >= 2)
    wanted = {"entry": 1, "players": [AGENT, {"kind": "human"}]}
    branch = client.http.post(f"/api/matches/{match}/branch", json=wanted).json()
    assert branch["open"] is False
    assert [player["kind"] for player in branch["players"]] == ["agent", "human"]


def test_nobody_takes_the_other_side_while_the_match_has_its_secrets(client: Client) -> None:
    match = client.new(players=[{"kind": "human"}, AGENT])
    client.play(match, 0).order("stance hold")
    wanted = {"entry": 1, "players": [AGENT, {"kind": "human"}]}
    answer = client.http.post(f"/api/matches/{match}/branch", json=wanted)
    assert answer.status_code == 403
    assert answer.json()["field"] == "players"


def test_a_match_that_is_removed_takes_its_notes_along(client: Client) -> None:
    match, blue, _ = begin(client)
    blue.ask("note", sort="unit", number=0, text="gone with it")
    assert client.http.delete(f"/api/matches/{match}").status_code == 204
    assert client.http.get(f"/api/matches/{match}").status_code == 404
