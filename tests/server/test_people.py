"""Accounts: a guest claims a name and keeps everything; ways in, and the way out."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from basra.server.people.commonest import commonest
from basra.server.people.passkeys import MOST

from .conftest import serving
from .passkey import Passkey
from .sitting import Guest, House, call, client_of, guest, held_by, log_of, open_table, sitting

PASSWORD = "open sesame"  # noqa: S105 - of a test


async def claimed(house: House, name: str, password: str | None = PASSWORD) -> tuple[Guest, Any]:
    """Return a guest who has claimed a name, and the recovery codes."""
    found = await guest(house)
    told = await call(
        house, "POST", "/api/account", found, json={"name": name, "password": password}
    )
    return found._replace(name=name, token=told["token"]), told["codes"]


async def sign_in(house: House, name: str, **proof: str) -> httpx.Response:
    async with client_of(house) as client:
        return await client.post("/api/sessions", json={"name": name, **proof})


async def test_a_guest_keeps_who_it_is_by_claiming_a_name(house: House) -> None:
    salma, codes = await claimed(house, "Salma")
    assert 8 == len(set(codes))
    told = await call(house, "GET", "/api/account", salma)
    assert (salma.id, "Salma", True, True, 8) == tuple(
        told[key] for key in ("id", "name", "claimed", "password", "codes")
    )
    answer = await sign_in(house, "salma", password=PASSWORD)
    assert (201, salma.id) == (answer.status_code, answer.json()["id"])


@pytest.mark.parametrize("name", ["Zaynab", "zaynab", "Zаynаb", "Z a y n a b"])  # noqa: RUF001
async def test_a_name_that_looks_like_a_claimed_one_is_refused_to_all_others(
    tmp_path: Path, name: str
) -> None:
    with serving(tmp_path) as house:
        await claimed(house, "Zaynab")
        other = await guest(house, "Other")
        async with client_of(house, other) as client:
            answers = [
                await client.post("/api/guests", json={"name": name}),
                await client.patch("/api/me", json={"name": name}),
                await client.post("/api/account", json={"name": name, "password": PASSWORD}),
                await client.post("/api/bots/tokens", json={"name": name}),
            ]
        assert [(422, "error.people.taken")] * 4 == [
            (answer.status_code, answer.json()["key"]) for answer in answers
        ]


async def test_an_account_may_take_another_name_and_gives_its_own_back(house: House) -> None:
    umar, _ = await claimed(house, "Umar")
    await call(house, "PATCH", "/api/me", umar, json={"name": "UMAR"})
    await call(house, "PATCH", "/api/me", umar, json={"name": "Umar the Younger"})
    assert 422 == (await sign_in(house, "Umar", password=PASSWORD)).status_code
    assert 201 == (await sign_in(house, "Umar the Younger", password=PASSWORD)).status_code
    await guest(house, "Umar")


async def test_wrong_proofs_open_nothing_and_say_the_same(house: House) -> None:
    await claimed(house, "Layla")
    answers = [
        await sign_in(house, "Layla", password="something else"),  # noqa: S106
        await sign_in(house, "Layla", code="abcd-efgh-jkmn-pqrs"),
        await sign_in(house, "Nobody of that name", password=PASSWORD),
        await sign_in(house, "Layla"),
    ]
    assert [(422, "error.people.proof")] * 4 == [
        (answer.status_code, answer.json()["key"]) for answer in answers
    ]


async def test_a_recovery_code_opens_once(house: House) -> None:
    nour, codes = await claimed(house, "Nour")
    first = await sign_in(house, "Nour", code=codes[0].upper())
    assert (201, nour.id) == (first.status_code, first.json()["id"])
    assert 422 == (await sign_in(house, "Nour", code=codes[0])).status_code
    await call(house, "POST", "/api/account/codes", nour)
    assert 422 == (await sign_in(house, "Nour", code=codes[1])).status_code


async def test_a_password_is_changed_by_who_knows_it(house: House) -> None:
    rana, _ = await claimed(house, "Rana")
    wish = {"password": "another one", "current": "wrong"}
    async with client_of(house, rana) as client:
        assert 422 == (await client.put("/api/account/password", json=wish)).status_code
        wish["current"] = PASSWORD
        assert 200 == (await client.put("/api/account/password", json=wish)).status_code
    assert 422 == (await sign_in(house, "Rana", password=PASSWORD)).status_code
    assert 201 == (await sign_in(house, "Rana", password=wish["password"])).status_code


async def test_sessions_are_listed_and_ended(house: House) -> None:
    hoda, _ = await claimed(house, "Hoda")
    other = (await sign_in(house, "Hoda", password=PASSWORD, label="phone")).json()
    phone = hoda._replace(token=other["token"])
    told = (await call(house, "GET", "/api/account", phone))["sessions"]
    assert [("phone", True), ("", False)] == [(one["label"], one["current"]) for one in told]
    await call(house, "DELETE", "/api/sessions/first", phone)
    async with client_of(house, hoda) as client:
        assert 401 == (await client.get("/api/me")).status_code
    await call(house, "DELETE", f"/api/sessions/{told[0]['id']}", phone)
    async with client_of(house, phone) as client:
        assert 401 == (await client.get("/api/me")).status_code


async def test_passwords_codes_and_tokens_are_not_in_the_database(house: House) -> None:
    _, codes = await claimed(house, "Samir", "a password to look for")
    token = (await sign_in(house, "Samir", password="a password to look for")).json()["token"]  # noqa: S106
    held = held_by(house)
    assert b"$argon2id$" in held
    for secret in ("a password to look for", token, *codes):
        assert secret.encode() not in held


async def test_a_passkey_signs_in_without_a_password(house: House) -> None:
    amal, _ = await claimed(house, "Amal", None)
    key = Passkey(house.http, "127.0.0.1")
    asked = await call(house, "POST", "/api/signin/passkey/new", amal)
    new = {"id": asked["id"], "credential": key.register(asked["options"]), "label": "key"}
    await call(house, "POST", "/api/passkeys", amal, json=new)
    asked = await call(house, "POST", "/api/signin/passkey/options")
    proof = {"id": asked["id"], "credential": key.sign(asked["options"])}
    found = await call(house, "POST", "/api/signin/passkey", json=proof)
    assert (amal.id, "Amal") == (found["id"], found["name"])
    async with client_of(house) as client:
        again = await client.post("/api/signin/passkey", json=proof)
        assert (422, "error.people.challenge") == (again.status_code, again.json()["key"])
    (told,) = (await call(house, "GET", "/api/account", amal))["passkeys"]
    assert "key" == told["label"]
    await call(house, "DELETE", f"/api/passkeys/{told['id']}", amal)


async def test_an_account_has_so_many_passkeys_however_many_are_asked_for_before(
    house: House,
) -> None:
    wafa, _ = await claimed(house, "Wafa", None)
    asked = [await call(house, "POST", "/api/signin/passkey/new", wafa) for _ in range(MOST + 1)]
    found = []
    async with client_of(house, wafa) as client:
        for one in asked:
            credential = Passkey(house.http, "127.0.0.1").register(one["options"])
            new = {"id": one["id"], "credential": credential}
            found.append((await client.post("/api/passkeys", json=new)).status_code)
    assert [201] * MOST + [422] == found


async def test_a_passkey_of_another_page_or_another_key_is_refused(house: House) -> None:
    dina, _ = await claimed(house, "Dina", None)
    for origin, host in ((house.http, "evil.example"), ("https://evil.example", "127.0.0.1")):
        asked = await call(house, "POST", "/api/signin/passkey/new", dina)
        credential = Passkey(origin, host).register(asked["options"])
        async with client_of(house, dina) as client:
            new = {"id": asked["id"], "credential": credential}
            assert 422 == (await client.post("/api/passkeys", json=new)).status_code
    asked = await call(house, "POST", "/api/signin/passkey/options")
    unknown = Passkey(house.http, "127.0.0.1").sign(asked["options"])
    async with client_of(house) as client:
        for credential in (unknown, {}, {"id": unknown["id"], "response": []}):
            proof = {"id": asked["id"], "credential": credential}
            assert 422 == (await client.post("/api/signin/passkey", json=proof)).status_code


async def test_a_key_that_is_none_and_a_place_that_is_none_are_refused(house: House) -> None:
    wafaa, _ = await claimed(house, "Wafaa", None)
    asked = await call(house, "POST", "/api/signin/passkey/new", wafaa)
    listed = Passkey(house.http, "127.0.0.1").register(asked["options"], public=[])
    async with client_of(house, wafaa) as client:
        new = {"id": asked["id"], "credential": listed}
        nowhere = {"host": "["}
        answers = [
            await client.post("/api/passkeys", json=new),
            await client.post("/api/signin/passkey/new", headers=nowhere),
            await client.post("/api/signin/passkey/options", headers=nowhere),
        ]
    assert [(422, "error.people.proof")] * 3 == [
        (answer.status_code, answer.json()["key"]) for answer in answers
    ]


async def test_export_tells_everything_and_no_secret(house: House) -> None:
    faris, _ = await claimed(house, "Faris")
    table = await open_table(house, faris, sit=0)
    told = await call(house, "GET", "/api/account/export", faris)
    assert (["Faris"], [table]) == ([one["name"] for one in told["guests"]], told["tables"])
    assert "argon2" not in str(told)
    assert "hash" not in str(told)


async def test_export_tells_where_one_takes_part(house: House) -> None:
    host, who = await guest(house), await guest(house)
    tournament = {"name": "Friday", "rules": "egyptian"}
    made = (await call(house, "POST", "/api/tournaments", host, json=tournament))["id"]
    await call(house, "POST", f"/api/tournaments/{made}/entrants", who, json={})
    match = await call(house, "POST", "/api/duplicates", host, json={"rules": "egyptian"})
    place = {"table": 0, "seat": 0}
    await call(house, "PUT", f"/api/duplicates/{match['id']}/place", who, json=place)
    for one in (host, who):
        told = await call(house, "GET", "/api/account/export", one)
        assert ([made], [match["id"]]) == (told["tournaments"], told["duplicates"])


async def test_all_that_is_kept_is_told_so_many_times_an_hour(tmp_path: Path) -> None:
    with serving(tmp_path, exports=2) as house:
        async with client_of(house, await guest(house)) as client:
            found = [(await client.get("/api/account/export")).status_code for _ in range(3)]
    assert [200, 200, 429] == found


async def test_deletion_leaves_the_plays_without_a_name(house: House) -> None:
    ghada, _ = await claimed(house, "Ghada")
    table = await open_table(house, ghada, sit=0)
    async with client_of(house, ghada) as client:
        assert 422 == (await client.post("/api/account/deletion", json={})).status_code
        leave = {"password": PASSWORD}
        assert 200 == (await client.post("/api/account/deletion", json=leave)).status_code
        assert 401 == (await client.get("/api/me")).status_code
    assert "Ghada" not in str(log_of(house, table))
    await claimed(house, "Ghada")


async def test_guessing_ends_soon(tmp_path: Path) -> None:
    with serving(tmp_path, attempts=4) as house:
        await claimed(house, "Rami")
        found = [(await sign_in(house, "Rami", password="a guess")).status_code for _ in range(5)]  # noqa: S106
    assert [422, 422, 422, 429, 429] == found


# --- passwords that everybody tries -------------------------------------------------------------


@pytest.mark.parametrize("password", ["password1", "PassWord1", "12345678", "qwertyuiop"])
async def test_a_password_that_everybody_tries_first_is_refused(
    house: House, password: str
) -> None:
    somebody = await guest(house)
    async with client_of(house, somebody) as client:
        claim = {"name": "Maryam", "password": password}
        answer = await client.post("/api/account", json=claim)
        assert (422, "error.people.common") == (answer.status_code, answer.json()["key"])
        told = (await client.get("/api/account")).json()
    assert not told["claimed"]


async def test_nobody_changes_to_a_password_that_everybody_tries_first(house: House) -> None:
    sawsan, _ = await claimed(house, "Sawsan")
    async with client_of(house, sawsan) as client:
        wish = {"password": "sunshine", "current": PASSWORD}
        answer = await client.put("/api/account/password", json=wish)
        assert (422, "error.people.common") == (answer.status_code, answer.json()["key"])
    assert 201 == (await sign_in(house, "Sawsan", password=PASSWORD)).status_code


def test_the_commonest_passwords_that_could_be_chosen_are_known() -> None:
    assert 3_000 < sum(8 <= len(one) for one in commonest())
    assert all(one == one.casefold() for one in commonest())


# --- the guest before ---------------------------------------------------------------------------


async def signed_in_as_before(house: House, who: Guest, name: str) -> Any:  # noqa: ANN401 - any JSON
    proof = {"name": name, "password": PASSWORD}
    return await call(house, "POST", "/api/sessions", who, json=proof)


async def is_known(house: House, who: Guest) -> bool:
    async with client_of(house, who) as client:
        return (await client.get("/api/me")).status_code == 200


async def test_signing_in_ends_the_token_of_a_guest_who_has_done_nothing(house: House) -> None:
    sahar, _ = await claimed(house, "Sahar")
    blank = await guest(house)
    await open_table(house, sahar)
    told = await signed_in_as_before(house, blank, "Sahar")
    assert (sahar.id, False) == (told["id"], told["kept"])
    assert not await is_known(house, blank)
    assert await is_known(house, sahar._replace(token=told["token"]))
    assert await is_known(house, sahar)


async def sit(house: House, who: Guest, _: Guest) -> None:
    await open_table(house, who, sit=0)


async def look_on_and_speak(house: House, who: Guest, other: Guest) -> None:
    async with sitting(house, await open_table(house, other), who) as reader:
        await reader.do("phrase", phrase="phrase.hello")


async def follow(house: House, who: Guest, other: Guest) -> None:
    await call(house, "PUT", f"/api/marks/follow/{other.id}", who)


async def make_a_bot(house: House, who: Guest, _: Guest) -> None:
    await call(house, "POST", "/api/bots/tokens", who, json={"name": "Robin"})


async def begin_a_duel(house: House, who: Guest, other: Guest) -> None:
    wish = {"rules": "egyptian", "deals": 1}
    duel = (await call(house, "POST", "/api/contests", other, json=wish))["id"]
    await call(house, "POST", f"/api/contests/{duel}/attempt", who)


async def make_a_tournament(house: House, who: Guest, _: Guest) -> None:
    await call(house, "POST", "/api/tournaments", who, json={"name": "x", "rules": "egyptian"})


async def take_a_place(house: House, who: Guest, other: Guest) -> None:
    wish = {"rules": "egyptian"}
    one = (await call(house, "POST", "/api/duplicates", other, json=wish))["id"]
    place = {"table": 0, "seat": 0}
    await call(house, "PUT", f"/api/duplicates/{one}/place", who, json=place)


@pytest.mark.parametrize(
    "do",
    [
        sit,
        look_on_and_speak,
        follow,
        make_a_bot,
        begin_a_duel,
        make_a_tournament,
        take_a_place,
    ],
)
async def test_a_guest_who_would_lose_something_is_kept(
    house: House, do: Callable[[House, Guest, Guest], Awaitable[None]]
) -> None:
    other, _ = await claimed(house, f"For {do.__name__}"[:24])
    who = await guest(house)
    await do(house, who, other)
    told = await signed_in_as_before(house, who, other.name)
    assert told["kept"]
    assert await is_known(house, who)


async def test_the_token_of_a_bot_survives_what_it_signs_in_with(house: House) -> None:
    owner, _ = await claimed(house, "Bahija")
    told = await call(house, "POST", "/api/bots/tokens", owner, json={"name": "Robin"})
    robin = Guest(**told)
    assert (await signed_in_as_before(house, robin, "Bahija"))["kept"]
    assert await is_known(house, robin)


async def test_a_wrong_proof_ends_nothing(house: House) -> None:
    await claimed(house, "Lubna")
    blank = await guest(house)
    async with client_of(house, blank) as client:
        proof = {"name": "Lubna", "password": "not this"}
        assert 422 == (await client.post("/api/sessions", json=proof)).status_code
    assert await is_known(house, blank)
