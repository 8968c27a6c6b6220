#!/usr/bin/env python3
"""Searches connections and reads stop boards in Chromium as a rider would, against `takt demo`.

Usage: test_search.py --url http://127.0.0.1:PORT [--shots FOLDER]

Situations that a quiet network does not show (cancelled and missed connections, an unreachable server) are created by
changing the server's answers on their way to the page. Prints one line per check and a total; the exit code is 1 if a
check failed.
"""
import copy
import datetime
import json
import urllib.parse

from board_checks import a_board, a_board_over_time, a_kept_board
from checks import check, finish
from place_checks import addresses, recent_and_location
from search_page import answered, asked, becomes, choose, fields, filled, results, settled
from visit import Visit, accessible, appears, at_home, browsing, get, leads_to, looked_at

FROM, TO = "Zinkwil", "Nusswilen"
# Whether an element is entirely between the window's upper edge and the navigation.
IN_VIEW = """selector => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  const main = document.querySelector('main').getBoundingClientRect();
  return top >= main.top && bottom <= main.bottom;
}"""


def monday_morning(origin):
    """Eight o'clock of a future Monday in the network's time zone, in the format of the address."""
    now = json.loads(get(origin + "/api/v1/network"))["now"] / 1000
    day = datetime.datetime.fromtimestamp(now, datetime.timezone.utc).date()
    monday = day + datetime.timedelta(days=7 - day.weekday())
    return f"{monday}T08:00"


def a_search(visit, name, options):
    page = visit.page
    visit.open("/search")
    fields(page).first.wait_for()
    check(f"{name}: the empty screen says what to do", "Choose where" in page.locator("main").inner_text())
    accessible(visit, f"the empty search, {name}")
    fields(page).first.fill(FROM[0])
    check(f"{name}: one letter brings suggestions", becomes(
        page, "letter => [...document.querySelectorAll('[role=option] mark')].some(each => each.innerText === letter)", FROM[0]))
    looked_at(visit, f"suggestions-{name}", options)
    accessible(visit, f"the suggestions, {name}")
    choose(page, 0, FROM[:3], FROM)
    check(f"{name}: a choice closes the list", page.get_by_role("listbox").count() == 0)
    choose(page, 1, TO[:4], TO)
    found = results(page)
    texts = found.all_inner_texts()
    check(f"{name}: connections are found", len(texts) >= 3, str(len(texts)))
    stamps = page.locator(".result .time:first-child time").evaluate_all(
        "all => all.map(each => Date.parse(each.getAttribute('datetime')))")
    check(f"{name}: in the order of their departures", stamps == sorted(stamps))
    check(f"{name}: each names line, length and changes",
          all(" min" in text and ("Direct" in text or "change" in text) for text in texts), texts[0])
    check(f"{name}: the address holds both ends", "from=" in page.url and "to=" in page.url, page.url)
    looked_at(visit, f"results-{name}", options)
    accessible(visit, f"the results, {name}")
    before = found.count()
    page.get_by_role("button", name="Later", exact=True).click()
    page.wait_for_function(f"() => document.querySelectorAll('.result').length > {before}")
    page.get_by_role("button", name="Earlier", exact=True).click()
    settled(page)
    ids = page.locator(".result").evaluate_all("all => all.map(each => each.dataset.connection)")
    check(f"{name}: earlier and later ones repeat none", len(ids) == len(set(ids)) > before, str(len(ids)))


def a_connection(visit, name, options):
    page = visit.page
    address = page.url
    found = results(page).nth(1)
    found.scroll_into_view_if_needed()
    found.click()
    page.locator(".way").wait_for()
    page.locator(".way-passed").first.wait_for()
    check(f"{name}: a tap opens the connection at its own address", "connection=" in page.url, page.url)
    text = page.locator(".way").inner_text()
    check(f"{name}: with stops and platforms", FROM in text and TO in text and "Platform" in text)
    passed = page.locator(".way-passed").first
    check(f"{name}: the stops passed are folded", not passed.locator("li").first.is_visible())
    passed.locator("summary").click()
    check(f"{name}: and unfold", passed.locator("li").first.is_visible())
    looked_at(visit, f"connection-{name}", options)
    accessible(visit, f"a connection, {name}")
    shared = page.url
    page.go_back()
    results(page)
    check(f"{name}: back leads to the results", page.url == address, page.url)
    visit.open(shared[len(visit.origin):])
    page.locator(".way-passed").first.wait_for()
    check(f"{name}: the shared address opens the connection",
          FROM in page.locator("h1").last.inner_text(), page.locator("h1").last.inner_text())
    page.get_by_role("button", name="Share").click()
    shares = "() => /copied|Address/.test(document.querySelector('.share').innerText)"
    check(f"{name}: sharing gives the address", becomes(page, shares), page.locator(".share").inner_text())
    page.get_by_role("link", name="All connections").or_(page.get_by_role("link", name="Close")).click()
    results(page)
    check(f"{name}: the form is filled from the address", filled(page, 0, FROM) and filled(page, 1, TO))


