"""What is shown beside something else: a connection beside the results on a desktop, and the card of a stop beside the map."""

import town
from forms import TURN_MILLISECONDS, opened

SEARCH = "/search?from=b&to=d&at=2026-05-04T08:00"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SEEN = """() => ({
  results: document.querySelector('.results .result')?.checkVisibility() ?? false,
  details: document.querySelector('.details-view .way')?.checkVisibility() ?? false,
  chosen: [...document.querySelectorAll('.result[aria-current]')].map((each) => each.dataset.connection),
})"""
# Whether the way out of a connection is beside its title, however long that is.
CLOSE_BESIDE_TITLE = """() => {
  const head = document.querySelector('.details-view .page-head');
  const [title, close] = ['h1', 'a'].map((part) => head.querySelector(part));
  title.textContent = 'Bahnhofstrassenunterführung '.repeat(12);
  const [one, other] = [title, close].map((part) => part.getBoundingClientRect());
  return other.left >= one.right && other.top < one.top + 48 && one.height > 48;
}"""
FOCUSED = "() => document.activeElement.dataset.connection ?? document.activeElement.localName"


def side_by_side(context, site, failures):
    page_of_two = {**town.connections(), "connections": [town.way(), {**town.way(), "id": "c2"}]}
    found = site.answers[("GET", "/api/v1/connections/c1")]
    site.answers = {**site.answers, ("GET", "/api/v1/connections"): page_of_two,
                    ("GET", "/api/v1/connections/c2"): {**found, "connection": {**found["connection"], "id": "c2"}}}

    def check(what, probe, expected):
        for _ in range(200):
            if (seen := page.evaluate(probe)) == expected:
                break
            page.wait_for_timeout(TURN_MILLISECONDS)
        failures.check(f"side by side: {what}", seen == expected, f"{seen}, not {expected}")

    def both(chosen):
        return {"results": True, "details": True, "chosen": [chosen]}

    page = opened(context, site, "/help")
    page.set_viewport_size(DESKTOP)
    page.goto(site.origin + SEARCH)
    page.locator(".result[data-connection=c1]").wait_for()
    failures.check("side by side: without a choice there is a hint", page.get_by_text("Choose a connection to see").is_visible())
    page.locator("main").evaluate("main => { main.style.blockSize = '300px'; main.scrollTop = 60; }")
    page.locator(".result[data-connection=c1]").click()
    check("a chosen connection is beside the results", SEEN, both("c1"))
    failures.check("side by side: the results stay where they were", page.evaluate("document.querySelector('main').scrollTop") >= 60)
    page.locator("main").evaluate("main => main.style.blockSize = ''")
    page.locator(".result[data-connection=c2]").click()
    check("another one takes its place", SEEN, both("c2"))
    check("the way out is beside a long title", CLOSE_BESIDE_TITLE, True)
    check("a choice by mouse leaves the focus in the results", FOCUSED, "c2")
    page.go_back()
    check("back leads to the one before", SEEN, both("c1"))
    page.go_forward()
    check("and forward again", SEEN, both("c2"))
    page.locator(".result[data-connection=c1]").focus()
    page.keyboard.press("Enter")
    check("a choice by keyboard leads to the connection", FOCUSED, "h1")
    page.keyboard.press("Escape")
    check("Escape leads back to the results", FOCUSED, "c1")
    check("and closes the connection", SEEN, {"results": True, "details": False, "chosen": []})
    page.goto(f"{site.origin}{SEARCH}&connection=c1")
    check("an address shows both", SEEN, both("c1"))
    page.get_by_role("link", name="Close").click()
    check("a closed connection leads back to its line", FOCUSED, "c1")
    page.go_back()
    page.emulate_media(media="print")
    check("on paper the connection is alone", SEEN, {"results": False, "details": True, "chosen": ["c1"]})
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
    check("on a phone too", SEEN, {"results": False, "details": True, "chosen": ["c1"]})
    page.get_by_role("link", name="All connections").click()
    check("and its results come back", SEEN, {"results": True, "details": False, "chosen": []})
    page.close()


def departures_on_the_map(context, site, failures):
    """The sheet of a stop that is tapped on the map has its next departures, and is as high before they come."""
    page = opened(context, site, "/help")
    page.route("**/api/v1/stops/m/departures*", lambda route: page.wait_for_timeout(300) or route.fallback())
    page.goto(site.origin + "/map?stop=m")
    card = page.locator("aside.card")
    card.locator(".card-calls").wait_for()
    before = card.bounding_box()["height"]
    card.locator(".call").nth(2).wait_for()
    page.wait_for_timeout(10 * TURN_MILLISECONDS)
    said = card.locator(".card-calls").inner_text().split("\n")
    failures.check("a stop on the map has its next departures", "Spital" in said and card.locator(".call").count() == 3, str(said))
    failures.check("they do not move what is above the sheet", abs(card.bounding_box()["height"] - before) < 40,
                   f"{before}, {card.bounding_box()['height']}")
    page.locator("aside.card .call").first.click()
    page.locator(".trip-stop").first.wait_for()
    page.close()


def card_beside_the_map(context, site, failures):
    """Escape closes the card wherever the focus is, which stays there, or from the card returns to the map; what is in front
    closes first."""
    page = opened(context, site, "/help")
    page.set_viewport_size(DESKTOP)
    for what, before, after in (("on a control", "Zoom in", "Zoom in"), ("in the card", None, "Map of vehicles"),
                                ("in the finder", None, None), ("nowhere", None, None)):
        page.goto(site.origin + "/map?stop=m")
        card = page.locator("aside.card")
        card.wait_for()
        if before is not None:
            page.get_by_role("button", name=before).focus()
        if "card" in what:
            card.locator("a").last.focus()
        if "finder" in what:
            page.get_by_role("button", name="Find a place").click()
            field = page.get_by_role("search").get_by_role("combobox")
            field.wait_for()
            # The list of the field closes first.
            while field.is_visible():
                page.keyboard.press("Escape")
                page.wait_for_timeout(TURN_MILLISECONDS)
            failures.check("beside the map: Escape in the finder leaves the card", card.is_visible())
        page.keyboard.press("Escape")
        page.wait_for_timeout(10 * TURN_MILLISECONDS)
        failures.check(f"beside the map: Escape {what} closes the card", not card.is_visible())
        focused = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        failures.check(f"beside the map: after Escape {what} the focus is where it was", after is None or focused == after, focused)
    page.close()


def opened_on_a_phone(context, site, failures):
    """On a phone, where a connection takes the place of the results, its heading is announced as it opens."""
    page = opened(context, site, "/search?from=b&to=d&at=2026-05-04T08:00")
    page.locator(".result").first.focus()
    page.keyboard.press("Enter")
    page.locator(".way").first.wait_for()
    focused = page.evaluate("() => `${document.activeElement.localName} ${document.activeElement.textContent}`")
    failures.check("a connection on a phone: its heading has the focus", focused == "h1 Linden, Bahnhof – Weiler, Dorf", focused[:80])
    page.close()
