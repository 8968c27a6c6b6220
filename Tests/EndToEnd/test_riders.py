#!/usr/bin/env python3
"""Saves, edits, schedules, pairs and deletes as riders do, in Chromium, against `takt demo`.

Usage: test_riders.py --url http://127.0.0.1:PORT [--shots FOLDER]

Prints one line per check and a total; the exit code is 1 if a check failed.
"""
import gzip
import json

from checks import check, finish
from nearby_checks import nearby, on_board
from rider_everywhere import every_way, installable, large_text, one_stream
from rider_page import becomes_stored, home, pair, save, stored, token
from search_page import becomes, choose, results
from test_map import SHELL_LIMIT_BYTES
from visit import Visit, accessible, appears, browsing, get, looked_at


def first_visit(browser, origin, options):
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    visit.open("/")
    page.locator(".welcome").wait_for()
    check("the first visit begins at home, with help", page.url.endswith("/home"), page.url)
    home_size(visit)
    check("the server has no rider yet", token(visit) is None)
    accessible(visit, "the empty home")
    page.locator(".home-find").get_by_role("link", name="Find a connection").click()
    choose(page, 0, "zinkw", "Zinkwil")
    choose(page, 1, "nussw", "Nusswilen")
    # With both ends chosen, the app searches by itself, and folds the form on a phone.
    results(page).first.click()
    page.locator(".way").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    sheet = page.locator("dialog")
    check("saving without a reminder is the first choice",
          sheet.get_by_label("Without a reminder").is_checked())
    page.locator("dialog").get_by_text("With a reminder").click()
    accessible(visit, "saving a connection")
    sheet.get_by_role("button", name="Saturday").click()
    sheet.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="See it at home").click()
    page.locator(".home-until").wait_for()
    text = page.locator(".home-card").inner_text()
    check("a saved connection is at home with its next departures and its reminder",
          all(words in text for words in ("Zinkwil", "Nusswilen", "08:14", "then", "Mon–Sat")), text)
    check("and the server knows when to remind",
          stored(visit, "/connections")[0]["routes"][0]["reminders"]
          == [{"minute": 8 * 60 + 14, "weekdays": [1, 2, 3, 4, 5, 6]}])
    check("nothing is sent before the rider wants it", stored(visit, "/settings")["notifies"] is False)
    page.locator(".home-next").click()
    page.locator(".way").wait_for()
    check("a tap leads to its details", "7 stops on the way" in page.locator(".way").inner_text()
          and "connection=" in page.url)
    check("which say that it is saved", appears(page.get_by_role("button", name="Saved", exact=True)))
    page.go_back()
    page.locator(".home-next").wait_for()
    editing(visit, options)
    check("no request leaves the origin", not visit.outside, str(visit.outside[:3]))
    check("no error on the console", not visit.errors, str(visit.errors[:3]))
    visit.context.close()


def home_size(visit):
    """The size of everything that home needs, which must be cached to open without a network."""
    visit.page.locator(".home-state, .welcome").first.wait_for(state="attached")
    total = sum(len(gzip.compress(get(visit.origin + path), 9)) for path in visit.files if not path.endswith(".woff2"))
    check(f"home is at most {SHELL_LIMIT_BYTES // 1024} kB gzipped", total <= SHELL_LIMIT_BYTES,
          f"{total / 1024:.1f} kB in {len(visit.files)} files")


