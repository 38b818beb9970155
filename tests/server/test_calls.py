"""The calls over HTTP: what the protocol names is there, and nothing brings the server down."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

import basra
from basra.bots import LADDER
from basra.errors import BasraError
from basra.server.app import create
from basra.server.calls import problem
from basra.texts import languages
from basra.variants import VARIANTS

from .conftest import serving, settings_in
from .sitting import House, call, client_of, guest, held_by, log_of, open_table, pair, play_on

EXAMPLES = int(os.environ.get("BASRA_EXAMPLES", "5"))
SCHEMA = schemathesis.openapi.from_dict(create(settings_in(Path())).openapi())
# A body may be refused for its length alone, before it is looked at.
SCHEMA.config.checks.negative_data_rejection.expected_statuses.append("413")


@pytest.fixture(scope="module")
def calls(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.http) as client:
        yield client


@SCHEMA.parametrize()
@settings(
    max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None, derandomize=True
)
def test_every_answer_is_as_the_schema_says(case: Case[Any], house: House) -> None:
    # Of the texts that name no rules the schema cannot know.
    case.call_and_validate(base_url=house.http, excluded_checks=[positive_data_acceptance])


@pytest.mark.parametrize("key", ["error.server.store", "error.server.silent"])
def test_what_may_succeed_in_a_moment_is_no_fault_of_who_asks(key: str) -> None:
    assert 503 == problem(BasraError(key, reason="test")).status_code


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/assets/%00", "/a/" * 2000])
def test_a_path_that_no_file_can_have_is_the_page(calls: httpx.Client, path: str) -> None:
    assert calls.get("/").status_code == calls.get(path).status_code


async def test_a_link_that_no_code_holds_is_refused(house: House) -> None:
    table = await open_table(house, await guest(house))
    async with client_of(house) as client:
        path = f"/api/tables/{table}/qr.svg"
        answer = await client.get(path, headers={"host": "a" * 4000})
        assert (422, "error.server.long") == (answer.status_code, answer.json()["key"])
        assert 200 == (await client.get(path)).status_code


def test_the_menu_names_all_variants_levels_and_languages(calls: httpx.Client) -> None:
    variants = calls.get("/api/variants").json()
    assert list(VARIANTS) == [one["key"] for one in variants]
    assert {"seats": 4, "sides": 2, "rules": "egyptian;seats=4;sides=2"} in variants[2]["seats"]
    assert list(LADDER) == [one["level"] for one in calls.get("/api/bots").json()]
    assert languages() == [one["code"] for one in calls.get("/api/languages").json()]


def test_house_rules_say_what_is_usual_and_what_is_chosen(calls: httpx.Client) -> None:
    options = calls.get("/api/options", params={"rules": "egyptian;target=121;tie=all"}).json()
    by_name = {one["name"]: one for one in options}
    assert (121, 101) == (by_name["target"]["value"], by_name["target"]["usual"])
    assert "option.tie.all" == by_name["tie"]["words"][by_name["tie"]["values"].index(0)]
    assert ("flag", "number") == (by_name["komi"]["kind"], by_name["target"]["kind"])


def test_the_words_of_every_key_of_the_menu_are_in_the_catalogue(calls: httpx.Client) -> None:
    words = calls.get("/api/catalogue/en").json()["words"]
    for option in calls.get("/api/options").json():
        for key in (option["label"], *option["words"]):
            assert not key or key in words, key
    assert {"one": "{count} point", "other": "{count} points"} == words["score.points"]


def test_the_rules_of_a_table_in_sentences(calls: httpx.Client) -> None:
    told = calls.get("/api/rules", params={"rules": "cypriot;seats=3", "language": "en"}).json()
    assert any("Three" in one for part in told["sections"] for one in part["sentences"])


@pytest.mark.parametrize(
    ("path", "status", "key"),
    [
        ("/api/options?rules=egiptian", 422, "error.variant.near"),
        ("/api/rules?language=xx", 404, "error.server.language"),
        ("/api/catalogue/xx", 404, "error.server.language"),
        ("/api/tables/nowhere", 404, "error.server.table"),
        ("/api/me", 401, "error.server.token"),
        ("/api/nothing", 404, "error.server.path"),
    ],
)
def test_what_is_wrong_is_told_by_a_key(
    calls: httpx.Client, path: str, status: int, key: str
) -> None:
    answer = calls.get(path)
    assert (status, key) == (answer.status_code, answer.json()["key"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"rules":"nonsense"}',
        b'{"rules":"egyptian","sit":9}',
        b'{"rules":"egyptian","bots":{"1":"nobody"}}',
        b'{"rules":"egyptian","bots":{"3":"careful"}}',
        b'{"rules":"egyptian","policy":{"clock":-5}}',
        b'{"rules":"egyptian","policy":{"stand_in":"nobody"}}',
        b'{"rules":"' + b"x" * 9000 + b'"}',
    ],
)
async def test_a_table_that_makes_no_sense_is_not_opened(house: House, body: bytes) -> None:
    host = await guest(house)
    async with client_of(house, host) as client:
        answer = await client.post("/api/tables", content=body)
    assert answer.status_code in {400, 413, 422}
    assert answer.json()["key"].startswith("error.")


async def test_a_guest_is_who_the_token_says_and_may_be_renamed(house: House) -> None:
    hani = await guest(house, "  Umm\x00 Hani ")
    assert "Umm Hani" == hani.name
    assert {"id": hani.id, "name": "Umm Hani"} == await call(house, "GET", "/api/me", hani)
    renamed = await call(house, "PATCH", "/api/me", hani, json={"name": "Salma"})
    assert {"id": hani.id, "name": "Salma"} == renamed == await call(house, "GET", "/api/me", hani)


async def test_tokens_are_kept_as_hashes_only(house: House) -> None:
    hani = await guest(house)
    held = held_by(house)
    assert hani.id.encode() in held
    assert hani.token.encode() not in held


async def test_a_record_is_told_when_the_match_is_over(house: House) -> None:
    async with (  # SERVER-026
        pair(house, "egyptian;target=21") as (table, first, second),
        client_of(house) as client,
    ):
        early = await client.get(f"/api/tables/{table}/record")
        assert (422, "error.table.record") == (early.status_code, early.json()["key"])
        await play_on([first, second], lambda: first.over and second.over)
        record = await client.get(f"/api/tables/{table}/record")
    match = basra.loads_bgn(record.text)
    ended = log_of(house, table)[-1]
    assert list(match.standing.totals) == ended["standing"]["totals"]
    assert len(match.deals) == match.commitments


async def test_a_table_has_its_link_as_a_picture(house: House) -> None:
    host = await guest(house)
    table = await open_table(house, host)
    async with client_of(house) as client:
        drawn = await client.get(f"/api/tables/{table}/qr.svg")
    assert "image/svg+xml" == drawn.headers["content-type"]
    assert "<svg" in drawn.text


def test_what_does_not_change_is_not_sent_twice(calls: httpx.Client) -> None:
    first = calls.get("/api/catalogue/en")
    again = calls.get("/api/catalogue/en", headers={"If-None-Match": first.headers["etag"]})
    assert (200, 304, b"") == (first.status_code, again.status_code, again.content)


def test_every_answer_has_the_headers_of_security(calls: httpx.Client) -> None:
    for path in ("/", "/health", "/api/variants", "/api/nothing"):
        headers = calls.get(path).headers
        assert "nosniff" == headers["x-content-type-options"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_there_is_a_page_to_try_the_calls(calls: httpx.Client) -> None:
    assert "/api/docs.js" in calls.get("/api/docs").text
    assert "javascript" in calls.get("/api/docs.js").headers["content-type"]


def test_it_says_that_it_lives_and_takes_games(calls: httpx.Client) -> None:
    assert [{"status": "ok"}] * 2 == [calls.get(path).json() for path in ("/health", "/ready")]


def test_the_page_answers_every_other_path(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the page", encoding="utf-8")
    (static / "assets" / "a1.js").write_text("let a", encoding="utf-8")
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    with serving(tmp_path, static=static) as house, httpx.Client(base_url=house.http) as client:
        for path in ("/", "/t/abc", "/rules/egyptian", "/..%2fsecret", "/%2e%2e/secret"):
            assert "the page" == client.get(path).text
        script = client.get("/assets/a1.js")
        assert "immutable" in script.headers["cache-control"]
        assert 404 == client.get("/assets/gone.js").status_code
        etag = client.get("/").headers["etag"]
        assert 304 == client.get("/t/abc", headers={"If-None-Match": etag}).status_code


def test_a_page_that_was_not_built_says_how(tmp_path: Path) -> None:
    with serving(tmp_path, static=tmp_path / "none") as house:
        answer = httpx.get(house.http)
    assert (503, True) == (answer.status_code, "make page" in answer.text)
