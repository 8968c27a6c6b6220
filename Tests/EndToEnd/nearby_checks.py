"""Announcements of vehicles nearby: lines, places, the open app, and a phone's logger.

    from nearby_checks import nearby
"""

import base64
import json
import time
import urllib.request
from urllib.parse import parse_qs, urlsplit

from checks import check
from rider_page import becomes_stored, stored, token
from visit import Visit, accessible, appears, looked_at

PLACE = {"latitude": 46.98421, "longitude": 8.40213}


def nearby(browser, origin, options):
    visit = Visit(browser, origin, phone=True, service_workers="block",
                  geolocation=PLACE, permissions=["geolocation"])
    page = visit.page
    visit.open("/settings")
    page.get_by_role("link", name="Vehicles near you").click()
    page.get_by_text("Notifications are off").wait_for()
    check("viewing creates no rider on the server", token(visit) is None)
    first = page.locator(".nearby .line-checks input").first
    first.check()
    page.get_by_label("When a vehicle is").select_option("t5")
    page.get_by_label("Add a place").select_option("here")
    page.get_by_role("button", name="Remove Place 1").wait_for()
    check("lines, nearness and a place reach the server, the place to ten metres",
          becomes_stored(visit, "/settings", lambda all: len(all["nearbyRoutes"]) == 1 and all["nearbyMinutes"] == 5
                         and [(each["latitude"], each["longitude"]) for each in all["nearbyPlaces"]]
                         == [(46.9842, 8.4021)]), str(stored(visit, "/settings")))
    accessible(visit, "vehicles nearby")
    page.get_by_label("When a vehicle is").select_option("m200")
    page.get_by_role("button", name="Remove Place 1").click()
    check("and are removed again", becomes_stored(visit, "/settings", lambda all: all["nearbyPlaces"] == []
                                               and all["nearbyMinutes"] is None and all["vehicleRadiusMetres"] == 200))
    reporting_position(visit)
    phone(visit, options)
    check("no request leaves the origin", not visit.outside, str(visit.outside[:3]))
    check("no error on the console", not visit.errors, str(visit.errors[:3]))
    visit.context.close()


def reporting_position(visit):
    """The open app reports its position if the rider wants that."""
    page = visit.page
    places = []
    page.on("request", lambda request: request.url.endswith("/rider/location") and places.append(request.post_data_json))
    with page.expect_response("**/api/v1/rider/location") as answer:
        page.get_by_label("Where this device is").check()
    check("the open app reports its position", answer.value.ok and places == [PLACE], str(places))
    with page.expect_response("**/api/v1/rider/location"):
        visit.open("/help")
    visit.open("/settings/nearby")
    with page.expect_response("**/api/v1/rider/location"):
        page.reload()
    page.get_by_label("Where this device is").uncheck()
    places.clear()
    page.reload()
    page.get_by_label("Where this device is").wait_for()
    page.wait_for_timeout(1500)
    check("on every screen, and not once that is turned off", places == [], str(places))


def phone(visit, options):
    """A phone's logger is linked by the shown settings, reports, is shown, and is removed."""
    page = visit.page
    page.get_by_role("button", name="Connect a phone").click()
    page.get_by_text("The phone has not sent a position yet").wait_for()
    page.get_by_text("QR code for OwnTracks").click()
    accessible(visit, "a phone's logger")
    looked_at(visit, "logger", options)
    link = page.locator("a[data-logger=OwnTracks]").get_attribute("href")
    setup = json.loads(base64.b64decode(parse_qs(urlsplit(link).query)["inline"][0]))
    overland = parse_qs(urlsplit(page.locator("a[data-logger=Overland]").get_attribute("href")).query)
    check("both apps get the same token", overland["token"] == [setup["password"]] and setup["auth"] is True)
    password = base64.b64encode(f"{setup['username']}:{setup['password']}".encode()).decode()
    fix = {"_type": "location", "lat": PLACE["latitude"], "lon": PLACE["longitude"], "acc": 10,
           "tst": int(time.time()) - 60}
    # The link has the server's public address; this requests its path at the tested address.
    path = urlsplit(setup["url"]).path
    request = urllib.request.Request(visit.origin + path, data=json.dumps(fix).encode(), headers={
        "Authorization": f"Basic {password}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        check("the phone's position is then accepted", answer.status == 200)
    check("and the rider sees the time of its last report", appears(page.get_by_text("The phone sent your position 1 minute ago")))
    page.reload()
    page.get_by_role("button", name="Disconnect the phone").wait_for()
    check("the token is shown once", page.locator("a[data-logger]").count() == 0
          and stored(visit, "/logger")["linked"] is True)
    page.get_by_role("button", name="Disconnect the phone").click()
    page.get_by_role("button", name="Connect a phone").wait_for()
    check("a disconnected phone is unknown", stored(visit, "/logger")["linked"] is False)


def on_board(browser, origin, options):
    """A rider in a vehicle sees its progress, and chooses where to get off."""
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    with urllib.request.urlopen(f"{origin}/api/v1/vehicles", timeout=10) as answer:
        vehicles = json.loads(answer.read())["vehicles"]
    run = next(each for each in vehicles if each.get("trip") and each.get("route") and each.get("nextStop"))
    visit.open(f"/trips/{run['route']}/{run['trip']}/{run['serviceDay']}")
    page.get_by_text("On board?").click()
    page.get_by_label("Where I get off").wait_for()
    accessible(visit, "a run, before anybody is on board")
    stop = page.get_by_label("Where I get off").locator("option").last.inner_text()
    page.get_by_role("button", name="Tell me when to get off").click()
    page.get_by_role("button", name="I am not on board").wait_for()
    # The vehicle may pass a stop between the page's answer and the next.
    for _ in range(60):
        said, rides = page.locator(".on-board [role=status]").inner_text(), stored(visit, "/rides")
        if rides and f"{len(rides[0]['left'])} stops" in said:
            break
        page.wait_for_timeout(1000)
    check("a rider on board sees the remaining stops and the arrival",
          stop in said and "stops to go" in said and [each["trip"] for each in rides] == [run["trip"]]
          and f"{len(rides[0]['left'])} stops" in said, f"{said}: {len(rides)}")
    accessible(visit, "a run with its rider on board")
    looked_at(visit, "on-board", options)
    page.reload()
    page.get_by_role("button", name="I am not on board").click()
    page.get_by_label("Where I get off").wait_for()
    check("and can end the ride", stored(visit, "/rides") == [])
    check("no error on the console", not visit.errors, str(visit.errors[:3]))
    visit.context.close()
