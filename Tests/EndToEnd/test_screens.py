#!/usr/bin/env python3
"""Checks timetables of lines, trips, settings and help in Chromium, against `takt demo`.

Usage: test_screens.py --url http://127.0.0.1:PORT [--shots FOLDER]

Prints one line per check and a total; the exit code is 1 if a check failed.
"""
import json
import urllib.parse

from checks import check, finish
from rider_habits import habits
from search_page import answered, asked, becomes, results
from visit import Visit, accessible, at_home, browsing, get, leads_to, looked_at

COLUMN = "() => document.querySelectorAll('.timetable td.next').length"


def a_line(visit, name, options):
    page = visit.page
    visit.open("/lines")
    page.locator(".row").first.click()
    page.locator(".timetable td.next").first.wait_for()
    rows = page.locator(".timetable tbody tr").count()
    check(f"{name}: the next departure is marked at the stops", rows / 2 < page.evaluate(COLUMN) <= rows)
    check(f"{name}: one of them is seen at once", becomes(page, """() => {
        const frame = document.querySelector('.timetable-frame').getBoundingClientRect();
        const corner = document.querySelector('.corner').getBoundingClientRect();
        return [...document.querySelectorAll('td.next')].some(each => {
          const { left, right } = each.getBoundingClientRect();
          return left >= corner.right && right <= frame.right;
        }); }"""))
    looked_at(visit, f"line-{name}", options)
    accessible(visit, f"a line, {name}")
    first = page.locator(".timetable tbody th").first.inner_text()
    page.locator(".line-screen .segments button").nth(1).click()
    page.wait_for_url("**direction=1*")
    check(f"{name}: the other direction begins elsewhere", becomes(page, """before =>
        document.querySelector('.timetable tbody th')?.innerText !== before""", first))
    page.get_by_role("button", name="The day after").click()
    page.wait_for_url("**day=2026-05-05*")
    page.locator(".timetable").wait_for()
    check(f"{name}: another day is in the address", "direction=1" in page.url)
    page.reload()
    page.locator(".timetable").wait_for()
    check(f"{name}: and is kept through a reload",
          page.get_by_label("Day", exact=True).last.input_value() == "2026-05-05")


def late_and_unknown(visit):
    page = visit.page
    lines = {each["route"] for each in asked(visit, "/vehicles")["vehicles"] if each.get("delaySeconds", 0) > 90}
    counts = {}
    for line in sorted(lines)[:4]:
        visit.open(f"/lines/{urllib.parse.quote(line)}")
        page.locator(".timetable td").first.wait_for()
        counts[line] = page.locator(".plus").count()
    check("late trips show their minutes in the timetable", sum(counts.values()) > 0, str(counts))
    visit.open("/lines/1?day=2031-01-01")
    page.get_by_text("The timetable covers").first.wait_for()
    page.locator(".line-screen > .button").click()
    page.locator(".timetable").wait_for()
    check("a day within the timetable is a tap away", "day=2026-09-01" in page.url, page.url)
    visit.open("/lines/no.such.line")
    page.get_by_text("There is no such line").first.wait_for()
    check("an unknown line is reported", page.locator(".timetable").count() == 0)


def under_way(visit):
    """A vehicle that is late and in the middle of its trip."""
    for vehicle in asked(visit, "/vehicles")["vehicles"]:
        path = f"/routes/{vehicle['route']}/timetable?date={vehicle.get('serviceDay')}"
        if (vehicle.get("delaySeconds") or 0) < 90 or "trip" not in vehicle:
            continue
        for direction in (0, 1):
            timetable = asked(visit, f"{path}&direction={direction}")
            trip = next((each for each in timetable.get("trips", []) if each["trip"] == vehicle["trip"]), None)
            cells = trip["cells"] if trip else []
            at = [row for row, cell in enumerate(cells)
                  if timetable["stops"][cell["row"]]["name"] == vehicle.get("nextStop", {}).get("name")]
            if at and 2 < at[0] < len(cells) - 3:
                return vehicle
    return None


def a_trip(visit, name, options):
    page = visit.page
    vehicle = under_way(visit)
    if not check(f"{name}: a late vehicle is under way", vehicle is not None):
        return
    visit.open("/map?vehicle=" + urllib.parse.quote(vehicle["id"]))
    page.locator("aside.card").get_by_role("link", name="Stops and times").click()
    page.locator(".trip-stop.next").wait_for()
    page.wait_for_url("**/trips/**")
    check(f"{name}: a vehicle leads to its trip", "/trips/" in page.url, page.url)
    check(f"{name}: the stops it has passed are folded",
          not page.locator(".trip-passed li").first.is_visible())
    page.locator(".trip-passed summary").click()
    check(f"{name}: and unfold", page.locator(".trip-passed li").first.is_visible())
    check(f"{name}: expected times are beside the timetable's",
          page.locator(".trip > ol .time s").count() > 0 and page.locator(".trip > ol .mark").count() > 0)
    looked_at(visit, f"trip-{name}", options)
    accessible(visit, f"a trip, {name}")
    page.get_by_role("link", name="Vehicle on the map").click()
    page.locator("aside.card").wait_for(state="visible")
    check(f"{name}: and back to the map", "vehicle=" in page.url, page.url)
    visit.open("/trips/1/no.such.trip/2026-05-04")
    page.get_by_text("This trip is not in the timetable").first.wait_for()
    check(f"{name}: an unknown trip is reported", page.locator(".trip").count() == 0)
    # The browser itself reports that there is no such trip.
    visit.errors[:] = [each for each in visit.errors if "404" not in each]