def editing(visit, options):
    page = visit.page
    page.get_by_role("link", name="Edit Zinkwil").click()
    page.locator(".saved-part").first.wait_for()
    accessible(visit, "a saved connection")
    page.get_by_role("button", name="Remove the reminder").click()
    page.locator(".reminder-row").wait_for(state="detached")
    page.get_by_label("Name").fill("To work")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="To work").wait_for()
    page.get_by_role("button", name="Way back").click()
    page.get_by_role("heading", name="Nusswilen – Zinkwil").wait_for()
    check("the way back is saved too", "No route is chosen yet" in page.locator("main").inner_text())
    page.get_by_role("button", name="Up", exact=True).click()
    becomes(page, "() => document.querySelector('main').innerText.includes('Place 1 of 2')")
    page.get_by_role("link", name="Home").first.click()
    page.locator(".home-card").nth(1).wait_for()
    check("home shows both as they were put in order", becomes(page, """() =>
        [...document.querySelectorAll('.home-card h3')].map(each => each.innerText.trim()).join('|')
          .match(/^Nusswilen.*Zinkwil[|]To work$/s)"""), page.locator(".home-body").inner_text())
    known = stored(visit, "/connections")
    check("the server has them so", [each.get("name") for each in known] == [None, "To work"]
          and known[1]["routes"][0]["reminders"] == [], json.dumps(known)[:200])
    looked_at(visit, "home-two", options)
    page.get_by_role("link", name="Edit Nusswilen").click()
    page.get_by_role("button", name="Remove this connection").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.locator(".home-card").first.wait_for()
    check("a connection can be removed", becomes(
        page, "() => document.querySelectorAll('.home-card').length === 1"))
    check("there too", becomes_stored(visit, "/connections", lambda all: len(all) == 1))


