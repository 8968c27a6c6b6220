"""Riders' circumstances: the start screen, a network that blocks streams, clocks and units."""

import re

from checks import check
from visit import Visit


def start_screen(browser, origin):
    visit = Visit(browser, origin, service_workers="block")
    page = visit.page
    visit.open("/settings")
    page.locator("#start").select_option("lines")
    visit.open("/")
    page.locator(".screen:not([hidden]) .row").first.wait_for()
    check("the app starts with the chosen screen", page.locator(".screen:not([hidden]) h1").inner_text() == "Lines",
          page.locator(".screen:not([hidden]) h1").inner_text())
    visit.context.close()


def without_streams(browser, origin):
    """Some companies' networks block streams; then the list is polled."""
    visit = Visit(browser, origin, service_workers="block")
    page, asked = visit.page, []
    page.route("**/api/v1/vehicles/stream*", lambda route: route.abort())
    page.on("request", lambda request: re.search(r"/api/v1/vehicles(\?|$)", request.url) and asked.append(request.url))
    visit.open("/list")
    page.locator(".row[data-vehicle]").nth(4).wait_for()
    for _ in range(60):
        if len(asked) >= 2:
            break
        page.wait_for_timeout(500)
    check("where streams are blocked, vehicles are polled", len(asked) >= 2, str(len(asked)))
    visit.context.close()


def units(browser, origin):
    """Clocks and units are those of the network, whatever the region of the rider's browser; times are the stops'."""
    for locale, clock, length in (("en-US", r"^\d\d:\d\d$", "k?m"), ("de-CH", r"^\d\d:\d\d$", "k?m")):
        context = browser.new_context(locale=locale, timezone_id="America/New_York", service_workers="block",
                                      viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.goto(f"{origin}/search?from=seewil-rebhang&to=nusswilen")
        page.locator(".result time").first.wait_for()
        time = page.locator(".result time").first
        said, stands = time.inner_text().strip(), time.get_attribute("datetime")
        hour = int(stands[11:13])
        same = re.match(r"\d+", said).group(0) in (f"{hour:02d}", str(hour), str(hour % 12 or 12))
        check(f"{locale}: times are the stop's, by the network's clock", re.search(clock, said) is not None and same, f"{said}, {stands}")
        page.locator(".result").first.click()
        page.locator(".way").wait_for()
        text = page.locator(".way").inner_text()
        check(f"{locale}: walks are as long as the network says", re.search(rf"\d\s?({length})\b", text) is not None, text[:200])
        context.close()


def habits(browser, origin):
    start_screen(browser, origin)
    without_streams(browser, origin)
    units(browser, origin)
