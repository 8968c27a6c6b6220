"""The network on the device: kept, used without a server, and mended where the browser or the network in between did not
go along."""

import town
from life import WORKER_WAIT, WHOLE, put_there, until

# What must not leave the device while the network is kept.
ANSWERED_HERE = ("/api/v1/connections", "/api/v1/stops", "/api/v1/routes/", "/api/v1/trips", "/api/v1/places", "/api/v1/addresses")
SENTENCE = "Timetable of 4 May, without live data"
SEARCH = "/search?from=b&to=d&at=2026-05-04T08:00"
FILES = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('takt-network', { create: true });
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}"""
# Whether a part of a file is written: it has a name before it has bytes.
PART = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('takt-network', { create: true });
  for await (const [name, file] of folder.entries()) {
    if (name.includes('part') && (await file.getFile()).size > 0) return true;
  }
  return false;
}"""
REMOVE_FILES = """async () => await (await navigator.storage.getDirectory()).removeEntry('takt-network', { recursive: true })"""
ENGINE_KEPT = "async (name) => await caches.match(`/release/${name}/engine/worker.js`, { cacheName: `takt-release-${name}` }) !== undefined"


def switch(page):
    return page.get_by_label("Keep this network")


def keep(page, site):
    """Turns the switch on, and waits until the network is here."""
    page.goto(site.origin + "/settings")
    switch(page).check()
    page.get_by_text("Timetable of 4 May, for").wait_for()


def asked(site):
    return [path for _, path in site.asked if path.startswith(ANSWERED_HERE)]


def without_a_server(context, site, failures):
    """With the network kept the server is not asked; and without one everything is there after a cold start."""
    check = failures.check
    site.release = "one"
    page = context.new_page()
    page.goto(site.origin + "/help")
    put_there(page, {"takt.rider": "token"})
    until(page, WHOLE, "one")
    page.wait_for_function(WORKER_WAIT)
    page.goto(site.origin + "/home")
    page.locator(".home-card").first.wait_for()
    check("before the network is kept nothing of the engine is loaded", not [path for _, path in site.asked if "/engine/" in path])
    page.goto(site.origin + "/settings")
    hint = page.locator("#keep-network-hint").inner_text()
    check("its size is shown before", hint.startswith("2.1 MB."), hint)
    keep(page, site)
    until(page, ENGINE_KEPT, "one")

    site.asked.clear()
    page.goto(site.origin + SEARCH)
    page.get_by_text("Tight transfer").first.wait_for()
    check("a search says once that it is of the timetable", page.get_by_text(SENTENCE).count() == 1)
    found = page.locator(".results").inner_text()
    page.goto(site.origin + "/stop/m/departures")
    page.get_by_text(SENTENCE).wait_for()
    page.goto(site.origin + "/search")
    page.get_by_role("combobox").first.fill("Mar")
    page.get_by_role("option", name="Linden, Markt").wait_for()
    offer = page.get_by_role("option", name="Find addresses on the server")
    check("addresses are the server's, for those who choose that", offer.count() == 1)
    page.route("**/api/v1/*?q=*", lambda route: route.fulfill(status=503, json={"type": "/problems/busy", "status": 503}))
    offer.click()
    said = page.locator(".place-problem:not([hidden])")
    said.wait_for()
    check("a server that refuses is not called offline", "did not answer as expected" in said.inner_text(), said.inner_text())
    page.unroute_all()
    page.goto(site.origin + "/home")
    page.get_by_text(SENTENCE).wait_for()
    check("no search, board or stop search leaves the device", not asked(site), str(asked(site)[:5]))
    page.close()

    context.set_offline(True)
    page = context.new_page()
    page.goto(site.origin + SEARCH)
    page.get_by_text("Tight transfer").first.wait_for()
    check("without a network a cold start finds the same connections", page.locator(".results").inner_text() == found)
    check("and no bar says that something is missing", page.locator(".notice:not([hidden])").count() == 0)
    for address, needed in (("/stop/m/departures", "Last one"), ("/lines", "Bahnhof – Spital"), ("/lines/t1", "Linden, Markt"),
                            ("/trips/t1/t1-2/2026-05-04", "Linden, Markt"), ("/connections/c1", "Weiler, Dorf"), ("/home", "To work")):
        page.goto(site.origin + address)
        page.get_by_text(needed).first.wait_for(state="attached")
    page.get_by_text(SENTENCE).wait_for()

    page.goto(site.origin + SEARCH + "&connection=c1")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved on this device. The server gets it as soon as it answers.").wait_for()
    page.goto(site.origin + "/home")
    page.get_by_role("heading", name="Linden, Bahnhof").first.wait_for()
    page.goto("about:blank")
    site.answers = {**site.answers, ("POST", "/api/v1/rider/routes"): town.saved()[0]}
    context.set_offline(False)
    page.goto(site.origin + "/home")
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('takt.change.'))")
    sent = [body for method, path, body in site.received if path == "/api/v1/rider/routes"]
    check("what was saved without a network comes to the server", sent == [{"connection": "c1"}], str(sent))

    page.goto(site.origin + "/settings")
    page.get_by_label("Where questions are answered").select_option("server")
    site.asked.clear()
    page.goto(site.origin + "/stop/m/departures")
    page.get_by_text("As of 08:00").wait_for()
    check("who prefers the server asks it", bool(asked(site)))
    page.goto(site.origin + "/settings")
    switch(page).uncheck()
    until(page, "async () => localStorage.getItem('takt.pocket') === null")
    until(page, f"async () => (await ({FILES})()).length === 0")
    check("one tap removes it", not switch(page).is_checked())
    page.close()


