#!/usr/bin/env python3
"""The travel diary in Chromium: joining, recording, correcting a day, totals, and leaving.

    .tools/venv/bin/python Tests/EndToEnd/test_diary_pages.py .build/debug/takt [--shots FOLDER]

Joining, recording and leaving use a real server; the corrected day is a drawn one.
"""

import json
import time

from playwright.sync_api import TimeoutError

from checks import check
from diary_browser import diary_in_chromium
from diary_days import DAY, at, answer_questions
from diary_server import bearer, found
from every_look import in_every_look
from search_page import becomes
from visit import Visit, accessible, appears, looked_at

# Six in the morning in Zurich.
SIX = 1_777_867_200
PLACE = {"latitude": 47.2075, "longitude": 8.2785, "accuracy": 8}


def joining(visit, code, options):
    page = visit.page
    offer, held = "**/api/v1/diary/personal?*", []
    page.route(offer, lambda route: held.append(route))
    visit.open("/settings")
    page.get_by_role("link", name="Travel diary").click()
    field = page.get_by_label("Code", exact=True)
    field.fill("NOSUCHCODE")
    with page.expect_response(offer):
        held.pop().continue_()
    page.unroute(offer)
    # The page draws what it was told.
    page.wait_for_timeout(300)
    check("a code typed before the server answers stays", field.input_value() == "NOSUCHCODE")
    page.get_by_role("button", name="Show the study").click()
    check("a wrong code is reported", appears(page.get_by_text("This code is not valid")))
    accessible(visit, "joining")
    looked_at(visit, "diary-join", options)
    field.fill(code)
    page.get_by_role("button", name="Show the study").click()
    page.locator(".consent-text").wait_for()
    shown = page.locator(".consent").inner_text()
    check("the consent comes first, and says who reads the data and how long it is kept", "I agree." in shown
          and "This server reads" in shown and "days" in shown, shown)
    check("and nothing is stored before that", page.evaluate("() => localStorage.getItem('takt.diary')") is None)
    accessible(visit, "consent")
    looked_at(visit, "diary-consent", options)
    page.get_by_role("button", name="I agree").click()
    page.locator(".record-button").wait_for()
    check("accepting it enrols the participant", page.url.endswith("/diary/recording"), page.url)
    return json.loads(page.evaluate("() => localStorage.getItem('takt.diary')"))


def fixes(server, token, device):
    status, answer = server.ask("GET", f"/api/v1/diary/participant/export?device={device}", headers=bearer(token))
    return len(answer["features"]) if status == 200 else 0


def recording(visit, server, token, options):
    page = visit.page
    check("the page says that a browser records only while it is open", page.get_by_text("only record while this page").count() == 1)
    check("nothing is recorded before a tap", page.evaluate("() => localStorage.getItem('takt.diaryRecording')") is None)
    visit.context.grant_permissions(["geolocation"])
    page.get_by_role("button", name="Record here").click()
    page.get_by_text("Recording. Last place").wait_for()
    for text in ("QR code for Overland", "QR code for OwnTracks", "Enter it by hand"):
        page.get_by_text(text, exact=True).click()
    check("other apps are set up by a link and a code", page.locator("svg.qr").count() == 2 and page.locator(
        "[data-logger=Overland]").get_attribute("href").startswith("overland://setup?url="))
    accessible(visit, "recording")
    looked_at(visit, "diary-recording", options)
    page.locator(".tab[data-screen=lines]").click()
    page.locator(".screen:not([hidden]) h1").wait_for()
    visit.context.set_geolocation({**PLACE, "latitude": PLACE["latitude"] + 0.001})
    page.wait_for_timeout(10_500)
    visit.context.set_offline(True)
    visit.context.set_geolocation({**PLACE, "latitude": PLACE["latitude"] + 0.002})
    page.wait_for_timeout(500)
    page.go_back()
    page.locator(".record-button[aria-pressed=true]").wait_for()
    check("recording continues on other screens, and waits without a network", becomes(
        page, "() => document.querySelector('.recording-status').innerText.includes('wait')"))
    visit.context.set_offline(False)
    device = page.evaluate("() => localStorage.getItem('takt.diaryDevice')")
    for _ in range(60):
        if fixes(server, token, device) >= 2:
            break
        page.wait_for_timeout(500)
    check("waiting fixes reach the server", fixes(server, token, device) >= 2, str(fixes(server, token, device)))
    page.reload()
    check("and it continues when the app is opened again", appears(page.locator(".record-button[aria-pressed=true]")))
    page.get_by_role("button", name="Pause").click()
    check("recording can be paused", appears(page.get_by_text("Paused", exact=True)))
    page.get_by_role("button", name="Go on").click()
    check("and resumed", appears(page.get_by_text("Taking part", exact=True).nth(1)))
    page.get_by_role("button", name="Stop recording here").click()
    page.get_by_role("button", name="Record here").wait_for()


