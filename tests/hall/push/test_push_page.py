"""A telephone that gets messages: the button on the hall's page, and the worker that shows messages, in a real browser.

Chromium's own push service cannot be reached from here, so only its part is simulated: a subscription at ours, and the
delivery of decrypted messages. Key, permission, worker and notifications are the browser's own.
"""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bench.page.browser import ARGUMENTS, CHROMIUM
from hall.push.message import written
from hall.push.telephones import Telephones
from table_controller.web.build import ensure_built
from tests.hall.judge.hall_stage import password, until
from tests.hall.push.conftest import HallBroker
from tests.hall.push.push_stage import CALLED, Process, Pushed, PushService, Site, Subscribed
from tests.table_controller.page.page_screens_stage import CUT_OFF, SIZES

SUBSCRIBED = """([endpoint, p256dh, auth]) => {
  const kept = "subscribed";
  const made = {
    endpoint, options: {}, toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => { localStorage.removeItem(kept); return true; },
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    localStorage.setItem(kept, `${applicationServerKey.length} ${userVisibleOnly}`);
    return made;
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem(kept) === null ? null : made;
}"""
SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = await registration.getNotifications();
  return shown.map(({ title, body, tag, silent, data }) => [title, body, tag, silent, data]);
}"""

WATCHED = """() => {
  if (self.done === undefined) {
    self.done = 0;
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (...told) {
      await showNotification.apply(this, told);
      self.done += 1;
    };
  }
  return self.done;
}"""


@pytest.fixture
def whole(browser: Browser) -> Iterator[Browser]:
    """Chromium with its desktop, since the one without has no notifications."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with_desktop = browser.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield with_desktop
    with_desktop.close()


class Telephone:
    """A browser with a judge before it."""

    def __init__(self, browser: Browser, site: Site, one: Subscribed | None = None, **more: Any) -> None:
        self.address = f"http://127.0.0.1:{site.server.port}/"
        size = {"width": SIZES[0][0], "height": SIZES[0][1]}
        self.context: BrowserContext = browser.new_context(viewport=size, **more)  # type: ignore[arg-type]
        if one is not None:
            given = json.dumps([one.endpoint, written(one.key.point), written(one.secret)])
            self.context.add_init_script(f"({SUBSCRIBED})({given})")
        self.page: Page = self.context.new_page()
        self.button = self.page.locator("#hall-push")

    def log_in(self, name: str = "referee") -> None:
        self.page.goto(f"{self.address}#tables")
        self.page.locator("#login-name").fill(name)
        self.page.locator("#login-password").fill(password(name))
        self.page.locator("#login-page button").click()
        expect(self.page.locator("#hall-sound")).to_be_visible()

    def leave(self) -> None:
        """Close the page; only a picture of the site stays open."""
        self.page.goto(f"{self.address}icon-192.png")

    def gets(self, *texts: str) -> None:
        """The push service delivers messages to the worker, all at once, and the worker shows them.

        Nobody lists notifications meanwhile, because Chromium then forgets those that are stored and not yet shown.
        """
        devtools, found = self.context.new_cdp_session(self.page), []
        devtools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"])
        )
        devtools.send("ServiceWorker.enable")
        until(lambda: self.page.evaluate("0") or found, "the worker is known")
        (worker,) = self.context.service_workers
        before = worker.evaluate(WATCHED)
        for text in texts:
            devtools.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": self.address, "registrationId": found[-1]["registrationId"], "data": text},
            )
        until(lambda: worker.evaluate(WATCHED) == before + len(texts), "the worker has shown them")
        devtools.detach()

    def shows(self, *lines: list[Any]) -> None:
        until(lambda: self.page.evaluate(SHOWN) == list(lines), f"it shows {lines}")


@pytest.fixture
def site(mosquitto: HallBroker, tmp_path: Path) -> Iterator[Site]:
    made = Site(mosquitto, tmp_path, ensure_built(), private=True)
    yield made
    made.server.close()


@pytest.fixture
def process(mosquitto: HallBroker, service: PushService, tmp_path: Path) -> Iterator[Process]:
    running = Process(mosquitto, service, tmp_path)
    running.start()
    yield running
    running.stop(signal.SIGKILL)


