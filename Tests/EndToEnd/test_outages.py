#!/usr/bin/env python3
"""The rider's web app in difficult situations: failing streams, a server that stops and restarts, a hidden page,
reduced motion, large text, four languages.

Usage: test_outages.py

Starts `mock_server.py` beside this file on its own port, so it needs no build. Prints one line per check and a total;
the exit code is 1 if a check failed.
"""
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path


from checks import check, finish, free_port
from evidence import chromium

SERVER = Path(__file__).resolve().parent / "mock_server.py"
WAIT_MILLISECONDS = 60_000
STREAM = "**/api/v1/vehicles/stream*"

# Lets a test hide the page, and counts how often the vehicle canvas is painted.
INSTRUMENTS = """
let hidden = false;
Object.defineProperty(Document.prototype, 'hidden', { get: () => hidden });
globalThis.hidePage = (value) => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};
globalThis.paintings = 0;
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...area) {
  if (this.canvas.classList.contains('vehicles')) globalThis.paintings += 1;
  return clear.apply(this, area);
};
"""
OVERFLOW = """() => {
  const wide = [document.scrollingElement, document.querySelector('main')]
    .some((each) => each.scrollWidth > each.clientWidth + 1);
  const cut = [...document.querySelectorAll('.tab, .mark, .button, h1, .row-title, .status-text')]
    .filter((each) => !each.matches('.unseen') && each.scrollWidth > each.clientWidth + 1);
  return [wide, cut.map((each) => each.textContent)];
}"""
NAVIGATION = {"de-CH": "Start", "fr-CH": "Accueil", "it-CH": "Inizio", "en-GB": "Home"}


class Server:
    """The stand-in server, which can stop and restart on the same port."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    [sys.executable, SERVER, "--port", str(self.port), "--vehicles", "80"],
                    stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
            try:
                urllib.request.urlopen(self.url + "/health/live", timeout=2).close()
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.2)
        sys.exit("test_outages: the stand-in server does not answer")

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def visit(browser, **options):
    options = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB",
               "service_workers": "block", **options}
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(WAIT_MILLISECONDS)
    page.add_init_script(INSTRUMENTS)
    return page


def wait_for_vehicles(page):
    page.wait_for_function(
        "() => Number(document.querySelector('canvas.vehicles')?.dataset.vehicles) > 0")


def wait_until(page, read, holds, seconds=60):
    """The value of `read` once `holds` is true for it, otherwise the last one."""
    end = time.monotonic() + seconds
    while not holds(value := read()) and time.monotonic() < end:
        page.wait_for_timeout(100)
    return value


def wait_for_status(page, *beginnings):
    """The status line's text once it begins as expected, otherwise the last one."""
    line = page.locator(".map-top .status-text")
    return wait_until(page, line.inner_text, lambda words: words.startswith(beginnings))


def streams_that_fail(browser, server):
    page = visit(browser)
    page.route(STREAM, lambda route: route.abort())
    page.goto(server.url + "/map")
    wait_for_vehicles(page)
    words = wait_for_status(page, "Live, every")
    check("without streams the app asks now and then and says so", words.startswith("Live, every"), words)
    page.context.close()


def server_that_goes_away(browser, server):
    page = visit(browser)
    page.goto(server.url + "/map")
    wait_for_vehicles(page)
    line = page.locator(".map-top .status-text")
    check("the status line says live", wait_until(page, line.inner_text, lambda words: words == "Live") == "Live")
    server.stop()
    words = wait_for_status(page, "Reconnecting", "Offline")
    check("a lost server is reported within seconds", words.startswith(("Reconnecting", "Offline")), words)
    words = wait_for_status(page, "Offline since")
    check("and then since when", words.startswith("Offline since"), words)
    left = int(page.locator("canvas.vehicles").get_attribute("data-vehicles"))
    check("the last known vehicles stay", left > 0, str(left))
    server.start()
    words = wait_for_status(page, "Live")
    check("a restarted server is found automatically", words.startswith("Live"), words)
    page.context.close()