def pages(visit, name, options):
    page = visit.page
    visit.open("/settings")
    page.locator(".setting-lines summary").click()
    looked_at(visit, f"settings-{name}", options)
    accessible(visit, f"the settings, {name}")
    page.get_by_role("link", name="How it works").click()
    page.locator(".help-parts").wait_for()
    looked_at(visit, f"help-{name}", options)
    accessible(visit, f"the help, {name}")
    visit.open("/about")
    page.locator(".bullets").wait_for()
    looked_at(visit, f"about-{name}", options)


def settings(browser, origin):
    visit = Visit(browser, origin, service_workers="block")
    page = visit.page
    visit.open("/settings")
    page.get_by_label("Language").select_option("fr")
    page.get_by_role("heading", name="Plus", exact=True).wait_for()
    check("the language can be changed", page.locator("html").get_attribute("lang") == "fr")
    page.locator("#language").select_option("")
    page.get_by_role("heading", name="More", exact=True).wait_for()
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_label("Appearance").select_option("dark")
    dark = page.evaluate(paper)
    page.reload()
    page.locator(".setting").first.wait_for()
    check("dark can be chosen, and stays", light != dark == page.evaluate(paper), f"{light} {dark}")
    page.get_by_label("Takt opens with").select_option("search")
    visit.open("/")
    check("the app opens where the rider wants to begin", leads_to(page, "**/search"))
    on_the_map(visit)
    visit.open("/settings")
    page.get_by_role("button", name="Clear everything").click()
    page.get_by_role("button", name="Clear", exact=True).click()
    page.get_by_text("Everything was removed").wait_for()
    kept = page.evaluate("() => Object.keys(localStorage).filter(each => each.startsWith('takt.'))")
    check("everything can be cleared", kept == [] and page.evaluate(paper) == light, str(kept))
    check("no error on the console", not visit.errors, str(visit.errors[:3]))
    visit.context.close()


def on_the_map(visit):
    page = visit.page
    shown = "most => { const shown = Number(document.querySelector('canvas.vehicles')?.dataset.vehicles);" \
        " return shown > 0 && shown <= most; }"
    visit.open_map()
    everybody = int(page.locator("canvas.vehicles").get_attribute("data-vehicles"))
    visit.open("/settings")
    page.get_by_label("All of them").uncheck()
    page.locator("#vehicles-shown").fill("5")
    visit.open_map()
    check("the map shows as many vehicles as wanted", everybody > 5 and becomes(page, shown, 5),
          f"{everybody}")
    says = page.locator(".status-count").inner_text()
    check("and says that there are more", says.startswith("5 of "), says)
    visit.open("/settings")
    page.get_by_label("All of them").check()
    page.locator(".setting-lines summary").click()
    lines = page.locator(".setting-lines legend input")
    for number in range(1, lines.count()):
        lines.nth(number).uncheck()
    hidden = json.loads(page.evaluate("() => localStorage.getItem('takt.settings')"))["hiddenRoutes"]
    routes = json.loads(get(visit.origin + "/api/v1/routes"))["routes"]
    left = {route["id"] for route in routes} - set(hidden)
    check("lines can be hidden by their kind", left and {
        route["mode"] for route in routes if route["id"] in left} == {"rail"}, str(left))
    visit.open_map("/map?at=47.2,8.3,11")
    check("the map shows the vehicles of the others only", becomes(page, shown, everybody - 1))


def a_calendar_file(visit):
    page = visit.page
    visit.open("/search?from=zinkwil&to=nusswilen")
    results(page).first.click()
    page.locator(".way").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Calendar file").click()
    text = download.value.path().read_text()
    check("a connection can be put into a calendar",
          text.startswith("BEGIN:VCALENDAR\n") and "SUMMARY:Zinkwil – Nusswilen" in text,
          text[:60].replace("\n", " "))


def sources(visit):
    page = visit.page
    answered(visit, "**/api/v1/sources", {"now": 0, "sources": [
        {"id": "vehicles", "kind": "gtfs-rt", "state": "live", "ageSeconds": 4},
        {"id": "alerts", "kind": "gtfs-rt", "state": "down", "ageSeconds": 600}]})
    visit.open("/about")
    page.locator(".sources li").nth(1).wait_for()
    text = page.locator(".sources").inner_text()
    check("about shows the state of each live source, with its age",
          all(words in text for words in ("4 seconds ago", "Down", "10 minutes ago")), text)
    accessible(visit, "about with sources")
    page.unroute_all()


def failing(visit):
    page = visit.page
    answered(visit, "**/timetable?*", {"type": "/problems/internal"}, 500)
    visit.open("/lines/1")
    page.get_by_text("could not be loaded").first.wait_for()
    check("a missing timetable is reported", page.locator(".timetable").count() == 0)
    page.unroute_all()


def main():
    with browsing() as (browser, origin, options):
        for phone, dark in ((False, False), (False, True), (True, False), (True, True)):
            name = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
            visit = Visit(browser, origin, phone=phone, dark=dark, service_workers="block")
            a_line(visit, name, options)
            pages(visit, name, options)
            at_home(visit, name)
            a_trip(visit, name, options)
            visit.context.close()
        visit = Visit(browser, origin, service_workers="block")
        late_and_unknown(visit)
        a_calendar_file(visit)
        sources(visit)
        failing(visit)
        visit.context.close()
        settings(browser, origin)
        habits(browser, origin)
    finish()


if __name__ == "__main__":
    main()
