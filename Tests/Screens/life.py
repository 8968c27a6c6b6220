"""The app after weeks: on a device that was offline for a month, and on one with two weeks of stored data."""

import json
from datetime import timedelta
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError

import town
from forms import GO, opened

MONTH = timedelta(days=31)
TURN_MILLISECONDS = 50
WAIT_TURNS = 600
WORKER_WAIT = "() => navigator.serviceWorker.controller !== null"
# Whether the newest service worker has replaced the previous one.
WORKER_AT_WORK = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return installing === null && waiting === null && active.state === 'activated';
}"""
# Whether a release is completely cached on this device.
WHOLE = "async (name) => await caches.match('/files', { cacheName: `takt-release-${name}` }) !== undefined"
NETWORK_KEPT = "async () => await caches.match('/api/v1/network', { cacheName: 'takt-answers' }) !== undefined"
KEPT = "() => Object.fromEntries(Object.entries(localStorage))"
NOTICE = "() => document.querySelector('.notice:not([hidden])')?.innerText ?? ''"
STATE = "() => document.querySelector('.home-state')?.innerText ?? ''"


def until(page, asks, argument=None):
    """Waits until an asynchronous function returns true, whose promise `wait_for_function` would take for true."""
    for _ in range(WAIT_TURNS):
        if page.evaluate(asks, argument):
            return
        page.wait_for_timeout(TURN_MILLISECONDS)
    raise PlaywrightError(f"It never came true: {asks}")


def put_there(page, values):
    page.evaluate("values => { for (const [key, text] of Object.entries(values)) localStorage.setItem(key, text); }", values)


def waiting(page):
    return page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('takt.change.')).length")


def away_for_a_month(context, site, failures):
    """Changes made without a network are sent a month and two releases later, and no stored data is lost."""
    check = failures.check
    site.release = "one"
    page = context.new_page()
    page.goto(site.origin + "/help")
    put_there(page, {
        "takt.rider": "token", "takt.pushChannel": "p9", "takt.settings": json.dumps({"theme": "dark"}),
        "takt.keptStops": json.dumps([{"id": "m", "name": "Linden, Markt"}]),
        "takt.recentStops": json.dumps([{"value": "d", "name": "Weiler, Dorf", "modes": ["bus"]}])})
    until(page, WHOLE, "one")
    for address in ("/trips", "/home"):
        page.goto(site.origin + address)
        page.get_by_text("Linden, Spital").first.wait_for(state="attached")
    page.wait_for_function(WORKER_WAIT)
    page.wait_for_function("() => localStorage.getItem('takt.connections') !== null")
    until(page, NETWORK_KEPT)
    context.set_offline(True)
    page.goto(site.origin + "/saved/c7")
    page.get_by_label("Name").fill("To the hospital")
    page.get_by_label("Name").press("Enter")
    page.get_by_role("heading", name="To the hospital").wait_for()
    page.goto(site.origin + "/trips")
    page.get_by_role("button", name="Cancel the trip Linden, Bahnhof – Linden, Spital").click()
    page.wait_for_function("() => Object.keys(localStorage).filter((key) => key.startsWith('takt.change.')).length === 2")
    kept = page.evaluate(KEPT)
    page.close()

    # Two releases later, with another timetable, and without the channel that the push service gave up.
    site.release = "three"
    site.answers = dict(site.answers)
    network = {**town.network(), "now": town.millis(town.NOW + MONTH), "revision": "8899aabbccddeeff"}
    renamed = [{**town.saved()[0], "name": "To the hospital"}]
    home = {"nearby": [], "other": [{**town.home()["other"][0], "name": "To the hospital"}]}
    for method, path, answer in (
            ("GET", "/network", network), ("GET", "/rider/channels", []), ("PUT", "/rider/connections/c7", renamed[0]),
            ("DELETE", "/rider/trips/w1", {}), ("GET", "/rider/connections", renamed), ("GET", "/rider/home", home),
            ("GET", "/rider/trips", [])):
        site.answers[(method, "/api/v1" + path)] = answer
    site.asked.clear()
    context.clock.set_fixed_time(town.NOW + MONTH)
    context.set_offline(False)
    page = context.new_page()
    page.goto(site.origin + "/home")
    page.get_by_role("heading", name="To the hospital").wait_for()
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('takt.change.'))")
    changes = [each for each in site.asked if each[0] in ("PUT", "DELETE")]
    check("away for a month: waiting changes are sent once, in order", changes == [
        ("PUT", "/api/v1/rider/connections/c7"), ("DELETE", "/api/v1/rider/trips/w1")], str(changes))
    renaming = [body for method, path, body in site.received if path.endswith("/connections/c7")]
    check("away for a month: as it was changed", [each["name"] for each in renaming] == ["To the hospital"], str(renaming))
    now = page.evaluate(KEPT)
    same = [key for key in ("takt.rider", "takt.settings", "takt.keptStops", "takt.recentStops") if now.get(key) == kept[key]]
    check("away for a month: rider, settings, stops and searches are there", len(same) == 4, str(same))
    page.wait_for_function(f"() => ({NOTICE})() !== ''")
    check("away for a month: the app says that messages no longer arrive", "messages" in page.evaluate(NOTICE).lower(),
          page.evaluate(NOTICE))
    until(page, WHOLE, "three")
    until(page, WORKER_AT_WORK)
    site.asked.clear()
    loaded = []
    page.on("request", lambda request: loaded.append(urlsplit(request.url).path))
    page.goto(site.origin + "/home")
    page.get_by_role("heading", name="To the hospital").wait_for()
    files = [path for _, path in site.asked if not path.startswith("/api/") and path not in ("/service-worker.js", "/manifest.webmanifest")]
    check("away for a month: the new release opens from this device, whole", not files, str(files[:5]))
    mixed = [path for path in loaded if path.startswith("/release/") and not path.startswith("/release/three/")]
    check("away for a month: and of that release alone", "/release/three/app/render.js" in loaded and not mixed,
          str(mixed[:5]))
    page.close()
    site.release = ""


def stored_connection(context, site, failures):
    """A stored connection is never shown as if the server had just sent it, also while the server is silent."""
    page = context.new_page()
    page.goto(site.origin + "/connections/c1")
    page.get_by_text("Updated 08:00").wait_for()
    page.route("**/api/v1/connections/**", lambda route: held.append(route))
    held = []
    page.reload()
    page.locator(".way").wait_for()
    said = page.locator(".way-body > .hint").inner_text()
    failures.check("stored connection: its age is said at once", said.startswith(("Stored copy of 08:00", "Not refreshed since 08:00")), said)
    page.get_by_text("Not refreshed since 08:00").wait_for()
    for route in held:
        route.continue_()
    page.get_by_text("Updated 08:00").wait_for()
    failures.check("stored connection: the answer takes its place", page.get_by_text("Not refreshed").count() == 0)
    page.close()


def stored_board(context, site, failures):
    """A viewed stop shows its stored board with its age; another one says that it is unknown."""
    page = context.new_page()
    page.goto(site.origin + "/stop/m/departures")
    page.get_by_text("As of 08:00").first.wait_for()
    page.route("**/api/v1/stops/**", lambda route: route.abort())
    page.reload()
    page.get_by_text("Not refreshed since 08:00").first.wait_for()
    heading = page.get_by_role("heading", level=1).inner_text()
    failures.check("stored board: of its stop, with what departs",
                   "Markt" in heading and page.locator(".call").count() > 0, heading)
    page.goto(site.origin + "/stop/s/departures")
    page.get_by_text("Not known here: the server does not answer.").first.wait_for()
    headings = page.get_by_role("heading", level=1).all_inner_texts()
    failures.check("stored board: a stop that was never viewed is reported as unknown", "…" not in headings, str(headings))
    page.close()


def refused_for_good(context, site, failures):
    """A connection that was renamed without a network, and removed on another device meanwhile."""
    check = failures.check
    page = context.new_page()
    page.goto(site.origin + "/help")
    put_there(page, {"takt.rider": "token"})
    page.goto(site.origin + "/saved/c7")
    page.get_by_role("heading", name="To work").wait_for()
    gone = {"type": "/problems/not-found", "title": "Not Found", "status": 404}
    site.answers = {**site.answers, ("GET", "/api/v1/rider/connections"): [],
                    ("GET", "/api/v1/rider/home"): {"nearby": [], "other": []},
                    ("POST", "/api/v1/rider/connections"): {}}
    site.refused[("PUT", "/api/v1/rider/connections/c7")] = gone
    page.get_by_label("Name").fill("To the hospital")
    page.get_by_label("Name").press("Enter")
    page.wait_for_function(f"() => ({NOTICE})() !== ''")
    answer = page.evaluate(NOTICE)
    said = page.locator(".saved-screen .toast").inner_text()
    check("refused for good: nothing says that it was changed", said == "", said)
    check("refused for good: the rider sees which change", "did not take a change: To the hospital" in answer, answer)
    page.reload()
    page.wait_for_function(f"() => ({NOTICE})().includes('To the hospital')")
    page.get_by_role("button", name="Save it again").click()
    page.get_by_role("button", name="Close").wait_for()
    saved = [body["name"] for method, path, body in site.received if method == "POST" and path.endswith("/rider/connections")]
    check("refused for good: it is saved again, as it was changed", saved == ["To the hospital"], str(saved))
    aside = page.evaluate("() => localStorage.getItem('takt.aside')")
    check("refused for good: and is no longer put aside", aside is None, str(aside))
    page.close()


def removed_elsewhere(context, site, failures):
    """A connection that another device removes just after it was renamed here."""
    page = context.new_page()
    page.goto(site.origin + "/help")
    put_there(page, {"takt.rider": "token"})
    page.goto(site.origin + "/saved/c7")
    page.get_by_role("heading", name="To work").wait_for()
    site.answers = {**site.answers, ("PUT", "/api/v1/rider/connections/c7"): {**town.saved()[0], "name": "To the doctor"}}
    page.get_by_label("Name").fill("To the doctor")
    page.get_by_label("Name").press("Enter")
    page.get_by_text("Changed.").wait_for()
    site.answers = {**site.answers, ("GET", "/api/v1/rider/connections"): [],
                    ("GET", "/api/v1/rider/home"): {"nearby": [], "other": []}}
    page.evaluate(GO, "/home")
    page.evaluate(GO, "/saved/c7")
    page.get_by_text("There is no such saved connection.").wait_for()
    said = page.locator(".saved-screen .toast").inner_text()
    failures.check("removed elsewhere: nothing says that it was changed", said == "", said)
    page.close()


def stored_trips(context, site, failures):
    """Planned trips show their age while the server does not answer, and possible ones come first."""
    works = town.trips()[0]
    runs = [{**works, "trip": {**works["trip"], "id": begun}, "next": {
        **works["next"], "departure": town.event(begun), "arrival": town.event(ended)}}
        for begun, ended in (("07:30", "07:45"), ("07:50", "08:10"))]
    gone = {"trip": {**works["trip"], "id": "w0", "weekdays": [], "day": town.DAY, "to": town.place("m")},
            "problem": {"kind": "too-late", "detail": ""}}
    page = context.new_page()
    page.goto(site.origin + "/help")
    put_there(page, {"takt.rider": "token", "takt.trips": json.dumps([gone, *runs]),
                     "takt.tripsAt": str(town.millis(town.NOW - timedelta(hours=2)))})
    page.route("**/api/v1/rider/trips", lambda route: route.abort())
    page.goto(site.origin + "/trips")
    page.get_by_text("This is a copy, stored 2 hours ago").wait_for()
    titles = page.locator(".trip-card h3").all_inner_texts()
    failures.check("stored trips: possible trips come first", [each.endswith("Spital") for each in titles] == [True, True, False], str(titles))
    under_way = [card.get_by_text("You are on the way.").count() for card in page.locator(".trip-card").all()]
    failures.check("stored trips: a run that has arrived is not under way", under_way == [0, 1, 0], str(under_way))
    page.unroute("**/api/v1/rider/trips")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_text("This is a copy").wait_for(state="hidden")
    page.close()


def stored_run(context, site, failures):
    """A viewed run is shown without an answer, with its age."""
    page = context.new_page()
    page.goto(site.origin + "/trips/t1/t1-2/2026-05-04")
    page.get_by_text("Updated 08:00").wait_for()
    page.route("**/api/v1/trips/**", lambda route: route.abort())
    page.reload()
    page.get_by_text("Not refreshed since 08:00").wait_for()
    stops = page.locator(".trip-stop a").all_inner_texts()
    failures.check("stored run: its stops are there", "Linden, Markt" in stops, str(stops))
    whole = [path for _, path in site.asked if path.endswith("/timetable")]
    failures.check("stored run: no line's timetable is asked for", not whole, str(whole))
    page.close()


def many(number):
    """A rider's saved data after two weeks."""
    saved = [{**town.saved()[0], "id": f"c{each}", "name": f"Way {each}"} for each in range(number)]
    home = [{**town.home()["other"][0], "id": f"c{each}", "name": f"Way {each}"} for each in range(number)]
    return saved, {"nearby": [], "other": home}


