"""What riders see at night, of lines with long names, and of channels that are added and removed elsewhere; and what a
double tap does not do, where a wrong code is refused, and who sees what has the focus."""

import json
import re

import town
from forms import TURN_MILLISECONDS, opened

RIDER = {"takt.rider": "token"}
# The first stop of a timetable that is seen whole below its head.
FIRST_ROW = """() => {
  const frame = document.querySelector('.timetable-frame');
  const edge = frame?.querySelector('thead th')?.getBoundingClientRect().bottom - 1;
  return [...document.querySelectorAll('.timetable tbody th')].find((each) => each.getBoundingClientRect().top >= edge)?.textContent;
}"""


def line_after_midnight(context, site, failures):
    """A line shows the runs of the evening before while they are under way, and the next of them."""
    today = {**town.timetable("t1"), "serviceDay": town.DAY}
    night = {**json.loads(json.dumps(today)), "serviceDay": "2026-05-03"}
    for trip in night["trips"]:
        for cell in trip["cells"]:
            for name in ("arrival", "departure", "expectedArrival", "expectedDeparture"):
                cell.pop(name, None)
            cell["departure"] = "25:10:00"
    now = town.millis(town.NOW.replace(hour=0, minute=40))
    site.answers = {**site.answers, ("GET", "/api/v1/network"): {**town.network(), "now": now}}
    page = opened(context, site, "/help")
    page.route("**/timetable?*", lambda route: route.fulfill(json=night if "2026-05-03" in route.request.url else today))
    page.goto(site.origin + "/lines/t1")
    page.locator(".timetable").first.wait_for()
    day, following = page.locator(".days input").input_value(), page.locator("td.next").first.inner_text()
    failures.check("a line after midnight: the day before", day == "2026-05-03", day)
    failures.check("a line after midnight: its next run", following.startswith("01:10"), following)
    page.close()


def trips_at_night(context, site, failures):
    """A trip after midnight says which night it means, and one that leaves the evening before names that day."""
    trip = json.loads(json.dumps(town.trips()[0]))
    trip["trip"].update(arriveBy=20, weekdays=[2])
    trip["next"].update(day="2026-05-05", departure={"scheduled": "2026-05-04T23:50:00+02:00"},
                        arrival={"scheduled": "2026-05-05T00:15:00+02:00"})
    once = json.loads(json.dumps(trip))
    once["trip"].update(id="w3", day="2026-05-05", weekdays=[])
    site.answers = {**site.answers, ("GET", "/api/v1/rider/trips"): [trip, once]}
    page = opened(context, site, "/trips", RIDER)
    page.locator(".trip-line .hint").nth(1).wait_for()
    days = page.locator(".trip-line .hint").all_inner_texts()
    failures.check("a trip after midnight leaves today", days == ["Today", "Today"], str(days))
    page.get_by_role("button", name="Weekly").click()
    hint = page.locator(".trip-form .weekday-choice .hint")
    page.get_by_label("There by").fill("08:00")
    failures.check("in the morning a weekday needs no word", not hint.is_visible())
    page.get_by_label("There by").fill("00:30")
    failures.check("at night it says which one", hint.inner_text() == "The night from Sunday to Monday counts as Monday.", hint.inner_text())
    page.close()


def clocks_set_back(context, site, failures):
    """In the hour that comes twice each time says which one it is, and stands in its column."""
    def at_night(answer):
        return json.loads(re.sub(r"2026-05-04T08:(\d\d):00\+02:00", r"2026-10-25T02:\1:00+01:00", json.dumps(answer)))

    page = opened(context, site, "/help")
    page.route("**/api/v1/stops/m/departures*", lambda route: route.fulfill(json=at_night(town.board("m", "departures"))))
    page.route("**/api/v1/connections/c1*", lambda route: route.fulfill(json=at_night(site.answers[("GET", "/api/v1/connections/c1")])))
    for address, row, edge in (("/stop/m/departures", ".call", ".call-line"), ("/connections/c1", ".way-stop", ".way-place")):
        page.goto(site.origin + address)
        page.locator(f"{row} .zone").first.wait_for()
        marks = set(page.locator(f"{row} .zone").all_inner_texts())
        failures.check(f"clocks set back, {address}: the zone is named", marks == {"CET"}, str(marks))
        edges = """([row, edge, marks]) => {
          for (const mark of document.querySelectorAll(".zone")) mark.style.display = marks;
          return [...document.querySelectorAll(`${row} ${edge}`)].map((each) => Math.round(each.getBoundingClientRect().left));
        }"""
        without, marked = (page.evaluate(edges, [row, edge, marks]) for marks in ("none", ""))
        failures.check(f"clocks set back, {address}: no column is wider", marked == without, f"{marked}, {without}")
        covers = page.evaluate("""row => [...document.querySelectorAll(`${row} :is(.call-until, .time)`)].filter((each) =>
          each.scrollWidth > each.clientWidth + 1).length""", row)
        failures.check(f"clocks set back, {address}: no time is wider than its column", covers == 0, str(covers))
    page.close()


