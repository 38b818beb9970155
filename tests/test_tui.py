"""The full-screen game, played with keys and the mouse."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from basra import BasraError, Card, CardSet, Deal, Match, Play, find_rules
from basra.narrate import CardStyle, Offer, telling_of
from basra.rules import OPTIONS
from basra.solo import Phase, Solo
from basra.texts import english
from basra.tui import board
from basra.tui.app import BasraApp, run
from basra.tui.asking import AskScreen, ChoiceScreen
from basra.tui.cards import Cards
from basra.tui.dials import Dials
from basra.tui.faces import Face, Size, picture
from basra.tui.house import HouseScreen, shown_options, value_text
from basra.tui.keyline import KeyLine
from basra.tui.picture import terminal_picture
from basra.tui.reading import RulesScreen
from basra.tui.setup import SetupScreen
from basra.tui.sheet import SheetScreen
from basra.tui.table import TableScreen
from basra.wishes import SAVED, SPEEDS, WISHES, Wishes, load_wishes

SIZES = [(80, 24), (60, 20), (120, 40), (44, 16)]


def app_of(folder: Path, rules: str | None = "egyptian", **options: object) -> BasraApp:
    wishes = Wishes(levels=("greedy",) * 3)
    if rules is not None:
        table = find_rules(rules)
        wishes = wishes._replace(variant=rules.split(";", maxsplit=1)[0], rules=table)
    options.setdefault("pause", 0.0)
    seeds: Iterable[str] = options.pop("seeds", ("7", "8", "9"))  # type: ignore[assignment]
    return BasraApp(
        english(),
        iter(seeds),
        folder,
        wishes=wishes,
        ask_setup=rules is None,
        **options,  # type: ignore[arg-type]
    )


@asynccontextmanager
async def at_table(
    folder: Path, rules: str = "egyptian", *, size: tuple[int, int] = (80, 24), **options: object
) -> AsyncIterator[tuple[TableScreen, Pilot[None]]]:
    app = app_of(folder, rules, **options)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        yield screen, pilot


def near_the_sheet(folder: Path, rules: str = "egyptian") -> Path:
    """Save a match in which the person has one more play before the sheet; return the folder."""
    solo = Solo.begin(rules, seed="7", levels=["greedy"] * 3)
    while solo.view.stock or solo.view.hand.bit_count() > 1 or solo.phase is not Phase.PERSON:
        solo.step() if solo.phase is Phase.BOT else solo.play(solo.offers()[0].play)
    solo.save(folder / SAVED)
    return folder


@asynccontextmanager
async def at_position(
    folder: Path, position: str, *, size: tuple[int, int] = (80, 24), rules: str = "cypriot"
) -> AsyncIterator[tuple[TableScreen, Pilot[None]]]:
    match = Match(rules, seed=7)
    match.deals = [Deal.from_bfn(rules, position)]
    solo = Solo(match, 0, ["greedy"] * (match.rules.seats - 1))
    telling = telling_of(english(), (), match.rules, 0)
    app = app_of(folder, None)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = TableScreen(telling, solo, pause=0, save=lambda _: None)
        await app.push_screen(screen)
        await pilot.pause()
        yield screen, pilot


def on_screen(pilot: Pilot[None]) -> object:
    return pilot.app.screen


def text_of(screen: object, name: str) -> str:
    assert isinstance(screen, TableScreen | SheetScreen | SetupScreen | HouseScreen)
    return str(screen.query_one(f"#{name}", Static).render())


CHOICE = "As2c4d5h 7sKs/3cQd -/- 0/0 a - 0 ?44"
"""A seven takes A 2 4 or 2 5."""


# --- a match ------------------------------------------------------------------------------------


async def test_a_match_by_keyboard_alone(tmp_path: Path) -> None:
    async with at_table(tmp_path, "egyptian;target=10") as (table, pilot):
        seen: list[str] = []
        for _ in range(200):
            screen = pilot.app.screen
            if not seen or seen[-1] != type(screen).__name__:
                seen.append(type(screen).__name__)
            if isinstance(screen, AskScreen):
                break
            await pilot.press("enter")
        assert table.solo.phase is Phase.OVER
        assert seen[-2:] == ["SheetScreen", "AskScreen"]  # the sheet comes before the result
        assert not (tmp_path / SAVED).exists()
        await pilot.press("enter")
        await pilot.pause()
        again = pilot.app.screen
        assert isinstance(again, TableScreen)
        assert again.solo.rules == table.solo.rules


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["egyptian;target=1", "palestinian;target=1;seats=4;sides=2"])
async def test_the_end_of_a_match(tmp_path: Path, size: tuple[int, int], rules: str) -> None:
    near_the_sheet(tmp_path, rules)
    async with at_table(tmp_path, size=size, resume=True) as (table, pilot):
        await pilot.press("enter", "enter")
        await pilot.pause()
        sheet = pilot.app.screen
        assert isinstance(sheet, SheetScreen)
        assert sheet.region.contains_region(sheet.query_one(KeyLine).region)
        assert table.solo.match.is_over
        await pilot.press("enter")
        await pilot.pause()
        result = pilot.app.screen
        assert isinstance(result, AskScreen)
        assert " the match, " in str(result.query_one("#question", Static).render())
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert not pilot.app.is_running or pilot.app._exit  # noqa: SLF001 - the app has ended


async def test_one_key_from_the_first_screen_to_play(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, SetupScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert load_wishes(tmp_path / WISHES).variant == "egyptian"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_everything_is_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    floor = "2c4s5d5h6h6s8c8dTcTdQhQsKhKs"
    position = f"{floor} 3h7c9cAs/3cAd9h9s -/- 0/0 a - 0 ?30"
    async with at_position(tmp_path, position, size=size) as (table, pilot):
        await pilot.pause()
        for name in ("head", "score", "seats", "floor", "log", "own", "hand", "prompt", "keys"):
            region = table.query_one(f"#{name}").region
            assert region.height > 0, name
            assert table.region.contains_region(region), name
        cards = table.query_one("#floor", Cards)
        assert cards.region.height <= table.query_one("#cloth").region.height
        assert len([face for face in cards.faces if face.card is not None]) == 14


# --- choosing and playing -----------------------------------------------------------------------


async def test_captures_are_marked_when_a_card_is_chosen(tmp_path: Path) -> None:
    position = "4c5hKh 9dQs/3cQd -/- 0/0 a - 0 ?45"
    async with at_position(tmp_path, position) as (table, pilot):
        await pilot.press("1")
        faces = table.query_one("#floor", Cards).faces
        marked = [str(Card(face.card)) for face in faces if face.card is not None and face.mark]
        assert marked == ["4c", "5h"]
        assert all(face.strong for face in faces if face.mark)
        assert "9♦ captures 4♣ 5♥." in text_of(table, "prompt")


async def test_enter_chooses_before_it_plays(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        before = table.solo.view
        await pilot.press("enter")
        assert (before, True) == (table.solo.view, table.chosen)
        await pilot.press("enter")
        assert before != table.solo.view


async def test_a_choice_lists_its_cards_and_tells_a_basra(tmp_path: Path) -> None:
    async with at_position(tmp_path, CHOICE) as (_, pilot):
        await pilot.press("1", "enter")
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceScreen)
        options = dialog.query_one(OptionList)
        prompts = [str(options.get_option_at_index(at).prompt) for at in range(2)]
        assert "7♠ captures A♠ 2♣ 4♦." in prompts[0]
        assert "7♠ captures 2♣ 5♥." in prompts[1]
        assert "╭───╮" in prompts[0]


async def test_the_choice_that_is_taken_is_played(tmp_path: Path) -> None:
    async with at_position(tmp_path, CHOICE) as (table, pilot):
        await pilot.press("1", "enter", "2")
        await pilot.pause()
        assert Play("7sx2c5h") == table.solo.history[0].play


@pytest.mark.parametrize("keys", [["down", "enter"], ["2"]])
async def test_a_choice_by_arrows_or_digit(tmp_path: Path, keys: list[str]) -> None:
    async with at_position(tmp_path, CHOICE) as (table, pilot):
        await pilot.press("1", "enter", *keys)
        await pilot.pause()
        assert Play("7sx2c5h") == table.solo.history[0].play


async def test_leaving_the_choice_plays_nothing(tmp_path: Path) -> None:
    async with at_position(tmp_path, CHOICE) as (table, pilot):
        before = table.solo.view
        await pilot.press("1", "enter", "escape")
        await pilot.pause()
        assert pilot.app.screen is table
        assert (before, Phase.PERSON) == (table.solo.view, table.solo.phase)


async def test_no_dialog_where_there_is_one_set(tmp_path: Path) -> None:
    position = "4c5hKh 9dQs/3cQd -/- 0/0 a - 0 ?45"
    async with at_position(tmp_path, position) as (table, pilot):
        await pilot.press("1", "enter")
        assert pilot.app.screen is table
        assert Play("9dx4c5h") == table.solo.history[0].play


async def test_a_digit_means_the_card_that_is_seen_now(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        hand = table.hand
        await pilot.press("2", "enter")
        await pilot.pause()
        left = [card for card in hand if card != hand[1]]
        assert left == table.hand
        await pilot.press("2")
        assert left[1] == table.cursor


async def test_the_cursor_stays_on_its_card(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        hand = table.hand
        await pilot.press("3")
        table.solo.play(next(o.play for o in table.solo.offers() if o.play.card == hand[0]))
        table.solo.step()
        table.draw()
        assert hand[2] == table.cursor
        await pilot.press("enter")
        faces = table.query_one("#hand", Cards).faces
        assert hand[2] not in [face.card for face in faces] or table.cursor == hand[2]


async def test_a_choice_made_before_the_bots_moved_is_looked_at_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        await pilot.press("1")
        card = table.cursor
        await pilot.press("enter")
        await pilot.pause()
        assert card not in table.hand
        assert not table.chosen


async def test_a_card_that_may_not_be_played_says_why(tmp_path: Path) -> None:
    rules = "cypriot;must_capture=yes"
    position = "4c5hKh 9dQs/3cQd -/- 0/0 a - 0 ?45 -/-"
    async with at_position(tmp_path, position, rules=rules) as (table, pilot):
        await pilot.press("2", "enter", "enter")
        assert "capturing is a duty" in text_of(table, "prompt")
        assert not table.solo.history


# --- the mouse ----------------------------------------------------------------------------------


async def test_a_card_is_chosen_and_played_with_the_mouse(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        hand = table.query_one("#hand", Cards)
        width = hand.content_size.width
        left = (width - 4 * 6 + 1) // 2 + 1 + 6
        second = table.hand[1]
        await pilot.click("#hand", offset=(left + 2, 1))
        await pilot.pause()
        assert second == table.cursor
        assert not [played for played in table.solo.history if played.seat == 0]
        await pilot.click("#hand", offset=(left + 2, 1))
        await pilot.pause()
        assert second not in table.hand


async def test_keys_can_be_pressed_with_the_mouse(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (_, pilot):
        text = str(pilot.app.screen.query_one(KeyLine).render())
        await pilot.click("#keys", offset=(cell_len(text[: text.index("Rules")]) + 1, 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, RulesScreen)


# --- what is shown ------------------------------------------------------------------------------


async def test_others_show_backs_and_a_count(tmp_path: Path) -> None:
    async with at_table(tmp_path, "egyptian;seats=4") as (table, _):
        lines = text_of(table, "seats").splitlines()
        assert len(lines) == 3
        assert not any(sign in line for line in lines for sign in "♣♦♥♠")
        held = [table.solo.view.held[seat] for seat in (1, 2, 3)]
        assert held == [line.count("▒") for line in lines]


async def test_live_score_is_the_match_with_this_deal(tmp_path: Path) -> None:
    near_the_sheet(tmp_path)
    async with at_table(tmp_path, resume=True) as (table, pilot):
        now = table.solo.deal_scores
        assert f"You {now[0]} (+{now[0]})" in text_of(table, "score")
        await pilot.press("enter", "enter")
        await pilot.pause()
        totals = table.solo.standing.totals
        assert totals == table.solo.totals
        await pilot.press("enter")
        await pilot.pause()
        now = table.solo.deal_scores
        assert f"You {totals[0] + now[0]} (+{now[0]})" in text_of(table, "score")


async def test_no_card_of_the_deal_before_stays(tmp_path: Path) -> None:
    near_the_sheet(tmp_path)
    async with at_table(tmp_path, resume=True) as (table, pilot):
        await pilot.press("enter", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        faces = table.query_one("#floor", Cards).faces
        shown = CardSet(face.card for face in faces if face.card is not None)
        assert int(shown) == table.solo.view.floor
        assert table.solo.deal_number == 2


def test_cards_on_the_floor_keep_their_places() -> None:
    places = board.settled((), CardSet("2c3c4c5c6c7c8c9cTc"))
    after = board.settled(places, CardSet("2c4c5c6c7c9cTc"))
    assert [card for card in after if card is not None] == list(CardSet("2c4c5c6c7c9cTc"))
    assert [after.index(card) for card in CardSet("2c4cTc")] == [0, 2, 8]
    assert board.settled(after, CardSet("2c4c5c6c7c9cTcKh"))[1] == Card("Kh")


def test_a_choice_marks_cards_by_the_number_of_the_set() -> None:
    offers = [Offer(Play("7sxAs2c4d"), 0, clears=False), Offer(Play("7sx2c5h"), 0, clears=False)]
    faces = board.floor_faces(tuple(CardSet("As2c4d5hKh")), offers)
    assert [face.mark for face in faces] == ["1", board.TAKEN, "1", "2", ""]


@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("style", list(CardStyle)[:2])
def test_every_card_is_as_wide_as_every_other(size: Size, style: CardStyle) -> None:
    for card in [None, *range(52)]:
        for face in (Face(card, "▸1◂", "★", strong=True), Face(card, "1"), Face(card, "123", "•")):
            lines = picture(face, size, english(), style)
            assert {size.width} == {line.cell_len for line in lines}
            assert size.height == len(lines)


def test_suits_are_told_apart_without_colour() -> None:
    plain = {
        "".join(
            line.plain for line in picture(Face(card), Size.SMALL, english(), CardStyle.LETTERS)
        )
        for card in range(52)
    }
    assert len(plain) == 52


@pytest.mark.parametrize("names", [("", "李明李明李明李明李明李明"), ("", "ليلى"), ("", "x" * 60)])
async def test_names_of_any_width_keep_the_columns(tmp_path: Path, names: tuple[str, str]) -> None:
    async with at_table(tmp_path, "cypriot;seats=2", names=names) as (table, _):
        line = text_of(table, "seats")
        assert cell_len(line[: line.index("▒")]) <= 26
        three = telling_of(english(), ("", names[1], "b"), find_rules("cypriot;seats=3"), 0)
        solo = Solo.begin("cypriot;seats=3", seed="7")
        rows = board.seats_text(three, solo).plain.splitlines()
        assert len({cell_len(row[: row.index("▒")]) for row in rows}) == 1


async def test_without_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_table(tmp_path) as (table, pilot):
        await pilot.press("1")
        faces = table.query_one("#hand", Cards).faces
        assert faces[0].mark == "▸1◂"


# --- undo, hint, rules --------------------------------------------------------------------------


async def test_undo_and_hint(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        before = table.solo.view
        await pilot.press("u")
        assert "no play to take back" in text_of(table, "prompt")
        await pilot.press("h")
        assert text_of(table, "prompt").startswith("Hint: ")
        hint = table.solo.hint()
        assert hint is not None
        assert hint.card == table.cursor
        await pilot.press("enter", "u")
        await pilot.pause()
        assert before == table.solo.view


async def test_undo_from_the_sheet(tmp_path: Path) -> None:
    near_the_sheet(tmp_path)
    async with at_table(tmp_path, resume=True) as (table, pilot):
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SheetScreen)
        await pilot.press("u")
        await pilot.pause()
        assert on_screen(pilot) is table
        assert table.solo.phase is Phase.PERSON


async def test_a_play_stays_in_sight_and_can_be_taken_back_meanwhile(tmp_path: Path) -> None:
    async with at_table(tmp_path, pause=60.0) as (table, pilot):
        for _ in range(20):
            if table.my_turn:
                break
            await pilot.pause(0.05)
        await pilot.press("1", "enter")
        assert table.shown is not None
        assert table.shown.seat == 0
        await pilot.press("u")
        assert table.shown is None
        assert not [played for played in table.solo.history if played.seat == 0]


async def test_rules_of_this_variant(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        await pilot.press("question_mark")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, RulesScreen)
        assert "7♦" in str(screen.query_one("#text", Static).render())
        await pilot.press("escape")
        assert pilot.app.screen is table


# --- the first screen, house rules, saving ------------------------------------------------------


async def test_choosing_a_game_and_a_table(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "tab", "right", "right", "right", "down", "down", "right")
        await pilot.press("enter")
        await pilot.pause()
        table = app.screen
        assert isinstance(table, TableScreen)
        assert (table.solo.rules.seats, table.solo.rules.sides) == (4, 2)
        assert load_wishes(tmp_path / WISHES).variant == "yemeni"
        assert len(set(table.solo.levels)) == 2


async def test_house_rules_that_no_table_can_play_do_not_start(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        house = app.screen
        assert isinstance(house, HouseScreen)
        house.wishes = house.wishes.with_option("komi_groups", 1).with_option("komi", 0)
        await pilot.press("right", "enter")
        assert app.screen is house
        assert "needs komi=yes" in text_of(house, "wrong")
        await pilot.press("u", "right", "enter")
        await pilot.pause()
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        assert setup.wishes.changed() == ["target"]


async def test_leaving_house_rules_changes_nothing(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        await pilot.press("down", "right", "escape")
        await pilot.pause()
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        assert not setup.wishes.changed()


async def test_dials_turn_with_the_mouse(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        dials = setup.query_one(Dials)
        text = str(dials.render()).splitlines()[0]
        await pilot.click("#dials", offset=(text.index("▸"), 0))
        await pilot.pause()
        assert setup.wishes.rules.seats == 3
        text = str(dials.render()).splitlines()[0]
        await pilot.click("#dials", offset=(text.index("◂"), 0))
        await pilot.pause()
        assert setup.wishes.rules.seats == 2


def test_every_option_has_words() -> None:
    for name, option in OPTIONS.items():
        if name in {"seats", "sides"}:
            continue
        assert english().say(f"option.{name}.label")
        for value in option.words.values():
            assert value_text(english(), name, value)
    assert "komi_sum" not in shown_options(find_rules("cypriot"))
    assert "komi_sum" in shown_options(find_rules("egyptian"))


async def test_saved_after_every_play_and_resumed(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        await pilot.press("1", "enter")
        await pilot.pause()
        view = table.solo.view
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)
        await pilot.press("enter")
        await pilot.pause()
        again = app.screen
        assert isinstance(again, TableScreen)
        assert view == again.solo.view


async def test_a_spoilt_save_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / SAVED).write_bytes(b"\xff\xfe")
    async with at_table(tmp_path) as (table, _):
        assert table.solo.deal_number == 1


async def test_leaving_a_match_is_asked(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is table
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SetupScreen)


async def test_the_picture_of_the_front_page(tmp_path: Path) -> None:
    svg = await terminal_picture(tmp_path)
    assert "font-face" not in svg
    assert svg.startswith("<svg")
    assert "captures" in svg


def test_text_is_kept_to_the_lines_there_are() -> None:
    told = board.log_text(["a" * 50, "b", "c"], 3, 40)
    assert isinstance(told, Text)
    assert told.plain == "b\nc"


async def test_a_folder_that_cannot_be_written_does_not_end_the_game(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    async with at_table(blocked / "deep") as (table, pilot):
        await pilot.press("1", "enter")
        assert table.solo.history


async def test_a_narrow_first_screen_has_the_games_among_its_settings(tmp_path: Path) -> None:
    app = app_of(tmp_path, None)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        setup = app.screen
        assert isinstance(setup, SetupScreen)
        await pilot.press("right")
        await pilot.pause()
        assert setup.wishes.variant == "yemeni"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert setup.query_one("#variants").display
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.solo.rules == find_rules("yemeni")


async def test_arrows_go_round_the_hand(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (table, pilot):
        hand = table.hand
        seen = []
        for _ in range(len(hand) + 1):
            await pilot.press("right")
            seen.append(table.cursor)
        assert [*hand, hand[0]] == seen
        await pilot.press("left")
        assert hand[-1] == table.cursor


async def test_the_floor_can_be_pressed_to_play(tmp_path: Path) -> None:
    position = "4c5hKh 9dQs/3cQd -/- 0/0 a - 0 ?45"
    async with at_position(tmp_path, position) as (table, pilot):
        floor = table.query_one("#floor", Cards)
        left = (floor.content_size.width - 8 * 6 + 1) // 2
        await pilot.press("1")
        await pilot.click("#floor", offset=(left + 2, 1))
        await pilot.pause()
        assert Play("9dx4c5h") == table.solo.history[0].play


async def test_a_card_out_of_turn_is_refused_with_a_reason(tmp_path: Path) -> None:
    async with at_table(tmp_path, pause=60.0) as (table, pilot):
        for _ in range(20):
            if table.my_turn:
                break
            await pilot.pause(0.05)
        await pilot.press("1", "enter", "1")
        assert not table.my_turn
        assert not table.chosen
        assert "not your turn yet" in text_of(table, "prompt")


async def test_a_basra_is_announced(tmp_path: Path) -> None:
    async with at_position(tmp_path, "4c5h 9dQs/3cQd -/- 0/0 a - 0 ?46") as (table, pilot):
        table._pause = 60.0  # noqa: SLF001 - the play stays in sight
        await pilot.press("1", "enter")
        assert "★ Basra! You: 10 points ★" in text_of(table, "prompt")
        assert "basra, 10 points!" in text_of(table, "log")


def test_what_the_command_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[BasraApp] = []
    monkeypatch.setattr(BasraApp, "run", lambda app: opened.append(app))  # noqa: PLW0108
    run(
        english(),
        folder=tmp_path,
        rules="jordanian_b;target=151",
        opponent="random",
        fast=True,
        letters=True,
    )
    wishes = opened[0].wishes
    assert wishes.rules == find_rules("jordanian_b;target=151")
    assert wishes.levels == ("random",) * 3
    assert (wishes.speed, wishes.style) == (SPEEDS[-1], CardStyle.LETTERS)
    with pytest.raises(BasraError):
        run(english(), folder=tmp_path, opponent="unheard")
    with pytest.raises(BasraError):
        run(english(), folder=tmp_path, rules="nowhere")
