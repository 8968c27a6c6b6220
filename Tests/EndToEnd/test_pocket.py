#!/usr/bin/env python3
"""The network in the pocket: kept on the device, answered from there, used without a server, and back again.

Usage: test_pocket.py PROGRAM [--shots FOLDER]

Starts a demo of its own; its engine is what `make engine` built. One line a check, a sum at the end, exit code 1 when a
check failed.
"""
import argparse
import contextlib
import gzip
import json
import pathlib
import tempfile
import urllib.request

import brotli
from playwright.sync_api import Error

from checks import check, finish
from engine_example import example
from life_server import installed, life
from rider_page import becomes_stored
from search_page import asked, becomes, choose, results
from town_feed import town_network
from visit import accessible, appears, looked_at

# The day after the demo's: nothing live is known of it, so that the server and the device find the same.
SEARCH = "/search?from=zinkwil&to=nusswilen&at=2026-05-05T08:00"
BOARD = "/stop/zinkwil/departures"
SENTENCE = "Timetable of 4 May, without live data"
KEPT_SECONDS = 120
# What the engine answers; none of it leaves the device while the network is kept.
ANSWERED_HERE = ("/api/v1/connections", "/api/v1/stops", "/api/v1/routes/", "/api/v1/trips", "/api/v1/places", "/api/v1/addresses")
ENGINE_STORED = """async () => {
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith('.wasm')) return true;
  }
  return false;
}"""


