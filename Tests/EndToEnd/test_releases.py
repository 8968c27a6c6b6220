#!/usr/bin/env python3
"""The web app between two releases and two timetables, and on a network that accepts and never answers.

Usage: test_releases.py PROGRAM [--shots FOLDER]

Starts its own demos. Prints one line per check and a total; the exit code is 1 if a check failed.
"""
import argparse
import json
import time

from checks import check, finish
from life_server import installed, life
from rider_page import home, save
from visit import Visit, accessible, looked_at

DIGEST = """() => document.querySelector('script[src$="main.js"]').src.split('/').at(-3)"""
# How soon something must be on the screen: a busy machine is slow, but a browser that waits for the server takes ten
# seconds.
SOON_SECONDS = 4
WHOLE_SECONDS = 60
SCREENS = {"/home": ".home", "/search": "[role=combobox]", "/lines": ".row", "/trips": ".trip-form", "/settings": "#language",
           "/settings/devices": "#show-code", "/help": ".help-parts", "/about": ".bullets", "/diary": ".diary",
           "/operator": ".operator", "/map": "canvas.vehicles"}


def strange(visit):
    """Errors of modules that do not fit together; an unreachable server is not one."""
    return [each for each in visit.errors if any(word in each for word in ("import", "export", "module", "undefined"))]


def whole(cached, digest):
    """Waits until the browser has cached a whole release."""
    end = time.monotonic() + WHOLE_SECONDS
    # `wait_for_function` would take the promise of an asynchronous function for true.
    while not cached.evaluate("async name => await caches.match('/files', { cacheName: name }) !== undefined",
                              f"takt-release-{digest}"):
        if time.monotonic() > end:
            raise TimeoutError(f"The release {digest} is not whole after {WHOLE_SECONDS} s.")
        cached.wait_for_timeout(100)


def beside_each_other(browser, demo, options):
    """A release appears while a page is open."""
    visit = installed(browser, demo)
    page = visit.page
    digest = page.evaluate(DIGEST)
    check("the page names its release in everything that it loads", all(
        path.startswith(f"/release/{digest}/") for path in visit.files if path.startswith(("/release", "/app", "/vendor"))),
        str([path for path in visit.files if not path.startswith("/release/")]))
    whole(page, digest)
    page.locator(".tab[data-screen=search]").click()
    page.get_by_role("combobox").first.fill("Zink")
    # Both change their shared interface, so old and new files do not fit together.
    demo.change("app/badge.js", "export function lineBadge", "export function newBadge")
    for path in demo.web.glob("app/**/*.js"):
        if "lineBadge" in path.read_text():
            path.write_text(path.read_text().replace("lineBadge", "newBadge"))
    demo.restart()
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    notice = page.locator(".notice")
    notice.wait_for()
    check("a new version is offered", "A new version of Takt is ready." in notice.inner_text(), notice.inner_text())
    check("and not forced: typed text stays", page.get_by_role("combobox").first.input_value() == "Zink")
    looked_at(visit, "new-version", options)
    accessible(visit, "search with a new version")
    notice.get_by_role("button", name="Later").click()
    for tab, ready in (("lines", ".row"), ("settings", "#language"), ("map", "canvas.vehicles")):
        page.locator(f".tab[data-screen={tab}]").click()
        page.locator(ready).first.wait_for(state="attached")
    check("the open page opens screens that it never loaded, of its own release",
          page.evaluate(DIGEST) == digest and not strange(visit), str(strange(visit)))
    visit.context.set_offline(True)
    page.locator(".tab[data-screen=lines]").click()
    page.locator(".row").first.click()
    page.locator(".line-screen").wait_for()
    check("without a network too", not strange(visit), str(strange(visit)))
    visit.files.clear()
    page.goto(f"{demo.url}/lines")
    page.locator(".row").first.wait_for()
    newer = page.evaluate(DIGEST)
    others = [path for path in visit.files if path.startswith("/release/") and not path.startswith(f"/release/{newer}/")]
    check("and loads nothing of another one", f"/release/{newer}/app/render.js" in visit.files and not others, str(others[:5]))
    check("the next page is of the new release, whole", newer != digest, f"{digest}, {newer}")
    visit.errors.clear()
    for address, ready in SCREENS.items():
        page.goto(demo.url + address)
        page.locator(ready).first.wait_for(state="attached")
    check("and opens every screen without a network", not strange(visit), str(strange(visit)))
    visit.context.close()


