"""Matches over REST: start, list, change, remove, records in and out, branches."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.clients import Client, begin

from phaseline.atlas import HexMap, draw
from phaseline.atlas.draw import painter
from phaseline.engine import record, registry


def test_about_tells_what_can_be_played(client: Client) -> None:
    about = client.http.get("/api/about").json()
    games = {game["key"]: game for game in about["games"]}
    assert {"skirmish", "westfront", "eisenhower"} <= games.keys()
    skirmish = games["skirmish"]
    assert skirmish["seats"] == ["Blue", "Red"]
    assert skirmish["scenarios"][0]["key"] == "ford"
    weather = next(option for option in skirmish["options"] if option["name"] == "weather")
    assert (weather["type"], weather["choices"], weather["default"]) == (
        "choice",
        ["rolled", "dry"],
        "rolled",
    )
    assert "random" in {agent["key"] for agent in about["agents"]}


@pytest.mark.parametrize(
    ("address", "body", "status", "error", "field"),
    [
        ("", None, 400, "the request has no body", None),
        ("", {"game": "skirmish"}, 400, '"scenario" is missing', "scenario"),
        ("", {"game": "skirmish", "scenario": "ford", "colour": 1}, 400, 'there is no "colour" here; known are game, scenario, ', "colour"),
        ("", {"game": "skirmish", "scenario": "ford", "players": [{}]}, 400, 'players[0]: "kind" is missing', "players[0].kind"),
        ("", {"game": "skirmish", "scenario": "ford", "players": [{"kind": "god"}]}, 400, 'players[0].kind: "god" is not possible here; possible are agent, human, remote', "players[0].kind"),
        ("", {"game": 5, "scenario": "ford"}, 400, "game: 5 stands here; a text is needed", "game"),
        ("", {"game": "skirmish", "scenario": "ford", "players": {}}, 400, "players: a mapping stands here; a list is needed", "players"),
        ("", [1], 400, "a list stands here; a mapping is needed", None),
        ("", {"game": "skirmish", "scenario": "ford", "title": "x" * 70_000}, 413, "the body of the request is too large", None),
        ("", {"game": "skirmish", "scenario": "ford", "players": [{"kind": "agent"}]}, 400, "a computer player is named by its `agent`", "players"),
        ("/one/two/three", {}, 404, "there is nothing at this address", None),
        ("/one/record", {}, 405, "this address does not answer to this method", None),
        ("", {"game": "france44", "scenario": "seine", "options": {"german_trucks": 10**15}}, 400, "option german_trucks of france44", "options"),
    ],
)  # fmt: skip
def test_a_request_of_the_wrong_shape_is_told_what_and_what_to_do(
    client: Client, address: str, body: Any, status: int, error: str, field: str | None
) -> None:
    answer = (
        client.http.post(f"/api/matches{address}", json=body)
        if body is not None
        else client.http.post("/api/matches")
    )
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["error"].startswith(error)
    assert problem["field"] == field
    assert problem["hint"] or "write a whole number from -99 to 99" in problem["error"]


def test_rules_come_in_order(client: Client) -> None:
    cases = client.http.get("/api/games/skirmish/rules").json()["cases"]
    assert cases[0]["case"] == "1.1"
    assert all(case["text"] for case in cases)
    assert client.http.get("/api/games/chess/rules").status_code == 404


def test_the_map_is_sent_once(client: Client) -> None:
    address = "/api/games/skirmish/scenarios/ford/map?fog=false"
    answer = client.http.get(address)
    assert answer.status_code == 200
    found = answer.json()
    assert found["scene"]["layers"]
    ford = found["grid"]["hexes"]
    assert {"id", "label", "x", "y", "terrain"} <= ford[0].keys()
    assert {unit["side"] for unit in found["roster"]} == {0, 1}
    again = client.http.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_map_is_drawn_once_for_all_that_is_played_on_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def scene(map: HexMap) -> Any:
        drawn.append(map.name)
        return painter.scene(map)

    monkeypatch.setattr(draw, "scene", scene)
    address = "/api/games/skirmish/scenarios/{}/map?fog={}"
    maps = [client.http.get(address.format(*of)).json() for of in [("ford", "false"), ("ford", "true")]]
    assert len(drawn) == 1
    assert maps[0]["scene"] == maps[1]["scene"]
    client.http.get(address.format("ridge", "true"))
    assert len(drawn) == 2


def test_a_map_says_what_its_scenario_is_about(client: Client) -> None:
    """On one map a scenario in Italy is shown elsewhere than one in France, before any match of it begins."""
    game = registry.game("war_in_europe")
    framed = []
    for key in ("diadem", "france_1940"):
        briefing = game.aids.briefing(game.load(key), None)
        assert briefing is not None
        framed.append(client.http.get(f"/api/games/war_in_europe/scenarios/{key}/map").json()["frame"])
        assert framed[-1] == list(briefing.frame)
    assert framed[0]
    assert framed[0] != framed[1]
    assert client.http.get("/api/games/midway/scenarios/pto/map").json()["frame"] == []


def test_a_match_is_listed_changed_and_removed(client: Client) -> None:
    match = client.new(title="Sunday", players=[{"kind": "human", "name": "Ada"}])
    assert [found["id"] for found in client.http.get("/api/matches").json()] == [match]
    summary = client.http.get(f"/api/matches/{match}").json()
    assert summary["title"] == "Sunday"
    assert summary["players"] == [{"kind": "human", "name": "Ada"}, {"kind": "human"}]
    assert summary["waiting"] == [0, 1]
    changed = client.http.patch(f"/api/matches/{match}", json={"title": "Monday"}).json()
    assert (changed["title"], changed["players"]) == ("Monday", summary["players"])
    assert client.http.delete(f"/api/matches/{match}").status_code == 204
    assert client.http.get(f"/api/matches/{match}").status_code == 404
    assert client.http.delete(f"/api/matches/{match}").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "status", "field", "word"),
    [
        ({"scenario": "ford"}, 400, None, "game"),
        ({"game": "chess", "scenario": "ford"}, 404, "game", "chess"),
        ({"game": "skirmish", "scenario": "alamo"}, 404, "scenario", "alamo"),
        ({"game": "skirmish", "scenario": "ford", "options": {"wether": 1}}, 400, "options", "wether"),
        ({"game": "skirmish", "scenario": "ford", "seed": "12"}, 400, "seed", "64"),
        ({"game": "skirmish", "scenario": "ford", "pace": -1}, 400, "pace", "seconds"),
        ({"game": "skirmish", "scenario": "ford", "title": "x" * 500}, 400, "title", "200"),
        ({"game": "skirmish", "scenario": "ford", "colour": "red"}, 400, None, "colour"),
        ({"game": "skirmish", "scenario": "ford", "players": [{"kind": "god"}]}, 400, "players", "god"),
        (
            {"game": "skirmish", "scenario": "ford", "players": [{"kind": "agent", "agent": "hal"}]},
            400,
            "players",
            "hal",
        ),
        (
            {
                "game": "westfront",
                "scenario": "husky",
                "players": [{"kind": "agent", "agent": "general:pull.strenght=1"}],
            },
            400,
            "players",
            "did you mean pull.strength",
        ),
        (
            {"game": "skirmish", "scenario": "ford", "players": [{"kind": "human"}] * 3},
            400,
            "players",
            "2 seats",
        ),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(
    client: Client, wanted: dict[str, Any], status: int, field: str | None, word: str
) -> None:
    answer = client.http.post("/api/matches", json=wanted)
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert word in problem["error"]
    if field is not None:
        assert problem["field"].startswith(field)


@pytest.mark.parametrize("name", ["x" * 61, "a\x1b[2J", "a\nb", "\u202e"])
def test_names_are_one_line_wherever_they_come_in(client: Client, name: str) -> None:
    players = [{"kind": "human", "name": name}]
    wanted = {"game": "skirmish", "scenario": "ford", "players": players}
    match = client.new(open=True)
    text = client.http.get(f"/api/matches/{match}/record").text
    for answer in (
        client.http.post("/api/matches", json=wanted),
        client.http.patch(f"/api/matches/{match}", json={"players": players}),
        client.http.post("/api/matches/import", json={"text": text, "players": players}),
    ):
        assert (answer.status_code, answer.json()["field"]) == (400, "players")
        assert "60 characters" in answer.json()["error"]


def test_players_are_kept_as_far_as_it_belongs_to_them(client: Client) -> None:
    match = client.new(players=[{"kind": "human", "name": " Ada ", "agent": "x" * 50_000}])
    assert client.http.get(f"/api/matches/{match}").json()["players"][0] == {"kind": "human", "name": "Ada"}


def test_a_computer_player_may_carry_weights(client: Client) -> None:
    player = {"kind": "agent", "agent": "general:pull.guard=0.3:battle.threat=x0.5"}
    match = client.new("westfront", "husky", players=[{"kind": "human"}, player], open=True)
    assert client.http.get(f"/api/matches/{match}").json()["players"][1] == player


def test_a_branch_of_a_match_with_a_long_title_has_a_title(client: Client) -> None:
    match = client.new(title="x" * 200, open=True)
    branch = client.http.post(f"/api/matches/{match}/branch", json={"entry": 0})
    assert branch.status_code == 201, branch.text
    assert branch.json()["title"] == "x" * 186 + ", from entry 0"


def test_a_body_that_is_too_large_is_not_read(client: Client) -> None:
    answer = client.http.post(
        "/api/matches", json={"game": "skirmish", "scenario": "ford", "title": "x" * 100_000}
    )
    assert answer.status_code == 413
    assert answer.json()["error"]


def test_a_record_stays_sealed_until_the_match_is_over(client: Client) -> None:
    match, _, _ = begin(client)
    refused = client.http.get(f"/api/matches/{match}/record")
    assert refused.status_code == 403
    assert "transcript" in refused.json()["hint"]
    mine = client.http.get(f"/api/matches/{match}/transcript", params={"seat": 0}).text
    assert "Blue: stance hold" in mine
    assert "stance screen" not in mine
    assert client.http.get(f"/api/matches/{match}/transcript", params={"seat": 7}).status_code == 400


def test_a_record_goes_out_and_comes_in(client: Client) -> None:
    match, _, _ = begin(client, open=True)
    text = client.http.get(f"/api/matches/{match}/record").text
    assert [entry.order is not None for entry in record.load(text).entries] == [False, True, True]
    answer = client.http.post("/api/matches/import", json={"text": text, "title": "again", "open": True})
    assert answer.status_code == 201, answer.text
    twin = answer.json()
    assert (twin["orders"], twin["title"]) == (2, "again")
    again = client.http.get(f"/api/matches/{twin['id']}/record").text
    assert again.splitlines()[-1] == text.splitlines()[-1]  # the fingerprint of the last position
    broken = client.http.post(
        "/api/matches/import", json={"text": text.replace("stance hold", "stance hide")}
    )
    assert broken.status_code == 400
    assert broken.json()["field"] == "text"
    assert "line" in broken.json()["error"]


def test_a_branch_goes_on_from_an_earlier_entry(client: Client) -> None:
    match, blue, _ = begin(client, open=True)
    blue.order("move 3rd-foot 0303")
    answer = client.http.post(f"/api/matches/{match}/branch", json={"entry": 2})
    assert answer.status_code == 201, answer.text
    branch = answer.json()
    assert (branch["orders"], branch["open"]) == (2, True)
    viewer = client.play(branch["id"])
    assert viewer.order("move 3rd-foot 0303") == 3
    assert client.http.post(f"/api/matches/{match}/branch", json={"entry": 99}).status_code == 400
    closed, _, _ = begin(client)
    assert client.http.post(f"/api/matches/{closed}/branch", json={"entry": 0}).status_code == 403


def test_the_interface_describes_itself(client: Client) -> None:
    described = client.http.get("/schema/openapi.json").json()
    assert {"/api/about", "/api/matches", "/api/matches/{match_id}"} <= described["paths"].keys()
    assert described["info"]["title"] == "Phaseline"
    page = client.http.get("/schema").text
    assert "/api/matches/{match_id}/branch" in page
    assert "id='Summary'" in page
    assert "http://" not in page
    assert "https://" not in page
