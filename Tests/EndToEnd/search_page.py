"""Shared helpers of the checks of the search and of stop boards: the form, the results, the API."""

import json
import urllib.error

from playwright.sync_api import TimeoutError as NotInTime

from visit import get


def fields(page):
    """The form's places; on a phone it is folded once there are results."""
    bar = page.locator(".search-bar")
    if bar.count() > 0 and bar.is_visible():
        bar.click()
    return page.get_by_role("combobox")


def choose(page, number, text, name):
    """Types into a place's field and chooses the suggestion with that name."""
    fields(page).nth(number).fill(text)
    page.get_by_role("option", name=name, exact=True).first.click()


def results(page):
    page.locator(".result").first.wait_for()
    return page.locator(".result")


def asked(visit, path):
    """A JSON answer of the API; {} for a refusal."""
    try:
        return json.loads(get(visit.origin + "/api/v1" + path))
    except urllib.error.HTTPError as error:
        error.close()
        return {}


def answered(visit, pattern, body, status=200):
    kind = "application/json" if status == 200 else "application/problem+json"
    visit.page.route(pattern, lambda route: route.fulfill(
        status=status, content_type=kind, body=json.dumps(body)))


def becomes(page, expression, argument=None):
    """Whether a condition becomes true on the page in time; slow machines need a while."""
    try:
        page.wait_for_function(expression, arg=argument)
        return True
    except NotInTime:
        return False


def filled(page, number, name):
    """Whether the field of a place gets that name."""
    return becomes(
        page, "([at, name]) => document.querySelectorAll('[role=combobox]')[at]?.value === name",
        [number, name])


def settled(page):
    """Waits until a search is answered."""
    page.locator(".results-part:not([aria-busy])").wait_for(state="attached")
