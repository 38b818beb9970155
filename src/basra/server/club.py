"""The club of a server: accounts, ratings and all that people meet by, put together."""

from collections.abc import Awaitable, Callable
from logging import getLogger

from fastapi import FastAPI

from basra.server.answers import Guest
from basra.server.broker import Broker
from basra.server.conduct.reports import Reports
from basra.server.conduct.routes import Conduct
from basra.server.conduct.routes import router as conduct_router
from basra.server.directing import Director
from basra.server.hub import Hub
from basra.server.notices.keeping import Notices
from basra.server.notices.routes import router as notices_router
from basra.server.people.accounts import Accounts
from basra.server.people.marks import Marks
from basra.server.people.routes import people_of
from basra.server.people.routes import router as people_router
from basra.server.ratings.book import Book
from basra.server.ratings.routes import Ranks
from basra.server.ratings.routes import router as ratings_router
from basra.server.seeks.routes import router as seeks_router
from basra.server.seeks.waiting import WaitingRoom
from basra.server.settings import Settings
from basra.server.store import Store
from basra.server.tournaments.keeping import Tournaments
from basra.server.tournaments.routes import router as tournaments_router
from basra.table.events import Occupant
from basra.variants import key_of

ROUTERS = (
    people_router,
    ratings_router,
    seeks_router,
    conduct_router,
    tournaments_router,
    notices_router,
)

_log = getLogger("basra.server")


class Club:
    """What the calls of the club need."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        now: Callable[[], int],
        new_id: Callable[[], str],
        entropy: Callable[[], str],
    ) -> None:
        self.accounts = Accounts(store, now, new_id)
        self.book = Book(store)
        self.notices = Notices(store.engine, now)
        self.marks = Marks(self.accounts, self.notices)
        self.waiting_room = WaitingRoom(store, self.book, self.marks, self.notices, now, new_id)
        self.reports = Reports(self.accounts, self.marks, self.book, self.notices)
        self.director = Director(self.accounts, self.notices, entropy)
        self.tournaments = Tournaments(self.director, self.book)
        self.entered: list[Callable[[str], Awaitable[None]]] = [self.tournaments.entered]
        """Called with a table whose results have just been entered."""
        self.book.entered = self._entered
        self._settings = settings

    async def begin(self, hub: Hub) -> None:
        """Look after what goes on by itself."""
        for one in self._settings.moderators:
            if await self.accounts.find(one) is None:
                _log.warning("no account has the id %r, which is named as a moderator's", one)
        self.notices.stir = hub.stir
        self.tournaments.begin(hub, self._settings.tournaments)

    async def _entered(self, table: str) -> None:
        for one in self.entered:
            await one(table)

    def ask_again(self, table: str, who: Occupant, left: list[str]) -> None:
        """Let those who have left a table know that somebody wants to play again there."""
        path, facts = f"/t/{table}", {"name": who.name}
        self.notices.tell(left, "rematch", table, path, named=who.id, **facts)

    def opened(self, host: Guest, table: str, rules: str) -> None:
        """Let those who follow a person know of a public table."""
        facts = {"name": host.name, "variant": key_of(rules)}
        self.notices.tell_followers(host.id, "opened", f"/t/{table}", **facts)

    def serve(self, app: FastAPI, broker: Broker) -> None:
        """Let the calls of an application find what they need."""
        app.state.people = people_of(self.accounts, self._settings, broker)
        app.state.conduct = Conduct(self.accounts, self.marks, self.reports)
        app.state.notices = self.notices
        app.state.tournaments = self.tournaments
        app.state.waiting_room = self.waiting_room
        app.state.ranks = Ranks(self.book, self.accounts)

    async def close(self) -> None:
        """Wait for what is under way."""
        await self.tournaments.close()
        await self.book.close()
        await self.notices.close()
