#!/usr/bin/env python3
"""Checks the rider's web app in Chromium as a rider would use it, against a running server.

Usage: test_map.py --url http://127.0.0.1:PORT [--shots FOLDER]

The server is `takt demo` or `mock_server.py` beside this file. Prints one line per check and a total; the exit code is
1 if a check failed.
"""
import gzip
import json
import time

from checks import check, finish
from evidence import CHROMIUM
from visit import Visit, accessible, appears, at_home, browsing, get, looked_at

# What home needs (checked in test_riders.py), and what the map needs, without MapLibre. This includes 4 kB for the
# messages of a first visit in four languages, and 2 kB for the certainty of times.
SHELL_LIMIT_BYTES = 60 * 1024
MAP_LIMIT_BYTES = 73 * 1024

# Counts the painted pixels of the vehicle canvas and the coloured ones, and hashes their positions.
PROBE = """() => {
  const canvas = document.querySelector('canvas.vehicles');
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let painted = 0, coloured = 0, print = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] < 200) continue;
    painted += 1;
    const high = Math.max(data[at], data[at + 1], data[at + 2]);
    const low = Math.min(data[at], data[at + 1], data[at + 2]);
    if (high - low > 60) { coloured += 1; print = (Math.imul(print, 31) + at) | 0; }
  }
  return { painted, coloured, print };
}"""
# The position of a vehicle badge on the page: the middle of a block of opaque pixels clear of the edges and of the
# elements above the map.
FIND = """() => {
  const canvas = document.querySelector('canvas.vehicles');
  const box = canvas.getBoundingClientRect();
  const dense = canvas.width / box.width;
  const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  const opaque = (x, y) => data[(Math.round(y * dense) * canvas.width + Math.round(x * dense)) * 4 + 3] > 250;
  const found = [];
  // The canvas reaches beyond the map on all sides, on a desktop below the navigation.
  const map = document.querySelector('.map').getBoundingClientRect();
  for (let y = map.top + 130 - box.top; y < map.bottom - 60 - box.top; y += 4) {
    for (let x = map.left + 40 - box.left; x < map.right - 90 - box.left; x += 4) {
      let full = true;
      for (let dx = -8; dx <= 8 && full; dx += 4)
        for (let dy = -6; dy <= 6 && full; dy += 4) full = opaque(x + dx, y + dy);
      if (full) { found.push([box.left + x, box.top + y]); x += 40; }
    }
  }
  return found;
}"""


def vehicles_seen_and_moving(visit):
    page = visit.page
    first = page.evaluate(PROBE)
    check("the vehicle canvas has coloured pixels", first["coloured"] > 200, json.dumps(first))
    moved = False
    end = time.monotonic() + 20
    while not moved and time.monotonic() < end:
        page.wait_for_timeout(1000)
        moved = page.evaluate(PROBE)["print"] != first["print"]
    check("vehicles move without a touch", moved)


def tap_opens_card(visit, name, options):
    page = visit.page
    card = page.locator("aside.card")
    for x, y in page.evaluate(FIND)[:12]:
        page.mouse.click(x, y)
        page.wait_for_timeout(700)
        if card.is_visible() and "vehicle=" in page.url:
            break
    opened = card.is_visible() and "vehicle=" in page.url
    if not check(f"{name}: tapping a vehicle opens its card", opened, page.url):
        return
    badge = card.locator(".badge").first.inner_text()
    delay = card.locator(".delay").inner_text().strip()
    check(f"{name}: the card names line and delay", bool(badge) and bool(delay), f"{badge}, {delay!r}")
    check(f"{name}: the address names the vehicle", "vehicle=" in page.url and "at=" in page.url)
    looked_at(visit, f"card-{name}", options)
    accessible(visit, f"the map with a card, {name}")
    follow = card.get_by_role("button", name="Follow")
    follow.click()
    check(f"{name}: following is a pressed button",
          card.get_by_role("button", name="Following").get_attribute("aria-pressed") == "true")
    page.wait_for_timeout(2500)
    address = page.url
    page.keyboard.press("Escape")
    page.wait_for_timeout(300)
    check(f"{name}: Escape closes the card", card.is_hidden() and "vehicle=" not in page.url)
    page.goto(address)
    card.wait_for(state="visible")
    check(f"{name}: the card's address opens it again", badge == card.locator(".badge").first.inner_text())
    card.get_by_role("button", name="Close").click()


def keyboard(visit):
    page = visit.page
    page.locator(".maplibregl-canvas").focus()
    page.keyboard.press("Enter")
    page.locator("aside.card").wait_for(state="visible")
    first = page.url
    page.wait_for_timeout(700)
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    check("Enter chooses a vehicle, Enter again another", "vehicle=" in first and page.url != first)
    page.keyboard.press("Escape")


def finding(visit, options):
    """A stop is searched on the map itself."""
    page = visit.page
    page.get_by_role("button", name="Find a place").click()
    field = page.get_by_role("combobox", name="Find a place")
    field.wait_for()
    field.fill("hofack")
    # The suggestions shown before anything is typed stay until the answer arrives.
    page.get_by_role("option", name="Hofacker").first.wait_for()
    accessible(visit, "the map with a place being looked for")
    looked_at(visit, "map-find", options)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("aside.card").wait_for(state="visible")
    check("a stop is found by its first letters, and its card opens", "stop=" in page.url
          and "Hofacker" in page.locator("aside.card h2").inner_text() and page.locator(".finder").is_hidden(), page.url)
    visit.open_map()


