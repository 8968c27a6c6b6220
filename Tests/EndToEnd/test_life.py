#!/usr/bin/env python3
"""The web app over weeks: answers that are not the server's, a server that lost the rider or signed the device out,
several tabs, hours in the background, and moving saved data to another server.

Usage: test_life.py PROGRAM [--shots FOLDER]

Starts its own demos. Prints one line per check and a total; the exit code is 1 if a check failed.
"""
import argparse
import json

from checks import check, finish
from life_server import life
from rider_page import becomes_stored, home, pair, save, stored, token
from search_page import becomes
from visit import Visit, accessible, looked_at

SIGN_IN = "<!doctype html><html><title>Welcome to the train's network</title>"
CARDS = "() => document.querySelectorAll('.home-card').length"


def answering(status, kind, body):
    return lambda route: route.fulfill(status=status, content_type=kind, body=body)


def strangers(browser, demo, options):
    """Answers of something other than the server: nothing is lost."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    home(visit)
    mine = token(visit)
    for status, kind, body in ((401, "text/html", SIGN_IN), (401, "application/json", "{}"), (200, "text/html", SIGN_IN),
                               (200, "application/json", '{"error": "sign in"}'), (403, "text/plain", "no")):
        page.route("**/api/v1/rider/**", answering(status, kind, body))
        page.reload()
        page.locator(".home-card").wait_for()
        page.get_by_text("This is a copy, stored").wait_for()
        check(f"{status} {kind} in the server's place takes nothing away",
              token(visit) == mine and page.evaluate(CARDS) == 1 and page.locator(".home-next").count() == 1)
        page.unroute("**/api/v1/rider/**")
    page.route("**/api/**", answering(200, "text/html", SIGN_IN))
    page.reload()
    page.locator(".notice").wait_for()
    check("a network that requires a sign-in is reported as such",
          page.locator(".notice").inner_text().startswith("This network wants you to sign in."),
          page.locator(".notice").inner_text())
    check("with the saved data", page.evaluate(CARDS) == 1)
    looked_at(visit, "sign-in", options)
    accessible(visit, "home behind a sign-in page")
    page.unroute("**/api/**")
    page.get_by_role("button", name="Refresh").click()
    page.locator(".notice").wait_for(state="hidden")
    check("which is over when the server answers", token(visit) == mine)
    visit.context.close()


def forgotten(browser, demo, options):
    """A server that itself says that it does not know the rider."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen", reminder=True)
    save(visit, "zinkwil", "seewil")
    home(visit)
    before = stored(visit, "/connections")
    demo.restart()
    page.reload()
    restore = page.locator(".notice").get_by_role("button", name="Restore on this device")
    restore.wait_for()
    check("data that a server lost is put aside and offered", token(visit) is None and becomes(
        page, "() => document.querySelector('.welcome') !== null"), page.locator(".notice").inner_text())
    looked_at(visit, "forgotten", options)
    accessible(visit, "home of a forgotten rider")
    page.locator(".notice").get_by_role("button", name="Later").click()
    visit.open("/settings")
    page.get_by_text("Kept aside on this device: Zinkwil – Nusswilen").wait_for()
    looked_at(visit, "forgotten-settings", options)
    accessible(visit, "settings with what was put aside")
    page.locator("#restore-aside").click()
    page.get_by_text("Restored: 2 connections, 0 trips.").wait_for()
    after = stored(visit, "/connections")

    def described(all_of_them):
        return [(each["from"], each["to"], [route["reminders"] for route in each["routes"]]) for each in all_of_them]

    check("and restored completely, with reminders", described(after) == described(before), json.dumps(after)[:300])
    check("the copy is gone then", page.evaluate("() => localStorage.getItem('takt.aside')") is None)
    visit.context.close()


