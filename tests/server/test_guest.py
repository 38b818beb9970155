"""A guest from the terminal: joins by a link, plays, and says what is wrong with a link."""

import asyncio
import json
import threading

import pytest
from websockets.sync.server import ServerConnection, serve

from basra.errors import BasraError
from basra.guest import join, read_link
from basra.texts import english

from .sitting import House, guest, open_table, play_on, sitting


@pytest.mark.parametrize(
    "text",
    ["", "nothing", "ftp://basra.example/t/k3f9", "https://basra.example/", "http://x/t/../a"],
)
def test_what_is_no_link_of_a_table_is_refused(text: str) -> None:
    with pytest.raises(BasraError, match="is no link of a table"):
        read_link(text)


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(BasraError, match="cannot be reached"):
        join(english(), read_link("http://127.0.0.1:9/t/k3f9"), "", lambda _: None, print)


async def test_a_guest_from_the_terminal_plays_a_match_with_one_of_the_page(house: House) -> None:
    host = await guest(house, "Hani")
    table = await open_table(house, host, "egyptian;target=21", sit=0)
    told: list[str] = []
    asked: list[str] = []

    def answer(question: str) -> str:
        asked.append(question)
        return "7000" if len(asked) == 1 else "1"

    link = read_link(f"{house.http}/t/{table}")
    playing = asyncio.create_task(
        asyncio.to_thread(join, english(), link, "Salma", answer, told.append)
    )
    async with sitting(house, table, host) as first:
        await first.do("ready")
        await play_on([first], lambda: first.over)
    await asyncio.wait_for(playing, 10)
    assert "Salma sits down." in told
    refusal = next(at for at, said in enumerate(told) if said.startswith("Type a number"))
    most, _, _ = told[refusal - 1].partition(":")
    assert english().say("plain.not_there", most=most) == told[refusal]
    assert any(sentence.startswith("You play ") for sentence in told)
    assert any(sentence.startswith("Hani plays ") for sentence in told)
    assert any(sentence.startswith("The deal is over: ") for sentence in told)
    assert "the match" in told[-1]


async def test_who_leaves_is_gone_and_the_table_goes_on(house: House) -> None:
    host = await guest(house, "Hani")
    table = await open_table(house, host, "egyptian", sit=0)
    link = read_link(f"{house.http}/t/{table}")
    playing = asyncio.create_task(
        asyncio.to_thread(join, english(), link, "Salma", lambda _: None, lambda _: None)
    )
    async with sitting(house, table, host) as first:
        await first.do("ready")
        await play_on([first], playing.done)
        await asyncio.wait_for(playing, 10)
        assert not first.over


@pytest.mark.parametrize("text", ["http://[/t/abc", "http://localhost:abc/t/x1", "http:///t/x1"])
def test_what_is_no_address_is_no_link(text: str) -> None:
    with pytest.raises(BasraError, match="is no link of a table"):
        read_link(text)


async def test_what_the_server_refuses_is_said_in_its_words(house: House) -> None:
    link = read_link(f"{house.http}/t/none")
    with pytest.raises(BasraError, match="a name has to have a letter"):
        await asyncio.to_thread(join, english(), link, "\u200b", lambda _: None, print)


async def test_a_table_that_is_not_there_is_named(house: House) -> None:
    link = read_link(f"{house.http}/t/none")
    with pytest.raises(BasraError, match="there is no table 'none'"):
        await asyncio.to_thread(join, english(), link, "Salma", lambda _: None, print)


def test_a_guest_comes_back_when_the_server_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("basra.guest.PAUSE", 0.0)
    monkeypatch.setattr("basra.guest.become_guest", lambda *_: "token")
    codes = [1012, 1013, 4404]
    greeted = []

    def serves(socket: ServerConnection) -> None:
        greeted.append(json.loads(socket.recv())["token"])
        socket.close(codes[len(greeted) - 1])

    with serve(serves, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        with pytest.raises(BasraError, match="there is no table 'k3f9'"):
            join(
                english(), read_link(f"http://127.0.0.1:{port}/t/k3f9"), "S", lambda _: None, print
            )
    assert ["token"] * 3 == greeted
