"""A guest of a server in line mode: joins a table by its link and plays there.

The server says which plays are legal and what each does; nothing is decided here. What is asked
and told goes through two functions, so that a test, or a pipe, can be the person.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from time import sleep
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosedError, WebSocketException
from websockets.sync.client import ClientConnection, connect

from basra.cards import Card, CardSet, Play
from basra.errors import BasraError
from basra.game import Played
from basra.match import Standing
from basra.narrate import (
    Offer,
    Telling,
    joined,
    side_name,
    tell_deal,
    tell_offer,
    tell_packet,
    tell_play,
    tell_result,
    telling_of,
)
from basra.texts import Catalogue, english, shown_name
from basra.variants import find_rules

PATIENCE = 10.0
"""Seconds to wait for the server where it answers at once."""
RETURNS = 20
"""How often it comes back to a table."""
PAUSE = 1.0
"""Seconds before it does."""
NO_TABLE = 4404
COME_BACK = {1001, 1006, 1012, 1013}
"""Codes with which a socket is closed that may be opened again."""
_RESULTS = ("won", "drawn", "resigned", "abandoned")
Message = Mapping[str, Any]


class Link(NamedTuple):
    """Where a table is."""

    server: str
    table: str


def read_link(text: str) -> Link:
    """Read the link of a table, as the page shares it. Raises BasraError.

    >>> from basra.guest import read_link
    >>> read_link("https://basra.example/t/k3f9x2a7bc")
    Link(server='https://basra.example', table='k3f9x2a7bc')
    """
    try:
        parts = urlsplit(text.strip())
        steps = parts.path.strip("/").split("/")
        is_whole = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no port, or no address, is written so
        is_whole = False
    if not is_whole or steps[0] != "t" or len(steps) < 2 or not steps[1].isalnum():
        raise BasraError("error.join.link", text=text)
    return Link(f"{parts.scheme}://{parts.netloc}", steps[1])


def become_guest(server: str, name: str) -> str:
    """Return the token of a new guest of a server. Raises BasraError."""
    body = json.dumps({"name": name}).encode()
    headers = {"Content-Type": "application/json"}
    asked = Request(f"{server}/api/guests", body, headers, method="POST")  # noqa: S310 - see read_link
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310
            token: str = json.load(answer)["token"]
    except HTTPError as refusal:
        raise _told(server, refusal) from None
    except (HTTPException, OSError, ValueError, KeyError, TypeError) as error:
        raise BasraError("error.join.server", server=server, reason=error) from None
    return token


def _told(server: str, refusal: HTTPError) -> BasraError:
    """Return what a server says is wrong, if it says so in words of the catalogues."""
    try:
        said = json.load(refusal)
        error = BasraError(said["key"], **said["facts"])
        error.said(english())
    except (HTTPException, OSError, ValueError, KeyError, TypeError):
        return BasraError("error.join.server", server=server, reason=refusal)
    return error


class Guest:
    """A person at a table of a server."""

    def __init__(
        self,
        words: Catalogue,
        socket: ClientConnection,
        ask: Callable[[str], str | None],
        tell: Callable[[str], None],
    ) -> None:
        """Speak by ``tell``, hear by ``ask``, which gives ``None`` at the end of input."""
        self._words, self._socket = words, socket
        self._ask, self._tell = ask, tell
        self._numbers = count(1)
        self._picture: dict[str, Any] = {}
        self._id = ""
        self._seat: int | None = None
        self._floor = CardSet(0)

    def play(self, token: str) -> None:
        """Sit down, play to the end of the match, and leave. Raises BasraError."""
        self._socket.send(json.dumps({"t": "hello", "token": token}))
        for message in self._messages():
            if self._hear(message):
                return

    def _messages(self) -> Iterator[Message]:
        for text in self._socket:
            yield json.loads(text)

    def _send(self, kind: str, **facts: object) -> None:
        self._socket.send(json.dumps({"t": kind, "id": f"line-{next(self._numbers)}", **facts}))

    def _hear(self, message: Message) -> bool:
        """Tell what a message says and answer it; return whether that was all."""
        kind = message["t"]
        if kind == "welcome":
            self._come_in(message)
        elif kind == "refused":
            error = message["error"]
            self._tell(BasraError(error["key"], **error["facts"]).said(self._words))
        elif kind == "events":
            for event in message["events"]:
                self._happen(event)
        over = self._picture.get("result") in _RESULTS
        offers = message.get("offers") or []
        return over or (bool(offers) and not self._choose(offers))

    # --- the table --------------------------------------------------------------------------------

    def _come_in(self, message: Message) -> None:
        self._seat, self._id = message["seat"], message["you"]["id"]
        if message["picture"] is not None:
            self._picture = dict(message["picture"])
        deal = self._picture["deal"]
        self._floor = _set(deal["floor"]) if deal else CardSet(0)
        if self._seat is not None or self._picture["phase"] != "gathering":
            return
        empty = [at for at, who in enumerate(self._picture["occupants"]) if who is None]
        if empty:
            self._send("sit", seat=empty[0])
        else:
            self._tell(self._words.say("join.full"))

    @property
    def _telling(self) -> Telling:
        names = [(who or {}).get("name", "") for who in self._picture["occupants"]]
        return telling_of(self._words, names, find_rules(self._picture["rules"]), self._seat or 0)

    def _happen(self, event: Message) -> None:
        """Tell an event, and keep what is needed to tell the next."""
        self._picture["v"] = event["v"]
        happened = getattr(self, f"_{event.get('k', 'hidden')}_happened", None)
        if happened is not None:
            happened(event)

    def _seated_happened(self, event: Message) -> None:
        self._picture["occupants"][event["seat"]] = event["who"]
        who = event["who"]
        self._tell(
            self._words.say("join.seated", name=shown_name(who["name"] or who.get("level", "")))
        )
        if who["id"] == self._id:
            self._seat = event["seat"]
            self._send("ready")

    def _dealt_happened(self, event: Message) -> None:
        self._floor = _set(event["floor"])
        self._tell(tell_deal(self._telling, event["deal"], event["dealer"]))

    def _packet_happened(self, event: Message) -> None:
        self._tell(tell_packet(self._words, event["packet"], event["packets"]))

    def _played_happened(self, event: Message) -> None:
        play = Play(Card(event["card"]), _set(event["captured"]))
        leavings, taker = _set(event.get("leavings", [])), event.get("taker")
        floor, basra = self._floor, event.get("basra", 0)
        for sentence in tell_play(
            self._telling, Played(event["seat"], play, floor, basra, leavings, taker)
        ):
            self._tell(sentence)
        taken = play.captured or CardSet(0)
        self._floor = floor.without(taken) if taken else floor | CardSet([play.card])

    def _scored_happened(self, event: Message) -> None:
        telling, words = self._telling, self._words
        points = [
            words.say("join.points", side=side_name(telling, side), count=scored)
            for side, scored in enumerate(event["scores"])
        ]
        self._tell(words.say("join.sheet", points=joined(words, points)))
        self._send("goon")

    def _ended_happened(self, event: Message) -> None:
        found = event["standing"]
        standing = Standing(
            tuple(found["totals"]),
            found["carried"],
            found["target"],
            tuple(found["wins"]),
            event.get("winner"),
            is_over=True,
        )
        self._picture["result"] = event["reason"]
        self._tell(tell_result(self._telling, standing))

    # --- the own turn -----------------------------------------------------------------------------

    def _choose(self, offers: list[Message]) -> bool:
        """Ask which of the legal plays it shall be; return whether the person plays on."""
        words, telling = self._words, self._telling
        for number, offer in enumerate(offers, 1):
            play = Play(Card(offer["card"]), _set(offer["take"]))
            told = Offer(play, offer.get("basra", 0), offer.get("clears", False))
            self._tell(words.say("plain.item", number=number, what=tell_offer(telling, told)))
        while (answer := self._ask(words.say("join.which"))) is not None:
            with suppress(ValueError):
                if 1 <= int(answer) <= len(offers):
                    chosen = offers[int(answer) - 1]
                    at = {"card": chosen["card"], "take": chosen["take"], "v": self._picture["v"]}
                    self._send("play", **at)
                    return True
            self._tell(words.say("plain.not_there", most=len(offers)))
        return False


def _set(cards: list[str]) -> CardSet:
    return CardSet("".join(cards) or "-")


def join(
    words: Catalogue,
    link: Link,
    name: str,
    ask: Callable[[str], str | None],
    tell: Callable[[str], None],
) -> None:
    """Play at the table of a link until the match is over or the input ends.

    Comes back if the line breaks or the server starts again. Raises BasraError.
    """
    token = become_guest(link.server, name)
    address = f"ws{link.server.removeprefix('http')}/ws/tables/{link.table}"
    reason: Exception | None = None
    for _ in range(RETURNS):
        try:
            with connect(address, compression=None) as socket:
                return Guest(words, socket, ask, tell).play(token)
        except ConnectionClosedError as closed:
            if closed.rcvd is not None and closed.rcvd.code == NO_TABLE:
                raise BasraError("error.server.table", table=link.table) from None
            reason = closed
            if closed.rcvd is not None and closed.rcvd.code not in COME_BACK:
                break
        except (OSError, WebSocketException) as error:
            if reason is None:  # it was not there before
                reason = error
                break
        sleep(PAUSE)
    raise BasraError("error.join.server", server=link.server, reason=reason) from None