def keyboard(visit):
    page = visit.page
    visit.open("/search")
    box = fields(page).first
    box.focus()
    page.keyboard.type(FROM[:3])
    page.get_by_role("option", name=FROM, exact=True).wait_for()
    check("the field says that its list is open", box.get_attribute("aria-expanded") == "true")
    page.keyboard.press("ArrowDown")
    active = box.get_attribute("aria-activedescendant")
    check("the arrow marks a suggestion and the focus stays in the field",
          active is not None and page.locator(f"#{active}").get_attribute("aria-selected") == "true"
          and box.evaluate("each => each === document.activeElement"))
    page.keyboard.press("Escape")
    check("Escape closes the list", box.get_attribute("aria-expanded") == "false")
    page.keyboard.press("ArrowDown")
    page.get_by_role("option", name=FROM, exact=True).wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    check("Enter takes it", box.input_value() == FROM, box.input_value())
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type(TO[:4])
    page.get_by_role("option", name=TO, exact=True).wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    results(page)
    check("a search needs no mouse, and keeps the focus where it was",
          fields(page).nth(1).evaluate("each => each === document.activeElement"))


def the_form(visit, options):
    page = visit.page
    morning = monday_morning(visit.origin)
    visit.open("/search?" + urllib.parse.urlencode({"from": "zinkwil", "to": "nusswilen"}))
    results(page)
    page.get_by_role("button", name="Swap origin and destination").click()
    page.wait_for_url("**from=nusswilen&to=zinkwil*")
    results(page)
    check("swapping reverses the search", filled(page, 0, TO))
    page.go_back()
    page.wait_for_url("**from=zinkwil&to=nusswilen*")
    check("back reverses it again", filled(page, 0, FROM))
    page.get_by_role("button", name="Arrive", exact=True).click()
    page.get_by_label("Date and time").fill(morning)
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_url("**arriveBy=1*")
    page.locator(".result-latest").wait_for()
    settled(page)
    arrivals = page.locator(".result .time:nth-of-type(2) time").evaluate_all(
        "all => all.map(each => each.getAttribute('datetime').slice(0, 16))")
    check("arriving by a time finds connections that arrive by then",
          len(arrivals) > 0 and all(each <= morning for each in arrivals), str(arrivals))
    latest = page.locator(".result").last
    check("the last one in time is marked and scrolled into view",
          "Last one in time" in latest.inner_text() and becomes(page, IN_VIEW, ".result-latest"))
    shown = page.locator(".result").count()
    page.get_by_role("button", name="Later", exact=True).click()
    page.wait_for_function(f"() => document.querySelectorAll('.result').length > {shown}")
    check("later ones come below it", page.locator(".result-latest").count() == 1
          and "Last one in time" not in page.locator(".result").last.inner_text())
    for number in range(5):
        page.get_by_role("button", name="Via: add a stop").click()
        page.keyboard.press("Escape")
    check("at most five stops on the way",
          page.locator(".via").count() == 5
          and not page.get_by_role("button", name="Via: add a stop").is_visible())
    for _ in range(4):
        page.get_by_role("button", name="Remove this stop on the way").last.click()
    choose(page, 1, "Grossr", "Grossrieden")
    page.wait_for_url("**via=grossrieden*")
    results(page)
    looked_at(visit, "via", options)
    accessible(visit, "a search with a stop on the way")
    page.get_by_role("button", name="Options").click()
    page.get_by_label("Step-free").check()
    check("options are in the address", leads_to(page, "**wheelchair=1*"))
    page.reload()
    page.get_by_label("Step-free").wait_for()
    check("a reload keeps everything",
          filled(page, 1, "Grossrieden") and page.get_by_label("Step-free").is_checked()
          and page.get_by_label("Date and time").input_value() == morning)