def another_consent(visit, server, researcher, token, options):
    """A new text of the consent stops recording until the participant has read it and agreed."""
    page, me = visit.page, lambda: server.ask("GET", "/api/v1/diary/participant", headers=bearer(token))[1]
    status, shown = server.ask("PATCH", "/api/v1/diary/study", {"consent": {"version": 2, "text": "I agree to photos too."}},
                              bearer(researcher))
    check("a study gets a new consent", status == 200, f"{status} {shown}")
    check("which pauses its participants", (me()["state"], me()["consentVersion"]) == ("paused", 1), me()["state"])
    page.reload()
    page.locator(".consent-text").wait_for()
    text = page.locator(".diary-panel").first.inner_text()
    check("the app shows the new text and why", "I agree to photos too." in text and "version 2" in text
          and "has changed" in text, text)
    accessible(visit, "a new consent")
    looked_at(visit, "diary-new-consent", options)
    page.get_by_role("button", name="I agree").click()
    page.locator(".consent-text").wait_for(state="detached")
    check("agreeing starts it again", (me()["state"], me()["consentVersion"]) == ("recording", 2), me()["state"])


def a_day(visit, options):
    page, asked = visit.page, []
    answer_questions(page, asked)
    visit.open("/diary")
    page.locator(".day-item").first.wait_for()
    page.locator(".way-map canvas").wait_for()
    page.wait_for_timeout(1200)
    text = page.locator(".day-items").inner_text()
    check("the day shows stays, trips, lines and gaps", all(words in text for words in (
        "Home", "near Theaterplatz", "Nothing was recorded", "Hochwacht – Theaterplatz", "put right by you", "perhaps")), text)
    accessible(visit, "a day of the diary")
    looked_at(visit, "diary-day", options)
    page.locator("[data-item=s2]").get_by_role("button", name="Name this place").click()
    page.locator("[data-item=s2]").get_by_label("Name of the place").fill("Work")
    page.keyboard.press("Enter")
    page.get_by_text("Put right.").wait_for()
    check("a place is named", asked[-1] == ("POST", "/corrections", {
        "kind": "name", "start": at("08:20"), "end": at("12:04"), "name": "Work", "everywhere": True}), str(asked[-1:]))
    page.locator("[data-leg=l3] select").select_option("bike")
    becomes(page, "() => true")
    page.wait_for_timeout(500)
    check("a mode is corrected by a tap", asked[-1] == ("POST", "/corrections", {
        "kind": "mode", "start": at("08:15"), "end": at("08:20"), "mode": "bike"}), str(asked[-1:]))
    page.locator("[data-item=s4]").get_by_role("button", name="I did not stay here").click()
    page.wait_for_timeout(500)
    check("two trips are joined", asked[-1][2] == {"kind": "join", "start": at("17:52"), "end": at("18:10")}, str(asked[-1:]))
    page.locator("[data-item=t1]").get_by_role("button", name="These were two trips").click()
    page.locator("[data-item=t1] input[type=time]").fill("08:00")
    page.locator("[data-item=t1]").get_by_role("button", name="Split").click()
    page.wait_for_timeout(500)
    check("and one is split", asked[-1][2] == {"kind": "split", "start": at("08:00")}, str(asked[-1:]))
    page.get_by_text("What you put right (1)").click()
    page.get_by_role("button", name="Take back").click()
    page.get_by_text("Taken back.").wait_for()
    check("a correction is undone", asked[-1][:2] == ("DELETE", "/corrections/7"), str(asked[-1:]))
    page.get_by_role("link", name="Day before").click()
    page.get_by_text("Nothing was recorded on this day").wait_for()
    check("other days have their addresses", page.url.endswith("/diary/2026-05-03"), page.url)
    accessible(visit, "an empty day")
    page.go_back()
    page.get_by_role("button", name="Delete this day").click()
    page.get_by_role("button", name="Delete it for good").click()
    page.get_by_text("The day is deleted.").wait_for()
    check("a day is deleted after two taps", asked[-1][:2] == ("DELETE", f"/days/{DAY}"), str(asked[-1:]))
    suggested(visit)
    sums(visit, options)
    page.unroute_all()


