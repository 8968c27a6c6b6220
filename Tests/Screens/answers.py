"""Screens that are opened while the server does not answer, and show what was asked for once it does; and what they say
where it has an answer, but no live data, or no timetable any more."""

import json
from datetime import timedelta

from playwright.sync_api import TimeoutError as PlaywrightTimeout

import town
from forms import GO, SEEN, Late, opened

# The address of each screen, what it says without an answer, and something of the answer.
SCREENS = (
    ("/settings/notifications", "This page opens as soon as it does.", "ntfy.example.org"),
    ("/settings/nearby", "This page opens as soon as it does.", "While the phone sleeps"),
    ("/search?from=b&to=d&at=2026-05-04T08:00", "No connection to the server.", "Tight transfer"),
)
QUESTIONS = "**/api/v1/**"


def through_a_tunnel(context, site, failures):
    for address, without, answer in SCREENS:
        page = opened(context, site, "/help", {"takt.rider": "token"})
        page.route(QUESTIONS, lambda route: route.abort())
        page.evaluate(GO, address)
        try:
            page.get_by_text(without).first.wait_for()
            page.unroute(QUESTIONS)
            page.evaluate(SEEN)
            page.get_by_text(answer).first.wait_for(timeout=15_000)
            said = ""
        except PlaywrightTimeout:
            said = page.locator("main").inner_text()[:200]
        failures.check(f"{address} shows what was asked for after a tunnel", said == "", said)
        page.close()


def without_live_data(context, site, failures):
    """Nobody says that no vehicle runs where nobody knows."""
    for state in ("none", "down", "old"):
        network = town.network()
        network["live"] = {"source": "none" if state == "none" else "gtfs-rt", "vehicles": 0, "state": state}
        silent = {**town.answers(), ("GET", "/api/v1/network"): network}
        page = opened(context, site, "/help")
        site.answers = silent
        page.route("**/api/v1/vehicles*", lambda route: route.fulfill(json={"vehicles": []}))
        page.route("**/api/v1/vehicles/stream*", lambda route: route.abort())
        page.evaluate(SEEN)
        page.evaluate(GO, "/list")
        page.get_by_text("Where vehicles are is not known here right now.").wait_for()
        page.evaluate(GO, "/lines")
        page.locator("[data-route]").first.wait_for(state="attached")
        page.wait_for_timeout(500)
        said = page.locator("main .screen:not([hidden])").inner_text()
        failures.check(f"live data {state}: no line says that no vehicle runs", "no vehicles now" not in said, said[:200])
        page.close()


def agencies_of_lines(context, site, failures):
    """An agency that has all lines of a mode is named once, and at each line where it distinguishes them."""
    answer = site.answers[("GET", "/api/v1/routes")]
    tram, bus = answer["routes"]
    routes = [{**tram, "agency": "Ringbahn"}, {**tram, "id": "t2", "shortName": "2", "agency": "Ringbahn"},
              {**bus, "agency": "Ringbahn"}, {**bus, "id": "b21", "shortName": "21", "agency": "Postauto"}]
    site.answers = {**site.answers, ("GET", "/api/v1/routes"): {**answer, "routes": routes}}
    page = opened(context, site, "/lines")
    page.locator(".group").nth(1).wait_for()
    trams, buses = page.locator(".group").all()
    failures.check("the agency of all trams is named once", trams.inner_text().count("Ringbahn") == 1, trams.inner_text())
    named = buses.locator(".line-facts").all_inner_texts()
    failures.check("each bus has its agency", ["Ringbahn" in named[0], "Postauto" in named[1]] == [True, True], str(named))
    page.close()


def after_the_timetable(context, site, failures):
    """A sheet for paper says that the timetable is over."""
    board = town.board("m", "departures")
    board["calls"], board["empty"] = [], {"reason": "outside-timetable", "firstDay": "2025-12-14", "lastDay": "2026-04-04"}
    page = opened(context, site, "/help")
    page.route("**/api/v1/stops/m/departures*", lambda route: route.fulfill(json=board))
    page.evaluate(GO, "/stop/m/print")
    page.locator(".sheet-body .hint").first.wait_for()
    said = page.locator(".sheet-body").inner_text()
    failures.check("a sheet says until when the timetable is", "4 Apr 2026" in said, said[:200])
    page.close()
    home, network = town.home(), town.network()
    for saved in home["nearby"] + home["other"]:
        for route in saved["routes"]:
            route["departures"] = []
    network["serviceDays"]["to"] = "2026-04-04"
    site.answers = {**town.answers(), ("GET", "/api/v1/rider/home"): home, ("GET", "/api/v1/network"): network}
    page = opened(context, site, "/home", {"takt.rider": "token"})
    said = page.get_by_text("The timetable here ended on 4 Apr 2026.").first
    said.wait_for()
    failures.check("home says that the timetable is over", said.is_visible())
    page.evaluate(GO, "/search")
    latest = page.locator("input[type=datetime-local]").first
    latest.wait_for(state="attached")
    failures.check("the night after its last day can be chosen", latest.get_attribute("max") == "2026-04-05T06:00", latest.get_attribute("max"))
    page.close()