def problems(visit, options):
    page = visit.page
    visit.open("/search?from=See&to=nusswilen")
    page.get_by_role("option").nth(1).wait_for()
    check("an ambiguous name is asked about", "Which “See”" in page.locator("main").inner_text())
    looked_at(visit, "ambiguous", options)
    accessible(visit, "an ambiguous name")
    page.get_by_role("option", name="Seewil West", exact=True).click()
    results(page)
    check("and choosing one searches on", "from=seewil-west&" in page.url, page.url)
    visit.open("/search?from=Qqqxyz&to=nusswilen")
    page.locator(".place-problem").first.wait_for(state="visible")
    check("an unknown name is reported at its field",
          "“Qqqxyz” is not in this network" in page.locator(".place-problem").first.inner_text()
          and fields(page).first.get_attribute("aria-invalid") == "true")
    for question, sentence in (
            ("from=zinkwil&to=zinkwil", "are the same"),
            ("from=zinkwil&to=nusswilen&at=1999-01-01T08:00", "The timetable covers"),
            ("from=0.5,0.5&to=zinkwil", "within walking distance"),
            ("from=seewil-campus-tor:A&to=seewil-campus-tor:B", "walking is quicker")):
        visit.open("/search?" + question)
        page.get_by_text(sentence).first.wait_for()
        check(f"in a sentence: {sentence}", page.locator(".result").count() == 0)
    visit.open("/search?from=zinkwil&to=nusswilen&at=1999-01-01T08:15")
    page.get_by_role("button", name="Search on").click()
    first = json.loads(get(visit.origin + "/api/v1/network"))["serviceDays"]["from"]
    page.wait_for_url(f"**at={first}T08*15*")
    settled(page)
    check("a day within the timetable is a tap away, at the same time of the day",
          page.get_by_label("Date and time").input_value() == f"{first}T08:15"
          and page.get_by_label("Date and time").get_attribute("aria-invalid") is None)
    for question, number in (("from=zinkwil&to=zinkwil", 1), ("from=0.5,0.5&to=zinkwil", 0)):
        visit.open("/search?" + question)
        check(f"the field to correct is marked: {question}", becomes(page, """number =>
            document.querySelectorAll('[role=combobox]')[number]?.getAttribute('aria-invalid') === 'true'""",
            number))
    answered(visit, "**/api/v1/connections?*", {"type": "/problems/no-connection", "detail": "None."}, 422)
    visit.open("/search?from=zinkwil&to=nusswilen&wheelchair=1")
    check("nothing found names the options as a reason", appears(page.get_by_text("No connection fits your options")))
    page.unroute_all()
    visit.open("/search?from=zinkwil&to=nusswilen")
    results(page)
    page.route("**/api/v1/**", lambda route: route.abort())
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_text("No connection to the server").first.wait_for()
    check("an unreachable server is reported, and the form stays", fields(page).first.input_value() == FROM)
    page.unroute_all()
    page.get_by_role("button", name="Search", exact=True).click()
    check("trying again helps", results(page).count() > 0)


def troubled(way):
    """The same connection with its first vehicle cancelled or late, or its first transfer in danger."""
    first = next(leg for leg in way["legs"] if leg["kind"] == "ride")
    cancelled = copy.deepcopy(way) | {"id": "cancelled", "status": "cancelled", "troubles": [
        {"kind": "cancelled", "ride": 0, "detail": "It is cancelled."}]}
    next(leg for leg in cancelled["legs"] if leg["kind"] == "ride")["cancelled"] = True
    tight, broken = copy.deepcopy(way) | {"id": "tight"}, copy.deepcopy(way) | {"id": "broken"}
    tight["transfers"][0] |= {"state": "tight", "marginSeconds": 60}
    scheduled = datetime.datetime.fromisoformat(way["departure"]["scheduled"])
    late = {"scheduled": scheduled.isoformat(), "delaySeconds": 420,
            "expected": (scheduled + datetime.timedelta(minutes=7)).isoformat()}
    tight["departure"] = late
    next(leg for leg in tight["legs"] if leg["kind"] == "ride")["from"]["departure"] = late
    tight["legs"][-1]["to"] |= {"platform": "9", "scheduledPlatform": "1"}
    tight["alerts"] = ["works"]
    broken["transfers"][0] |= {"state": "broken", "marginSeconds": -90}
    broken |= {"status": "broken", "troubles": [{"kind": "missed", "transfer": 0, "detail": "Missed."}]}
    return first["line"]["name"], [cancelled, tight, broken]