def suggested(visit):
    page = visit.page
    visit.open("/diary")
    page.locator(".suggestion").wait_for()
    page.get_by_role("button", name="Save with alerts").click()
    page.get_by_text("Saved. Messages come").wait_for()
    token = page.evaluate("() => localStorage.getItem('takt.rider')")
    trips = page.evaluate("""async token => await (await fetch('/api/v1/rider/trips',
        { headers: { Authorization: `Bearer ${token}` } })).json()""", token)
    check("a ride on every weekday becomes a trip with alerts", len(trips) == 1
          and trips[0]["trip"]["weekdays"] == [1, 2, 3, 4, 5], json.dumps(trips)[:300])
    page.reload()
    page.locator(".day-item").first.wait_for()
    page.wait_for_timeout(500)
    check("and is not suggested again", page.locator(".suggestion").count() == 0)


def sums(visit, options):
    page = visit.page
    visit.open("/diary/statistics?from=2026-05-04&to=2026-05-10")
    page.locator(".mode-bars").wait_for()
    text = page.locator(".diary-body").inner_text()
    check("the totals of a week: distance, modes, lines, punctuality, CO2 with its source", all(words in text for words in (
        "98.4 km", "Tram", "75%", "5.4 kg", "mobitool", "6 of 7 days")), text)
    accessible(visit, "the sums")
    looked_at(visit, "diary-statistics", options)
    page.get_by_role("link", name="Month").click()
    page.wait_for_url("**from=2026-05-01&to=2026-05-31")
    page.get_by_role("heading", name="May 2026").wait_for()
    check("months too, in the address", True)


def recorded_day():
    """Fixes of a morning: at home, a walk of a kilometre, at work."""
    fixes = []

    def add(second, latitude, longitude, speed, motion):
        fixes.append({"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]}, "properties": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(SIX + second)), "horizontal_accuracy": 8,
            "speed": speed, "motion": [motion], "device_id": "phone"}})

    for second in range(0, 5400, 60):
        add(second, 47.2 + second % 7 * 1e-6, 8.3, 0, "stationary")
    for second in range(5400, 6200, 10):
        add(second, 47.2 + (second - 5400) / 800 * 0.009, 8.3, 1.3, "walking")
    for second in range(6200, 16200, 60):
        add(second, 47.209 + second % 7 * 1e-6, 8.3, 0, "stationary")
    return fixes


def a_real_day(visit, server, token):
    """A recorded day becomes stays and a trip, and can be named and deleted."""
    if server.ask("GET", "/api/v1/diary/days", headers=bearer(token))[0] == 404:
        print("skipped: a day that the server tells (it tells none)")
        return
    page = visit.page
    page.unroute_all()
    fixes = recorded_day()
    for start in range(0, len(fixes), 100):
        server.ask("POST", "/overland", {"locations": fixes[start:start + 100]}, bearer(token))
    visit.open(f"/diary/{DAY}")
    page.locator(".day-item.trip").first.wait_for()
    kinds = page.locator(".day-item").evaluate_all("all => all.map(each => each.className.replace('day-item ', ''))")
    check("the recorded day is shown as stay, trip, stay", [kind for kind in kinds if kind != "gap"] == ["stay", "trip", "stay"],
          str(kinds))
    check("and the walk as a walk", page.locator(".leg select").first.input_value() == "walk")
    page.locator(".stay").first.get_by_role("button", name="Name this place").click()
    page.locator(".stay").first.get_by_label("Name of the place").fill("Home")
    page.keyboard.press("Enter")
    page.get_by_text("Put right.").wait_for()
    page.reload()
    page.locator(".stay").first.wait_for()
    check("a given name stays", "Home" in page.locator(".stay").first.inner_text())
    page.locator(".leg select").first.select_option("run")
    page.get_by_text("put right by you").wait_for()
    check("and so does a mode", page.locator(".leg select").first.input_value() == "run")
    page.get_by_text("What you put right (2)").click()
    visit.open(f"/diary/statistics?from={DAY}&to=2026-05-10")
    page.locator(".mode-bars").wait_for()
    check("the totals include it", "Run" in page.locator(".mode-bars").inner_text())
    slowly_answered(page)
    visit.open("/diary/recording")
    page.locator("#export-from").fill(DAY)
    page.locator("#export-to").fill("2026-05-05")
    page.locator("details summary").first.click()
    button = page.locator("[data-export=csv]").element_handle()
    page.locator(".own-devices:not([hidden])").wait_for()
    page.unroute_all()
    check("typed, opened and focused parts stay when the server answers late", page.locator("#export-from").input_value() == DAY
          and page.locator("details[open]").count() == 1 and button.is_visible())
    for kind, sign in (("geojson", '"FeatureCollection"'), ("gpx", "<gpx"), ("csv", "kind,start")):
        try:
            with page.expect_download() as download:
                page.locator(f"[data-export={kind}]").click()
            text = download.value.path().read_text()
        except TimeoutError:
            text = "no file; the page says " + " / ".join(page.locator("[role=status]").all_inner_texts())
        check(f"it can be exported as {kind}", sign in text, text[:200])
    visit.open(f"/diary/{DAY}")
    page.get_by_role("button", name="Delete this day").click()
    page.get_by_role("button", name="Delete it for good").click()
    page.get_by_text("The day is deleted.").wait_for()
    check("a deleted day is a gap", "Deleted by you" in page.locator(".day-list").inner_text(),
          page.locator(".day-list").inner_text())


