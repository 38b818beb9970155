"""The club of a server: accounts, ratings and all that people meet by, put together."""

from collections.abc import Callable

from fastapi import FastAPI

from basra.server.conduct.reports import Reports
from basra.server.conduct.routes import Conduct
from basra.server.conduct.routes import router as conduct_router
from basra.server.hub import Hub
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

ROUTERS = (people_router, ratings_router, seeks_router, conduct_router, tournaments_router)


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
        self.marks = Marks(self.accounts)
        self.waiting_room = WaitingRoom(store, self.book, self.marks, now, new_id)
        self.reports = Reports(self.accounts, self.marks, self.book)
        self.tournaments = Tournaments(store, self.book, now, new_id, entropy)
        self.book.entered = self.tournaments.entered
        self._settings = settings

    def begin(self, hub: Hub) -> None:
        """Look after what goes on by itself."""
        self.tournaments.begin(hub, self._settings.tournaments)

    def serve(self, app: FastAPI) -> None:
        """Let the calls of an application find what they need."""
        app.state.people = people_of(self.accounts, self._settings)
        app.state.conduct = Conduct(self.accounts, self.marks, self.reports)
        app.state.tournaments = self.tournaments
        app.state.waiting_room = self.waiting_room
        app.state.ranks = Ranks(self.book, self.accounts)

    async def close(self) -> None:
        """Wait for what is under way."""
        await self.tournaments.close()
        await self.book.close()
