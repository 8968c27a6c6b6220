"""A device whose storage is full: what is chosen holds until the page is closed, and the app does not promise more."""

import json

import town

from forms import GO, opened

FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
ENDS = ("b", "d")
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
    page.get_by_role("heading", name="Einstellungen", exact=True).wait_for()
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
