"""What the checks of the search and of the stop boards share: the form, the results, the API."""

import json
import urllib.error

from test_map import get


def fields(page):
    return page.get_by_role("combobox")


def choose(page, number, text, name):
    """Types into a place's field and takes the suggestion of that name."""
    fields(page).nth(number).fill(text)
    page.get_by_role("option", name=name, exact=True).first.click()


def results(page):
    page.locator(".result").first.wait_for()
    return page.locator(".result")


def asked(visit, path):
    """A JSON answer of the API, {} for a refusal."""
    try:
        return json.loads(get(visit.origin + "/api/v1" + path))
    except urllib.error.HTTPError as error:
        error.close()
        return {}


def answered(visit, pattern, body, status=200):
    kind = "application/json" if status == 200 else "application/problem+json"
    visit.page.route(pattern, lambda route: route.fulfill(
        status=status, content_type=kind, body=json.dumps(body)))
