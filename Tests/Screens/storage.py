"""A device whose storage is full: what is chosen holds until the page is closed, and the app does not promise more."""

import json
import time

import town

from forms import GO, opened

FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
ENDS = ("b", "d")
# The time for a screen to draw what it learns of the network.
SECONDS = 60
FOUND = "/search?from=b&to=d&at=2026-05-04T08:00"


def full_storage(context, site, failures):
    site.answers = {**site.answers, ("POST", "/api/v1/riders"): {"token": "new"},
                    ("POST", "/api/v1/rider/routes"): town.saved()[0], ("POST", "/api/v1/rider/trips"): town.trips()[0]}
    lately = [{"value": each, "name": town.PLACES[each][0], "modes": []} for each in ENDS]
    page = opened(context, site, FOUND, {"takt.recentStops": json.dumps(lately)})
    page.evaluate(FULL)
    page.locator(".results li a").first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    said = page.get_by_text("until this page is closed")
    said.wait_for()
    failures.check("a full storage: the rider reads how long it is saved", said.count() == 1)
    page.evaluate(GO, "/trips")
    for number, end in enumerate(ENDS):
        field = page.locator(".trip-form .place").nth(number)
        field.get_by_role("combobox").fill("x")
        field.get_by_role("combobox").fill("")
        field.get_by_text("suggestion").wait_for(state="attached")
        field.get_by_role("option", name=town.PLACES[end][0]).click()
        answer = field.get_by_role("status").inner_text()
        failures.check("a place that was chosen: no number of suggestions is left", answer == "", answer)
    page.get_by_role("button", name="Schedule").click()
    toast = page.locator(".trips-screen").get_by_text("until this page is closed")
    toast.wait_for()
    failures.check("a full storage: a trip is not promised for longer either", toast.count() == 1)
    page.evaluate(GO, "/settings")
    page.get_by_label("Language").select_option("de")
    page.get_by_role("heading", name="Mehr", exact=True).wait_for()
    failures.check("a full storage: another language holds", page.locator("html").get_attribute("lang") == "de")
    page.close()


def title_of_results(context, site, failures):
    """A connection that was looked at does not leave its title to the results."""
    page = opened(context, site, FOUND)
    page.locator(".results li a").first.click()
    page.locator(".details-view:not([hidden]) h1").wait_for()
    page.go_back()
    page.locator(".results li a").first.wait_for()
    page.evaluate(GO, "/help")
    page.locator(".help h1").wait_for()
    page.go_back()
    page.locator(".results li a").first.wait_for()
    title = page.title()
    failures.check("the results have their own title", title.startswith("Search") or title.startswith("Find"), title)
    page.close()


def is_offered(page, text):
    return page.locator("main").get_by_text(text, exact=True).locator("visible=true").count() > 0


def saves_nothing(context, site, failures):
    """A server without a data folder: nothing is offered that it would refuse."""
    site.answers = {**site.answers, ("GET", "/api/v1/network"): {**town.network(), "savesNothing": True}}
    page = context.new_page()
    nowhere = "This server saves nothing for riders."
    for address, ready, offers in (
            ("/home", page.get_by_role("link", name="Look at the map"), "Save it, Use what I saved on another device"),
            ("/connections/c1", page.get_by_role("button", name="Share"), "Save"),
            ("/settings", page.get_by_text(nowhere), "Notifications, Other devices, Trips"),
            ("/trips", page.get_by_text(nowhere), "Schedule, Scheduled"),
            ("/settings/devices", page.get_by_text(nowhere), "Show a code, Connect"),
            ("/settings/nearby", page.get_by_text("This server sends no messages."), "Add a place"),
            ("/diary", page.get_by_role("heading", name="Your own files"), "Show the study")):
        page.goto(site.origin + address)
        ready.wait_for()
        page.wait_for_function("() => document.querySelector('.first-sight') === null")
        # The screen is drawn once more when the description of the network comes.
        end = time.monotonic() + SECONDS
        while (found := [each for each in offers.split(", ") if is_offered(page, each)]) and time.monotonic() < end:
            page.wait_for_timeout(100)
        failures.check(f"a server that saves nothing: {address} offers nothing that is refused", found == [], str(found))
    page.set_viewport_size({"width": 1280, "height": 800})
    tabs = page.locator(".tab:visible").all_inner_texts()
    failures.check("nor does the navigation of wide windows", len(tabs) > 5 and "Trips" not in tabs, str(tabs))
    page.close()