def two_tabs(browser, demo):
    """Two tabs have one queue."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    save(visit, "zinkwil", "seewil")
    home(visit)
    ids = [each["id"] for each in stored(visit, "/connections")]
    other = visit.context.new_page()
    for tab, number in ((page, 0), (other, 1)):
        tab.goto(f"{demo.url}/saved/{ids[number]}")
        tab.get_by_label("Name").wait_for()
    visit.context.route("**/api/v1/rider/**", lambda route: route.abort())
    for tab, name in ((page, "One"), (other, "Two")):
        tab.get_by_label("Name").fill(name)
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name=name).wait_for()
    for tab in (page, other):
        tab.goto(f"{demo.url}/home")
        tab.locator(".home-card").first.wait_for()
    sent = []
    # Nobody leaves a page from here on: a request whose answer no page takes is rightly sent again.
    visit.context.on("response", lambda answer: answer.request.method == "PUT" and "/connections/" in answer.url and sent.append(answer.url))
    visit.context.unroute("**/api/v1/rider/**")
    for tab in (page, other):
        tab.evaluate("() => { setInterval(() => dispatchEvent(new Event('online')), 500); }")
    check("a change of each tab reaches the server", becomes_stored(
        visit, "/connections", lambda all: [each.get("name") for each in all] == ["One", "Two"]),
        str([each.get("name") for each in stored(visit, "/connections")]))
    # The server has a change before its page has the answer.
    for _ in range(50):
        if len(sent) >= 2:
            break
        page.wait_for_timeout(200)
    page.wait_for_timeout(1000)
    check("each is answered once", len(sent) == len(set(sent)) == 2, str(sent))
    check("and each tab shows both", all(becomes(
        tab, "() => ['One', 'Two'].every(each => document.querySelector('main').innerText.includes(each))") for tab in (page, other)))
    fresh = browser.new_context(service_workers="block")
    tabs = [fresh.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(f"{demo.url}/home")
        tab.locator(".welcome").wait_for()
    begin = """async () => { const { Rider } = await import(
        new URL('rider/rider.js', document.querySelector('script[src$="main.js"]').src));
      return new Rider(localStorage).begin('en'); }"""
    for tab in tabs:
        tab.evaluate(f"() => {{ globalThis.begun = ({begin})(); }}")
    news = [tab.evaluate("() => globalThis.begun") for tab in tabs]
    check("two tabs that save their first thing at once are one rider", sorted(news) == [False, True], str(news))
    fresh.close()
    visit.context.close()


def removed_meanwhile(browser, demo):
    """A tab removes a connection whose name is being typed in another one."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen")
    save(visit, "zinkwil", "seewil")
    address = f"{demo.url}/saved/{stored(visit, '/connections')[0]['id']}"
    other = visit.context.new_page()
    changes = []
    visit.context.on("request", lambda request: request.method == "PUT" and "/connections/" in request.url and changes.append(request.url))
    for tab in (page, other):
        tab.goto(address)
        tab.get_by_label("Name").wait_for()
    other.get_by_label("Name").press_sequentially("Work")
    page.get_by_role("button", name="Remove this connection").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    other.get_by_text("There is no such saved connection.").wait_for()
    check("a removed connection is gone on the server", becomes_stored(visit, "/connections", lambda all: len(all) == 1))
    other.goto(f"{demo.url}/home")
    other.locator(".home-next").wait_for()
    check("what was being typed about it is not sent, nor offered as refused", changes == []
          and other.evaluate("() => localStorage.getItem('takt.aside')") is None, str(changes))
    visit.context.close()


def signed_out(browser, demo):
    """A phone is signed out while a change waits on it, comes back by a code, and has its change."""
    one, other = [Visit(browser, demo.url, phone=True, service_workers="block") for _ in range(2)]
    save(one, "zinkwil", "nusswilen")
    pair(one, other)
    page = other.page
    other.open(f"/saved/{stored(one, '/connections')[0]['id']}")
    page.get_by_label("Name").wait_for()
    with other.without_network():
        page.get_by_label("Name").fill("Only here")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Only here").wait_for()
        one.open("/settings/devices")
        one.page.get_by_role("button", name="Sign out other devices").click()
        one.page.get_by_role("button", name="Sign out", exact=True).click()
        one.page.get_by_text("All other devices are signed out").wait_for()
    other.open("/home")
    page.get_by_text("no longer knows this device").wait_for()
    pair(one, other)
    page.get_by_role("button", name="Restore on this device").click()
    page.get_by_text("Restored: 1 connection, 0 trips.").wait_for()
    names = [each.get("name") for each in stored(one, "/connections")]
    check("a change that waited on a device that was signed out is restored with the rest", names == ["Only here"], str(names))
    check("and nothing remains to be restored", page.evaluate("() => localStorage.getItem('takt.aside')") is None)
    for visit in (one, other):
        visit.context.close()


# Nothing fails by time here, so that only what the page itself knows can change it. The wall clock can be put forward, as
# after a sleep, in which the steady one stops.
SLEEPER = """(() => {
  AbortSignal.timeout = () => new AbortController().signal;
  const now = Date.now;
  globalThis.slept = 0;
  Date.now = () => now() + globalThis.slept;
})()"""
WAKE = """() => {
  globalThis.slept = 3 * 3_600_000;
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def after_hours(browser, demo):
    """A page is in the background for hours, and the server silent when it is seen again."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    visit.context.add_init_script(SLEEPER)
    page = visit.page
    held = []
    save(visit, "zinkwil", "nusswilen")
    for address, ready, sentence in (("/home", ".home-until", "This is a copy, stored 3 hours ago."),
                                     ("/stop/zinkwil/departures", ".call", "Not refreshed since")):
        visit.open(address)
        page.locator(ready).first.wait_for()
        page.locator(".turning").wait_for(state="detached")
        page.route("**/api/v1/**", lambda route: held.append(route))
        page.evaluate(WAKE)
        check(f"{address}: departures of hours ago are called a copy before a request has failed",
              becomes(page, "text => document.querySelector('main').innerText.includes(text)", sentence),
              page.locator("main").inner_text()[:200])
        minutes = page.locator(".home-until, .call-until").all_inner_texts()[:1]
        check("what left has no minutes, and nothing is said about the next day", not any("min" in each for each in minutes)
              and page.get_by_text("Nothing leaves").count() == 0, str(minutes))
        for route in held:
            route.abort()
        held.clear()
        page.unroute("**/api/v1/**")
    visit.open("/settings/devices")
    page.get_by_role("button", name="Show a code").click()
    page.locator(".pairing-code").wait_for()
    page.evaluate(WAKE)
    page.get_by_role("button", name="Show a code").wait_for()
    check("a code for another device is gone when it has expired", page.locator(".pairing-code").count() == 0)
    visit.context.close()