def test_a_telephone_is_told_of_a_call_while_the_page_is_closed_until_somebody_goes(
    whole: Browser, site: Site, process: Process, mosquitto: HallBroker, service: PushService
) -> None:
    one = Subscribed(f"{service.origin}/1")
    telephones = Telephones(process.file)
    telephone = Telephone(whole, site, one, permissions=["notifications"], locale="en-GB")
    telephone.log_in()
    expect(telephone.button).to_have_text("Tell me on this telephone")
    telephone.button.click()
    expect(telephone.button).to_have_text("This telephone is told")
    expect(telephone.button).to_have_attribute("aria-pressed", "true")
    assert telephones.all() == [one.telephone]
    assert telephone.page.evaluate("localStorage.subscribed") == "65 true"
    assert telephone.page.evaluate(CUT_OFF) == []

    telephone.leave()
    mosquitto.publish("telemetry/card", {**CALLED, "names": ["Ada", "Béla", "Chihiro", "Dan"]})
    until(lambda: len(service.got) == 1, "the service has a message")
    telephone.gets(_text(one, service.got[0]))
    telephone.shows(["Table 7", "A judge is called", "7/call", False, "#hall=home&table=7"])
    mosquitto.publish("telemetry/card", {**CALLED, "attendant": "anna"})
    until(lambda: len(service.got) == 2, "it has another")
    telephone.gets(_text(one, service.got[1]))
    telephone.shows(["Table 7", "anna goes there", "over", True, "#hall=home&table=7"])
    mosquitto.publish("telemetry/card", CALLED)
    until(lambda: len(service.got) == 3, "nobody goes after all")
    telephone.gets(_text(one, service.got[2]))
    telephone.shows(["Table 7", "A judge is called", "7/call", False, "#hall=home&table=7"])
    telephone.gets(*(_text(one, each) for each in service.got[1:]))  # as after a tunnel
    telephone.shows(["Table 7", "A judge is called", "7/call", False, "#hall=home&table=7"])
    assert telephone.page.evaluate("caches.keys()") == []

    telephone.page.goto(f"{telephone.address}#tables")
    expect(telephone.button).to_have_text("This telephone is told")
    telephone.shows()
    telephone.gets(_text(one, service.got[2]))
    telephone.shows(["Table 7", "A judge is called", "7/call", True, "#hall=home&table=7"])
    telephone.page.locator("#who").click()
    expect(telephone.page.locator("#login-name")).to_be_visible()
    assert telephones.all() == []
    assert (
        telephone.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
    telephone.context.close()


def test_the_worker_answers_no_request_of_the_page() -> None:
    worker = (ensure_built() / "push.js").read_text()
    assert "notificationclick" in worker
    for word in ("fetch", "caches", "indexedDB"):
        assert word not in worker


def test_the_page_of_a_table_leaves_it_to_the_hall(
    browser: Browser, mosquitto: HallBroker, tmp_path: Path
) -> None:
    """Two servers might tell a judge twice. The table's server is not even asked for a key."""
    site = Site(mosquitto, tmp_path, ensure_built(), table="7")
    telephone = Telephone(browser, site, permissions=["notifications"], locale="en-GB")
    asked: list[str] = []
    telephone.page.on("request", lambda request: asked.append(request.url))
    telephone.log_in()
    telephone.button.click()
    expect(telephone.page.locator("#push-why")).to_contain_text("Open the hall's page")
    assert [url for url in asked if "push" in url] == []
    telephone.context.close()
    site.server.close()


FRAMES = """async () => {
    for (let left = 20; left > 0; left--) {
        await new Promise(requestAnimationFrame);
    }
}"""


def test_the_page_says_why_a_telephone_cannot_be_told(whole: Browser, site: Site) -> None:
    granted = {"permissions": ["notifications"]}
    obstacles: list[tuple[str, dict[str, Any], str, str]] = [
        ("", {}, "Refused by the browser", "Allow them in the browser's settings"),
        ("", granted, "Not on this telephone", "reached no push service"),  # a private window, and truly so
        (
            "Object.defineProperty(window, 'isSecureContext', { value: false })",
            granted,
            "Not on this telephone",
            "begins with https",
        ),
        ("delete window.PushManager", granted, "Not on this telephone", "cannot show messages"),
        (
            "delete window.PushManager; navigator.standalone = false",
            granted,
            "Not on this telephone",
            "home screen",
        ),
    ]
    for script, more, reason, why in obstacles:
        telephone = Telephone(whole, site, **more, locale="en-GB")
        telephone.context.add_init_script(script)
        telephone.log_in()
        # A finger rests for a while, and it is the first touch that the page feels: nothing may move away from under
        # it.
        telephone.button.hover()
        telephone.page.mouse.down()
        telephone.page.evaluate(FRAMES)
        telephone.page.mouse.up()
        expect(telephone.page.locator("#push-why")).to_contain_text(why)
        expect(telephone.button).to_have_text(reason)
        expect(telephone.button).to_have_attribute("aria-pressed", "false")
        telephone.context.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size", "locale"), [(SIZES[0], "ja-JP"), (SIZES[1], "en-GB")])
def test_a_hall_without_messages_says_so_and_a_viewer_is_not_asked(
    browser: Browser, mosquitto: HallBroker, tmp_path: Path, size: tuple[int, int], locale: str
) -> None:
    site = Site(mosquitto, tmp_path, ensure_built(), push=False)
    telephone = Telephone(browser, site, locale=locale)
    telephone.page.set_viewport_size({"width": size[0], "height": size[1]})
    telephone.log_in("technician")
    telephone.button.click()
    sentence = "この会場は端末に通知しません" if locale == "ja-JP" else "This hall sends no messages"
    expect(telephone.page.locator("#push-why")).to_contain_text(sentence)
    assert telephone.page.evaluate(CUT_OFF) == []
    telephone.context.close()
    viewer = Telephone(browser, site, locale=locale)
    viewer.log_in("viewer")
    expect(viewer.button).to_be_hidden()
    viewer.context.close()
    site.server.close()


def _text(one: Subscribed, pushed: Pushed) -> str:
    text: str = one.read(pushed.body, pushed.headers["Authorization"])["text"]
    for secret in ("Ada", "Béla", "Chihiro"):
        assert secret not in text
    return text
