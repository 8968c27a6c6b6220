"""The map kept on a device, a stop on paper, and the longest walk of a search; `test_streets.py` runs these checks."""

import json
import urllib.parse

from checks import check
from search_page import becomes, results
from source_checks import get_json
from visit import Visit, accessible, appears, looked_at

KEPT = "() => localStorage.getItem('takt.keptMap')"
STORED = """async () => await caches.has('takt-tiles-kept')
    ? (await (await caches.open('takt-tiles-kept')).keys()).map(({ url }) => url.slice(location.origin.length)) : []"""
# The map, from inside: it is caught when it is drawn in another size.
CATCH = """() => { const { resize } = maplibregl.Map.prototype;
  maplibregl.Map.prototype.resize = function (...all) { window.caughtMap = this; return resize.apply(this, all); }; }"""
STREETS_SEEN = """() => { const map = window.caughtMap; if (!map?.isStyleLoaded()) return false;
  const layers = map.getStyle().layers.map(({ id }) => id).filter((id) => /^streets-(minor|tertiary|major)$/.test(id));
  return layers.length > 0 && map.queryRenderedFeatures({ layers }).length > 0; }"""
EVICT = """async () => { const cache = await caches.open('takt-tiles-kept');
  for (const request of (await cache.keys()).slice(0, 2)) await cache.delete(request); }"""
NO_ROOM = "() => { navigator.storage.estimate = async () => ({ quota: 1000, usage: 900 }); }"
# Tiles that never arrive, until the request is aborted.
SILENT_TILES = """() => { const { fetch } = window;
  window.fetch = (address, how) => !String(address).includes('/tiles/') ? fetch(address, how)
    : new Promise((_, reject) => how.signal.addEventListener('abort', () => reject(how.signal.reason))); }"""


def streets_seen(page):
    """Whether the map on the page shows streets before the page's time limit is over."""
    catch_map(page)
    return becomes(page, STREETS_SEEN)


def catch_map(page):
    """Makes the page's map known as `caughtMap`."""
    page.locator(".map canvas").wait_for()
    page.evaluate(CATCH)
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": size["height"] - 1})
    becomes(page, "() => window.caughtMap !== undefined")
    page.set_viewport_size(size)


def streets_after_a_tunnel(browser, url, town):
    """Tiles that did not come are there once the server answers again, without a touch."""
    visit = Visit(browser, url, phone=True, service_workers="block")
    lost = []
    visit.context.route("**/api/v1/tiles/**", lambda route: lost.append(route.request.url) or route.abort())
    latitude, longitude = town["point"]
    visit.open(f"/map?at={latitude},{longitude},15")
    catch_map(visit.page)
    # Also the tiles of smaller zooms, which MapLibre asks for in place of those that failed.
    check("in a tunnel no tile comes", becomes(visit.page, "() => window.caughtMap?.areTilesLoaded()") and bool(lost))
    # What the app asks for once the map is idle.
    before = 0
    while before < len(lost):
        before = len(lost)
        visit.page.wait_for_timeout(2000)
    check("and no street is seen", not visit.page.evaluate(STREETS_SEEN))
    visit.context.unroute("**/api/v1/tiles/**")
    check("after it the streets come by themselves", becomes(visit.page, STREETS_SEEN), len(lost))
    strange = [each for each in visit.errors if not each.startswith("Failed to load resource")]
    check("and it was no error of the app", not strange, strange)
    visit.context.close()


def open_keeping(visit, town):
    """The sheet that keeps the map, on a page that the service worker has."""
    page = visit.page
    latitude, longitude = town["point"]
    visit.open(f"/map?at={latitude},{longitude},14.5")
    page.locator(".map canvas").wait_for()
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.locator(".control-toggle").click()
    page.get_by_role("button", name="Keep this map offline").click()
    page.get_by_role("button", name="Keep it").wait_for()


