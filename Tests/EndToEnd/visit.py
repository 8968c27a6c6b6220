"""The rider's web app in Chromium, shared by the scripts that check it.

    from visit import Visit, accessible, appears, at_home, browsing, looked_at
"""

import argparse
import contextlib
import json
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError

from checks import check
from evidence import CHROMIUM, chromium

WAIT_MILLISECONDS = 60_000


@contextlib.contextmanager
def browsing(executable=CHROMIUM):
    """A browser, the address and the script's other options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", required=True)
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with chromium(executable) as browser:
        yield browser, options.url.rstrip("/"), options


class Visit:
    """One browser context that records what must not happen: outside requests and errors."""

    def __init__(self, browser, origin, *, phone=False, dark=False, locale="en-GB", every_vehicle=True, **more):
        size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
        self.origin = origin
        self.outside, self.errors, self.files = [], [], {}
        # Requests that have not ended, and the addresses of those that had no network for some of their time.
        self.open_requests, self.cut_off, self.is_offline = set(), set(), False
        self.context = browser.new_context(
            viewport=size, device_scale_factor=2 if phone else 1, locale=locale,
            has_touch=phone, color_scheme="dark" if dark else "light", **more)
        if every_vehicle:
            settings = json.dumps(json.dumps({"vehicles": None}))
            self.context.add_init_script(f"""if (localStorage.getItem('takt.settings') === null)
                localStorage.setItem('takt.settings', {settings});""")
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MILLISECONDS)
        self.page.on("request", self.requested)
        for end in ("requestfinished", "requestfailed"):
            self.page.on(end, lambda request: self.open_requests.discard(request))
        self.page.on("console", lambda message: message.type == "error" and self.logged(message))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def logged(self, message):
        address = message.location.get("url", "")
        # Chromium reports requests that fail, those through a service worker as net::ERR_FAILED.
        is_unreachable = message.text.startswith("Failed to load resource: net::")
        if not is_unreachable or address not in self.cut_off:
            self.errors.append(f"{message.text} {address}" if is_unreachable else message.text)

    @contextlib.contextmanager
    def without_network(self):
        """A time without a network, in which requests may fail."""
        self.is_offline = True
        self.cut_off |= {request.url for request in self.open_requests}
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)
        self.is_offline = False

    def requested(self, request):
        self.open_requests.add(request)
        if self.is_offline:
            self.cut_off.add(request.url)
        if request.url.startswith(("data:", "blob:")):
            return
        if not request.url.startswith(self.origin + "/"):
            self.outside.append(request.url)
        path = request.url[len(self.origin):].split("?")[0]
        # The shell's one page answers many addresses.
        if not path.startswith("/api/"):
            self.files[path if "." in path.rsplit("/", 1)[1] else "/"] = True

    def open(self, path):
        self.page.goto(self.origin + path)

    def open_map(self, path="/map"):
        self.open(path)
        self.page.wait_for_function(
            "() => Number(document.querySelector('canvas.vehicles')?.dataset.vehicles) > 0")
        self.page.wait_for_timeout(1500)


def appears(locator):
    """Whether something becomes visible within the page's time limit."""
    try:
        locator.first.wait_for()
    except TimeoutError:
        return False
    return True


def leads_to(page, address):
    """Whether the page gets to an address, a pattern, within its time limit."""
    try:
        page.wait_for_url(address)
    except TimeoutError:
        return False
    return True


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read()


def looked_at(visit, name, options):
    if options.shots:
        Path(options.shots).mkdir(parents=True, exist_ok=True)
        visit.page.screenshot(path=str(Path(options.shots) / f"{name}.png"))


# Resolves when all finite animations have ended: a half-visible card has half its contrast.
AT_REST = """() => Promise.all(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity)
    .map(each => each.finished.catch(() => null))).then(() => true)"""


def accessible(visit, sentence):
    visit.page.evaluate(AT_REST)
    found = Axe().run(visit.page, options={"resultTypes": ["violations"]}).response["violations"]
    detail = "; ".join(
        f"{each['id']} at {each['nodes'][0]['target'][0]} ({len(each['nodes'])})" for each in found)
    check(f"axe finds nothing on {sentence}", not found, detail)


def at_home(visit, name):
    """The page sent requests only to its own server, and had no errors."""
    check(f"{name}: no request leaves the origin", not visit.outside, str(visit.outside[:3]))
    check(f"{name}: no error on the console", not visit.errors, str(visit.errors[:3]))
