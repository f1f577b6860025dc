"""Play by mail: a match in a file between two services, and files that somebody has changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from tests.server.clients import Client, Failed, Refused, Viewer

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.server.mail import chain
from phaseline.server.mail.identity import FILE, Identity
from phaseline.server.mail.letter import Offer, Tampered, offer_bytes, read
from phaseline.server.run import Running
from phaseline.server.settings import Settings


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[tuple[Client, Client]]:
    """Two people, each with a service of their own."""
    running = []
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        settings = Settings(
            database=str(tmp_path / name / "matches.sqlite3"), keys=str(tmp_path / name), port=0
        )
        running.append(Running(settings))
    clients = [Client(service.port) for service in running]
    yield clients[0], clients[1]
    for client, service in zip(clients, running, strict=True):
        client.close()
        service.stop()


def post(client: Client, path: str, status: int = 200, **body: Any) -> Any:
    answer = client.http.post(f"/api/mail/{path}", json=body or None)
    assert answer.status_code == status, answer.text
    return answer.json()


def offered(client: Client, **fields: Any) -> str:
    wanted = {"game": "skirmish", "scenario": "ford", "seat": 0, "name": "Ada", **fields}
    return str(post(client, "offer", 201, **wanted)["text"])


def begun(desks: tuple[Client, Client]) -> tuple[str, str]:
    """A match in which Bob (Red) has accepted and chosen a stance; its id, and the file that Ada gets."""
    ada, bob = desks
    state = post(bob, "accept", 201, text=offered(ada), name="Bob")
    match = str(state["id"])
    assert state["status"] == "yours"
    bob.play(match, 1).order("stance screen")
    return match, str(post(bob, f"{match}/send")["text"])


def test_a_match_goes_to_and_fro_until_it_is_over(desks: tuple[Client, Client]) -> None:
    ada, bob = desks
    match, text = begun(desks)
    assert post(ada, "open", text=text)["status"] == "yours"
    seats = {0: ada, 1: bob}
    seat, sent = 0, 1
    while True:
        client = seats[seat]
        viewer = client.play(match, seat)
        play_on(viewer)
        assert client.http.get(f"/api/mail/{match}").json()["status"] == "ready"
        file = post(client, f"{match}/send")
        sent += 1
        assert file["state"]["parts"] == sent
        assert post(client, f"{match}/send")["text"] == file["text"]
        seat = 1 - seat
        state = post(seats[seat], "open", text=file["text"])
        assert state["news"] == "The other side has moved."
        if state["status"] == "over":
            break
    records = [client.http.get(f"/api/matches/{match}/record").text.splitlines()[-1] for client in desks]
    assert records[0] == records[1]
    assert sent > 6


def test_each_side_sees_its_own_view_only(desks: tuple[Client, Client]) -> None:
    ada, bob = desks
    match, text = begun(desks)
    post(ada, "open", text=text)
    assert "screen" not in text
    assert "stance" not in text
    blue = ada.play(match, 0)
    assert not any(event.get("seat") == 1 and "screen" in event["text"] for event in blue.events)
    assert blue.events[-1]["text"] == "Red has chosen a stance"
    assert ada.look(match, 1).closed() == 4403
    assert bob.look(match, 0).closed() == 4403
    assert ada.http.get(f"/api/matches/{match}/record").status_code == 403
    swap = ada.http.patch(f"/api/matches/{match}", json={"players": [{"kind": "human"}] * 2})
    assert swap.status_code == 403


def test_the_file_can_be_sent_when_ones_part_is_over_and_then_stands(desks: tuple[Client, Client]) -> None:
    ada, bob = desks
    state = post(bob, "accept", 201, text=offered(ada), name="Bob")
    match = state["id"]
    assert "still have to decide" in post(bob, f"{match}/send", 409)["error"]
    viewer = bob.play(match, 1)
    viewer.order("stance screen")
    assert viewer.state["undo"]["possible"]
    post(bob, f"{match}/send")
    viewer = bob.play(match, 1)
    assert not viewer.state["undo"]["possible"]
    with pytest.raises((Refused, Failed)):
        viewer.ask("undo")


def test_what_the_command_has_done_meanwhile_is_seen(desks: tuple[Client, Client], tmp_path: Path) -> None:
    ada, _ = desks
    match, text = begun(desks)
    post(ada, "open", text=text)
    viewer = ada.play(match, 0)
    viewer.order("stance hold")
    assert ada.http.get(f"/api/mail/{match}").json()["match"]["orders"] == 2
    viewer.order("move 3rd-foot 0303")  # nobody has been sent out
    keys = tmp_path / "ada"
    command = Running(Settings(database=str(keys / "matches.sqlite3"), keys=str(keys), port=0))
    try:
        other = Client(command.port)
        seen = other.play(match, 0)
        seen.order("done")
        seen.order("done")
        assert ada.http.get(f"/api/mail/{match}").json()["status"] == "ready"
        sent = post(other, f"{match}/send")["text"]
        other.close()
    finally:
        command.stop()
    assert post(ada, f"{match}/send")["text"] == sent
    assert ada.http.get(f"/api/mail/{match}").json()["status"] == "theirs"


def test_wrong_steps_say_what_to_do(desks: tuple[Client, Client]) -> None:
    ada, bob = desks
    offer = offered(ada)
    assert "your own offer" in post(ada, "accept", 400, text=offer)["error"]
    assert post(ada, "open", text=offer)["status"] == "offered"
    assert post(bob, "open", text=offer)["status"] == "offer"
    state = post(bob, "accept", 201, text=offer, name="Bob")
    assert "already" in post(bob, "accept", 400, text=offer)["error"]
    names = {seat["title"]: (seat["name"], seat["you"]) for seat in state["seats"]}
    assert names == {"Blue": ("Ada", False), "Red": ("Bob", True)}
    assert bob.http.get("/api/mail/me").json()["name"] == "Bob"
    assert ada.http.get("/api/mail/nothing").status_code == 404
    foreign = post(ada, "open", 422, text="Phaseline record 1")["error"]
    assert "no file that came by mail" in foreign
    assert "JSON" not in foreign, "what a parser says helps nobody"
    assert post(ada, "offer", 400, game="skirmish", scenario="ford", seat=2)["field"] == "seat"


def changed(text: str, change: Callable[[Any], None]) -> str:
    plain = json.loads(text)
    change(plain)
    return json.dumps(plain)


def other_hex(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


TAMPERINGS: list[tuple[Callable[[Any], None], str]] = [
    (lambda file: file["offer"].update(scenario="ridge"), "the offer was changed after Ada signed it"),
    (lambda file: file.update(signature=other_hex(file["signature"])), "the offer was changed"),
    (lambda file: file["acceptance"].update(name="Eve"), "the acceptance was changed"),
    (lambda file: file.update(acceptance=None), "the acceptance was taken out"),
    (
        lambda file: file["parts"][0].update(body=other_hex(file["parts"][0]["body"])),
        "part 1 was changed after Bob signed it",
    ),
    (
        lambda file: file["parts"][0].update(beacon=other_hex(file["parts"][0]["beacon"])),
        "part 1 was changed",
    ),
    (lambda file: file["parts"].pop(0), "part 1 was changed after Ada signed it, or something before it"),
    (lambda file: file["parts"].append(file["parts"][1]), "part 3 is of Ada again"),
    (lambda file: file["parts"].append(file["parts"][0]), "part 3 was changed after Bob signed it"),
    (lambda file: file["parts"][0].update(seat=0), "part 2 is of Ada again|part 1 was changed after Ada"),
    (lambda file: file["parts"][0].update(extra=1), r'damaged: parts\[1\]: there is no "extra" here'),
    (lambda file: file.pop("offer"), 'damaged: "offer" is missing'),
    (lambda file: file.pop("phaseline_mail"), 'damaged: "phaseline_mail" is missing'),
    (lambda file: file["offer"].pop("seat"), 'damaged: offer: "seat" is missing'),
    (
        lambda file: file["offer"].update(id="Sunday"),
        'damaged: offer.id: "Sunday" stands here; digits and a to f alone are possible, 16 characters',
    ),
    (
        lambda file: file["acceptance"]["wrapped"].update({"2": "", "3": ""}),
        "damaged: acceptance.wrapped: 4 entries stand here; at most 2 are possible",
    ),
    (lambda file: file.update(parts=7), "damaged: parts: 7 stands here; a list is needed"),
    (lambda file: file.update(phaseline_mail=9, seal="x"), "of format 9: open it with the version"),
]


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A match of two parts, Bob's and Ada's."""
    folder = tmp_path_factory.mktemp("keys")
    ada, bob = Identity.kept_in(folder / "ada", "Ada"), Identity.kept_in(folder / "bob", "Bob")
    game = registry.game("skirmish")
    scenario = game.load("ford")
    offer = Offer(
        id="0123456789abcdef",
        title="Ford",
        game=game.key,
        scenario=scenario.key,
        options={},
        rules=game.version,
        data=scenario.digest,
        created="2026-01-01T00:00:00.000Z",
        seat=0,
        name=ada.name,
        key=ada.public,
    )
    letter = chain.accepted(chain.offered(offer, ada), bob, 1)
    for who, seat, stance in ((bob, 1, "stance screen"), (ada, 0, "stance hold")):
        match = chain.replayed(letter, who)
        chain.set_dice(match, chain.dice_seed(letter, seat, len(letter.parts)))
        orders = [stance]
        match.submit(seat, stance)
        while match.decision is not None and seat in match.decision.seats:
            orders.append(
                "done" if match.check(seat, "done") is None else match.write(next(iter(match.legal(seat))))
            )
            match.submit(seat, orders[-1])
        letter = chain.with_part(letter, who, seat, orders, match.position.digest())
    assert chain.replayed(letter, ada).position == chain.replayed(letter, bob).position
    return letter.write()


