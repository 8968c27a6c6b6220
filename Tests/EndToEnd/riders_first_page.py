"""The first page of the riders' handbook on a fresh phone, by the words that it quotes.

    .tools/venv/bin/python Tests/EndToEnd/riders_first_page.py --url http://127.0.0.1:8080

For packaging/try-handbooks, with a server of the demo's feed. The icon on the home screen is the phone's own business, and the
push service has a stand-in.
"""

from checks import check, finish
from evidence import WHOLE_CHROMIUM
from push_checks import SUBSCRIBE
from rider_page import becomes_stored
from search_page import results
from visit import Visit, appears, browsing


def first_five_minutes(visit):
    page = visit.page
    visit.open("/")
    page.get_by_role("link", name="Find a connection").first.click()
    for number, (typed, stop) in enumerate([("hochw", "Hochwacht"), ("hofa", "Hofacker")]):
        page.get_by_role("combobox").nth(number).fill(typed)
        page.get_by_role("option").filter(has_text=stop).first.click()
    results(page).first.click()
    check("a connection is found by the first letters of its stops", appears(page.locator(".way")))
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").get_by_text("With a reminder for").click()
    page.locator("dialog").get_by_role("button", name="Save", exact=True).click()
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("link", name="Home").first.click()
    check("Home shows its next departures", appears(page.locator(".home-next")))
    page.get_by_role("link", name="More").first.click()
    page.get_by_role("link", name="Notifications").first.click()
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.get_by_label("Send me notifications").check()
    page.get_by_role("button", name="Turn on for this device").click()
    check("messages are turned on", appears(page.get_by_text("Messages reach you there now")))
    check("“Test” is there", appears(page.get_by_role("button", name="Test")))
    check("the server keeps the connection and where messages go",
          becomes_stored(visit, "/connections", lambda all: len(all) == 1)
          and becomes_stored(visit, "/channels", lambda all: len(all) == 1))


with browsing(WHOLE_CHROMIUM) as (browser, origin, _):
    visit = Visit(browser, origin, phone=True)
    visit.page.add_init_script(f"({SUBSCRIBE})()")
    visit.context.grant_permissions(["notifications"], origin=origin)
    first_five_minutes(visit)
finish()
