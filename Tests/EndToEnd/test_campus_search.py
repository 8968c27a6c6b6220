#!/usr/bin/env python3
"""Searches a campus without a timetable, as riders do: in the API, on the command line, on a phone.

    .tools/venv/bin/python Tests/EndToEnd/test_campus_search.py .build/debug/takt [--shots FOLDER]

An operator enters two loops in the shuttle tracker's protocol, one of them with a headway. Riders find connections,
boards and trips, all marked as estimates, and get both reminders of a trip. The clock is the server's own. Prints one
line per check.
"""

import argparse
import contextlib
import datetime
import json
import pathlib
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


from checks import check, finish, free_port, server_log
from evidence import chromium
from push_service import Service
from rider_page import save
from search_page import results
from source_checks import get_json, wait_for
from visit import Visit, accessible

TOKEN = "a-token-for-operators"
# A Wednesday morning; half a minute of the campus passes in a second.
START = "2026-05-06T09:31"
SPEED = 30
# Two squares that share the corner of the Union; the north one has stops at three corners.
NORTH = [(42.7300, -73.6800), (42.7300, -73.6700), (42.7360, -73.6700), (42.7360, -73.6800)]
SOUTH = [(42.7300, -73.6800), (42.7300, -73.6900), (42.7240, -73.6900), (42.7240, -73.6800)]
STOPS = {"Union": NORTH[0], "Colonie": NORTH[1], "Georgian": NORTH[2], "Blitman": SOUTH[2]}
LANGUAGES = {"en-GB": ("about", "every 12", "Estimated"), "de-CH": ("etwa", "alle 12", "Geschätzt"),
             "fr-CH": ("environ", "toutes les 12", "Estimation"), "it-CH": ("circa", "ogni 12", "Stima")}


def ask(method, url, body=None, token=None):
    """Returns status and body; JSON is decoded."""
    request = urllib.request.Request(
        url, data=None if body is None else json.dumps(body).encode(), method=method)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            status, content = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, content = error.code, error.read()
    try:
        return status, json.loads(content)
    except ValueError:
        return status, content


