"""The riders' screens on every kind of device: large text, dark, right to left, installed, one stream."""

from checks import check
from rider_page import home, save, stored
from visit import Visit, accessible
from test_outages import OVERFLOW


def large_text(browser, origin):
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    save(visit, "seewil-hochwacht", "seewil-hofacker", reminder=True)
    save(visit, "zinkwil", "seewil-theater")
    home(visit)
    connection = stored(visit, "/connections")[0]["id"]
    page.evaluate("() => localStorage.setItem('takt.language', 'de')")
    for path, ready in (("/home", ".home-next"), (f"/saved/{connection}", ".reminder-row"), ("/trips", ".trip-form")):
        visit.open(path)
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        page.locator(ready).first.wait_for()
        wide, cut = page.evaluate(OVERFLOW)
        check(f"{path.split('/')[1]} fits a phone with German text of 200 %", not wide and not cut, ", ".join(cut[:3]))
    visit.context.close()


def every_way(browser, origin):
    """The rider's screens in dark mode on a desktop, and right to left on a phone."""
    for name, options in (("desktop, dark", {"dark": True}), ("phone, right to left", {"phone": True})):
        visit = Visit(browser, origin, service_workers="block", **options)
        page = visit.page
        save(visit, "zinkwil", "nusswilen", reminder=True)
        home(visit)
        connection = stored(visit, "/connections")[0]["id"]
        for path, ready in (("/home", ".home-next"), (f"/saved/{connection}", ".reminder-row"),
                            ("/trips", ".trip-form"), ("/settings", "#language"),
                            ("/settings/notifications", ".notifications .setting"),
                            ("/settings/nearby", "#link-logger"), ("/settings/devices", "#show-code"),
                            ("/help", ".help-parts")):
            visit.open(path)
            page.locator(ready).first.wait_for()
            screen = path.split("/")[-1] if connection not in path else "saved connection"
            if "phone" in options:
                page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
                wide, cut = page.evaluate(OVERFLOW)
                check(f"{screen} fits, {name}", not wide and not cut, ", ".join(cut[:3]))
            else:
                accessible(visit, f"{screen}, {name}")
        visit.context.close()


def one_stream(browser, origin):
    """The stream of vehicles is open while they are visible, and resumes where it stopped."""
    visit = Visit(browser, origin, service_workers="block")
    page = visit.page
    streams = []
    page.on("request", lambda request: "/vehicles/stream" in request.url and streams.append(request))
    ended = []
    page.on("requestfailed", lambda request: request in streams and ended.append(request))
    visit.open("/home")
    page.locator(".welcome").wait_for()
    check("home opens no stream", streams == [])
    page.get_by_role("link", name="Map", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('canvas.vehicles')?.dataset.vehicles) > 0")
    check("the map opens one", len(streams) - len(ended) == 1, f"{len(streams)}, {len(ended)} ended")
    page.get_by_role("link", name="Home", exact=True).click()
    page.locator(".welcome").wait_for()
    for _ in range(50):
        if len(streams) == len(ended):
            break
        page.wait_for_timeout(100)
    check("which is closed while hidden", len(streams) == len(ended), f"{len(streams)}, {len(ended)} ended")
    with page.expect_request("**/vehicles/stream*") as again:
        page.get_by_role("link", name="Map", exact=True).click()
    check("and resumes after its last event", again.value.headers.get("last-event-id", "") != "",
          str(again.value.headers))
    visit.context.close()


def installable(browser, origin):
    visit = Visit(browser, origin)
    page = visit.page
    visit.open("/home")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is private, from which nothing can be installed.
    left = [each["errorId"] for each in problems if each["errorId"] != "in-incognito"]
    check("the app can be installed", left == [], str(left))
    visit.context.close()