# A departure with a delay, or none, instead of the word "timetable".
LIVE_CALL = "() => [...document.querySelectorAll('.call')].some((call) => call.querySelector('.call-plan') === null)"
# The server writes the file in the background.
OFFERED = "async () => 'phone' in await (await fetch('/api/v1/network')).json()"
# Whether the only kept file has this name, size and digest; one that is removed meanwhile fails to be read.
HOLDS_ONLY = """async ({ digest: name, bytes: size }) => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('takt-network');
  const files = [];
  for await (const handle of folder.values()) {
    const bytes = await (await handle.getFile()).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    files.push([handle.name, bytes.byteLength, [...digest].map((each) => each.toString(16).padStart(2, '0')).join('')]);
  }
  return JSON.stringify(files) === JSON.stringify([[name, size, name]]);
}"""
DAMAGE = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('takt-network');
  for await (const handle of folder.values()) {
    const file = await handle.createWritable({ keepExistingData: true });
    await file.write({ type: 'write', position: 4000, data: new Uint8Array(4000).fill(255) });
    await file.close();
  }
}"""
ENGINE = pathlib.Path(__file__).resolve().parents[2] / ".build" / "engine" / "takt-engine.wasm"


# Otherwise a newer file comes without asking at night, by the device's clock.
COSTLY = "Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } });"


def on_costly_network(browser, demo):
    """A visit of a device that asks before it fetches a newer file, at any hour."""
    visit = installed(browser, demo)
    visit.context.add_init_script(COSTLY)
    return visit


class Watch:
    """The paths of the API that a page asks the server for."""

    def __init__(self, visit):
        self.origin, self.paths = visit.origin, []
        visit.context.on("request", self.note)

    def note(self, request):
        self.paths.append(request.url.removeprefix(self.origin))

    def left(self):
        """What should have been answered on the device."""
        return [path for path in self.paths if path.startswith(ANSWERED_HERE)]


def found(page):
    """The lasting ids of the connections that are shown."""
    results(page)
    page.locator(".results-part:not([aria-busy])").wait_for(state="attached")
    return page.eval_on_selector_all(".result a, a.result", "links => links.map(({ href }) => new URL(href).searchParams.get('connection'))")


def until(page, asks):
    """Until an asynchronous function says so: `wait_for_function` takes its promise for a yes."""
    for _ in range(10 * KEPT_SECONDS):
        if page.evaluate(asks):
            return True
        page.wait_for_timeout(100)
    return False


def holds_only(page, offered):
    """Until the device has nothing but an offered file, since the older one is removed after the newer was noted."""
    for _ in range(10 * KEPT_SECONDS):
        with contextlib.suppress(Error):
            if page.evaluate(HOLDS_ONLY, {"digest": offered["digest"], "bytes": offered["bytes"]}):
                return True
        page.wait_for_timeout(100)
    return False


def compressed(demo):
    """Asks for the engine as browsers do."""
    request = urllib.request.Request(demo.url + "/engine/takt-engine.wasm", headers={"Accept-Encoding": "gzip, deflate, br"})
    with urllib.request.urlopen(request) as answer:
        coding, body = answer.headers["Content-Encoding"], answer.read()
    check("the engine is sent as the build compressed it", coding == "br" and brotli.decompress(body) == ENGINE.read_bytes(), coding)


def kept(visit, options):
    """Turns the switch on; the size is shown before."""
    page = visit.page
    visit.open("/settings")
    switch = page.get_by_label("Keep this network")
    switch.wait_for()
    hint = page.locator("#keep-network-hint").inner_text()
    check("the size is shown before", "MB" in hint, hint)
    looked_at(visit, "keep", options)
    switch.check()
    page.get_by_text("Timetable of 4 May, for").wait_for(timeout=1000 * KEPT_SECONDS)
    check("the engine is stored for use without a network", until(page, ENGINE_STORED))
    looked_at(visit, "kept", options)
    accessible(visit, "settings with a kept network")


def answered_here(visit, watch, before, options):
    """With the server there, it is not asked."""
    page = visit.page
    watch.paths.clear()
    visit.open(SEARCH)
    check("the device finds the same connections as the server", len(before) > 1 and found(page) == before, f"{len(before)}")
    looked_at(visit, "kept-search", options)
    visit.open(BOARD)
    page.locator(".call").first.wait_for()
    page.wait_for_function(LIVE_CALL, timeout=1000 * KEPT_SECONDS)
    check("departures have live data, and the screen no longer says that there is none", page.get_by_text(SENTENCE).count() == 0)
    check("it came as the one stream", any(path.startswith("/api/v1/deviations/stream") for path in watch.paths), str(watch.paths[-5:]))
    looked_at(visit, "kept-board", options)
    visit.open("/search")
    choose(page, 0, "nuss", "Nusswilen")
    check("no search, board or stop search leaves the device", not watch.left(), str(watch.left()[:5]))


def without_a_server(visit, demo, before, options):
    """The server is stopped, the network gone, and the app begins anew."""
    page = visit.page
    demo.stop()
    visit.context.set_offline(True)
    page.goto("about:blank")
    visit.errors.clear()
    visit.open(SEARCH)
    check("without a server and a network a cold start finds the same", found(page) == before, f"{len(before)}")
    check("and says once that it is of the timetable", page.get_by_text(SENTENCE).count() == 1)
    looked_at(visit, "offline-search", options)
    accessible(visit, "a search without a network")
    for address, needed in ((BOARD, ".call"), ("/lines", ".row"), ("/map", "canvas.vehicles")):
        visit.open(address)
        page.locator(needed).first.wait_for(state="attached")
    visit.open("/lines")
    page.locator(".row").first.click()
    page.locator(".timetable-frame table").wait_for()
    page.locator(".timetable-frame thead a").first.click()
    page.locator(".trip-stop").first.wait_for()
    check("lines, timetables and trips are there", page.locator(".trip-screen").get_by_text(SENTENCE).count() == 1)
    looked_at(visit, "offline-trip", options)
    visit.open("/search")
    choose(page, 0, "nuss", "Nusswilen")
    strange = [each for each in visit.errors if "Failed to load resource" not in each]
    check("nothing but the missing network is an error", not strange, str(strange[:3]))


def damaged(visit):
    """A file that was damaged on the device has a sentence without a network, and is not used."""
    page = visit.page
    page.evaluate(DAMAGE)
    visit.context.set_offline(True)
    page.goto("about:blank")
    visit.open(SEARCH)
    sentence = page.get_by_text("The kept network is damaged.")
    check("without a network a damaged file has a sentence", appears(sentence) and page.locator(".result").count() == 0,
          page.locator("main").inner_text()[:300])
    visit.context.set_offline(False)
    visit.open(SEARCH)
    check("and with one the server answers", len(found(page)) > 1)


def saved_meanwhile(visit, demo, options):
    """What is saved without a server is there when it comes back."""
    page = visit.page
    visit.open(SEARCH)
    results(page).first.click()
    page.locator(".way").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved on this device. The server gets it as soon as it answers.").wait_for()
    looked_at(visit, "offline-saved", options)
    visit.open("/home")
    page.locator(".home-card").first.wait_for()
    check("what was saved is at home", "Zinkwil" in page.locator(".home-card").first.inner_text())
    looked_at(visit, "offline-home", options)
    demo.start()
    visit.context.set_offline(False)
    visit.open("/home")
    check("the device becomes a rider of the server", becomes(page, "() => localStorage.getItem('takt.rider') !== null"))
    check("and the server has what was saved without it", becomes_stored(
        visit, "/connections", lambda connections: [each["from"]["stop"] for each in connections] == ["zinkwil"]))


def asked_files(watch):
    """Which files of the network the page asked for: "difference" or "whole", in order."""
    return ["difference" if "from=" in path else "whole" for path in watch.paths if path.startswith("/api/v1/network/file")]


def file_of(phone, region):
    """The offer of the whole network, or of the region of a name."""
    return phone if region is None else next(each for each in phone["regions"] if each["name"] == region)


def updated(visit, demo, data, at, damages=False, region=None):
    """Restarts the server in another week and updates the kept network, or the region of a name, by hand; what was fetched, and whether
    all of it is right."""
    page = visit.page
    demo.stop()
    demo.start(at, data)
    visit.open("/settings")
    if not until(page, OFFERED):
        return [], False
    before = page.evaluate("localStorage.getItem('takt.pocket')")
    watch = Watch(visit)
    if damages:
        for path in (pathlib.Path(data) / "phone").glob("*-from-*.gz"):
            difference = gzip.decompress(path.read_bytes())
            path.write_bytes(gzip.compress(difference[:-1] + bytes([difference[-1] ^ 255])))
    visit.open("/settings")
    # Both the bar and the settings ask.
    page.get_by_role("button", name="Update", exact=True).first.click()
    page.wait_for_function("before => localStorage.getItem('takt.pocket') !== before && !('wanted' in JSON.parse(localStorage.getItem('takt.pocket')))",
                           arg=before, timeout=1000 * KEPT_SECONDS)
    offered = file_of(asked(visit, "/network")["phone"], region)
    return asked_files(watch), holds_only(page, offered)


def weeks(program):
    """A device that keeps the network gets of a new week what differs, and the whole file if that is damaged."""
    with life(program) as (browser, demo), tempfile.TemporaryDirectory(prefix="takt-weeks-") as data:
        demo.stop()
        demo.start(data=data)
        visit = on_costly_network(browser, demo)
        check("the server with a data folder offers its network", until(visit.page, OFFERED))
        visit.open("/settings")
        visit.page.get_by_label("Keep this network").check()
        visit.page.get_by_text("Timetable of 4 May, for").wait_for(timeout=1000 * KEPT_SECONDS)
        files, is_right = updated(visit, demo, data, "2026-05-12T08:00")
        check("a new week comes as a difference, and makes the promised file", files == ["difference"] and is_right, str(files))
        files, is_right = updated(visit, demo, data, "2026-05-19T08:00", damages=True)
        check("of a damaged difference nothing is used: the whole file comes", files == ["difference", "whole"] and is_right, str(files))
        watch = Watch(visit)
        visit.open("/search?from=zinkwil&to=nusswilen&at=2026-05-20T08:00")
        check("the device answers from it", len(found(visit.page)) > 1 and not watch.left(), str(watch.left()[:5]))
        visit.context.close()


WITHIN, BEYOND, UNKNOWN = (f"/search?from=a0&to={to}&at=2026-05-05T08:00" for to in ("a3", "b3", "c3"))
PART = "Part of the network"
ONLY = "This device keeps the timetable around Ahorn 3 only, and the server cannot be reached."


def keeps_region(visit, name):
    """Until the device has exactly the file of a region."""
    visit.page.get_by_text(f"Timetable around {name} of").first.wait_for(timeout=1000 * KEPT_SECONDS)
    offered = file_of(asked(visit, "/network")["phone"], name)
    return holds_only(visit.page, offered)


def within_and_beyond(visit, before):
    """What a kept region answers, and what the server does."""
    page = visit.page
    watch = Watch(visit)
    visit.open(WITHIN)
    check("within the region the device finds the same, and no search leaves it", found(page) == before and not watch.left(), str(watch.left()[:5]))
    for address in (BEYOND, UNKNOWN):
        watch.paths.clear()
        visit.open(address)
        check("what reaches beyond it is found by the server", len(found(page)) > 0 and bool(watch.left()), address)
    visit.context.set_offline(True)
    visit.open(WITHIN)
    check("without a network the device still finds the same within it", found(page) == before)
    check("and the screen says around which place", page.get_by_text("Timetable around Ahorn 3 of 4 May, without live data").count() == 1)
    for address in (BEYOND, UNKNOWN, "/stop/b3/departures", "/stop/c3/departures"):
        visit.open(address)
        check("and says that it does not have the rest", becomes(page, f"() => document.body.innerText.includes({json.dumps(ONLY)})"), address)
    visit.context.set_offline(False)


def regions(program, options):
    """Of a large network a device keeps the surroundings of a place."""
    with tempfile.TemporaryDirectory(prefix="takt-towns-") as data, life(program, town_network(program, data)) as (browser, demo):
        demo.stop()
        demo.start(data=data)
        visit = on_costly_network(browser, demo)
        page = visit.page
        if not check("a large network is offered with regions", until(page, OFFERED)):
            return
        phone = asked(visit, "/network")["phone"]
        smaller = [each["name"] for each in phone["regions"] if each["bytes"] * 10 < phone["bytes"]]
        check("each town is one", sorted(smaller) == ["Ahorn 3", "Birke 0", "Ceder 0"], str(smaller))
        visit.open(WITHIN)
        before = found(page)
        visit.open("/settings")
        page.get_by_label(PART).select_option(value=file_of(phone, "Ahorn 3")["digest"])
        looked_at(visit, "region", options)
        page.get_by_label("Keep this network").check()
        check("a device keeps one town", keeps_region(visit, "Ahorn 3"))
        accessible(visit, "settings with a kept region")
        looked_at(visit, "kept-region", options)
        within_and_beyond(visit, before)
        files, is_right = updated(visit, demo, data, "2026-05-12T08:00", region="Ahorn 3")
        check("a region's new week comes as a difference", files == ["difference"] and is_right, str(files))
        phone = asked(visit, "/network")["phone"]
        visit.open("/settings")
        page.get_by_label(PART).select_option(value=file_of(phone, "Ceder 0")["digest"])
        check("another town comes in its place", keeps_region(visit, "Ceder 0"))
        watch = Watch(visit)
        visit.open("/search?from=c0&to=c3&at=2026-05-13T08:00")
        check("and answers", len(found(page)) > 1 and not watch.left(), str(watch.left()[:5]))
        visit.context.close()


def removed(visit):
    page = visit.page
    visit.open("/settings")
    page.get_by_label("Keep this network").uncheck()
    page.wait_for_function("() => localStorage.getItem('takt.pocket') === null")
    watch = Watch(visit)
    visit.open(BOARD)
    page.locator(".call").first.wait_for()
    check("once removed, the server answers", bool(watch.left()), json.dumps(watch.paths[:5]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with life(options.program) as (browser, demo):
        visit = on_costly_network(browser, demo)
        watch = Watch(visit)
        if not ENGINE.exists():
            print("skipped: make engine has not run")
        elif check("the server offers its network to devices", until(visit.page, OFFERED)):
            compressed(demo)
            network = asked(visit, "/network")
            example(browser, demo.url + network["phone"]["address"])
            visit.open(SEARCH)
            before = found(visit.page)
            check("nothing of the engine is loaded before it is used", not [path for path in watch.paths if "/engine/" in path])
            kept(visit, options)
            answered_here(visit, watch, before, options)
            without_a_server(visit, demo, before, options)
            saved_meanwhile(visit, demo, options)
            damaged(visit)
            removed(visit)
        visit.context.close()
    if ENGINE.exists():
        weeks(options.program)
        regions(options.program, options)
    finish()


if __name__ == "__main__":
    main()