def two_weeks(saved, home):
    """All data that the app stores on a device, at its limits."""
    stops = [{"value": f"s{each}", "name": f"Stop {each}", "modes": ["bus"]} for each in range(8)]
    fix = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.3, 47.2]},
           "properties": {"timestamp": town.at("07:00"), "horizontal_accuracy": 12, "device_id": "web"}}
    copy = {"connections": saved, "trips": [town.trips()[0]["trip"]] * 20, "settings": town.SETTINGS, "isAsked": True}
    return {key: json.dumps(value) for key, value in {
        "takt.home": {"answer": home, "at": town.millis(town.NOW), "serverAt": town.millis(town.NOW)},
        "takt.connections": saved, "takt.trips": town.trips() * 20, "takt.aside": copy, "takt.recentStops": stops,
        "takt.keptStops": [], "takt.riderSettings": town.SETTINGS, "takt.diaryFixes": [fix] * 4000,
        "takt.diaryHidden": [f"t{each}" for each in range(200)],
        "takt.settings": {"vehicles": None, "hiddenRoutes": [f"r{each}" for each in range(20)]}}.items()}


def counted(context, site, kept):
    """What home costs until it shows what leaves: how often pieces of code ran, and what is asked for.

    With something kept, the server is silent until then.
    """
    page = context.new_page()
    page.goto(site.origin + "/help")
    page.evaluate("() => localStorage.clear()")
    put_there(page, {"takt.rider": "token", **kept})
    page.goto("about:blank")
    devtools = context.new_cdp_session(page)
    devtools.send("Profiler.enable")
    devtools.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
    site.asked.clear()
    if kept:
        site.speaking.clear()
    page.goto(site.origin + "/home")
    page.locator(".home-card").first.wait_for()
    scripts = devtools.send("Profiler.takePreciseCoverage")["result"]
    runs = sum(part["count"] for script in scripts for function in script["functions"] for part in function["ranges"])
    site.speaking.set()
    page.wait_for_function(f"() => ({STATE})().startsWith('Updated')")
    page.wait_for_timeout(500)
    asked = sorted({path for _, path in site.asked if path.startswith("/api/")})
    page.close()
    return runs, asked


