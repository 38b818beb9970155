"""The club of a server: accounts, ratings and all that people meet by, put together."""

from collections.abc import Callable

from fastapi import FastAPI

from basra.server.conduct.reports import Reports
from basra.server.conduct.routes import Conduct
from basra.server.conduct.routes import router as conduct_router
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

ROUTERS = (people_router, ratings_router, seeks_router, conduct_router)


class Club:
    """What the calls of the club need."""

    def __init__(
        self, store: Store, settings: Settings, now: Callable[[], int], new_id: Callable[[], str]
    ) -> None:
        self.accounts = Accounts(store, now, new_id)
        self.book = Book(store)
        self.marks = Marks(self.accounts)
        self.waiting_room = WaitingRoom(store, self.book, self.marks, now, new_id)
        self.reports = Reports(self.accounts, self.marks, self.book)
        self._settings = settings

    def serve(self, app: FastAPI) -> None:
        """Let the calls of an application find what they need."""
        app.state.people = people_of(self.accounts, self._settings)
        app.state.conduct = Conduct(self.accounts, self.marks, self.reports)
        app.state.waiting_room = self.waiting_room
        app.state.ranks = Ranks(self.book, self.accounts)

    async def close(self) -> None:
        """Wait for what is under way."""
        await self.book.close()
