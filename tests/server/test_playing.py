"""A whole match over sockets: by link, two persons, a third who looks on."""

from .sitting import House, call, guest, open_table, play_on, sitting


async def test_two_persons_play_a_match_by_link(house: House) -> None:
    hani, salma = await guest(house, "Hani"), await guest(house, "Salma")
    table = await open_table(house, hani, "egyptian;target=21", sit=0)
    async with (
        sitting(house, table, hani) as first,
        sitting(house, table, salma) as second,
        sitting(house, table) as looker,
    ):
        assert 0 == first.seat
        assert "ack" == (await second.do("sit", seat=1))["t"]
        assert "ack" == (await first.do("ready"))["t"]
        assert "ack" == (await second.do("ready"))["t"]
        await play_on([first, second], lambda: first.over and second.over)
        await looker.event("ended")
        assert first.version == second.version == looker.version
    text = (await call(house, "GET", f"/api/tables/{table}"))["phase"]
    assert "over" == text