@contextlib.contextmanager
def campus(program, folder):
    """Yields the address of a served, empty campus."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    (folder / "token").write_text(TOKEN + "\n")
    (folder / "takt.yml").write_text(
        f"data: {folder}/data\nlisten: 127.0.0.1:{port}\nname: Campus\npublic-url: {url}\n"
        "push: {reach: anywhere, contact: \"mailto:operator@takt.test\"}\n"
        "operator:\n  token-file: token\ncampus:\n  time-zone: America/New_York\n")
    log = server_log(folder / "log")
    process = subprocess.Popen(
        [program, "serve", "--config", folder / "takt.yml", "--at", START, "--speed", str(SPEED)],
        stdout=log, stderr=log)
    try:
        if not wait_for(lambda: get_json(f"{url}/api/v1/network"), 60):
            raise SystemExit("the server does not start: " + (folder / "log").read_text()[-2000:])
        yield url
    finally:
        process.terminate()
        check("the server ends in order", process.wait(timeout=20) == 0)


def enter(url):
    """Enters the campus; returns the numbers of the stops by name, and of the northern route."""
    def post(path, body):
        status, answer = ask("POST", url + path, body, TOKEN)
        if status != 200:
            raise SystemExit(f"{path}: {status} {answer}")
        return answer
    stops = {name: post("/stops/create", {"name": name, "latitude": place[0], "longitude": place[1]})["id"]
             for name, place in STOPS.items()}

    def route(name, calls, corners, **more):
        return post("/routes/create", {
            "name": name, "color": "#E1501B", "stop_ids": [stops[call] for call in calls],
            "points": [{"latitude": a, "longitude": b} for a, b in corners], **more})
    north = route("North", ["Union", "Colonie", "Georgian"], NORTH, headway=12)
    route("South", ["Union", "Blitman"], SOUTH)
    check("the operator's headway is kept", north.get("headway") == 12, north)
    status, refused = ask("POST", url + "/routes/edit", {"id": north["id"], "headway": -3}, TOKEN)
    check("an invalid headway is refused", status in (400, 422) and "headway" in json.dumps(refused), refused)
    wait_for(lambda: len(get_json(f"{url}/api/v1/routes")["routes"]) == 2, 30)
    return {name: str(number) for name, number in stops.items()}, north


def check_search(url, stops):
    status, found = ask("GET", f"{url}/api/v1/connections?from={stops['Union']}&to={stops['Georgian']}")
    connections = found.get("connections", [])
    check("the campus can be searched", status == 200 and len(connections) > 1, (status, str(found)[:300]))
    rides = [leg for way in connections for leg in way["legs"] if leg["kind"] == "ride"]
    check("every ride is marked as an estimate with the operator's headway",
          rides and all(ride["approximate"] and ride["estimated"] and ride["headwaySeconds"] == 720
                        for ride in rides), rides[:1])
    status, found = ask("GET", f"{url}/api/v1/connections?from={stops['Georgian']}&to={stops['Colonie']}")
    ways = found.get("connections", [])
    check("riders stay on board past the first stop", ways and ways[0]["vehicles"] == 1, str(ways[:1])[:300])
    status, found = ask(
        "GET", f"{url}/api/v1/connections?from={stops['Blitman']}&to={stops['Georgian']}")
    check("and change from loop to loop", any(way["vehicles"] == 2 for way in found["connections"]),
          [way["vehicles"] for way in found["connections"]])
    by = "2026-05-06T11:00"
    status, found = ask(
        "GET", f"{url}/api/v1/connections?from={stops['Colonie']}&to={stops['Union']}&at={by}&arriveBy=true")
    arrivals = [way["arrival"]["scheduled"] for way in found.get("connections", [])]
    check("arriving by a time works", arrivals and max(arrivals)[:16] <= by and max(arrivals)[:16] > "2026-05-06T10:45",
          arrivals or found)


def check_boards(url, stops):
    for kind in ("departures", "arrivals"):
        _, board = ask("GET", f"{url}/api/v1/stops/{stops['Colonie']}/{kind}?limit=5")
        calls = board["calls"]
        times = [datetime.datetime.fromisoformat(call["scheduled"]) for call in calls]
        check(f"{kind} of a stop come every twelve minutes, as estimates",
              len(calls) == 5 and all(call["estimated"] for call in calls)
              and {(after - before).seconds for before, after in zip(times, times[1:])} == {720}, str(calls)[:300])
    _, board = ask("GET", f"{url}/api/v1/stops/{stops['Blitman']}/departures?limit=5")
    check("without the operator's headway it follows from the loop's length",
          all(300 <= call["headwaySeconds"] <= 1800 for call in board["calls"]) and board["calls"],
          str(board["calls"])[:200])
    _, places = ask("GET", f"{url}/v1/locations?query=Colonie")
    number = places["stations"][0]["id"]
    _, board = ask("GET", f"{url}/v1/stationboard?id={number}&limit=3")
    check("the Transport API's clients have the board by the id of the place",
          board["station"]["id"] == number and len(board["stationboard"]) == 3, str(board)[:300])
    _, route = ask("GET", f"{url}/api/v1/routes/{get_json(url + '/api/v1/routes')['routes'][0]['id']}")
    check("the route's page has one lap", [stop["name"] for stop in route["directions"][0]["stops"]]
          == ["Union", "Colonie", "Georgian", "Union"], route["directions"][0]["stops"])


def check_commands(program, folder, stops):
    network = folder / "data" / "campus.takt"
    shown = subprocess.run(
        [program, "plan", "--network", network, "--from", stops["Union"], "--to", stops["Georgian"],
         "--at", START], capture_output=True, text=True, timeout=60)
    check("'takt plan' finds the campus's connections",
          shown.returncode == 0 and "about 09:" in shown.stdout and "every 12 min, times are estimated" in shown.stdout,
          shown.stdout[:400] + shown.stderr)
    shown = subprocess.run(
        [program, "board", "--network", network, "--stop", "Colonie", "--at", START],
        capture_output=True, text=True, timeout=60)
    check("and 'takt board' shows its boards", shown.returncode == 0 and "every 12 min" in shown.stdout, shown.stdout[:300])


def check_clients(url, station, north):
    """Checks that clients of the shuttle tracker get what was entered."""
    _, routes = ask("GET", f"{url}/routes")
    _, stops = ask("GET", f"{url}/stops")
    check("the tracker's lists are as entered",
          [route["name"] for route in routes] == ["North", "South"] and len(stops) == 4
          and routes[0]["stop_ids"] == north["stop_ids"] and len(routes[0]["points"]) == 4, routes)
    check("a member that the operator left out is missing", "headway" not in routes[1], routes[1].keys())
    _, vehicle = ask("POST", f"{url}/vehicles/create", {"name": "Bus 1", "tracker_id": "95"}, TOKEN)
    place = {"tracker_id": "95", "latitude": 42.73, "longitude": -73.677, "heading": 90, "speed": 15,
             "route_id": north["id"]}
    # Sent at once, while the campus is being replaced with the vehicle's.
    status, _ = ask("POST", f"{url}/updates", place, TOKEN)
    wait_for(lambda: get_json(f"{url}/updates"), 20)
    time.sleep(3)
    updates = get_json(f"{url}/updates")
    check("a fix received while the campus was replaced is there",
          status == 204 and [(update["vehicle_id"], update["route_id"]) for update in updates]
          == [(vehicle["id"], north["id"])], updates)
    _, arrivals = ask("GET", f"{url}/eta")
    check("and its vehicle is expected at the stops of its lap",
          len(arrivals[str(vehicle["id"])]["stop_etas"]) == 3, arrivals)
    history = wait_for(lambda: get_json(f"{url}/history"), 20) or []
    both = [{key: update[key] for key in ("id", "tracker_id", "vehicle_id", "route_id")}
            for update in [*(history[0] if history else []), *updates]]
    check("the history has it once, with the same ids", len(both) == 2 and both[0] == both[1], both)
    check_joined(url, station, place)


def check_joined(url, station, place):
    """The observed shuttle is one departure, not one beside an estimated one."""
    def seen():
        _, board = ask("GET", f"{url}/api/v1/stops/{station}/departures?limit=4")
        return board["calls"] if any(call["live"] for call in board["calls"]) else None
    ask("POST", f"{url}/updates", place | {"longitude": -73.676}, TOKEN)
    calls = wait_for(seen, 10) or []
    live = [call for call in calls if call["live"]]
    check("an observed shuttle is on the board with its own time, and is not an estimate",
          live and not any(call["estimated"] or call["approximate"] or "scheduled" in call for call in live), str(calls)[:400])
    check("a run without an observed vehicle stays an estimate", len(live) <= 2 and any(call["estimated"] for call in calls),
          str(calls)[:400])
    times = [datetime.datetime.fromisoformat(call.get("expected") or call["scheduled"]) for call in calls]
    gaps = [(after - before).seconds for before, after in zip(times, times[1:])]
    check("and nothing is listed twice", gaps and min(gaps) > 120, times)


class Hook:
    """Receives the messages of a webhook."""

    def __init__(self):
        self.messages = []
        self.service = Service(self.take)

    def take(self, _, __, body):
        self.messages.append(json.loads(body))
        return 200, {}


def check_trip(url, stops):
    _, device = ask("POST", f"{url}/api/v1/riders", {"language": "en"})
    token = device["token"]
    hook = Hook()
    status, channel = ask("POST", f"{url}/api/v1/rider/channels",
                          {"kind": "webhook", "url": hook.service.origin + "/hook"}, token)
    check("a channel is added", status == 201, channel.get("detail", ""))
    _, settings = ask("GET", f"{url}/api/v1/rider/settings", token=token)
    ask("PUT", f"{url}/api/v1/rider/settings", {**settings, "notifies": True, "quietFrom": 0, "quietUntil": 0}, token)
    now = datetime.datetime.fromtimestamp(
        get_json(f"{url}/api/v1/network")["now"] / 1000, datetime.timezone(datetime.timedelta(hours=-4)))
    by = now + datetime.timedelta(minutes=32)
    status, trip = ask("POST", f"{url}/api/v1/rider/trips", {
        "from": stops["Union"], "to": stops["Georgian"], "arriveBy": by.strftime("%H:%M"),
        "day": by.strftime("%Y-%m-%d")}, token)
    run = trip.get("next") or {}
    check("a trip with an arrival time is accepted, as an estimate",
          status in (200, 201) and run.get("estimated") and run.get("headwaySeconds") == 720, trip)
    wait_for(lambda: len(hook.messages) >= 2, 120)
    titles = [message["title"] for message in hook.messages]
    check("both reminders come", len(titles) == 2 and titles[0].startswith("North leaves in")
          and titles[1] == "Get on now: North", titles)
    check("and say that the time is approximate", all("at about" in message["body"] for message in hook.messages),
          [message["body"] for message in hook.messages])


def check_screens(browser, url, stops, shots):
    for locale, (about, every, estimated) in LANGUAGES.items():
        visit = Visit(browser, url, phone=True, locale=locale)
        page = visit.page
        visit.open(f"/search?from={stops['Union']}&to={stops['Georgian']}")
        row = results(page).first.inner_text()
        check(f"{locale}: a result is approximate and shows the headway", about in row and every in row, row)
        if shots:
            page.screenshot(path=str(shots / f"campus-results-{locale}.png"))
        results(page).first.click()
        page.locator(".way").wait_for()
        text = page.locator(".way").inner_text()
        check(f"{locale}: its details say that it is estimated", estimated in text, text)
        if shots:
            page.screenshot(path=str(shots / f"campus-way-{locale}.png"))
        if locale == "en-GB":
            check_saved(visit, stops, shots)
        check(f"{locale}: there is no error", not visit.errors and not visit.outside, (visit.errors, visit.outside))
        visit.context.close()


def check_saved(visit, stops, shots):
    page = visit.page
    accessible(visit, "a connection of a campus")
    save(visit, stops["Union"], stops["Georgian"])
    visit.open("/home")
    page.locator(".home-until").first.wait_for()
    text = page.locator(".home-route").first.inner_text()
    check("home marks the saved connection's next shuttles as estimates", "about" in text and "estimated" in text, text)
    if shots:
        page.screenshot(path=str(shots / "campus-home.png"))
    visit.open(f"/stop/{stops['Colonie']}")
    page.locator(".call").first.wait_for()
    text = page.locator(".call").first.inner_text()
    check("a board says 'about', 'every 12 min' and 'estimated'",
          all(word in text for word in ("about", "every 12", "estimated")), text)
    if shots:
        page.screenshot(path=str(shots / "campus-board.png"))
    page.locator(".call").first.click()
    page.wait_for_url("**/trips/**")
    page.wait_for_timeout(1500)
    if shots:
        page.screenshot(path=str(shots / "campus-run.png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path, help="folder for screenshots")
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="takt-campus-") as name:
        folder = pathlib.Path(name)
        with campus(options.program, folder) as url:
            stops, north = enter(url)
            check_search(url, stops)
            check_boards(url, stops)
            check_commands(options.program, folder, stops)
            check_trip(url, stops)
            with chromium() as browser:
                check_screens(browser, url, stops, options.shots)
            check_clients(url, stops["Georgian"], north)


main()
finish()