def list_is_equivalent(visit, options):
    page = visit.page
    page.get_by_role("link", name="Map", exact=True).click()
    page.wait_for_timeout(1500)
    # Vehicles cross the edge of the view between two counts: one or two may differ, so try again.
    for _ in range(5):
        on_map = int(page.locator("canvas.vehicles").get_attribute("data-vehicles"))
        page.get_by_role("link", name="Vehicles", exact=True).click()
        page.locator(".row").first.wait_for()
        page.wait_for_timeout(300)
        in_list = page.locator(".row[data-vehicle]").count()
        if on_map == in_list:
            break
        page.get_by_role("link", name="Map", exact=True).click()
        page.wait_for_timeout(1000)
    check("the list holds as many vehicles as the map's view", on_map == in_list, f"{on_map}, {in_list}")
    looked_at(visit, "list", options)
    accessible(visit, "the list")
    line = page.locator(".group .badge").first.inner_text()
    page.get_by_role("searchbox").fill("zzzz")
    page.locator(".empty").wait_for()
    page.get_by_role("searchbox").fill(line)
    page.locator(".row").first.wait_for()
    check("the list can be filtered", 0 < page.locator(".row").count() <= in_list and "find=" in page.url)
    page.locator(".row").first.click()
    page.locator("aside.card").wait_for(state="visible")
    check("a row leads to its vehicle on the map", "vehicle=" in page.url)


def other_screens(visit, options):
    page = visit.page
    routes = len(json.loads(get(visit.origin + "/api/v1/routes"))["routes"])
    visit.open("/lines")
    page.locator(".row").first.wait_for()
    check("all lines are listed", page.locator(".row").count() == routes, str(routes))
    accessible(visit, "the lines")
    page.locator(".row").first.click()
    page.locator(".timetable td").first.wait_for()
    check("a line shows its timetable", "/lines/" in page.url)
    page.locator("main a[href*='/map?line=']").first.click()
    page.locator(".line-chip").wait_for(state="visible")
    check("a line is shown alone on the map", "line=" in page.url)
    visit.open("/about")
    page.locator(".bullets").wait_for()
    network = json.loads(get(visit.origin + "/api/v1/network"))
    text = page.locator("main").inner_text()
    check("about names the network and says that it is invented",
          network["name"] in text and (not network["invented"] or "invented" in text))
    accessible(visit, "about")
    looked_at(visit, "about", options)
    with page.expect_response("**/nowhere") as answer:
        visit.open("/nowhere")
    check("an unknown address says so, and is not found",
          appears(page.get_by_role("heading", name="Nothing here")) and answer.value.status == 404)
    # The browser reports that status.
    visit.errors[:] = [error for error in visit.errors if "404" not in error]


def map_size(visit):
    """The size of what was loaded to open the map; other screens and languages are loaded on demand."""
    total = streets = 0
    for path in visit.files:
        if "/vendor/maplibre" in path or path.endswith(".woff2"):
            continue
        size = len(gzip.compress(get(visit.origin + path), 9))
        if path.endswith("/streets.js"):
            streets += size
        else:
            total += size
    # Only maps of servers with streets need their style, which is loaded with MapLibre.
    check("the style of the streets is at most 3 kB", 0 < streets <= 3 * 1024, f"{streets / 1024:.1f} kB")
    check(f"the map is at most {MAP_LIMIT_BYTES // 1024} kB gzipped without MapLibre", total <= MAP_LIMIT_BYTES,
          f"{total / 1024:.1f} kB in {len(visit.files)} files")


def offline(browser, origin):
    visit = Visit(browser, origin)
    visit.open_map()
    page = visit.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_timeout(500)
    page.reload()
    page.wait_for_function("() => document.querySelector('canvas.vehicles') !== null")
    page.wait_for_timeout(2000)
    visit.context.set_offline(True)
    page.reload()
    page.locator(".status-text").first.wait_for()
    page.wait_for_timeout(1500)
    words = page.locator(".status-text").first.inner_text()
    check("offline the shell opens and claims nothing live", not words.startswith("Live"), words)
    visit.context.close()


def without_webgl(origin, chromium):
    browser = chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-3d-apis"])
    visit = Visit(browser, origin, service_workers="block")
    visit.open("/map")
    visit.page.locator(".row").first.wait_for()
    check("without WebGL the list is shown and says why",
          "WebGL" in visit.page.locator(".hint").first.inner_text())
    browser.close()


def location(browser, origin):
    visit = Visit(browser, origin, service_workers="block", permissions=["geolocation"],
                  geolocation={"latitude": 47.2, "longitude": 8.3, "accuracy": 40})
    visit.open_map()
    visit.page.get_by_role("button", name="Show my location").click()
    visit.page.locator(".my-place").wait_for()
    visit.page.locator(".note", has_text="You are here").wait_for()
    check("the rider's location is shown with its accuracy", "You are here" in visit.page.locator(".note").inner_text(),
          visit.page.locator(".note").inner_text())
    visit.context.close()
    refused = Visit(browser, origin, service_workers="block")
    refused.open_map()
    refused.page.get_by_role("button", name="Show my location").click()
    refused.page.locator(".note").wait_for(state="visible")
    check("a refused location is reported", "location" in refused.page.locator(".note").inner_text())
    refused.context.close()


def main():
    with browsing() as (browser, origin, options):
        for phone in (False, True):
            for dark in (False, True):
                name = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
                visit = Visit(browser, origin, phone=phone, dark=dark, service_workers="block")
                visit.open_map()
                looked_at(visit, f"map-{name}", options)
                if not phone and not dark:
                    map_size(visit)
                    vehicles_seen_and_moving(visit)
                    keyboard(visit)
                    finding(visit, options)
                tap_opens_card(visit, name, options)
                if not phone:
                    list_is_equivalent(visit, options)
                    other_screens(visit, options)
                at_home(visit, name)
                visit.context.close()
        location(browser, origin)
        offline(browser, origin)
        without_webgl(origin, browser.browser_type)
    finish()


if __name__ == "__main__":
    main()