@pytest.mark.parametrize(
    "laid_around",
    [
        lambda text: f"Hello Bob,\n\nyour move!\n\n{text}\n-- \nAda {{on the road}}\n",
        lambda text: "On Sunday Ada wrote:\n" + indent(text, "> "),
        lambda text: "Fwd:\n" + indent(text, ">> ") + "\nSee above.",
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"\ufeff{text}",
    ],
    ids=["greeting", "quoted", "quoted twice", "line ends", "mark of an editor"],
)
def test_what_a_mail_program_lays_around_a_file_is_passed_over(
    signed: str, laid_around: Callable[[str], str]
) -> None:
    assert read(laid_around(signed)) == read(signed)


def test_half_a_file_in_a_mail_is_none(signed: str) -> None:
    half = indent(signed[: len(signed) // 2], "> ")
    with pytest.raises(Tampered, match="ask for it again"):
        read(f"Your move!\n{half}")


@pytest.mark.parametrize(("change", "words"), TAMPERINGS)
def test_a_changed_file_is_told_apart(signed: str, change: Callable[[Any], None], words: str) -> None:
    assert len(read(signed).parts) == 2
    with pytest.raises(Tampered, match=words):
        read(changed(signed, change))


def letter_of(who: Identity, **fields: Any) -> str:
    """An offer that somebody has made without this program, signed as it should be."""
    game = registry.game("skirmish")
    plain: dict[str, Any] = {
        "id": "0123456789abcdef",
        "title": "Ford",
        "game": game.key,
        "scenario": "ford",
        "options": {},
        "rules": game.version,
        "data": game.load("ford").digest,
        "created": "2026-01-01T00:00:00.000Z",
        "seat": 0,
        "name": who.name,
        "key": who.public,
        **fields,
    }
    signature = who.sign(offer_bytes(Offer(**plain)))
    return json.dumps({"phaseline_mail": 1, "offer": plain, "signature": signature})


WRONG_OFFERS: list[tuple[dict[str, Any], str]] = [
    ({"id": "x"}, r"offer\.id"),
    ({"id": "0123456789abcdef\n"}, r"offer\.id"),
    ({"id": "../../etc/passwd"}, r"offer\.id"),
    ({"id": "0" * 100_000}, r"offer\.id"),
    ({"seat": -1}, r"offer\.seat"),
    ({"seat": 5}, r"offer\.seat"),
    ({"seat": 2**62}, r"offer\.seat"),
    ({"seat": 2**70}, r"offer\.seat"),
    ({"seat": True}, r"offer\.seat"),
    ({"title": "x" * 201}, "title of the match is not one line"),
    ({"title": ""}, "title of the match is not one line"),
    ({"title": "a\x1b[2Jb"}, "title of the match is not one line"),
    ({"title": "a\nb"}, "title of the match is not one line"),
    ({"title": "a\u202eb"}, "title of the match is not one line"),
    ({"name": ""}, "player's name is not one line"),
    ({"name": "x" * 61}, "player's name is not one line"),
    ({"name": "Eve\x07"}, "player's name is not one line"),
    ({"game": "x" * 65}, r"offer\.game"),
    ({"scenario": "ford\nridge"}, r"offer\.scenario"),
    ({"rules": "\x1b"}, r"offer\.rules"),
    ({"data": "x" * 100}, r"offer\.data"),
    ({"created": "tomorrow"}, r"offer\.created"),
    ({"options": {"a b": 1}}, r"offer\.options"),
    ({"key": "zz"}, r"offer\.key"),
]


@pytest.mark.parametrize(("fields", "words"), WRONG_OFFERS)
def test_an_offer_that_this_program_would_not_make_is_refused_though_it_is_signed(
    tmp_path: Path, fields: dict[str, Any], words: str
) -> None:
    eve = Identity.kept_in(tmp_path, "Eve")
    assert read(letter_of(eve)).offer.title == "Ford"
    with pytest.raises(Tampered, match=words):
        read(letter_of(eve, **fields))


def test_text_that_is_no_file_is_refused_in_words(signed: str) -> None:
    for text in ("[" * 100_000, signed.replace('"Ford"', "[" * 70 + "]" * 70), "\ud800", signed[:-20]):
        with pytest.raises(Tampered, match="no match file"):
            read(text)


def test_a_record_is_told_from_a_file_by_mail() -> None:
    with pytest.raises(
        Tampered, match="this is the record of a match, and no file that came by mail: phaseline replay"
    ):
        read("\ufeffPhaseline record 1\nengine: phaseline 0.1.0\n")


def test_a_second_one_who_accepts_an_offer_is_named(desks: tuple[Client, Client], tmp_path: Path) -> None:
    ada, bob = desks
    offer = offered(ada)
    post(bob, "accept", 201, text=offer, name="Bob")
    match = read(offer).offer.id
    bob.play(match, 1).order("stance screen")
    post(ada, "open", text=str(post(bob, f"{match}/send")["text"]))
    eve = Identity.kept_in(tmp_path / "eve", "Eve")
    second = chain.accepted(read(offer), eve, 1).write()
    refused = post(ada, "open", 422, text=second)
    assert refused["error"].startswith(
        f"Eve (key {eve.public[:16]}) has accepted this offer as well; your match is"
    )
    assert "the one with Bob (key " in refused["error"]
    assert refused["hint"] == "an offer is for one opponent: offer Eve a match of their own"


def test_a_file_with_the_id_of_another_match_replaces_nothing(
    desks: tuple[Client, Client], tmp_path: Path
) -> None:
    _, bob = desks
    eve = Identity.kept_in(tmp_path / "eve", "Eve")
    own = bob.new(title="Mine")
    bob.play(own, 0).order("stance hold")
    refused = post(bob, "accept", 409, text=letter_of(eve, id=own), name="Bob")
    assert "another match here has the id" in refused["error"]
    known = bob.http.get(f"/api/matches/{own}").json()
    assert (known["title"], known["orders"]) == ("Mine", 1)
    assert bob.http.get(f"/api/mail/{own}").status_code == 404
    by_mail = post(bob, "accept", 201, text=letter_of(eve), name="Bob")["id"]
    other = letter_of(eve, title="Another offer", id=by_mail)
    for path in ("accept", "open"):
        assert "another match here has the id" in post(bob, path, 409, text=other)["error"]
    assert bob.http.get(f"/api/matches/{by_mail}").json()["title"] == "Ford"


def test_a_match_that_cannot_be_played_by_mail_is_not_accepted(
    desks: tuple[Client, Client], tmp_path: Path
) -> None:
    eve = Identity.kept_in(tmp_path / "eve", "Eve")
    for fields, status in (
        ({"game": "chess"}, 404),
        ({"scenario": "alamo"}, 422),
        ({"options": {"x": 1}}, 422),
    ):
        post(desks[1], "accept", status, text=letter_of(eve, **fields))
    assert desks[1].http.get("/api/matches").json() == []


def test_a_name_of_nothing_is_nobodys(tmp_path: Path) -> None:
    assert Identity.kept_in(tmp_path, "\x00\n").name == "somebody"
    assert Identity.kept_in(tmp_path, "Ada").name == "Ada"
    assert Identity.kept_in(tmp_path, "\x00").name == "Ada"


def test_the_service_says_what_was_changed_and_goes_on_with_the_true_file(
    desks: tuple[Client, Client],
) -> None:
    ada, _ = desks
    match, text = begun(desks)
    answer = post(ada, "open", 422, text=changed(text, TAMPERINGS[4][0]))
    assert (answer["field"], "part 1 was changed after Bob" in answer["error"]) == ("text", True)
    assert post(ada, "open", text=text)["id"] == match


def play_on(viewer: Viewer) -> None:
    """Random orders until the other side has to decide."""
    rng = random.Random(1)
    while viewer.state["legal"]:
        viewer.anything(rng)


def test_an_old_copy_and_a_second_story_are_told_apart(desks: tuple[Client, Client], tmp_path: Path) -> None:
    ada, bob = desks
    match, first = begun(desks)
    post(ada, "open", text=first)
    viewer = ada.play(match, 0)
    viewer.order("stance hold")
    play_on(viewer)
    second = str(post(ada, f"{match}/send")["text"])
    assert post(bob, "open", text=second)["status"] in {"yours", "over"}
    assert "older copy" in post(bob, "open", text=first)["news"]
    assert "Nothing" in post(bob, "open", text=second)["news"]
    # Ada plays her part again from the copy she was sent, and signs it as well.
    me = Identity.kept_in(tmp_path / "ada")
    letter = read(first)
    twin = chain.replayed(letter, me)
    chain.set_dice(twin, chain.dice_seed(letter, 0, 1))
    twin.submit(0, "stance screen")
    orders = ["stance screen"]
    while twin.decision is not None and 0 in twin.decision.seats:
        order = next(iter(twin.legal(0)))
        orders.append(twin.write(order))
        twin.submit(0, order)
    forged = chain.with_part(letter, me, 0, orders, twin.position.digest()).write()
    assert "another story" in post(bob, "open", 422, text=forged)["error"]


def test_a_stranger_opens_nothing(desks: tuple[Client, Client], tmp_path: Path) -> None:
    _, text = begun(desks)
    eve = Identity.kept_in(tmp_path / "eve", "Eve")
    with pytest.raises(chain.NotYours, match="other people"):
        chain.replayed(read(text), eve)
    mode = (tmp_path / "eve" / FILE).stat().st_mode & 0o777
    assert mode == 0o600


def test_orders_against_the_rules_are_found_though_they_are_signed(
    desks: tuple[Client, Client], tmp_path: Path
) -> None:
    _, text = begun(desks)
    me = Identity.kept_in(tmp_path / "ada")
    for orders, words in (
        (["stance hide"], "not legal"),
        (["stance hold"], "does not lead where Ada says"),
    ):
        forged = chain.with_part(read(text), me, 0, orders, "0" * 16)
        with pytest.raises(Tampered, match=words):
            chain.replayed(forged, me)


def test_nobody_chooses_the_dice(desks: tuple[Client, Client], tmp_path: Path) -> None:
    """A part's dice follow from what the other signed before it; what its author writes in it changes nothing."""
    _, text = begun(desks)
    me = Identity.kept_in(tmp_path / "ada")
    letter = read(text)
    seed = chain.dice_seed(letter, 0, 1)
    one = chain.with_part(letter, me, 0, ["stance hold"], "x")
    two = chain.with_part(letter, me, 0, ["stance screen"], "y")
    assert chain.dice_seed(one, 0, 1) == chain.dice_seed(two, 0, 1) == seed
    # Nor do Ada's orders change the dice of Bob's answer: the beacon signs what she was sent.
    assert chain.dice_seed(one, 1, 2) == chain.dice_seed(two, 1, 2) != seed
    rolls = [SeededDice(seed).roll(6, "x") for _ in range(3)]
    assert all(1 <= roll <= 6 for roll in rolls)