def a_platform_before_midnight(context, site, failures):
    """The board of a platform leads to that of the whole stop, and a sheet names the days that follow."""
    board = town.board("m", "departures")
    board["station"] = {"id": "b", "name": "Bahnhof"}
    for call, day in zip(board["calls"][3:], ("2026-05-05", "2026-05-06")):
        call["scheduled"] = call["scheduled"].replace(town.DAY, day)
    page = opened(context, site, "/help")
    page.route("**/api/v1/stops/m/*s?*", lambda route: route.fulfill(json=board))
    page.evaluate(GO, "/stop/m/arrivals")
    whole = page.get_by_role("link", name="The whole stop")
    whole.wait_for()
    failures.check("a platform leads to the whole stop", whole.get_attribute("href") == "/stop/b/arrivals", whole.get_attribute("href"))
    page.evaluate(GO, "/stop/m/print")
    page.locator(".sheet-body h3").first.wait_for()
    days = page.locator(".sheet-body h3").all_inner_texts()
    failures.check("a sheet names the days after today", days == ["Tue, 5 May 2026", "Wed, 6 May 2026"], str(days))
    first = page.locator(".sheet-calls").first.locator("li").count()
    failures.check("what leaves today stands before them", first == 2, str(first))
    page.close()


def link_from_a_place(context, site, failures):
    """A link from where somebody was names what that is near, in the form and in the connection."""
    near = {"kind": "address", "name": "12 Hafengasse", "latitude": 47.2012, "longitude": 8.2991, "match": "exact", "distanceMetres": 20}
    page = opened(context, site, "/help")
    page.route("**/api/v1/places?near=*", lambda route: route.fulfill(json={"places": [near]}))
    page.route("**/api/v1/connections?*", lambda route: route.fulfill(json=site.answers[("GET", "/api/v1/connections")]))
    page.evaluate(GO, "/search?from=47.20120,8.29910&to=d&at=2026-05-04T08:00&connection=c2")
    try:
        page.get_by_role("heading", name="Near 12 Hafengasse").wait_for()
        page.locator(".way-name", has_text="Near 12 Hafengasse").first.wait_for()
        page.evaluate(GO, "/search?from=47.20120,8.29910&to=d&at=2026-05-04T08:00")
        page.wait_for_function("() => document.querySelector('[role=combobox]').value === 'Near 12 Hafengasse'")
        said = ""
    except PlaywrightTimeout:
        said = page.locator("main").inner_text()[:300]
    failures.check("a link from a place names what it is near", said == "", said)
    page.close()


def suggestions_fail(context, site, failures):
    """A field for places distinguishes a server that refuses, a network that wants a sign-in, and one that is cut off."""
    page = opened(context, site, "/search")
    for answer, expected in ((lambda route: route.fulfill(status=503, json={"type": "/problems/busy", "status": 503}),
                              "The server did not answer as expected."),
                             (lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Free Wi-Fi</h1>"),
                              "This network wants you to sign in."),
                             (lambda route: route.abort(), "No connection to the server.")):
        page.unroute_all()
        page.route("**/api/v1/stops/search*", answer)
        page.route("**/api/v1/places*", answer)
        field = page.get_by_role("combobox").first
        field.fill("")
        field.press_sequentially("Lin")
        said = page.get_by_text(expected).first
        said.wait_for()
        failures.check(f"suggestions: {expected}", said.is_visible())
    page.close()


def a_day_without_service(context, site, failures):
    """A line that does not run on a day offers the next one on which it does."""
    problem = {"type": "/problems/no-service", "status": 404, "nextDay": "2026-05-06"}
    page = opened(context, site, "/help")
    page.route("**/api/v1/routes/t1/timetable*", lambda route: route.fulfill(status=404, json=problem))
    page.evaluate(GO, "/lines/t1")
    offer = page.get_by_role("button", name="Wed, 6 May")
    offer.wait_for()
    failures.check("the next day of a line is offered", offer.is_visible())
    page.close()


def tomorrow(context, site, failures):
    """Connections of the next day stand under its name."""
    site.answers = {**site.answers, ("GET", "/api/v1/network"): {**town.network(), "now": town.millis(town.NOW - timedelta(days=1))}}
    page = opened(context, site, "/search?from=b&to=d&at=2026-05-04T08:00")
    day = page.locator(".results .day").first
    day.wait_for()
    failures.check("connections of tomorrow stand under that word", day.inner_text() == "Tomorrow", day.inner_text())
    page.close()