def slowly_answered(page):
    """The server is slow to answer who takes part."""
    def wait(route):
        page.wait_for_timeout(2500)
        route.continue_()

    page.route("**/api/v1/diary/participant", wait)


def of_ones_own(browser, server, options):
    """A diary without a code, where the operator allows it."""
    if server.ask("GET", "/api/v1/diary/personal")[0] == 404:
        print("skipped: a diary of one's own (the server offers none)")
        return
    visit = Visit(browser, server.url, phone=True, service_workers="block")
    page = visit.page
    visit.open("/diary")
    page.get_by_role("button", name="Begin").wait_for()
    accessible(visit, "a diary of one's own")
    looked_at(visit, "diary-own", options)
    page.get_by_role("button", name="Begin").click()
    page.locator(".consent-text").wait_for()
    looked_at(visit, "diary-own-consent", options)
    page.get_by_role("button", name="I agree").click()
    page.locator(".record-button").wait_for()
    visit.open("/diary")
    page.get_by_text("Nothing was recorded yet").wait_for()
    check("a personal diary starts empty", page.locator(".day-item").count() == 0)
    accessible(visit, "an empty diary")
    visit.context.close()


def leaving(visit, server, token):
    page = visit.page
    visit.open("/diary/recording")
    page.get_by_role("button", name="Leave and delete everything").click()
    page.get_by_role("button", name="Delete my diary for good").click()
    page.get_by_text("Take part in a study").wait_for()
    gone = server.ask("GET", "/api/v1/diary/participant", headers=bearer(token))[0]
    left = page.evaluate("() => Object.keys(localStorage).filter(key => key.startsWith('takt.diary') && key !== 'takt.diaryHidden')")
    check("after leaving, the server does not know the participant, and no data is left here", gone == 401 and left == [], f"{gone} {left}")


def everywhere(browser, server, enrolment, options):
    def prepare(visit):
        visit.context.add_init_script(f"localStorage.setItem('takt.diary', {json.dumps(json.dumps(enrolment))})")
        answer_questions(visit.page, [])

    in_every_look(browser, server.url, "diary", (
        ("/diary", ".day-item"), ("/diary/statistics", ".mode-bars"), ("/diary/recording", ".record-button")), options,
        prepare=prepare)


def main():
    with diary_in_chromium() as (options, server, browser):
        study = found(server, "family")
        code = study["code"]
        visit = Visit(browser, server.url, service_workers="block", geolocation=PLACE, timezone_id="Europe/Zurich")
        enrolment = joining(visit, code, options)
        recording(visit, server, enrolment["token"], options)
        another_consent(visit, server, study["researcherToken"], enrolment["token"], options)
        a_day(visit, options)
        a_real_day(visit, server, enrolment["token"])
        of_ones_own(browser, server, options)
        everywhere(browser, server, enrolment, options)
        leaving(visit, server, enrolment["token"])
        check("no request leaves the origin", not visit.outside, str(visit.outside[:3]))
        errors = [each for each in visit.errors if "404" not in each and "ERR_INTERNET_DISCONNECTED" not in each
                  and "422" not in each]
        check("no error on the console except refusals", not errors, str(errors[:3]))


if __name__ == "__main__":
    main()
