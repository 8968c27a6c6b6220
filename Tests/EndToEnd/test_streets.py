#!/usr/bin/env python3
"""Goes from an address to a stop in the web app, along streets.

    Tests/EndToEnd/test_streets.py PROGRAM [--shots FOLDER]

Imports Newport with its extract from ../shared/data/streets if it exists, otherwise a drawn village; serves it, finds
an address, reads a walk's steps, sees the walk on the map, views it again without a network, stores a home, asks the
map what is near a point, keeps the map and sees its streets without a network, and prints a stop. Prints one line per
check; the exit code is 1 if one failed.
"""

import argparse
import contextlib
import pathlib
import subprocess
import tempfile
import urllib.parse


from checks import check, finish, free_port, server_log
from drawn_extract import write_extract
from evidence import chromium
from search_page import becomes, fields, filled, results
from source_checks import get_json, running, wait_for
from street_checks import (
    a_stop_on_paper, keeping_can_fail, streets_after_a_tunnel, streets_without_a_network, the_longest_walk, the_map_is_kept,
    what_is_lost_is_mended,
)
from visit import Visit, accessible, appears, at_home, looked_at

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARED = ROOT.parent / "shared" / "data" / "streets"
IMPORT_SECONDS = 300

# The typed text, the address that it finds, and its position on the map.
NEWPORT = {"at": "2023-06-07T08:00", "typed": "12 high str", "address": "12 High Street", "to": "royal gwent",
           "stop": "Royal Gwent Hospital", "point": (51.5872, -2.9960), "near": "Street", "known": True, "stop_id": "5310AWB30508"}
VILLAGE = {"at": "2026-05-06T08:00", "typed": "2 high str", "address": "2 High Street", "to": "riverf", "stop": "Riverfront",
           "point": (51.5002, -2.9999), "near": "2 High Street", "known": False, "stop_id": "A"}
# The beginning of a walk's first step.
LANGUAGES = {"en-GB": "Set off", "de-CH": ("Start", "Dem", "Der"), "fr-CH": ("Partir", "Suivre"), "it-CH": ("Partenza", "Lungo")}

FEED = {
    "agency": "agency_name,agency_url,agency_timezone\nBus,https://bus.example,Europe/London\n",
    "stops": "stop_id,stop_name,stop_lat,stop_lon\nA,Market,51.501,-2.9985\nB,Riverfront,51.53,-2.9985\n",
    "routes": "route_id,route_short_name,route_type\nR,1,3\n",
    "trips": "route_id,service_id,trip_id\n" + "".join(f"R,S,T{hour}\n" for hour in range(8, 12)),
    "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
        f"T{hour},{hour:02}:20:00,{hour:02}:20:00,A,1\nT{hour},{hour:02}:30:00,{hour:02}:30:00,B,2\n" for hour in range(8, 12)),
    "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                "S,1,1,1,1,1,1,1,20260101,20261231\n",
}
# Around the corner of two streets, with the house at one end and the stop at the other.
NODES = [(1, 51.5, -3.0005, {}), (2, 51.5, -2.9985, {}), (3, 51.5015, -2.9985, {}),
         (10, 51.5001, -3.0, {"addr:housenumber": "2", "addr:street": "High Street", "addr:city": "Aberford"}),
         (20, 51.502, -3.0, {"place": "village", "name": "Aberford"})]
WAYS = [(30, [1, 2], {"highway": "residential", "name": "High Street"}),
        (31, [2, 3], {"highway": "residential", "name": "Mill Lane"})]


def made(program, folder):
    """A network with its streets, and the places to search in it."""
    feed, extract, town = SHARED / "newport_gtfs.zip", SHARED / "newport.osm.pbf", NEWPORT
    if not extract.exists():
        print("skipped Newport: ../shared/data/streets is not there")
        feed, extract, town = folder / "feed", folder / "map.osm.pbf", VILLAGE
        feed.mkdir()
        for table, rows in FEED.items():
            (feed / f"{table}.txt").write_text(rows)
        write_extract(extract, NODES, WAYS)
    done = subprocess.run([program, "import", feed, "--streets", extract, "--output", folder / "town.takt"],
                          capture_output=True, text=True, timeout=IMPORT_SECONDS)
    check("the feed and its streets are imported", done.returncode == 0, done.stderr[-300:] if done.returncode else "")
    return town


@contextlib.contextmanager
def served(program, folder, town):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(program, "serve", "--network", folder / "town.takt", "--web", ROOT / "Web", "--port", port,
                 "--at", town["at"], log=server_log()):
        if not wait_for(lambda: get_json(f"{url}/api/v1/network"), 60):
            raise SystemExit("the server does not start")
        yield url


