"""A judge at the page with a finger or a keyboard: each tap or press is counted, and nothing is confirmed unseen."""

from abc import ABC, abstractmethod
from typing import NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from table_controller.web.web import DashboardServer
from tests.browser_stage import new_page
from tests.table_controller.page.page_screens_stage import CUT_OFF

QUICK = """
const wait = window.setTimeout;
window.setTimeout = (call, ms = 0, ...rest) => wait(call, ms >= 200 && ms <= 1000 ? ms / 20 : ms, ...rest);
"""
"""Human pauses pass twenty times as fast: a hold, the wait for another letter, a list at rest."""
NOTE_IF_OFF = """
addEventListener("touchstart", ({ target }) => { window.wasOff = target.matches(":disabled"); }, { capture: true, once: true })
"""
MOST_TABS = 60


class Lying(NamedTuple):
    """The place of a player's first discard."""

    seat: int
    entry: int
    """The entry of the discard, or the newest entry between it and the unseen act."""


class Hands(ABC):
    """A judge at the page; ``count`` is the number of taps or presses of the act under way.

    Letters and digits that are typed into a field are not counted.
    """

    def __init__(self, browser: Browser, server: DashboardServer, size: tuple[int, int], locale: str) -> None:
        self.count = 0
        address = f"http://127.0.0.1:{server.port}/"
        view = {"width": size[0], "height": size[1]}
        self.page: Page = new_page(browser, address, viewport=view, locale=locale, has_touch=True)
        self.page.set_default_timeout(20_000)
        self._errors: list[str] = []
        self.page.on("pageerror", lambda error: self._errors.append(str(error)))
        self.page.add_init_script(QUICK)
        self.page.goto(address)
        self.sheet = self.page.locator("#sheet")

    def close(self) -> None:
        self.page.close()
        assert self._errors == []

    @abstractmethod
    def player(self, seat: int) -> None:
        """Show what can be done about a player."""

    @abstractmethod
    def entry(self, number: int, act: str) -> None:
        """Open an entry of the journal, and choose what is to be done about it."""

    @abstractmethod
    def misread(self, tile: Lying) -> None:
        """Open the form for a tile that was misread."""

    @abstractmethod
    def missed(self, before: Lying, seat: int) -> None:
        """Open the form for a player's discard that was not seen."""

    @abstractmethod
    def back(self) -> None:
        """Go back by one discard."""

    @abstractmethod
    def now(self) -> None:
        """Return to the present."""

    @abstractmethod
    def press(self, button: Locator) -> None: ...

    @abstractmethod
    def choose(self, option: Locator) -> None:
        """Choose one of several options."""

    @abstractmethod
    def tick(self, box: Locator) -> None: ...

    @abstractmethod
    def _hold(self, button: Locator) -> None: ...

    @abstractmethod
    def _enter(self, field: Locator) -> None: ...

    def begin(self) -> None:
        """Begin an act."""
        self.count = 0

    def put(self, field: Locator, text: str) -> None:
        self._enter(field)
        self.page.keyboard.type(text)

    def confirm(self, *, heavy: bool = False) -> None:
        """Give the order once its effect is shown; for a destructive one, hold the button."""
        foot = self.sheet.locator(".confirm")
        button = foot.locator("button.main:enabled")
        button.wait_for()
        expect(foot.locator(".preview .would")).to_be_in_viewport(ratio=1)
        assert self.page.evaluate(CUT_OFF) == []
        assert ("hold" in (button.get_attribute("class") or "")) == heavy
        if heavy:
            self._hold(button)
        else:
            self.press(button)
        self.sheet.wait_for(state="hidden")


class Finger(Hands):
    """Taps; a hold is one."""

    def player(self, seat: int) -> None:
        self.press(self.page.locator(f"#felt [data-seat='{seat}'] .opens"))

    def entry(self, number: int, act: str) -> None:
        self.press(self.page.locator(f"#journal-lines [data-entry='{number}']"))
        self.press(self.sheet.locator(f"[data-act={act}]"))

    def misread(self, tile: Lying) -> None:
        self.press(self.page.locator(f"#felt [data-seat='{tile.seat}'] [data-lies='pond 0']"))

    def missed(self, before: Lying, seat: int) -> None:
        self.misread(before)
        self.press(self.sheet.locator("[data-act=missed]"))
        expect(self.sheet.locator(f".choices input[value='{seat}']").first).to_be_checked()

    def back(self) -> None:
        self.press(self.page.locator("[data-step=discard][data-way=back]"))

    def now(self) -> None:
        self.press(self.page.locator("#past .now"))

    def press(self, button: Locator) -> None:
        self.count += 1
        button.tap()

    def choose(self, option: Locator) -> None:
        self.press(option.locator("xpath=ancestor::label[1]"))
        expect(option).to_be_checked()

    def tick(self, box: Locator) -> None:
        self.choose(box)

    def _enter(self, field: Locator) -> None:
        self.press(field)

    def _hold(self, button: Locator) -> None:
        """Hold the button. If it goes off just before, since the table is asked once more, hold it when it is back."""
        self.count += 1
        hand = self.page.context.new_cdp_session(self.page)
        was_off = True
        while was_off:
            button.scroll_into_view_if_needed()
            box = button.bounding_box()
            assert box is not None
            touch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
            self.page.evaluate(NOTE_IF_OFF)
            hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
            was_off = self.page.evaluate("wasOff")
            if not was_off:
                self.sheet.wait_for(state="hidden")
            hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        hand.detach()