def mended(context, site, failures):
    """A download that is cut goes on where it was; the app says that the browser removed its file, and fetches it again."""
    check = failures.check
    page = context.new_page()
    site.cut = 900_000
    page.goto(site.origin + "/settings")
    switch(page).check()
    until(page, PART)
    site.cut = None
    # Another page goes on by itself.
    page.goto(site.origin + "/settings")
    page.get_by_text("Timetable of 4 May, for").wait_for(timeout=30_000)
    begins = [int(begin) for method, begin in site.asked if method == "BYTES"]
    check("after a cut and on another page the rest is asked for", begins[-1] > 0, str(begins))

    page.evaluate(REMOVE_FILES)
    page.goto(site.origin + "/stop/m/departures")
    page.get_by_text("As of 08:00").wait_for()
    answer = page.locator(".notice").inner_text()
    check("the app says that the browser removed its file, and the server answers", "removed the kept network" in answer, answer)
    page.locator(".notice").get_by_role("button", name="Download again").click()
    page.get_by_text(SENTENCE).wait_for(timeout=40_000)

    # Something else came in its place.
    site.answers = {**town.with_phone(site.answers, "newer"), ("GET", "/api/v1/network/file"): b"x" * len(town.phone_file(site.answers, "newer"))}
    page.goto(site.origin + "/settings")
    page.get_by_text("There is a newer timetable for this device").wait_for()
    page.get_by_role("button", name="Update").click()
    page.get_by_text("The file arrived damaged. Nothing of it is used.").wait_for()
    page.goto(site.origin + "/stop/m/departures")
    page.get_by_text(SENTENCE).wait_for()
    check("a damaged update leaves what was kept", page.get_by_text("Last one").count() == 1)
    page.close()


def two_windows(context, site, failures):
    """One window downloads, both use it."""
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(site.origin + "/settings")
        switch(page).wait_for()
    site.asked.clear()
    switch(one).check()
    for page in (one, other):
        page.get_by_text("Timetable of 4 May, for").wait_for()
    begins = [begin for method, begin in site.asked if method == "BYTES"]
    failures.check("two windows: the file comes once", begins == ["0"], str(begins))
    site.asked.clear()
    for page in (one, other):
        page.goto(site.origin + "/stop/m/departures")
        page.get_by_text(SENTENCE).wait_for()
    failures.check("two windows: both answer from it", not asked(site), str(asked(site)[:3]))
    one.close()
    other.close()