def refreshing(browser, origin):
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    page.clock.install()
    home(visit)
    with page.expect_response("**/rider/home?*") as answer:
        page.clock.fast_forward(31_000)
    check("home refreshes by itself", answer.value.ok)
    touch = page.context.new_cdp_session(page)

    def move(kind, y):
        points = [] if y is None else [{"x": 200, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    with page.expect_response("**/rider/home?*") as answer:
        move("touchStart", 200)
        for y in range(220, 420, 20):
            move("touchMove", y)
        move("touchEnd", None)
    check("and when it is pulled down", answer.value.ok)
    answer = stored(visit, "/home?departures=4")
    departure = answer["other"][0]["routes"][0]["departures"][0]
    departure["departure"].update(expected="2026-05-04T08:20:30+02:00", delaySeconds=360)
    answer["other"][0]["routes"][0]["departures"][1].update(status="cancelled")
    answer["nearby"], answer["other"] = answer["other"], []
    page.route("**/rider/home?*", lambda route: route.fulfill(
        status=200, content_type="application/json", body=json.dumps(answer)))
    page.get_by_role("button", name="Refresh").click()
    page.locator(".home-next .mark").wait_for()
    text = page.locator(".home-card").inner_text()
    check("a delay is shown with the scheduled time", "+6" in text and "08:20" in text and "08:14" in text, text)
    check("a cancelled departure is struck through and marked",
          "Cancelled" in page.locator(".later-departure").first.inner_text())
    check("nearby connections are under their heading", page.get_by_role("heading", name="Nearby").is_visible())
    accessible(visit, "home with a delay")
    visit.context.close()


def trips(browser, origin, options):
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    visit.open("/trips")
    choose(page, 0, "zinkw", "Zinkwil")
    choose(page, 1, "zinkw", "Zinkwil")
    page.get_by_role("button", name="Schedule").click()
    page.get_by_text("Start and destination are the same stop").wait_for()
    check("a trip that cannot be made is refused with the reason", page.locator(".trip-card").count() == 0)
    choose(page, 1, "nussw", "Nusswilen")
    page.get_by_label("There by").fill("08:20")
    page.get_by_role("button", name="Schedule").click()
    page.get_by_text("It is too late").wait_for()
    check("with the next one if it is too late", "08:48" in page.locator(".trip-form .problem").inner_text())
    page.get_by_label("There by").fill("09:30")
    page.get_by_role("button", name="Weekly").click()
    page.get_by_role("button", name="Schedule").click()
    page.locator(".trip-card").wait_for()
    text = page.locator(".trip-card").inner_text()
    check("a trip is scheduled with its latest run", all(words in text for words in ("S1", "08:44", "09:18", "Mon–Fri")), text)
    looked_at(visit, "trips", options)
    accessible(visit, "trips")
    page.reload()
    page.locator(".trip-card").wait_for()
    page.get_by_role("button", name="Cancel the trip").click()
    page.locator(".trip-card").wait_for(state="detached")
    check("a trip can be cancelled", becomes_stored(visit, "/trips", lambda all: all == []))
    changing(visit, options)
    visit.context.close()


def changing(visit, options):
    page = visit.page
    choose(page, 0, "birkenw", "Seewil, Birkenweg")
    choose(page, 1, "waldhof", "Oberhaslen, Waldhof")
    page.get_by_label("There by").fill("09:30")
    page.get_by_role("button", name="Schedule").click()
    page.get_by_role("link", name="Find a connection").click()
    results(page).first.wait_for()
    check("trips that need a transfer are searched with the same time", "arriveBy=1" in page.url and "T09%3A30" in page.url, page.url)
    results(page).last.click()
    page.locator(".way").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    sheet = page.locator("dialog")
    sheet.get_by_text("Plan as a trip").click()
    sheet.get_by_role("button", name="Weekly").click()
    sheet.get_by_label("There by").fill("09:20")
    looked_at(visit, "trip-plan", options)
    accessible(visit, "planning a trip with a change")
    sheet.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Trips", exact=True).first.click()
    page.locator(".trip-changes").wait_for()
    text = page.locator(".trip-card").inner_text()
    check("a trip with a transfer is listed with its arrival time and transfer",
          all(words in text for words in ("Mon–Fri", "09:20", "Waldhof", "19", "23")), text)
    saved, = stored(visit, "/trips")
    rides = saved["next"]["way"]["rides"]
    check("it takes the lines of the connection, and is there in time", len(rides) == 2
          and [each["line"] for each in saved["trip"]["route"]["rides"]] == [each["line"] for each in rides]
          and saved["next"]["arrival"]["scheduled"] <= f"{saved['next']['day']}T09:20:59", saved)
    looked_at(visit, "trip-change", options)
    page.get_by_role("button", name="Cancel the trip").click()
    check("it can be cancelled", becomes_stored(visit, "/trips", lambda all: all == []))


def offline(browser, origin, options):
    visit = Visit(browser, origin, phone=True)
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    save(visit, "zinkwil", "seewil")
    home(visit)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.locator(".home-next").nth(1).wait_for()
    visit.context.set_offline(True)
    page.reload()
    page.get_by_text("This is a copy, stored").wait_for()
    text = page.locator("main").inner_text()
    check("offline home shows what was stored, with its age", "08:14" in text and "in " not in text.split("Nusswilen")[-1][:40], text)
    looked_at(visit, "home-offline", options)
    accessible(visit, "home without a network")
    page.locator(".home-next").first.click()
    page.locator(".stored-way, .way").first.wait_for()
    check("and the stops that were stored with a route", "Mooswilen" in page.locator("main").inner_text(),
          page.locator("main").inner_text()[:300])
    page.go_back()
    page.get_by_role("link", name="Edit Zinkwil").first.click()
    page.get_by_role("button", name="Remove this connection").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("1 change waits for the server").wait_for()
    check("a change without a network applies here and waits", page.locator(".home-card").count() == 1)
    page.reload()
    page.get_by_text("1 change waits for the server").wait_for()
    visit.context.set_offline(False)
    check("and is sent when the network is back",
          becomes_stored(visit, "/connections", lambda all: len(all) == 1)
          and becomes(page, "() => !document.querySelector('main').innerText.includes('waits')"))
    visit.context.close()


def pairing(browser, origin, options):
    one = Visit(browser, origin, service_workers="block")
    save(one, "zinkwil", "nusswilen")
    one.open("/settings")
    one.page.get_by_label("Appearance").wait_for()
    one.page.get_by_label("All of them").uncheck()
    one.page.locator("#vehicles-shown").fill("7")
    check("settings of the map reach the server", becomes_stored(one, "/settings", lambda all: all["mapVehicles"] == 7))
    one.page.get_by_role("link", name="Other devices").click()
    one.page.get_by_role("button", name="Show a code").click()
    code = one.page.locator(".pairing-code").inner_text().split(":")[-1].strip()
    accessible(one, "other devices")
    other = Visit(browser, origin, phone=True, service_workers="block")
    other.open("/settings/devices")
    other.page.get_by_label("Code").fill("XXXX XXXX")
    other.page.get_by_role("button", name="Connect").click()
    other.page.get_by_text("The code is wrong or too old").wait_for()
    other.page.get_by_label("Code").fill(code.lower())
    other.page.get_by_role("button", name="Connect").click()
    other.page.locator(".home-next").wait_for()
    check("another device has the same by a code", "Nusswilen" in other.page.locator(".home-card").inner_text())
    check("its settings too", json.loads(other.page.evaluate(
        "() => localStorage.getItem('takt.settings')"))["vehicles"] == 7)
    looked_at(one, "devices", options)
    signing_out(browser, origin, one, other)
    clearing(one, other)
    one.context.close()
    other.context.close()


def signing_out(browser, origin, one, other):
    """A phone is lost; another one was set up from a copy of this device, token included."""
    lost = Visit(browser, origin, phone=True, service_workers="block")
    pair(one, lost)
    before = token(one)
    one.page.get_by_role("button", name="Sign out other devices").click()
    accessible(one, "asking before devices are signed out")
    # The page learns within five seconds that the code was used.
    one.page.get_by_text("The other device is connected").wait_for()
    one.page.get_by_role("button", name="Sign out", exact=True).click()
    one.page.get_by_text("All other devices are signed out").wait_for()
    check("signing out others leaves this device signed in, with a new token",
          token(one) != before and len(stored(one, "/connections")) == 1)
    status = one.page.evaluate("""async (token) => (await fetch("/api/v1/rider",
        { headers: { Authorization: `Bearer ${token}` } })).status""", before)
    check("a copy of its old token has ended", status == 401, status)
    for visit in (lost, other):
        visit.open("/home")
    check("the lost phone shows that it is signed out",
          appears(lost.page.get_by_text("no longer knows this device")) and token(lost) is None)
    lost.context.close()
    pair(one, other)
    check("a device that is still there comes back by a code", token(other) is not None)


def clearing(one, other):
    page = one.page
    one.open("/settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export what is stored").click()
    everything = json.loads(download.value.path().read_text())
    check("all stored data can be exported", len(everything["connections"]) == 1
          and everything["settings"]["mapVehicles"] == 7)
    page.get_by_role("button", name="Remove saved connections and trips").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("Saved connections and trips were removed").wait_for()
    check("saved data can be removed at once", stored(one, "/connections") == [])
    page.get_by_role("button", name="Clear everything").click()
    page.get_by_role("button", name="Clear", exact=True).click()
    page.get_by_text("Everything was removed").wait_for()
    kept = page.evaluate("() => Object.keys(localStorage).filter(each => each.startsWith('takt.'))")
    check("clearing everything leaves nothing on the device", kept == [], str(kept))
    other.open("/home")
    other.page.locator(".welcome").wait_for()
    check("and nothing on the server, as the other device sees", token(other) is None)


def nowhere(browser, origin):
    visit = Visit(browser, origin, service_workers="block")
    visit.page.route("**/api/v1/riders", lambda route: route.fulfill(
        status=404, content_type="application/problem+json", body='{"type": "/problems/not-found"}'))
    visit.open("/search?from=zinkwil&to=nusswilen")
    results(visit.page).first.click()
    visit.page.get_by_role("button", name="Save", exact=True).click()
    visit.page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    check("a server without storage is reported", appears(visit.page.get_by_text("This server saves nothing")))
    visit.context.close()


def main():
    with browsing() as (browser, origin, options):
        first_visit(browser, origin, options)
        refreshing(browser, origin)
        trips(browser, origin, options)
        offline(browser, origin, options)
        pairing(browser, origin, options)
        nearby(browser, origin, options)
        on_board(browser, origin, options)
        large_text(browser, origin)
        every_way(browser, origin)
        one_stream(browser, origin)
        installable(browser, origin)
        nowhere(browser, origin)
    finish()


if __name__ == "__main__":
    main()
