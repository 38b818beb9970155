"""A bot at a table of a server, without the library: a basra if it can, else the most cards.

python3 examples/bots/online.py http://127.0.0.1:8000 TOKEN TABLE SEAT
"""

import json
import sys
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

server, token, table, seat = sys.argv[1:]
numbers = count()


def call(path: str, body: object = None) -> Any:  # noqa: ANN401
    """Open an address of the server as the bot; the answer is read like a file."""
    data = json.dumps(body).encode() if body else None
    return urlopen(Request(server + path, data, {"Authorization": f"Bearer {token}"}))  # noqa: S310


def say(kind: str, **more: object) -> bool:
    """Send a command; what is refused is told, and changes nothing."""
    command = {"t": kind, "id": f"{kind}-{next(numbers)}-{token[:6]}", **more}
    try:
        call(f"/api/bot/tables/{table}/commands", command).close()
    except HTTPError as error:
        print(kind, error.read().decode(), file=sys.stderr)
        return False
    return True


def worth(offer: dict[str, Any]) -> tuple[int, int]:
    """Order what is offered."""
    return offer.get("basra", 0), len(offer["take"])


def main(version: int = 0) -> None:
    """Listen until the match is over, and answer."""
    for line in call("/api/bot/stream"):
        heard: dict[str, Any] = json.loads(line) if line.strip() else {"t": ""}
        if heard["t"] == "stream" and not (say("sit", seat=int(seat)) and say("ready")):
            return
        if heard["t"] == "welcome":
            version = heard["picture"]["v"]
        for event in heard.get("events", ()):
            version = event["v"]
            if event.get("k") == "scored" and not event["standing"]["over"]:
                say("goon")
            elif event.get("k") in {"ended", "closed"}:
                say("stand")
                return
        if heard.get("offers"):
            best = max(heard["offers"], key=worth)
            say("play", card=best["card"], take=best["take"], v=version)


main()
