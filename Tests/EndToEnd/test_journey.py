#!/usr/bin/env python3
"""One rider's morning in Chromium, from the first visit to the message about a late bus.

    .tools/venv/bin/python Tests/EndToEnd/test_journey.py .build/debug/takt [--shots FOLDER]

First visit, search, save with a reminder, notifications on. Then the trip is delayed in the server's GTFS-Realtime
feed. Its push message is received and decrypted by a push service in this script, passed to the service worker as the
browser would, shown and tapped, and opens the details. Then a trip is scheduled, and both reminders come. The clock is
the server's own, five times as fast. Prints one line per check.
"""

import argparse
import contextlib
import datetime
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import time

from google.transit import gtfs_realtime_pb2 as realtime

from checks import check, finish, free_port, server_log
from evidence import WHOLE_CHROMIUM, chromium
from push_checks import deliver, tap
from push_service import Browser, Service, claims
from rider_page import stored
from search_page import becomes, choose, results
from source_checks import get_json, takt, wait_for
from visit import Visit, accessible, looked_at

START = "2026-05-04T07:30"
SPEED = 5
DELAY_SECONDS = 6 * 60
# Only `subscribe` itself is replaced, so that Chromium's push service gets no request.
SUBSCRIBE = """address => {
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async options => {
    const { endpoint, p256dh, auth } = address;
    made = { endpoint, options, toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      unsubscribe: async () => { made = null; return true; } };
    return made;
  };
}"""


class Feed:
    """GTFS-Realtime with the configured delays."""

    def __init__(self):
        self.delays, self.now = {}, lambda: 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = outer.message()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}/trip-updates.pb"

    def message(self):
        message = realtime.FeedMessage()
        message.header.gtfs_realtime_version = "2.0"
        message.header.timestamp = int(self.now())
        for trip, seconds in self.delays.items():
            update = message.entity.add(id=trip).trip_update
            update.trip.trip_id, update.trip.start_date = trip, START[:10].replace("-", "")
            update.stop_time_update.add(stop_sequence=1).departure.delay = seconds
        return message.SerializeToString()


class PushService:
    """Receives the server's messages for one browser, and decrypts them as the browser would."""

    def __init__(self):
        self.messages = []
        self.service = Service(self.take)
        self.browser = Browser(self.service.origin + "/send/phone")

    def take(self, _, headers, body):
        claims(headers["Authorization"], self.service.origin)
        self.messages.append(self.browser.open(body).decode())
        return 201, {}

    def wait(self, number, seconds):
        """The message with that number; None if it does not arrive."""
        return wait_for(lambda: self.messages[number:number + 1], seconds) and self.messages[number]


@contextlib.contextmanager
def town(program, feed):
    with tempfile.TemporaryDirectory(prefix="takt-journey-") as name:
        folder = pathlib.Path(name)
        takt(program, "demo", "--write-feed", folder / "feed", "--at", START)
        takt(program, "import", folder / "feed", "--output", folder / "town.network")
        url = f"http://127.0.0.1:{free_port()}"
        (folder / "takt.yml").write_text(f"""
network: {folder}/town.network
name: Seewil
data: {folder}/data
listen: {url.removeprefix("http://")}
public-url: {url}
push: {{reach: anywhere, contact: "mailto:operator@takt.test"}}
sources: [{{id: town, kind: gtfs-rt, url: "{feed.url}", every: 1s}}]
""")
        log = server_log(folder / "log")
        process = subprocess.Popen([program, "serve", "--config", folder / "takt.yml", "--at", START,
                                    "--speed", str(SPEED)], stdout=log, stderr=log)
        try:
            wait_for(lambda: get_json(url + "/api/v1/network"), 60)
            began, at = time.time(), get_json(url + "/api/v1/network")["now"] / 1000
            feed.now = lambda: at + (time.time() - began) * SPEED
            yield url
        finally:
            process.terminate()
            check("the server ends in order", process.wait(timeout=20) == 0)


def minutes(text):
    return datetime.datetime.fromisoformat(text).timestamp() / 60


def first_visit(visit, feed, options):
    """From the empty start screen to a saved connection with a reminder."""
    page = visit.page
    visit.open("/")
    page.locator(".welcome").wait_for()
    check("the first visit begins with an explanation of Takt", page.url.endswith("/home"), page.url)
    page.get_by_role("link", name="Find a connection").click()
    choose(page, 0, "hochw", "Seewil, Hochwacht")
    choose(page, 1, "hofa", "Seewil, Hofacker")
    # With both ends chosen, the app searches by itself, and folds the form on a phone.
    found = results(page)
    now = feed.now() / 60
    # Far enough ahead to be announced, and near enough to be announced now.
    for number in range(found.count()):
        left = page.evaluate("number => document.querySelectorAll('.result time')[0] && [...document.querySelectorAll"
                             "('.result')][number].querySelector('time').getAttribute('datetime')", number)
        if left and 14 <= minutes(left) - now <= 26:
            break
    check("the search finds a connection that leaves soon", left is not None and minutes(left) - now >= 14, str(left))
    looked_at(visit, "journey-results", options)
    found.nth(number).click()
    page.locator(".way").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_text("With a reminder").click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").wait_for(state="detached")
    return left


