#!/usr/bin/env python3
"""The operators' pages in Chromium, against an initially empty campus.

    .tools/venv/bin/python Tests/EndToEnd/test_operator.py .build/debug/takt [--shots FOLDER]

A wrong token, the sources, an announcement to riders, and a stop and a line drawn on the map, which riders see. Prints
one line per check.
"""

import argparse
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.request


from checks import check, finish, free_port, server_log
from every_look import in_every_look
from evidence import chromium
from operator_answers import TOKEN, day
from search_page import becomes
from visit import Visit, accessible, appears, looked_at

READY_SECONDS = 60
CORNERS = [(42.7300, -73.6800), (42.7360, -73.6700)]


@contextlib.contextmanager
def campus():
    """An empty campus with a source that does not answer."""
    with tempfile.TemporaryDirectory(prefix="takt-operator-") as name:
        folder = pathlib.Path(name)
        port = free_port()
        (folder / "token").write_text(TOKEN + "\n")
        (folder / "takt.yml").write_text(
            f"data: {folder}/data\nlisten: 127.0.0.1:{port}\nname: Campus\n"
            "operator:\n  token-file: token\ncampus:\n  time-zone: America/New_York\n"
            "sources:\n  - id: shuttles\n    kind: shuttle-tracker\n    url: http://127.0.0.1:9\n    every: 5s\n")
        log = server_log(folder / "log")
        process = subprocess.Popen([PROGRAM, "serve", "--config", folder / "takt.yml"], stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        end = time.monotonic() + READY_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(url + "/health/live", timeout=2).close()
                break
            time.sleep(0.2)
        try:
            yield url
        finally:
            process.terminate()
            check("the server ends in order", process.wait(timeout=20) == 0)


def listed(origin, path):
    with urllib.request.urlopen(origin + path, timeout=10) as answer:
        return json.loads(answer.read())


def entering(visit):
    page = visit.page
    visit.open("/about")
    page.get_by_role("link", name="For operators").click()
    field = page.get_by_label("Operator’s token")
    field.fill("not the token at all")
    page.get_by_role("button", name="Sign in").click()
    page.locator(".problem").wait_for()
    check("a wrong token is refused in a sentence", "not the operator’s token" in page.locator(".problem").inner_text())
    accessible(visit, "the operators' entrance")
    field.fill("not-the-token-at-all")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_timeout(500)
    check("so is one that the server does not know", page.locator(".operator-card").count() == 0)
    field.fill(TOKEN)
    page.keyboard.press("Enter")
    page.locator(".operator-card").wait_for()
    kept = page.evaluate("() => [Object.values(sessionStorage).join(), Object.values(localStorage).join()]")
    check("the token is kept for this tab alone", TOKEN in kept[0] and TOKEN not in kept[1], str(kept))


def matters(visit, options):
    page = visit.page
    card = page.locator(".operator-card").first
    text = card.inner_text()
    check("a source that is down is shown with its problem", "Down" in text and "shuttles" in text, text)
    card.get_by_text("What was asked and answered").click()
    page.wait_for_timeout(5500)
    check("details stay open during a refresh", card.get_by_text("Failures in a row").is_visible())
    accessible(visit, "sources")
    looked_at(visit, "operator-sources", options)
    page.get_by_role("link", name="Predictions").click()
    page.get_by_text("Nothing has been judged yet").wait_for()
    accessible(visit, "predictions without scores")
    scores(visit, options)
    page.get_by_role("link", name="Riders").click()
    page.locator(".big-figures").wait_for()
    found = dict(zip(page.locator(".big-figures dt").all_inner_texts(), page.locator(".big-figures dd").all_inner_texts()))
    check("riders are counted", found.get("Riders") == "0" and len(found) == 9, str(found))
    accessible(visit, "riders' counts")
    looked_at(visit, "operator-riders", options)
    check("it is all in the address", page.url.endswith("/operator/riders"), page.url)
    page.go_back()
    page.get_by_role("heading", name="Predictions").wait_for()
    check("and back leads back", page.url.endswith("/operator/predictions"), page.url)


def scores(visit, options):
    """The scores of a server after a day."""
    page = visit.page

    page.route("**/api/v1/operator/predictions", lambda route: route.fulfill(json={
        "today": "2026-05-04", "routes": [
            {"route": "10", "fallback": False, "days": [day("2026-05-03", 50, 30, 40), day("2026-05-04", 100, 60, 90)]},
            {"route": "2", "fallback": True, "days": [day("2026-05-04", 300, 100, 80, True)]}]}))
    page.get_by_role("link", name="Riders").click()
    page.get_by_role("link", name="Predictions").click()
    page.locator(".scores").wait_for()
    rows = page.locator(".scores tbody tr").all_inner_texts()
    check("today's scores are listed by line in order, with fallbacks",
          len(rows) == 2 and rows[0].startswith("2") and "uses timetable and delay" in rows[0]
          and re.search(r"100\s+60s\s+90s\s+91%\s+83%", rows[1]), str(rows))
    total = page.locator(".scores tfoot").inner_text()
    check("and together, weighed by arrivals", re.search(r"400\s+90s\s+83s", total), total)
    accessible(visit, "predictions")
    looked_at(visit, "operator-predictions", options)
    page.get_by_label("Day").select_option("2026-05-03")
    check("another day can be chosen", page.locator(".scores tbody tr").count() == 1)
    page.unroute_all()


def announcing(visit, rider, options):
    page = visit.page
    page.get_by_role("link", name="Announcement").click()
    page.get_by_label("Text").fill("Snow: no shuttles today")
    page.get_by_label("Link to more").fill("https://campus.example/snow")
    page.get_by_role("button", name="Show to riders").click()
    page.get_by_text("Riders see the announcement.").wait_for()
    accessible(visit, "an announcement")
    looked_at(visit, "operator-announcement", options)
    there = rider.page.locator(".home-notices")
    end = time.monotonic() + 20
    text = ""
    while "Snow" not in text and time.monotonic() < end:
        rider.open("/home")
        rider.page.locator(".welcome").wait_for()
        rider.page.wait_for_timeout(700)
        text = there.inner_text()
    check("riders read it when they open the app", "Snow: no shuttles today" in text and "campus.example" in text, text)
    accessible(rider, "home with an announcement")
    looked_at(rider, "home-announcement", options)
    page.get_by_label("Text").fill("Snow: no shuttles until noon")
    page.request.post(f"{visit.origin}/adminMessage", headers={"Authorization": f"Bearer {TOKEN}"},
                      data={"message": "Ice: no shuttles", "enabled": True})
    page.get_by_role("button", name="Save change").click()
    check("another operator's change is shown before it is replaced",
          appears(page.get_by_text("It reads: “Ice: no shuttles”"))
          and listed(visit.origin, "/adminMessage")["message"] == "Ice: no shuttles")
    # The page goes on saying that riders see the announcement, so the answer is waited for.
    with page.expect_response(lambda answer: answer.request.method != "GET") as saved:
        page.get_by_role("button", name="Save change").click()
    check("it can be changed", saved.value.ok
          and listed(visit.origin, "/adminMessage")["message"] == "Snow: no shuttles until noon")
    page.get_by_role("button", name="End it").click()
    page.get_by_text("The announcement is over.").wait_for()
    check("and ended", listed(visit.origin, "/adminMessage")["enabled"] is False)


def drawing(visit, options):
    page = visit.page
    page.get_by_role("link", name="Network").click()
    page.locator(".campus-map canvas").wait_for()
    page.wait_for_timeout(800)
    box = page.locator(".campus-map").bounding_box()
    # One stop is entered by tapping, and another by keyboard alone.
    page.mouse.click(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.5)
    page.get_by_label("Name").fill("Union")
    page.get_by_label("Latitude").fill(str(CORNERS[0][0]))
    page.get_by_label("Longitude").fill(str(CORNERS[0][1]))
    accessible(visit, "a stop's form")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved. Riders see it").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("Colonie")
    page.keyboard.press("Tab")
    page.keyboard.type(str(CORNERS[1][0]))
    page.keyboard.press("Tab")
    page.keyboard.type(str(CORNERS[1][1]))
    page.keyboard.press("Enter")
    page.locator(".campus-entry").nth(1).wait_for()
    stops = listed(visit.origin, "/stops")
    check("stops are entered by a tap and by keyboard alone", [stop["name"] for stop in stops] == ["Union", "Colonie"]
          and abs(stops[1]["longitude"] - CORNERS[1][1]) < 1e-9, json.dumps(stops))
    page.get_by_role("button", name="Lines").click()
    page.get_by_role("button", name="Add a line").click()
    page.get_by_label("Name").fill("East")
    for _ in range(2):
        page.get_by_label("Stop", exact=True).select_option(label="Colonie" if _ else "Union")
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Drawn").click()
    page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + 40)
    check("corners are drawn on the map", "3 corners" in page.locator(".route-line").inner_text())
    accessible(visit, "a line's form")
    looked_at(visit, "operator-line", options)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved. Riders see it").wait_for()
    routes = listed(visit.origin, "/routes")
    check("a line is entered with its stops and its way", len(routes) == 1 and len(routes[0]["points"]) == 3
          and routes[0]["stop_ids"] == [stop["id"] for stop in stops], json.dumps(routes))
    page.get_by_role("button", name="Vehicles").click()
    page.get_by_role("button", name="Add a vehicle").click()
    page.get_by_label("Name").fill("Bus 1")
    page.get_by_label("Tracker’s number").fill("95")
    page.get_by_role("button", name="Save").click()
    page.locator(".campus-entry").wait_for()
    check("a vehicle is entered", listed(visit.origin, "/vehicles")[0]["tracker_id"] == "95")
    page.get_by_role("button", name="Stops").click()
    page.locator(".campus-entry").first.click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete for good").click()
    becomes(page, "() => document.querySelector('.campus-side > .hint').textContent !== ''")
    check("a stop that a line needs stays, and why is said", len(listed(visit.origin, "/stops")) == 2
          and page.locator(".campus-side > .hint").inner_text() != "")
    looked_at(visit, "operator-campus", options)


