"""Screens that are opened while the server does not answer, and show what was asked for once it does."""

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from forms import GO, SEEN, opened

# The address of each screen, what it says without an answer, and something of the answer.
SCREENS = (
    ("/settings/notifications", "This page opens as soon as it does.", "ntfy.example.org"),
    ("/settings/nearby", "This page opens as soon as it does.", "While the phone sleeps"),
    ("/search?from=b&to=d&at=2026-05-04T08:00", "No connection to the server.", "Tight transfer"),
)
QUESTIONS = "**/api/v1/**"


def through_a_tunnel(context, site, failures):
    for address, without, answer in SCREENS:
        page = opened(context, site, "/help", {"takt.rider": "token"})
        page.route(QUESTIONS, lambda route: route.abort())
        page.evaluate(GO, address)
        try:
            page.get_by_text(without).first.wait_for()
            page.unroute(QUESTIONS)
            page.evaluate(SEEN)
            page.get_by_text(answer).first.wait_for(timeout=15_000)
            said = ""
        except PlaywrightTimeout:
            said = page.locator("main").inner_text()[:200]
        failures.check(f"{address} shows what was asked for after a tunnel", said == "", said)
        page.close()