def turn_on(visit, push):
    page = visit.page
    visit.open("/settings/notifications")
    page.get_by_role("button", name="Turn on for this device").wait_for()
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    visit.context.grant_permissions(["notifications"])
    page.get_by_role("button", name="Turn on for this device").click()
    page.locator(".channel").wait_for()
    check("messages are sent to the phone", [each["kind"] for each in stored(visit, "/channels")] == ["web-push"]
          and push.messages == [])


def late(visit, feed, push, departure, options):
    """The delay becomes a message, and the message opens a page."""
    page = visit.page
    home = stored(visit, "/home")
    runs = [each for group in ("nearby", "other") for connection in home[group]
            for route in connection["routes"] for each in route["departures"]]
    run = next((each for each in runs if minutes(each["departure"]["scheduled"]) == minutes(departure)), None)
    if not check("home has the departure that was saved", run is not None, json.dumps(runs)[:300]):
        return
    feed.delays[run["rides"][0]["trip"]] = DELAY_SECONDS
    text = push.wait(0, 40)
    if not check("the delay is pushed to the phone", text is not None):
        return
    message = json.loads(text)["notification"]
    check("with the line and the delay", "6 min late" in message["title"] and message["title"].startswith("20 "),
          message["title"])
    deliver(visit, text)
    visit.page.wait_for_timeout(300)
    tap(visit)
    page.wait_for_url("**connection**")
    page.locator(".way").wait_for()
    page.locator(".way .time-late").first.wait_for()
    check("a tap on it leads to the details, where the bus is late", True, page.url)
    accessible(visit, "the details that a message leads to")
    looked_at(visit, "journey-details", options)
    page.get_by_role("link", name="Home").first.click()
    late_there = becomes(page, "() => document.querySelector('.home-card .delay-late, .home-card .time-late') !== null")
    check("and home shows it late too", late_there)
    looked_at(visit, "journey-home", options)


def trip(visit, feed, push, options):
    """A trip by its arrival time: reminders come before the departure, and at the departure."""
    page = visit.page
    asked = get_json(visit.origin + "/api/v1/connections?from=seewil-hochwacht&to=seewil-hofacker&changes=0")
    now = feed.now() / 60
    ahead = [each for each in asked["connections"] if minutes(each["departure"]["scheduled"]) - now >= 9
             and "expected" not in each["departure"]] or asked["connections"][-1:]
    there = datetime.datetime.fromisoformat(ahead[0]["arrival"]["scheduled"]) + datetime.timedelta(seconds=59)
    before = len(push.messages)
    visit.open("/trips")
    choose(page, 0, "hochw", "Seewil, Hochwacht")
    choose(page, 1, "hofa", "Seewil, Hofacker")
    page.get_by_label("There by").fill(there.strftime("%H:%M"))
    page.get_by_role("button", name="Schedule").click()
    page.locator(".trip-card").wait_for()
    leaves = stored(visit, "/trips")[0]["next"]["departure"]["scheduled"]
    looked_at(visit, "journey-trip", options)
    wait = (minutes(leaves) - feed.now() / 60) * 60 / SPEED

    def calls():
        titles = [json.loads(text)["notification"]["title"] for text in push.messages[before:]]
        return [title for title in titles if "leaves in" in title or title.startswith("Get on now")]

    wait_for(lambda: len(calls()) >= 1, wait + 30)
    first = len(push.messages)
    early = minutes(leaves) - feed.now() / 60
    check("the rider is reminded before it leaves", calls() and "20 leaves in" in calls()[0] and 0 < early <= 5.6,
          f"{calls()} {early:.1f} min before")
    deliver(visit, push.messages[first - 1])
    page.wait_for_timeout(300)
    wait_for(lambda: len(calls()) >= 2, 60)
    check("and again when it does", len(calls()) == 2 and calls()[1] == "Get on now: 20", str(calls()))
    check("both reminders came in time", abs(minutes(leaves) - feed.now() / 60) < 1.5, leaves)
    deliver(visit, push.messages[-1])
    page.wait_for_timeout(300)
    page.get_by_role("link", name="Home").first.click()
    page.wait_for_url("**/home")
    tap(visit, last=True)
    page.wait_for_url(lambda address: not address.endswith("/home"))
    wanted = json.loads(push.messages[-1])["notification"]["navigate"]
    check("a tap opens its page", page.url.startswith(wanted), f"{page.url} {wanted}")
    looked_at(visit, "journey-called", options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    feed, push = Feed(), PushService()
    with town(options.program.resolve(), feed) as url, chromium(WHOLE_CHROMIUM) as browser:
        visit = Visit(browser, url, phone=True)
        address = json.dumps(push.browser.address())
        visit.context.add_init_script(f"({SUBSCRIBE})({address})")
        departure = first_visit(visit, feed, options)
        turn_on(visit, push)
        late(visit, feed, push, departure, options)
        trip(visit, feed, push, options)
        check("no request leaves the origin", not visit.outside, str(visit.outside[:3]))
        check("no error on the console", not visit.errors, str(visit.errors[:3]))
        visit.context.close()
    finish()


if __name__ == "__main__":
    main()