def after_two_weeks(context, site, failures):
    """With full storage, home shows departures before the server answers, and requests nothing more; its work is at
    most a tenth more.
    """
    saved, home = many(12)
    site.answers = {**site.answers, ("GET", "/api/v1/rider/connections"): saved, ("GET", "/api/v1/rider/home"): home}
    full = two_weeks(saved, home)
    # Timed requests may come sooner or later, so the smallest count of two is used.
    fresh = min((counted(context, site, {}) for _ in range(2)), key=lambda each: each[0])
    later = min((counted(context, site, full) for _ in range(2)), key=lambda each: each[0])
    # Only who has trips asks for them.
    failures.check("after two weeks: nothing more is requested", set(later[1]) <= {*fresh[1], "/api/v1/rider/trips"},
                   str(sorted(set(later[1]) - set(fresh[1]))))
    failures.check("after two weeks: home costs at most a tenth more", later[0] <= 1.1 * fresh[0], f"{later[0]}, {fresh[0]}")
    print(f"until home shows what leaves, pieces of code ran {fresh[0]} times, after two weeks {later[0]}")


def stop_that_is_gone(context, site, failures):
    """A new timetable lacks a stop that is kept at home and that a trip begins at."""
    trip = {**town.trips()[0], "problem": {"kind": "unknown-stop", "detail": "The stop is not in this network any more."}}
    trip.pop("next", None)
    site.answers = {**site.answers, ("GET", "/api/v1/rider/trips"): [trip]}
    site.refused[("GET", "/api/v1/stops/old/departures")] = {
        "type": "/problems/unknown-stop", "title": "Not Found", "status": 404}
    page = opened(context, site, "/home", {"takt.rider": "token", "takt.keptStops": json.dumps([{"id": "old", "name": "Old Mill"}])})
    card = page.locator(".stop-card", has_text="Old Mill")
    card.get_by_text("no longer in the timetable").wait_for()
    failures.check("home does not blame the server for a stop that is gone", "does not answer" not in card.inner_text())
    page.evaluate(GO, "/stop/old/departures")
    page.get_by_text("There is no such stop in this network.").first.wait_for()
    title = page.locator("main .screen:not([hidden]) h1").inner_text()
    failures.check("its board has its name", title == "Old Mill", title)
    page.locator(".board .keep").click()
    kept = page.evaluate("() => localStorage.getItem('takt.keptStops')")
    failures.check("and home can do without it", kept == "[]", kept)
    page.evaluate(GO, "/trips")
    page.get_by_text("Schedule the trip again").wait_for()
    failures.check("a trip says that its stop is gone", page.get_by_text("Choose one from the list").count() == 0)
    page.close()