# No badge of one line is as high as this, and none of two lines is lower.
ONE_LINE_PIXELS = 32


def long_lines(context, site, failures):
    """A line of many words leaves room for where it goes and when, on a board and at home; one long word is not parted."""
    board = town.board("m", "departures")
    kept = {"takt.keptStops": json.dumps([{"id": "m", "name": "Linden, Markt"}])}
    page = opened(context, site, "/help", kept)
    page.route("**/api/v1/stops/m/departures*", lambda route: route.fulfill(json=board))
    for line in ("Fähre Quai–Île", "REGIONAL"):
        for call in board["calls"]:
            call["line"] = line
        for address in ("/stop/m/departures", "/home"):
            page.goto(site.origin + address)
            page.locator(".call", has_text=line).first.wait_for()
            rows = page.evaluate("""() => [...document.querySelectorAll('.call')].map((each) => {
              const badge = each.querySelector('.call-line').getBoundingClientRect();
              return { beside: each.querySelector('.call-end').getBoundingClientRect().top < badge.bottom, height: badge.height };
            })""")
            failures.check(f"the line {line} on {address}: its time stays beside it",
                           len(rows) > 0 and all(each["beside"] for each in rows), str(rows))
            failures.check(f"the line {line} on {address}: words stay whole",
                           " " in line or all(each["height"] < ONE_LINE_PIXELS for each in rows), str(rows))
    page.close()


def short_runs(context, site, failures):
    """Runs that begin far down the line are shown there, and those of the other direction at its top."""
    rows = [{"id": f"x{number}", "name": f"Linden, {number}. Strasse"} for number in range(40)]

    def times(first):
        # The canned runs of the morning, every ten minutes, at the stops from there on.
        known = town.timetable("t1")
        trips = [{**trip, "cells": [{**trip["cells"][0], "row": row, "stop": rows[row]["id"]} for row in range(first, 40)]}
                 for trip in known["trips"]]
        return {**known, "stops": rows, "trips": trips}

    page = opened(context, site, "/help")
    page.route("**/api/v1/routes/t1/timetable*", lambda route: route.fulfill(
        json={**times(0), "direction": 1} if "direction=1" in route.request.url else times(25)))
    page.goto(site.origin + "/lines/t1")
    for direction, top in (("short runs", "24. Strasse"), ("the other direction", "0. Strasse")):
        page.wait_for_function(f"name => ({FIRST_ROW})() === name", arg=f"Linden, {top}")
        failures.check(f"{direction}: the timetable begins near the first time", True)
        page.locator(".segments button").last.click()
    page.close()


def channels_of_two_windows(context, site, failures):
    """The secret of a webhook stays until it can be copied, and a channel that another window removed goes."""
    page = opened(context, site, "/settings/notifications", RIDER)
    channels = json.loads(json.dumps(site.answers[("GET", "/api/v1/rider/channels")]))
    hook = {"id": "n2", "kind": "webhook", "name": "hook.example.org", "created": channels[0]["created"], "state": "ready"}

    def answer(route):
        if route.request.method == "POST":
            channels.append(hook)
            return route.fulfill(status=201, json={**hook, "secret": "s3cret"})
        return route.fulfill(json=channels)

    page.route("**/api/v1/rider/channels", answer)
    page.route("**/rider/channels/n1/test", lambda route: route.fulfill(
        status=404, content_type="application/problem+json", body='{"type": "not-found", "title": "", "status": 404}'))
    page.get_by_role("button", name="Webhook").click()
    page.locator("#channel-url").fill("https://hook.example.org/takt")
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".toast", has_text="Messages reach you there now.").wait_for()
    said = page.locator(".channel", has_text="hook.example.org").inner_text()
    failures.check("the secret of a webhook stays with it", "s3cret" in said, said)
    channels.pop(0)
    page.locator(".channel", has_text="ntfy.example.org").get_by_role("button", name="Test").click()
    page.locator(".channel", has_text="ntfy.example.org").wait_for(state="detached")
    failures.check("a channel that is gone is removed", "s3cret" in page.locator(".channels").inner_text())
    page.close()