def some_of_the_vehicles(context, site, failures):
    """The number of vehicles on the map leads to the setting that leaves some out."""
    page = opened(context, site, "/help", {"takt.settings": json.dumps({"vehicles": 1})})
    page.goto(site.origin + "/map")
    count = page.locator(".map-screen a.status-count").filter(has_text="1 of ")
    count.wait_for()
    said = count.inner_text()
    count.click()
    page.wait_for_function("() => document.activeElement?.id === 'vehicles-shown'")
    page.locator("#vehicles-shown-all").check()
    page.evaluate(GO, "/map")
    all_of_them = page.locator(".map-screen .status-count").get_by_text(said.removeprefix("1 of "), exact=True)
    all_of_them.wait_for()
    failures.check("the number of vehicles leads to the setting", said.startswith("1 of "), said)
    page.close()


def vehicles_never_come(context, site, failures):
    """Where the server accepts the question for vehicles and never answers, none are counted, and the list says that it loads."""
    for address in ("/list", "/map"):
        page = opened(context, site, "/help")
        held = []
        page.route("**/api/v1/vehicles**", lambda route: held.append(route))
        page.goto(site.origin + address)
        page.get_by_text("Connecting …").first.wait_for()
        page.wait_for_timeout(1000)
        shown = page.locator("main .screen:not([hidden])")
        count = shown.locator(".status-count").inner_text()
        failures.check(f"{address}: vehicles of which nothing was heard are not counted", count == "" and len(held) > 0, count)
        if address == "/list":
            failures.check("the list says that it loads", shown.get_by_text("Loading …").count() == 1, shown.inner_text())
        page.close()


def changing_at_one_place(context, site, failures):
    """A walk that leads nowhere is no walk, however long it takes."""
    here = town.place("m")
    way = {**town.way(), "legs": [
        town.walk({"name": "", "latitude": 47.2, "longitude": 8.3}, town.place("b"), "07:59", "08:00", metres=0, seconds=60),
        town.way()["legs"][0], town.walk(here, here, "08:02", "08:05", metres=3, seconds=180), town.way()["legs"][1]]}
    site.answers = {
        **site.answers, ("GET", "/api/v1/connections"): {**town.connections(), "connections": [way]},
        ("GET", "/api/v1/connections/c1"): {**site.answers["GET", "/api/v1/connections/c1"], "connection": way}}
    page = opened(context, site, "/search?from=47.2,8.3&to=d&at=2026-05-04T08:00")
    row = page.locator(".results li a").first
    row.wait_for()
    failures.check("a result without a walk that leads nowhere", row.locator(".strip-walk").count() == 0, row.inner_text())
    row.click()
    page.locator(".way").wait_for()
    said = page.locator(".way").inner_text()
    failures.check("a connection neither", "Walk" not in said and "Tight transfer" in said, said)
    page.close()


def late_answers_of_riders(context, site, failures):
    """A server that has not answered yet is not called silent, also while a change waits; one that was asked in vain is."""
    waiting = [{**town.saved()[0], "id": "waiting-1", "name": "To the lake"}]
    kept = {"answer": town.home(), **dict.fromkeys(("at", "serverAt"), town.millis(town.NOW - timedelta(hours=2)))}
    change = {"method": "POST", "path": "/rider/routes", "body": {}, "makes": "waiting-1"}
    page = opened(context, site, "/help", {"takt.rider": "token", "takt.home": json.dumps(kept), "takt.change.000000001.x": json.dumps(change),
                                           "takt.connections": json.dumps(town.saved() + waiting)})
    for address, copy in (("/home", "This is a copy, stored 2 hours ago. It is being refreshed …"), ("/trips", "Loading …")):
        late = Late(page, "**/api/v1/rider/**")
        page.goto(site.origin + address)
        page.locator("main").get_by_text(copy).first.wait_for()
        late.wait()
        said = page.locator("main").inner_text()
        failures.check(f"{address}: no server is called silent before it was asked in vain", "does not answer" not in said, said)
        for route in late.held:
            route.abort()
        page.locator("main").get_by_text("the server does not answer").or_(
            page.locator("main").get_by_text("The server does not answer")).first.wait_for()
        failures.check(f"{address}: but then", True)
        page.unroute("**/api/v1/rider/**")
        page.evaluate("() => localStorage.removeItem('takt.trips')")
    page.close()


def old_message(context, site, failures):
    """A link from a message a month old says that its connection is over, and leads to the next ones."""
    later = {**town.network(), "now": town.millis(town.NOW + timedelta(days=31))}
    site.answers = {**site.answers, ("GET", "/api/v1/network"): later}
    context.clock.set_fixed_time(town.NOW + timedelta(days=31))
    page = context.new_page()
    page.goto(site.origin + "/connections/c1")
    page.get_by_role("link", name="Find the next ones").wait_for()
    back = page.get_by_role("link", name="All connections").get_attribute("href")
    failures.check("an old message leads back to a search at its time", back == "/search?from=b&to=d&at=2026-05-04T08%3A00", back)
    page.get_by_role("link", name="Find the next ones").click()
    page.locator(".results li a").first.wait_for()
    failures.check("an old message leads to a search between its ends, now", page.url.endswith("/search?from=b&to=d"), page.url)
    page.close()
