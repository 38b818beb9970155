"""What a person does before the page, for tests: come to a table, sit, look, play."""

import json
import os
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as LateError

PATIENCE = 20_000
"""Milliseconds: a machine that runs other tests, too, may stop for some seconds."""
PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=800)
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
QUIET = {"speed": "none", "sound": False}


_WHERE = """() => {
  const table = document.querySelector('main.table')
  if (!table || table.dataset.busy === 'yes') return ''
  if (document.querySelector('[data-result]')) return 'result'
  if (document.querySelector('[data-sheet] .primary:not(:disabled)')) return 'sheet'
  return table.dataset.turn === 'own' ? 'turn' : ''
}"""
_ACT = f"""async () => {{
  const todo = ({_WHERE})()
  if (todo === 'sheet') document.querySelector('[data-sheet] .primary').click()
  if (todo !== 'turn') return todo
  const card = document.querySelector('[data-hand][aria-disabled=false]')
  if (card.getAttribute('aria-pressed') !== 'true') card.click()
  await new Promise(go => setTimeout(go))
  const way = document.querySelector('.way')
  if (way) way.click()
  else card.click()
  return todo
}}"""


class Room:
    """A server and a browser; who comes in, and what their pages complained of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def reader(
        self,
        name: str | None = "Hani",
        *,
        size: ViewportSize = DESK,
        language: str = "en",
        settings: dict[str, object] | None = None,
        **more: Any,  # noqa: ANN401 - what a browser can be told
    ) -> "Reader":
        """Return somebody with a browser of their own; without a name nobody knows them yet."""
        context = self.browser.new_context(
            viewport=size, locale=language, service_workers="block", **more
        )
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        kept = {
            "basra.settings": json.dumps({**QUIET, **(settings or {})}),
            "basra.language": language,
        }
        token = None
        if name is not None:
            answer = context.request.post(f"{self.address}/api/guests", data={"name": name})
            token = answer.json()["token"]
            kept["basra.token"] = token
        context.add_init_script(
            f"for (const [name, value] of Object.entries({json.dumps(kept)}))"
            " if (localStorage.getItem(name) === null) localStorage.setItem(name, value);"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return Reader(self.address, context, page, token)

    def close(self) -> None:
        """Send everybody home."""
        for context in self._contexts:
            context.close()


class Reader:
    """Somebody before a page."""

    def __init__(
        self, address: str, context: BrowserContext, page: Page, token: str | None
    ) -> None:
        self.address = address
        self.context = context
        self.page = page
        self._token = token

    def open_table(self, rules: str, bots: dict[str, str] | None = None, **policy: object) -> str:
        """Open a table with oneself on the first seat, and return its id."""
        answer = self.context.request.post(
            f"{self.address}/api/tables",
            headers={"Authorization": f"Bearer {self._token}"},
            data={"rules": rules, "policy": policy, "bots": bots or {}, "sit": 0},
        )
        assert answer.ok, answer.text()
        table: str = answer.json()["id"]
        return table

    def renew(self) -> None:
        """Take over the token that the page has been given."""
        self._token = self.page.evaluate("localStorage.getItem('basra.token')")

    def make_bot(self, name: str) -> None:
        """Make a bot of one's own."""
        headers = {"Authorization": f"Bearer {self._token}"}
        path = f"{self.address}/api/bots/tokens"
        assert self.context.request.post(path, headers=headers, data={"name": name}).ok

    def come(self, table: str) -> Self:
        """Follow the link of a table."""
        self.page.goto(f"{self.address}/t/{table}")
        self.page.wait_for_selector("main.table[data-v][data-line=online]")
        return self

    def press(self, name: str) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def sit(self) -> None:
        """Take the first empty seat; if somebody was quicker, the next one."""
        ready = self.page.get_by_role("button", name="Ready", exact=True).first
        for _ in range(4):
            self.press("Sit here")
            try:
                ready.wait_for(timeout=2_000)
            except LateError:
                continue
            return
        ready.wait_for()

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def hand(self) -> list[str]:
        """The own cards, in the order of the page."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-hand]", "all => all.map(one => one.dataset.hand)"
        )
        return found

    @property
    def floor(self) -> list[str]:
        """The cards of the floor."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-floor] [data-card]", "all => all.map(one => one.dataset.card)"
        )
        return found

    @property
    def told(self) -> list[str]:
        """What a screen reader has been told."""
        return self.page.locator("[role=log] p").all_text_contents()

    @property
    def table(self) -> dict[str, str]:
        """Version, turn and line of the table."""
        found: dict[str, str] = self.page.eval_on_selector(
            "main.table", "node => ({...node.dataset})"
        )
        return found

    def where(self) -> str:
        """Return what is to be done: ``turn``, ``sheet``, ``result`` or nothing yet."""
        found: str = self.page.evaluate(f"({_WHERE})()")
        return found

    def await_turn(self) -> None:
        """Wait until a card can be played."""
        self.page.wait_for_selector("main.table[data-turn=own][data-busy=no]")

    # --- what is done -----------------------------------------------------------------------------

    def play(self, card: str | None = None) -> str:
        """Play a card: touch it, touch it again, and pick a set where there are several."""
        card = card or self.playable()[0]
        chosen = self.page.locator(f"[data-hand='{card}']")
        if chosen.get_attribute("aria-pressed") != "true":
            chosen.click()
        way = self.page.locator(".way").first
        if way.is_visible():
            way.click()
        else:
            chosen.click()
        expect(chosen).to_have_count(0)
        return card

    def playable(self) -> list[str]:
        """Return the cards that may be played."""
        found: list[str] = self.page.eval_on_selector_all(
            "[data-hand][aria-disabled=false]", "all => all.map(one => one.dataset.hand)"
        )
        return found

    def touch(self, card: str) -> None:
        """Touch a card, also one that cannot be played now."""
        self.page.locator(f"[data-hand='{card}']").click(force=True)

    def act(self) -> str:
        """Do the next thing at once, if there is one; return what it was."""
        done: str = self.page.evaluate(_ACT)
        return done

    def play_to_sheet(self) -> None:
        """Play a deal to its end."""
        while self.where() != "sheet":
            if self.where() == "turn":
                self.act()
            self.page.wait_for_timeout(3)

    def shoot(self, name: str) -> None:
        """Keep a picture of the page for the README, if it is asked for."""
        if os.environ.get("BASRA_PICTURES"):
            PICTURES.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=PICTURES / f"{name}.png")


def play_on(*readers: Reader, plays: int = 100_000) -> None:
    """Let everybody play until the match is over, or so many rounds are done."""
    for _ in range(plays):
        if {"result"} == {reader.act() for reader in readers}:
            return
        readers[0].page.wait_for_timeout(3)
