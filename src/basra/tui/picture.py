"""A picture of the table as it stands in the terminal, for the pages that show the game."""

import re
from pathlib import Path

from basra.cards import CardSet, Play
from basra.solo import Phase, Solo, seeds_from
from basra.texts import Catalogue, english
from basra.tui.app import BasraApp
from basra.tui.board import offers_of
from basra.tui.table import TableScreen
from basra.wishes import SAVED, Wishes

SIZE = (100, 30)
_SEED = "7"
_FEWEST_ON_FLOOR = 6
_FEWEST_CAPTURED = 3


def lively(seed: str = _SEED) -> Solo:
    """Return a match for two at a moment with a full floor and a capture of some cards."""
    seeds = seeds_from(seed)
    solo = Solo.begin("egyptian", seed=next(seeds))
    while True:
        if solo.phase is Phase.OVER:
            solo = Solo.begin("egyptian", seed=next(seeds))
        elif solo.phase is Phase.BOT:
            solo.step()
        elif solo.phase is Phase.SHEET:
            solo.go_on()
        else:
            if solo.deal_number > 1 and _is_lively(solo):
                return solo
            solo.play(solo.hint() or solo.offers()[0].play)


def _is_lively(solo: Solo) -> bool:
    full = solo.view.floor.bit_count() >= _FEWEST_ON_FLOOR
    return full and _greatest(solo) is not None and len(solo.offers()) >= 3


def _greatest(solo: Solo) -> Play | None:
    """Return the greatest capture that leaves no choice, if it takes some cards."""
    plays = [
        found[0].play
        for card in CardSet(solo.view.hand)
        if len(found := offers_of(solo.offers(), card)) == 1
    ]
    best = max(plays, key=lambda play: len(play.captured), default=None)
    return best if best is not None and len(best.captured) >= _FEWEST_CAPTURED else None


async def terminal_picture(work: Path, words: Catalogue | None = None) -> str:
    """Return the picture as SVG; ``work`` is a folder for the match that is shown.

    Re-make the picture of the front page with::

        asyncio.run(terminal_picture(Path(folder)))
    """
    solo = lively()
    solo.save(work / SAVED)
    app = BasraApp(
        words or english(), seeds_from(_SEED), work, wishes=Wishes(), resume=True, pause=0
    )
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen, best = app.screen, _greatest(solo)
        if isinstance(screen, TableScreen) and best is not None:
            await pilot.press(str(screen.hand.index(best.card) + 1))
            await pilot.pause()
        return without_web_fonts(app.export_screenshot(title=app.title))


def without_web_fonts(svg: str) -> str:
    """Return a picture that fetches no font: every reader has a font of fixed width."""
    return re.sub(r"@font-face \{[^}]*\}\s*", "", svg)