def the_map_is_kept(visit, town, options):
    page = visit.page
    open_keeping(visit, town)
    size = page.get_by_role("button", name="Keep it").inner_text()
    check("its size is shown before", "MB" in size, size)
    check("the town's centre and the view are both offered", page.get_by_role("radio").count() == 2)
    accessible(visit, "the sheet that keeps the map")
    looked_at(visit, "streets-keep", options)
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Remove the map").wait_for()
    kept, stored = json.loads(page.evaluate(KEPT)), page.evaluate(STORED)
    check("all of it is here, of one version", kept["whole"] and len(stored) == kept["tiles"] > 0
          and len({each.split("?")[1] for each in stored}) == 1, (kept, len(stored)))
    box = ",".join(str(kept["box"][side]) for side in ("west", "south", "east", "north"))
    listed = get_json(f"{visit.origin}/api/v1/tiles?bbox={box}")
    check("as many bytes as the server says", kept["bytes"] == listed["bytes"], (kept["bytes"], listed["bytes"]))
    check("the credit is on the map, with its link",
          page.locator(".map-credit a").get_attribute("href") == "https://www.openstreetmap.org/copyright")


def streets_without_a_network(visit, town, options):
    page = visit.page
    latitude, longitude = town["point"]
    # Without the tiles that were seen.
    page.evaluate("async () => { await caches.delete('takt-tiles'); }")
    with visit.without_network():
        visit.open(f"/map?at={latitude},{longitude},15")
        check("without a network the streets are there", streets_seen(page))
        looked_at(visit, "streets-kept-offline", options)


def what_is_lost_is_mended(visit):
    page = visit.page
    page.evaluate(EVICT)
    visit.open("/settings")
    page.get_by_text("Map without a network").click()
    check("the app says what the device took back", appears(page.get_by_text("has removed parts")))
    accessible(visit, "the settings with a kept map")
    page.get_by_role("button", name="Load the rest").click()
    check("and comes again", appears(page.get_by_text("Kept on this device")))
    kept = json.loads(page.evaluate(KEPT))
    check("as a whole", len(page.evaluate(STORED)) == kept["tiles"], kept)
    page.get_by_role("button", name="Remove the map").click()
    check("one tap removes it", appears(page.get_by_text("is removed from this device")))
    check("with all its tiles", page.evaluate(KEPT) is None and page.evaluate(STORED) == [])


def keeping_can_fail(visit, town):
    page = visit.page
    open_keeping(visit, town)
    page.evaluate(SILENT_TILES)
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Cancel").click()
    check("it can be cancelled", appears(page.get_by_text("Cancelled")))
    check("and nothing stays", page.evaluate(KEPT) is None and page.evaluate(STORED) == [])
    page.evaluate(NO_ROOM)
    page.get_by_role("button", name="Keep it").click()
    check("a device without room says so", appears(page.get_by_text("has no room for")))
    check("and keeps nothing", page.evaluate(KEPT) is None and page.evaluate(STORED) == [])


def a_stop_on_paper(visit, town, options):
    page = visit.page
    visit.open(f"/stop/{urllib.parse.quote(town['stop_id'])}/departures")
    page.get_by_role("link", name="Print").click()
    page.locator(".sheet-map img").wait_for()
    check("what is around a stop has its map with its credit", "OpenStreetMap" in page.locator("figcaption").inner_text())
    accessible(visit, "a stop for paper")
    looked_at(visit, "streets-paper", options)
    page.emulate_media(media="print")
    check("on paper there is no navigation and no button",
          not page.locator("nav").is_visible() and not page.get_by_role("button", name="Print this page").is_visible())
    sheet = page.pdf(format="A4")
    check("a PDF has the map as a picture", sheet.startswith(b"%PDF") and b"/Image" in sheet, len(sheet))
    page.emulate_media(media="screen")


def the_longest_walk(visit, page_url):
    """The slider of the search changes what is asked."""
    page = visit.page
    query = {name: value for name, value in urllib.parse.parse_qsl(urllib.parse.urlsplit(page_url).query)
             if name not in ("connection", "map")}
    visit.open("/search?" + urllib.parse.urlencode(query))
    results(page)
    bar = page.locator(".search-bar")
    if bar.is_visible():
        bar.click()
        # The field that has the focus then offers places over the form.
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Options").click()
    slider = page.get_by_role("slider", name="Longest walk")
    check("the longest walk is read out in minutes", slider.get_attribute("aria-valuetext") == "15 min")
    slider.focus()
    with page.expect_request("**/api/v1/connections?*walk=20*"):
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**walk=20**")
    check("another longest walk is asked for, and is in the address", "walk=20" in page.url, page.url)
    results(page)
    accessible(visit, "results with the slider of walks")