def double_taps(context, site, failures):
    """What cannot be undone asks, and the second half of a double tap is no answer."""
    studies = {"studies": [{"study": {"id": "town", "name": "Town", "mode": "study", "retentionDays": 90}, "participants": 2}],
               "waitingUploads": 0}
    site.answers = {**site.answers, ("GET", "/api/v1/operator/studies"): studies}
    cases = (("/operator/studies", "End", "End it for good", {"takt.operator": "token"}, {}),
             ("/operator/studies", "New token", "Replace it", {"takt.operator": "token"}, {}),
             ("/diary/recording", "Leave and delete everything", "Delete my diary for good", {}, {"takt.diary": json.dumps(town.DIARY)}),
             (f"/diary/{town.DAY}", "Delete this day", "Delete it for good", {}, {"takt.diary": json.dumps(town.DIARY)}),
             ("/settings", "Clear everything", "Clear", {}, RIDER))
    for address, ask, sure, session, local in cases:
        page = opened(context, site, address, local, session)
        changes = []
        page.on("request", lambda request: request.method in ("POST", "DELETE") and changes.append(request.url))
        page.get_by_role("button", name=ask).first.dblclick()
        page.get_by_role("button", name=sure).first.wait_for()
        page.wait_for_timeout(200)
        failures.check(f"{address}, {ask}: a double tap only asks", not changes, str(changes))
        page.close()


def wrong_code(context, site, failures):
    """A code that no study has is refused where it was typed."""
    site.refused[("GET", "/api/v1/diary/study/WRONG")] = {"type": "/problems/not-found", "title": "Not found", "status": 404}
    page = opened(context, site, "/diary")
    page.locator("#diary-code").fill("WRONG")
    page.get_by_role("button", name="Show the study").click()
    page.locator(".problem:not([hidden])").wait_for()
    failures.check("a wrong code is refused on the screen", page.evaluate(
        "() => document.querySelector('.problem').getBoundingClientRect().bottom < innerHeight"))
    page.close()


def answer_in_sight(context, site, failures):
    """What came of saving a study is said where it was saved."""
    study = {"study": {**town.STUDY, "retentionDays": 90}, "participants": []}
    site.answers = {**site.answers, ("GET", "/api/v1/diary/study"): study, ("PATCH", "/api/v1/diary/study"): {}}
    page = opened(context, site, "/study", session={"takt.researcher": "token"})
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Done.").wait_for()
    failures.check("saving a study is confirmed in sight", page.get_by_text("Done.").evaluate(
        "each => each.getBoundingClientRect().top > document.querySelector('#our-study-consent').getBoundingClientRect().top"))
    page.close()


def folded_form(context, site, failures):
    """The form folds to a line once both places are chosen; only who works by keyboard sees that it has the focus."""
    places = [{"kind": "stop", "id": each, "name": town.PLACES[each][0], "latitude": 47, "longitude": 8} for each in ("m", "s")]
    site.answers = {**site.answers, ("GET", "/api/v1/places"): {"places": places}}

    def by_keys(option):
        number = [each.strip() for each in page.get_by_role("option").all_inner_texts()].index(option.inner_text().strip())
        for _ in range(number + 1):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    for how, choose, expected in (("taps", lambda option: option.tap(), ["search-bar tapped", "none"]),
                                  ("keyboard", by_keys, ["search-bar", "solid"])):
        page = opened(context, site, "/search")
        for number, place in enumerate(places):
            page.get_by_role("combobox").nth(number).fill(place["name"])
            option = page.get_by_role("option", name=place["name"], exact=True)
            option.wait_for()
            choose(option)
        page.locator(".search-bar").wait_for()
        page.wait_for_timeout(4 * TURN_MILLISECONDS)
        state = page.evaluate("() => [document.activeElement.className, getComputedStyle(document.activeElement).outlineStyle]")
        failures.check(f"a form that is folded by {how} has the focus, outlined for the keyboard only", state == expected, str(state))
        page.close()