def what_goes_wrong(visit, name, options):
    page = visit.page
    morning = monday_morning(visit.origin)
    question = f"/connections?from=zinkwil&to=nusswilen&at={morning}&results=12&passed=true"
    ways = asked(visit, question).get("connections", [])
    way = next((each for each in ways if each["vehicles"] > 1), None)
    if not check(f"{name}: there is a connection with a change", way is not None):
        return
    line, changed = troubled(way)
    texts = [{"id": "works", "header": {"en": "Works at the station"}, "description":
              {"en": "Use the other entrance."}, "url": "https://example.org/works"}]
    answered(visit, "**/api/v1/connections?*", {
        "connections": [*changed, way], "onlyWalking": False, "alertTexts": texts})
    visit.open(f"/search?from=zinkwil&to=nusswilen&at={morning}")
    results(page)
    rows = {each: page.locator(f"[data-connection={each}]") for each in ("cancelled", "tight", "broken")}
    check(f"{name}: a cancelled connection is struck through and marked",
          "Cancelled" in rows["cancelled"].inner_text() and rows["cancelled"].locator("s").count() >= 2)
    check(f"{name}: a tight transfer is marked", "Tight transfer" in rows["tight"].inner_text())
    check(f"{name}: a delay is beside the scheduled time",
          "+7" in rows["tight"].inner_text() and rows["tight"].locator("s").count() == 1)
    check(f"{name}: a missed transfer makes it impossible, in words", "Not possible" in rows["broken"].inner_text())
    looked_at(visit, f"troubles-{name}", options)
    accessible(visit, f"connections in trouble, {name}")
    for each, sentence in (("cancelled", f"{line} is cancelled."), ("broken", "is missed by"),
                           ("tight", "Tight transfer, 1 min")):
        found = next(one for one in changed if one["id"] == each)
        answered(visit, f"**/api/v1/connections/{each}?*", {
            "date": morning[:10], "connection": found, "rides": [], "next": [way],
            "alertTexts": texts})
        rows[each].click()
        page.locator(".way").wait_for()
        says = "words => document.querySelector('.way-body').innerText.includes(words)"
        check(f"{name}: the {each} one says why", becomes(page, says, sentence))
        looked_at(visit, f"{each}-{name}", options)
        accessible(visit, f"the {each} connection, {name}")
        if each == "tight":
            text = page.locator(".way-body").inner_text()
            check(f"{name}: with another platform and the operator's message",
                  "changed, was 1" in text and "Works at the station" in text)
        page.go_back()
        results(page)
    page.unroute_all()


def large_text(browser, origin, options):
    """Half the width corresponds to text at 200 %: the page must not scroll sideways."""
    visit = Visit(browser, origin, phone=True, service_workers="block")
    page = visit.page
    for name, path, ready in (
            ("results", "/search?from=zinkwil&to=nusswilen", ".result"),
            ("board", "/stop/seewil/departures", ".call")):
        visit.open(path)
        page.locator(ready).first.wait_for()
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        wide = page.locator("main").evaluate("each => each.scrollWidth - each.clientWidth")
        check(f"text at 200 % fits: {name}", wide <= 0, f"{wide} px too wide")
        looked_at(visit, f"large-{name}", options)
    visit.context.close()


def main():
    with browsing() as (browser, origin, options):
        for phone, dark in ((False, False), (False, True), (True, False), (True, True)):
            name = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
            visit = Visit(browser, origin, phone=phone, dark=dark, service_workers="block")
            a_search(visit, name, options)
            a_connection(visit, name, options)
            a_board(visit, name, options)
            at_home(visit, name)
            what_goes_wrong(visit, name, options)
            visit.context.close()
        visit = Visit(browser, origin, service_workers="block")
        keyboard(visit)
        the_form(visit, options)
        problems(visit, options)
        visit.context.close()
        recent_and_location(browser, origin)
        addresses(browser, origin, options)
        a_board_over_time(browser, origin)
        a_kept_board(browser, origin)
        large_text(browser, origin, options)
    finish()


if __name__ == "__main__":
    main()