def hidden_page(browser, server):
    page = visit(browser)
    opened, ended = [], []
    page.on("request", lambda each: "/stream" in each.url and opened.append(each.headers))
    page.on("requestfailed", lambda each: "/stream" in each.url and ended.append(each.url))
    page.goto(server.url + "/map")
    wait_for_vehicles(page)
    line = page.locator(".map-top .status-text")
    wait_until(page, line.inner_text, lambda words: words == "Live")

    def count_open():
        return len(opened) - len(ended)

    check("one stream is open", wait_until(page, count_open, lambda count: count == 1) == 1,
          f"{len(opened)} opened, {len(ended)} ended")
    page.evaluate("() => hidePage(true)")
    check("a hidden page closes its stream", wait_until(page, count_open, lambda count: count == 0) == 0)
    before = len(opened)
    page.evaluate("() => hidePage(false)")
    count = wait_until(page, lambda: len(opened), lambda count: count > before)
    check("a visible page resumes after the last event",
          count == before + 1 and opened[-1].get("last-event-id", "") != "", str(opened[-1].get("last-event-id")))
    page.context.close()


def old_links(browser, server):
    """Links to a vehicle that has moved away or no longer exists."""
    page = visit(browser)
    for path, words in [("/map?at=47.1000,8.9000,14&vehicle=v5", "to "),
                        ("/map?vehicle=v5", "to "),
                        ("/map?vehicle=nobody", "This vehicle is no longer reported.")]:
        page.goto(server.url + path)
        title = page.locator("aside.card h2")
        title.wait_for()
        shown = wait_until(page, title.inner_text, lambda text: text.startswith(words))
        check(f"{path} leads to the existing page", shown.startswith(words), shown)
    page.context.close()


def calm_motion(browser, server):
    """Counts the frames within six seconds of a clock that the test sets, however long they take to paint."""
    rates = {}
    for motion in ("no-preference", "reduce"):
        page = visit(browser, reduced_motion=motion)
        page.clock.install()
        page.goto(server.url + "/map?at=47.2000,8.3000,14.5")
        wait_for_vehicles(page)
        page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
        page.evaluate("() => { globalThis.paintings = 0; }")
        for _ in range(60):
            page.clock.run_for(100)
        rates[motion] = page.evaluate("() => globalThis.paintings") / 6
        page.context.close()
    check("reduced motion shows at most one picture a second, otherwise more",
          0 < rates["reduce"] <= 1.3 < rates["no-preference"],
          f"{rates['reduce']:.1f} and otherwise {rates['no-preference']:.1f} a second")


def large_text(browser, server):
    # German has the longest words.
    page = visit(browser, locale="de-CH")
    for path, ready in [("/home", ".welcome"), ("/trips", ".trip-form"),
                        ("/settings/devices", "#show-code"), ("/about", ".bullets"), ("/list", ".row"), ("/lines", ".row"),
                        ("/lines/t1", ".timetable td"), ("/trips/t1/t1-480/2026-05-04", ".trip-stop"),
                        ("/settings", "#language"), ("/help", ".help-parts"),
                        ("/map", "canvas.vehicles")]:
        page.goto(server.url + path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        page.locator(ready).first.wait_for(state="attached")
        wide, cut = wait_until(page, lambda: page.evaluate(OVERFLOW), lambda found: found == [False, []], seconds=10)
        check(f"{path} fits a phone with text of 200 %", not wide and not cut, ", ".join(cut[:3]))
    page.context.close()


def languages(browser, server):
    for locale, word in NAVIGATION.items():
        page = visit(browser, locale=locale)
        page.goto(server.url + "/settings")
        page.locator("#language").wait_for()
        shown = page.locator(".tab span").first.inner_text()
        lang = page.locator("html").get_attribute("lang")
        check(f"{locale}: the app speaks the browser's language",
              shown == word and lang == locale[:2], f"{shown}, {lang}")
        # A browser without data for a language writes "M05" for May.
        month = page.evaluate("locale => new Intl.DateTimeFormat(locale, {month: 'long'}).format(new Date(2026, 4, 4))",
                              page.evaluate("document.documentElement.lang"))
        check(f"{locale}: months have names", not month.startswith("M05"), month)
        page.context.close()


def main():
    server = Server()
    server.start()
    try:
        with chromium() as browser:
            for checks in (languages, large_text, old_links, calm_motion, hidden_page, streams_that_fail,
                           server_that_goes_away):
                checks(browser, server)
    finally:
        server.stop()
    finish()


if __name__ == "__main__":
    main()