def noting(visit):
    """The API addresses that the page requests, as they come."""
    asked = []
    visit.page.on("request", lambda request: "/api/v1/" in request.url and asked.append(request.url.split("/api/v1")[1]))
    return asked


def an_address_is_found(visit, town, options):
    page = visit.page
    asked = noting(visit)
    visit.open("/search")
    box = fields(page).first
    check("a field says that it takes addresses and places", "address" in (box.get_attribute("placeholder") or ""))
    box.fill(town["typed"])
    option = page.get_by_role("option", name=town["address"]).first
    option.wait_for()
    check("an address and a street are labelled differently", "Address" in option.inner_text(), option.inner_text())
    check("one request finds stops, addresses and places",
          [path for path in asked if path.startswith(("/stops/search", "/addresses"))] == [], asked)
    accessible(visit, "suggestions of all kinds")
    looked_at(visit, "streets-suggestions", options)
    for text in (town["typed"][:-1], town["typed"]):
        box.fill(text)
        page.wait_for_timeout(600)
    places = [path for path in asked if path.startswith("/places")]
    check("a recent request is not repeated", len(places) == len(set(places)) == 2, places)
    page.get_by_role("option", name=town["address"]).first.click()
    check("the field holds the address", filled(page, 0, town["address"]))
    fields(page).nth(1).fill(town["to"])
    page.get_by_role("option", name=town["stop"]).first.click()
    results(page)


def on_foot(visit, town):
    """The walk above the results, if there is one."""
    page = visit.page
    if not town["known"]:
        return
    page.locator(".on-foot summary").click()
    check("the walk unfolds to its steps", appears(page.locator(".on-foot .walk-steps li")))
    page.locator(".on-foot summary").click()


def shown_walk(page_url, origin):
    """The first walk in the API's answer."""
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(page_url).query)
    found = get_json(f"{origin}/api/v1/connections/{query['connection'][0]}?passed=true&path=true")
    return next(leg for leg in found["connection"]["legs"] if leg["kind"] == "walk")


def a_walk_is_read(visit, options):
    page = visit.page
    results(page).first.click()
    fold = page.locator(".way .walk-fold").first
    fold.wait_for()
    check("a walk is folded at first", not fold.locator(".walk-steps").is_visible())
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    steps = fold.locator(".walk-steps li")
    check("the keyboard unfolds it", appears(steps))
    texts = steps.all_inner_texts()
    walk = shown_walk(page.url, visit.origin)
    names = [step["name"] for step in walk["steps"] if "name" in step and step["metres"] >= 5]
    check("its first step sets off", texts[0].strip().startswith("Set off"), texts)
    check("each street that is walked is named, in order",
          [name for name in names if not any(name in text for text in texts)] == [], (names, texts))
    check("no word is missing in a step", all("{" not in text and text.strip() for text in texts), texts)
    accessible(visit, "a connection with an unfolded walk")
    looked_at(visit, "streets-steps", options)
    # A refresh leaves it unchanged.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(1500)
    check("it stays unfolded through a refresh", fold.locator(".walk-steps").is_visible())
    return walk


# The map of the connection, captured when it is redrawn.
CATCH = """() => { const { resize } = maplibregl.Map.prototype;
  maplibregl.Map.prototype.resize = function (...all) { window.caughtMap = this; return resize.apply(this, all); }; }"""
WALKED = """() => window.caughtMap?.getLayer('way-walks') !== undefined &&
  window.caughtMap.queryRenderedFeatures({ layers: ['way-walks'] }).length > 0"""
POINTS = """async () => (await window.caughtMap.getSource('way').getData()).features
    .filter(({ properties }) => properties.walks).map(({ geometry }) => geometry.coordinates)"""


def the_walk_is_on_the_map(visit, walk, options):
    page = visit.page
    page.locator("#way-map-link").click()
    page.locator(".way-map canvas").wait_for()
    page.evaluate(CATCH)
    page.locator("#way-map-link").click()
    page.locator(".way-map-part").wait_for(state="hidden")
    page.locator("#way-map-link").click()
    check("the walk is drawn on the map", becomes(page, WALKED))
    lines = page.evaluate(POINTS)
    check("along its streets", walk["path"] in lines and len(walk["path"]) > 2, (walk["path"][:3], str(lines)[:200]))
    zoom = page.evaluate("() => caughtMap.getZoom()")
    fold = page.locator(".way .walk-fold").first
    if fold.get_attribute("open") is not None:
        fold.locator("summary").click()
    fold.locator("summary").click()
    check("reading its steps zooms in", becomes(page, "zoom => caughtMap.getZoom() > zoom + 1", zoom))
    page.wait_for_timeout(1000)
    looked_at(visit, "streets-map", options)
    fold.locator(".walk-steps li").last.click()
    check("a step that is tapped is shown from nearer", becomes(page, "() => caughtMap.getZoom() === 18"))