class Keys(Hands):
    """Presses of Tab, arrows, Enter and the page's own keys, counted from the top of the page."""

    def begin(self) -> None:
        super().begin()
        self.page.evaluate("document.activeElement.blur()")
        self._fresh = True

    def strike(self, key: str) -> None:
        self.count += 1
        self.page.keyboard.press(key)

    def player(self, seat: int) -> None:
        card = self.page.locator(f"#felt [data-seat='{seat}'] .opens")
        expect(card).to_be_visible()
        self.strike(card.get_attribute("aria-keyshortcuts") or "")
        self._fresh = False

    def entry(self, number: int, act: str) -> None:
        """The journal is one Tab stop with arrow keys inside. If it was scrolled, it first shows what is new."""
        fresh = self.page.locator("#journal .fresh")
        if fresh.is_visible():
            self.press(fresh)
        else:
            self._reach(self.page.locator("#journal-lines"))
        line = self.page.locator(f"#journal-lines [data-entry='{number}']")
        expect(line).to_be_visible()
        while not self._is_focused(line):
            self.strike("ArrowDown")
        self.strike("Enter")
        self.press(self.sheet.locator(f"[data-act={act}]"))

    def misread(self, tile: Lying) -> None:
        self.entry(tile.entry, "correct")

    def missed(self, before: Lying, seat: int) -> None:
        self.entry(before.entry, "insert")
        kinds = self.sheet.locator("#act-kind")
        self._reach(kinds)
        while kinds.input_value() != "TileDiscarded":
            self.strike("ArrowDown")
        self.choose(self.sheet.locator(f".choices input[value='{seat}']").first)

    def back(self) -> None:
        self.strike("Shift+ArrowLeft")

    def now(self) -> None:
        self.strike("Escape")

    def press(self, button: Locator) -> None:
        self._reach(button)
        self.strike("Enter")

    def choose(self, option: Locator) -> None:
        """A group is one Tab stop with arrow keys inside."""
        group = option.evaluate("option => option.name")
        self._reach(self.page.locator(f"input[name='{group}']"))
        for _ in range(MOST_TABS):
            if self._is_focused(option):
                break
            self.strike("ArrowDown")
        if not option.is_checked():
            self.strike("Space")
        expect(option).to_be_checked()

    def tick(self, box: Locator) -> None:
        self._reach(box)
        self.strike("Space")
        expect(box).to_be_checked()

    def _enter(self, field: Locator) -> None:
        self._reach(field)

    def _hold(self, button: Locator) -> None:
        self._reach(button)
        self.count += 1
        self.page.keyboard.down("Enter")
        self.sheet.wait_for(state="hidden")
        self.page.keyboard.down("Enter")  # it repeats
        self.page.keyboard.up("Enter")

    def _reach(self, wanted: Locator) -> None:
        """Press Tab until the element has the focus; from the top of the page, use the skip link if that is shorter."""
        expect(wanted.first).to_be_visible()
        step = "Tab"
        if self._fresh and not self.sheet.is_visible():
            self.page.locator("#skip").focus()
            self.count += 1
            if wanted.first.evaluate("each => each.closest('#actions, #side') !== null"):
                self.strike("Enter")
            if wanted.first.evaluate("each => each.closest('#side') !== null"):
                step = "Shift+Tab"
        self._fresh = False
        for _ in range(MOST_TABS):
            if self._is_focused(wanted):
                return
            self.strike(step)
        raise AssertionError(f"{MOST_TABS} presses of {step} do not reach {wanted}")

    def _is_focused(self, wanted: Locator) -> bool:
        return bool(wanted.evaluate_all("all => all.includes(document.activeElement)"))