def by_file(browser, demo, options):
    """Moves data from one server to another by a file."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    save(visit, "zinkwil", "nusswilen", reminder=True)
    visit.open("/settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export what is stored").click()
    file = download.value.path().read_bytes()
    visit.context.close()
    demo.restart()
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    visit.open("/settings")
    page.get_by_role("button", name="Import a file").wait_for()
    for name, body, sentence in (
            ("picture.json", b"\x89PNG", "This is not a file that Takt exported."),
            ("empty.json", b'{"connections": [], "trips": []}', "Nothing is saved in this file"),
            ("cut.json", file.replace(b'"rides"', b'"ridez"'), "This file is damaged at connections[0].")):
        page.locator("#import-file").set_input_files({"name": name, "mimeType": "application/json", "buffer": body})
        page.get_by_text(sentence).wait_for()
        check(f"a wrong file is reported: {sentence}", token(visit) is None)
    looked_at(visit, "import-wrong", options)
    for sentence in ("Restored", "Already here"):
        page.locator("#import-file").set_input_files({"name": "takt.json", "mimeType": "application/json", "buffer": file})
        page.get_by_text(f"{sentence}: 1 connection, 0 trips.").wait_for()
    known = stored(visit, "/connections")
    check("a server that never knew the rider imports the file, and importing it twice is harmless",
          [each["to"]["name"] for each in known] == ["Nusswilen"] and len(known[0]["routes"][0]["reminders"]) == 1,
          json.dumps(known)[:300])
    accessible(visit, "settings after an import")
    home(visit)
    check("and home shows it", "Nusswilen" in page.locator(".home-card").inner_text())
    visit.context.close()


HEADING = """() => { const { activeElement } = document;
  return [activeElement.tagName, activeElement.textContent, document.querySelector('main').scrollTop]; }"""


def going_and_coming(browser, demo):
    """Between screens, and back to the previous position."""
    visit = Visit(browser, demo.url, phone=True, service_workers="block")
    page = visit.page
    visit.open("/lines")
    page.locator(".row").nth(8).wait_for()
    row = page.locator(".row").nth(8)
    row.scroll_into_view_if_needed()
    page.evaluate("() => { document.querySelector('main').scrollTop = 400; }")
    top = page.evaluate("() => document.querySelector('main').scrollTop")
    href = row.get_attribute("href")
    row.focus()
    page.evaluate("top => { document.querySelector('main').scrollTop = top; }", top)
    row.evaluate("each => each.click()")
    page.locator(".line-screen .timetable td").first.wait_for()
    check("a screen opens at its top", top > 100 and page.evaluate(HEADING)[2] == 0, str(page.evaluate(HEADING)))
    page.locator(".tab[data-screen=settings]").click()
    page.locator("#language").wait_for()
    check("with its heading focused", page.evaluate(HEADING) == ["H1", "More", 0], str(page.evaluate(HEADING)))
    page.evaluate("() => { document.querySelector('main').scrollTop = 300; }")
    page.go_back()
    page.locator(".line-screen .timetable td").first.wait_for()
    page.go_back()
    page.locator(".row").first.wait_for()
    check("back leads to the same position and control", becomes(page, """([top, href]) =>
        Math.abs(document.querySelector('main').scrollTop - top) <= 1
          && document.activeElement.getAttribute('href') === href""", [top, href]), str(page.evaluate(HEADING)))
    page.go_forward()
    page.go_forward()
    page.locator("#language").wait_for()
    check("and so does forward", becomes(page, "() => document.querySelector('main').scrollTop === 300"))
    visit.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with life(options.program) as (browser, demo):
        strangers(browser, demo, options)
        two_tabs(browser, demo)
        removed_meanwhile(browser, demo)
        signed_out(browser, demo)
        after_hours(browser, demo)
        going_and_coming(browser, demo)
        forgotten(browser, demo, options)
        by_file(browser, demo, options)
    finish()


if __name__ == "__main__":
    main()
