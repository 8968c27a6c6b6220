"""Shared helpers of the checks of riders' screens: saving a connection, and the server's data of the rider."""

import json
import urllib.request

from search_page import results


def save(visit, origin, destination, *, reminder=False, line=None):
    """Saves a found connection: the first one, or the first with this line."""
    page = visit.page
    visit.open(f"/search?from={origin}&to={destination}")
    found = results(page)
    (found if line is None else found.filter(has=page.locator(".badge", has_text=line))).first.click()
    page.locator(".way").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    if reminder:
        page.locator("dialog").get_by_text("With a reminder").click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").wait_for(state="detached")


def token(visit):
    return visit.page.evaluate("() => localStorage.getItem('takt.rider')")


def stored(visit, path):
    """The server's data of the rider."""
    request = urllib.request.Request(
        visit.origin + "/api/v1/rider" + path, headers={"Authorization": f"Bearer {token(visit)}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())


def home(visit):
    visit.open("/home")
    visit.page.locator(".home-next").first.wait_for()


def pair(one, other):
    """Lets another device in by a code."""
    one.open("/settings/devices")
    one.page.get_by_role("button", name="Show a code").click()
    code = one.page.locator(".pairing-code").inner_text().split(":")[-1].strip()
    other.open("/settings/devices")
    other.page.get_by_label("Code").fill(code)
    other.page.get_by_role("button", name="Connect").click()
    other.page.locator(".home-next").first.wait_for()


def becomes_stored(visit, path, holds):
    """Whether the server gets some data in time, since changes are sent in the background, after the rider is created."""
    for _ in range(50):
        if token(visit) is not None and holds(stored(visit, path)):
            return True
        visit.page.wait_for_timeout(200)
    return False