def without_a_network(visit, town, options):
    page = visit.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.locator(".way .walk-fold").first.wait_for()
    with visit.without_network():
        page.reload()
        page.locator(".way .walk-fold summary").first.click()
        text = page.locator(".way-body").inner_text()
        check("without a network the connection is there with its steps", "Set off" in text and town["stop"] in text, text[:300])
        check("and says how old it is", appears(page.get_by_text("Not refreshed since")), text[-200:])
        looked_at(visit, "streets-offline", options)
        visit.open("/search")
        fields(page).first.fill(town["typed"])
        check("a field offers what the device knows by that name", appears(page.get_by_role("option", name=town["address"])))


def a_home_is_kept(visit, town, options):
    page = visit.page
    visit.open("/search")
    fields(page).first.click()
    check("nothing is offered as home before it is kept", page.get_by_role("option", name="Home").count() == 0)
    page.get_by_role("option", name=town["address"]).first.click()
    fields(page).first.click()
    page.get_by_role("option", name="as home").click()
    other = visit.context.new_page()
    other.goto(visit.origin + "/search")
    fields(other).first.click()
    first = other.get_by_role("option").first
    first.wait_for()
    check("another tab offers it first", "Home" in first.inner_text() and town["address"] in first.inner_text(), first.inner_text())
    with other.expect_request("**/api/v1/connections?*") as asked:
        first.click()
        fields(other).nth(1).fill(town["to"])
        other.get_by_role("option", name=town["stop"]).first.click()
    sent = urllib.parse.unquote(asked.value.url)
    check("a search sends where home is, and no name", "from=51." in sent and "Home" not in sent and "High" not in sent, sent)
    other.close()
    visit.open("/settings")
    box = page.get_by_role("combobox", name="Home")
    box.scroll_into_view_if_needed()
    check("the settings show it", box.input_value() == town["address"], box.input_value())
    accessible(visit, "the settings with a home")
    looked_at(visit, "streets-settings", options)
    page.get_by_role("button", name="Clear Home").click()
    kept = page.evaluate("() => localStorage.getItem('takt.homeAndWork')")
    check("and forget it", kept is None, kept)


def a_point_on_the_map(visit, town, options):
    page = visit.page
    latitude, longitude = town["point"]
    visit.open(f"/map?at={latitude},{longitude},17")
    page.locator(".map canvas").wait_for()
    page.wait_for_timeout(2000)
    box = page.locator(".map").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    sheet = page.locator(".card")
    sheet.get_by_role("heading", level=2).wait_for()
    title = sheet.get_by_role("heading", level=2).inner_text()
    check("a tap on nothing shows what is near", title.startswith("Near ") and town["near"] in title, title)
    accessible(visit, "the sheet of a point")
    looked_at(visit, "streets-here", options)
    sheet.get_by_role("link", name="From here").click()
    page.wait_for_url("**/search?from=51.*")
    check("connections from there have its name", filled(page, 0, title))


def in_every_language(browser, url, page_url):
    path = page_url[len(url):].replace("&map=1", "")
    for locale, begins in LANGUAGES.items():
        visit = Visit(browser, url, phone=True, dark=locale == "de-CH", locale=locale, service_workers="block")
        visit.open(path)
        visit.page.locator(".way .walk-fold summary").first.click()
        texts = visit.page.locator(".way .walk-fold").first.locator(".walk-steps li").all_inner_texts()
        check(f"{locale}: a walk's steps are described", texts[0].strip().startswith(begins) and "{" not in "".join(texts), texts)
        at_home(visit, locale)
        visit.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="takt-streets-") as name:
        folder = pathlib.Path(name)
        town = made(options.program, folder)
        with served(options.program, folder, town) as url, chromium() as browser:
            visit = Visit(browser, url, phone=True)
            an_address_is_found(visit, town, options)
            on_foot(visit, town)
            walk = a_walk_is_read(visit, options)
            connection = visit.page.url
            the_walk_is_on_the_map(visit, walk, options)
            without_a_network(visit, town, options)
            a_home_is_kept(visit, town, options)
            a_point_on_the_map(visit, town, options)
            streets_after_a_tunnel(browser, url, town)
            the_longest_walk(visit, connection)
            the_map_is_kept(visit, town, options)
            streets_without_a_network(visit, town, options)
            what_is_lost_is_mended(visit)
            keeping_can_fail(visit, town)
            a_stop_on_paper(visit, town, options)
            at_home(visit, "streets")
            in_every_language(browser, url, connection)
    finish()


if __name__ == "__main__":
    main()