def trip_that_is_gone(context, site, failures):
    """A trip that a new timetable lacks leads to its line under its new id, its stop and a search along its way."""
    page = opened(context, site, "/trips/t1/t1-2/2026-05-04")
    page.get_by_text("Updated 08:00").wait_for()
    site.refused[("GET", "/api/v1/trips/t1-2")] = {"type": "/problems/not-found", "title": "Not Found", "status": 404}
    answer = site.answers[("GET", "/api/v1/routes")]
    routes = [{**route, "id": "new1"} if route["id"] == "t1" else route for route in answer["routes"]]
    site.answers = {**site.answers, ("GET", "/api/v1/routes"): {**answer, "routes": routes}}
    page.reload()
    page.get_by_text("This trip is not in the timetable").wait_for()
    links = page.locator(".trip-screen .board-actions a")
    links.first.wait_for()
    found = {link.inner_text().strip(): link.get_attribute("href") for link in links.all()}
    failures.check("a trip that is gone leads on", found == {
        "Timetable of 1": "/lines/new1", "Departures: Linden, Bahnhof": "/stop/b/departures",
        "Linden, Bahnhof – Linden, Spital": "/search?from=Linden%2C+Bahnhof&to=Linden%2C+Spital"}, str(found))
    back = page.locator(".trip-screen .back")
    failures.check("and not back to a line that is gone", back.get_attribute("href") == "/lines", back.inner_text())
    page.goto(site.origin + "/trips/t1/t1-9/2026-05-04")
    site.refused[("GET", "/api/v1/trips/t1-9")] = site.refused[("GET", "/api/v1/trips/t1-2")]
    page.reload()
    page.locator(".trip-screen .board-actions").get_by_text("Find a connection").wait_for()
    page.close()


def cancelled_by_mistake(context, site, failures):
    """A trip that was cancelled by a slip of the finger comes back as it was."""
    site.answers = {**site.answers, ("DELETE", "/api/v1/rider/trips/w1"): {}, ("POST", "/api/v1/rider/trips"): town.trips()[0]}
    page = opened(context, site, "/trips", {"takt.rider": "token"})
    page.locator("[data-trip=w1]").dblclick(delay=60)
    left = page.locator(".trip-card").count()
    failures.check("a double tap cancels one trip, and not also the next one", left == 1, str(left))
    site.received.clear()
    page.get_by_role("button", name="Undo").click()
    page.locator(".toast", has_text="scheduled").wait_for()
    sent = [body for method, path, body in site.received if (method, path) == ("POST", "/api/v1/rider/trips")]
    trip = town.trips()[0]["trip"]
    same = len(sent) == 1 and (sent[0]["from"], sent[0]["to"]) == (trip["from"]["id"], trip["to"]["id"])
    failures.check("a trip that was cancelled by mistake is scheduled again", same, str(sent))
    page.close()
