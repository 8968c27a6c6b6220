"""A device whose storage is full: what is chosen holds until the page is closed, and the app does not promise more."""

import town

from forms import GO, opened

FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
FOUND = "/search?from=b&to=d&at=2026-05-04T08:00"


def full_storage(context, site, failures):
    site.answers = {**site.answers, ("POST", "/api/v1/riders"): {"token": "new"},
                    ("POST", "/api/v1/rider/routes"): town.saved()[0]}
    page = opened(context, site, FOUND)
    page.evaluate(FULL)
    page.locator(".results li a").first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    said = page.get_by_text("until this page is closed")
    said.wait_for()
    failures.check("a full storage: the rider reads how long it is saved", said.count() == 1)
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