def seen_by_riders(visit, rider, options):
    end = time.monotonic() + 20
    while time.monotonic() < end and not listed(visit.origin, "/api/v1/routes")["routes"]:
        time.sleep(0.5)
    visit.page.locator(".tab[data-screen=map]").click()
    rider.open(f"/map?at={CORNERS[0][0]},{CORNERS[0][1]},15")
    rider.page.locator(".map canvas").wait_for()
    rider.page.wait_for_timeout(2000)
    drawn = rider.page.evaluate("""() => fetch('/api/v1/routes.geojson').then(answer => answer.json())""")
    check("riders' map has the line as drawn", len(drawn["features"]) == 1, json.dumps(drawn)[:300])
    looked_at(rider, "campus-map", options)
    rider.open("/search")
    rider.page.get_by_role("combobox").first.fill("coll")
    rider.page.get_by_role("combobox").first.fill("colo")
    check("and the search finds the stop", appears(rider.page.get_by_role("option", name="Colonie")))


def leaving(visit):
    page = visit.page
    visit.open("/operator")
    page.locator(".operator-card").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Operator’s token").wait_for()
    kept = page.evaluate("() => Object.values(sessionStorage).join()")
    check("leaving removes the token", TOKEN not in kept, kept)


def main():
    with campus() as url, chromium() as browser:
        visit = Visit(browser, url, service_workers="block")
        rider = Visit(browser, url, phone=True, dark=True, service_workers="block")
        entering(visit)
        matters(visit, OPTIONS)
        announcing(visit, rider, OPTIONS)
        drawing(visit, OPTIONS)
        seen_by_riders(visit, rider, OPTIONS)
        leaving(visit)
        in_every_look(browser, url, "operator", (
            ("/operator/sources", ".operator-card"), ("/operator/riders", ".big-figures"),
            ("/operator/announcement", ".operator-form"), ("/operator/campus", ".campus-entry"),
            ("/operator/studies", ".operator-form")), OPTIONS,
            prepare=lambda other: other.context.add_init_script(f"sessionStorage.setItem('takt.operator', '{TOKEN}')"))
        expected = ("401", "409")
        errors = [each for each in visit.errors + rider.errors if not any(code in each for code in expected)]
        check("no error on the console except the refusals", not errors, str(errors[:3]))
    finish()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    OPTIONS = parser.parse_args()
    PROGRAM = pathlib.Path(OPTIONS.program).resolve()
    main()