def new_timetable(browser, demo, options):
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    page.clock.install()
    visit.open("/search")
    page.get_by_role("combobox").first.fill("Zink")
    page.evaluate("() => { globalThis.isSame = true; }")

    def another(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "revision": "another"}))

    page.route("**/api/v1/network", another)
    page.clock.fast_forward(61_000)
    notice = page.locator(".notice")
    notice.wait_for()
    check("a new timetable is offered", "There is a new timetable." in notice.inner_text(), notice.inner_text())
    check("what is typed stays, on the same page", page.evaluate("() => globalThis.isSame")
          and page.get_by_role("combobox").first.input_value() == "Zink")
    looked_at(visit, "new-timetable", options)
    page.locator(".tab[data-screen=settings]").click()
    page.locator("#language").wait_for()
    check("typed text is restored", page.evaluate("() => globalThis.isSame === true"))
    page.locator(".tab[data-screen=search]").click()
    page.get_by_role("combobox").first.fill("")
    page.locator(".tab[data-screen=settings]").click()
    page.wait_for_function("() => globalThis.isSame === undefined")
    page.locator("#language").wait_for()
    check("otherwise the next screen begins with it", page.url.endswith("/settings"))
    visit.context.close()


def seen(page, address, selectors):
    """How soon each was on the screen, in seconds."""
    start = time.monotonic()
    page.goto(address, wait_until="commit")
    times = {}
    for name, selector in selectors.items():
        page.locator(selector).first.wait_for()
        times[name] = time.monotonic() - start
    return times


def silent(browser, demo, options):
    """The server accepts connections and never answers, as in a tunnel."""
    visit = installed(browser, demo)
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    home(visit)
    # Its answer is kept; the connection alone is drawn before.
    page.wait_for_function("() => JSON.parse(localStorage.getItem('takt.home') ?? '{}').at > 0")
    whole(page, page.evaluate(DIGEST))
    visit.open("/lines")
    page.locator(".row").first.wait_for()
    page.wait_for_timeout(1000)
    demo.fall_silent()
    try:
        for address, selectors in (("/home", {"navigation": ".tabs .tab", "saved connections": ".home-card"}),
                                   ("/lines", {"navigation": ".tabs .tab", "lines": ".row"}),
                                   ("/settings", {"settings": "#language"})):
            times = seen(page, demo.url + address, selectors)
            for name, seconds in times.items():
                check(f"{address}: {name} at once from a silent server", seconds < SOON_SECONDS, f"{seconds:.2f} s")
        notice = page.locator(".notice")
        notice.wait_for()
        check("with the age of the stored data", "No answer from the server: this was stored" in notice.inner_text(),
              notice.inner_text())
        looked_at(visit, "silent", options)
        accessible(visit, "settings of a silent server")
        times = seen(page, f"{demo.url}/home", {"age": "text=This is a copy, stored"})
        check("home tells its age before it gives up", times["age"] < SOON_SECONDS, f"{times['age']:.2f} s")
        looked_at(visit, "home-silent", options)
        start = time.monotonic()
        visit.open("/search?from=zinkwil&to=nusswilen")
        page.get_by_text("The server did not answer within 10 seconds.").first.wait_for()
        check("a search ends with advice", time.monotonic() - start < 20, f"{time.monotonic() - start:.1f} s")
        visit.open("/lines")
        page.locator(".row").first.wait_for()
        page.locator(".notice").wait_for()
    finally:
        demo.go_on()
    page.locator(".notice").wait_for(state="hidden")
    check("live data replaces it when the server answers", page.locator(".row").count() > 0)
    visit.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with life(options.program) as (browser, demo):
        silent(browser, demo, options)
        new_timetable(browser, demo, options)
        beside_each_other(browser, demo, options)
    finish()


if __name__ == "__main__":
    main()
