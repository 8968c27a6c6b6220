"""Forms on slow networks: what somebody typed stays, and the focus with it, when a late answer is drawn."""

import json
from datetime import timedelta

import town

WAIT_TURNS = 400
TURN_MILLISECONDS = 25
# A page that becomes visible asks for the network again, as it does every minute.
SEEN = "() => document.dispatchEvent(new Event('visibilitychange'))"
# Navigates as a link in the app does.
GO = """address => {
  const link = Object.assign(document.createElement('a'), { href: address });
  document.querySelector('main').append(link);
  link.click();
  link.remove();
}"""
# Answers a request for the position when the test wants it.
LOCATING = """navigator.geolocation.getCurrentPosition = (_, failed) => {
  window.refusePosition = () => failed({ code: 1 });
};"""


class Late:
    """Holds back the answers to some requests of a page."""

    def __init__(self, page, pattern):
        self.page, self.held = page, []
        self.is_held = True
        page.route(pattern, self.take)

    def take(self, route):
        if not self.is_held:
            return route.fallback()
        self.held.append(route)

    def wait(self):
        for _ in range(WAIT_TURNS):
            if self.held:
                return
            self.page.wait_for_timeout(TURN_MILLISECONDS)

    def answer(self, body=None):
        """Answers what is held, and from then on at once."""
        self.wait()
        self.is_held = body is not None
        for route in self.held:
            if body is None:
                route.continue_()
            else:
                route.fulfill(json=body)
        self.held = []
        self.page.wait_for_timeout(20 * TURN_MILLISECONDS)


def opened(context, site, address, local=None, session=None):
    """A page of a rider at an address."""
    page = context.new_page()
    page.goto(site.origin + "/help")
    page.evaluate("""([local, session]) => {
      for (const [storage, values] of [[localStorage, local], [sessionStorage, session]]) {
        storage.clear();
        for (const [key, text] of Object.entries(values)) storage.setItem(key, text);
      }
    }""", [local or {}, session or {}])
    page.goto(site.origin + address)
    page.locator("main .screen:not([hidden]) h1").first.wait_for()
    return page


def minute(page, site):
    """What comes every minute: the network's description, after which the screen is drawn."""
    site.asked.clear()
    page.evaluate(SEEN)
    for _ in range(WAIT_TURNS):
        if ("GET", "/api/v1/network") in site.asked:
            break
        page.wait_for_timeout(TURN_MILLISECONDS)
    page.wait_for_timeout(8 * TURN_MILLISECONDS)


def is_kept(failures, what, field, text):
    """Whether a field still has its text and the focus."""
    has = field.input_value()
    focused = field.evaluate("field => document.activeElement === field")
    failures.check(f"{what}: the typed text stays", has == text, repr(has))
    failures.check(f"{what}: the focus stays", focused)


def every_minute(context, site, failures):
    """Screens that are open while the network is described again."""
    rider = {"takt.rider": "token"}
    page = opened(context, site, "/settings/devices", rider)
    code = page.locator("#pair-code")
    code.press_sequentially("9PFK")
    minute(page, site)
    is_kept(failures, "another phone's code", code, "9PFK")
    page.get_by_role("button", name="Show a code").click()
    page.locator(".pairing-code").wait_for()
    failures.check("another phone's code: an own one does not take it away", code.input_value() == "9PFK", code.input_value())
    minute(page, site)
    shown = page.locator(".pairing-code").count()
    pairing = ("GET", "/api/v1/rider/pairing")
    for devices, sentences in ((1, 0), (2, 1)):
        site.answers = {**site.answers, pairing: {"devices": devices}}
        page.evaluate(SEEN)
        page.get_by_role("button", name="Show a code").wait_for()
        said = page.get_by_text("The other device is connected.").count()
        failures.check(f"a code that ended with {devices} devices is gone, and said to be used or not",
                       shown == 1 and said == sentences, f"{shown} {said}")
        site.answers = {**site.answers, pairing: town.answers()[pairing]}
        page.get_by_role("button", name="Show a code").click()
        page.locator(".pairing-code").wait_for()
    page.close()
    page = opened(context, site, "/settings/notifications", rider)
    page.get_by_role("button", name="ntfy", exact=True).click()
    topic = page.locator("#channel-topic")
    topic.press_sequentially("my-bus")
    minute(page, site)
    is_kept(failures, "a channel", topic, "my-bus")
    page.close()
    page = opened(context, site, "/saved/c7", rider)
    page.get_by_role("button", name="Add a reminder").first.click()
    page.locator("#reminder-time").fill("06:35")
    page.locator("#reminder-time").focus()
    minute(page, site)
    is_kept(failures, "a reminder", page.locator("#reminder-time"), "06:35")
    page.close()
    page = opened(context, site, "/settings/nearby", rider)
    page.locator("details.setting-lines").evaluate("fold => fold.open = true")
    check = page.locator(".line-checks input").first
    check.focus()
    minute(page, site)
    failures.check("lines nearby: the list stays unfolded, and the focus in it", page.evaluate(
        "() => document.activeElement.closest('details')?.open === true"))
    page.close()
    page = opened(context, site, "/trips", rider)
    page.get_by_role("button", name="Weekly").click()
    day = page.locator(".trip-form .weekdays button").nth(5)
    day.focus()
    minute(page, site)
    failures.check("a weekly trip: the focus stays on its day", day.evaluate("day => document.activeElement === day"))
    page.close()


def late_answers(context, site, failures):
    """Pages that are seen for the second time, on which somebody types before the answer comes."""
    page = opened(context, site, "/settings/notifications", {"takt.rider": "token"})
    page.get_by_role("button", name="ntfy", exact=True).click()
    late = Late(page, "**/api/v1/rider/channels")
    page.evaluate(GO, "/settings")
    page.evaluate(GO, "/settings/notifications")
    topic = page.locator("#channel-topic")
    topic.press_sequentially("my-bus")
    late.answer()
    is_kept(failures, "channels that come late", topic, "my-bus")
    page.close()
    message = {"message": "Fair on Sunday", "enabled": False, "created": town.at("07:00"), "updated": town.at("07:00"), "link": ""}
    studies = {"studies": [{"study": {"id": name, "name": name, "mode": "personal", "retentionDays": 90}, "participants": 2}
                           for name in ("town", "personal")], "waitingUploads": 0}
    for address, pattern, body, field in (
            ("/operator/announcement", "**/adminMessage", message, "#announcement-text"),
            ("/operator/studies", "**/api/v1/operator/studies", studies, "#study-consent")):
        page = opened(context, site, "/help", session={"takt.operator": "token"})
        late = Late(page, pattern)
        page.evaluate(GO, address)
        late.answer(body)
        page.evaluate(GO, "/settings")
        page.evaluate(GO, address)
        late.wait()
        text = page.locator(field)
        text.fill("")
        text.press_sequentially("The bridge is closed.")
        late.answer(body)
        is_kept(failures, address, text, "The bridge is closed.")
        if address == "/operator/studies":
            cards = [page.locator(f"[data-study={name}]").get_by_role("button", name="New token") for name in ("town", "personal")]
            failures.check("researchers read a study, and no personal diary", [card.count() for card in cards] == [1, 0])
        page.close()


def unsaved_study(context, site, failures):
    """A consent that the server did not take stays in the form."""
    site.answers = {**site.answers, ("GET", "/api/v1/diary/study"): {"study": {**town.STUDY, "retentionDays": 90}, "participants": []}}
    site.refused[("PATCH", "/api/v1/diary/study")] = {"type": "/problems/unavailable", "title": "Unavailable", "status": 503}
    page = opened(context, site, "/study", session={"takt.researcher": "token"})
    text = page.locator("#our-study-consent")
    text.fill("The bridge is closed.")
    page.get_by_role("button", name="Save").click()
    page.wait_for_function("() => document.querySelector('.operator-panel > .hint[role=status]').textContent !== ''")
    failures.check("a study: the typed text stays where it was not saved",
                   text.input_value() == "The bridge is closed.", text.input_value())
    page.close()


def corrected_day(context, site, failures):
    """A day of the diary that is corrected while the server sends it again."""
    page = opened(context, site, f"/diary/{town.DAY}", {"takt.diary": json.dumps(town.DIARY)})
    page.locator(".day-item").first.wait_for()
    late = Late(page, f"**/api/v1/diary/days/{town.DAY}*")
    page.evaluate(GO, "/diary/statistics")
    page.evaluate(GO, f"/diary/{town.DAY}")
    late.wait()
    page.get_by_role("button", name="Rename").or_(page.get_by_role("button", name="Name")).first.click()
    name = page.locator(".small-form input[type=text]:visible").first
    name.fill("")
    name.press_sequentially("Gym")
    late.answer()
    is_kept(failures, "a day that comes late", name, "Gym")
    page.close()


def searched_anew(context, site, failures):
    """Somebody goes on typing while a search or the position is under way; a time of yesterday is not offered."""
    page = opened(context, site, "/search?from=b&to=d")
    page.locator(".result").first.wait_for()
    bar = page.locator(".search-bar")
    bar.click()
    late = Late(page, "**/api/v1/connections?*")
    page.get_by_role("button", name="Swap").click()
    late.wait()
    to = page.get_by_role("combobox").nth(1)
    to.click()
    to.press_sequentially("Lind")
    late.answer()
    is_kept(failures, "a search that is answered late", to, "Lind")
    page.close()
    context.add_init_script(LOCATING)
    page = opened(context, site, "/search")
    field = page.get_by_role("combobox").first
    field.click()
    page.get_by_role("option", name="My location").click()
    field.fill("Linden")
    page.evaluate("() => window.refusePosition()")
    page.wait_for_timeout(8 * TURN_MILLISECONDS)
    is_kept(failures, "a position that is refused late", field, "Linden")
    time = page.locator("input[type=datetime-local]")
    page.get_by_role("button", name="Depart", exact=True).click()
    first = time.input_value()
    page.get_by_role("button", name="Now", exact=True).click()
    context.clock.set_fixed_time(town.NOW + timedelta(days=1))
    site.answers = {**site.answers, ("GET", "/api/v1/network"): {**town.network(), "now": town.millis(town.NOW + timedelta(days=1))}}
    minute(page, site)
    page.get_by_role("button", name="Depart", exact=True).click()
    failures.check("the next day, a departure is looked for on that day", first[:10] == town.DAY and time.input_value() > first,
                   f"{first}, {time.input_value()}")
    page.close()


def get_off(context, site, failures):
    """The stop to get off at stays chosen where the server did not take it."""
    page = opened(context, site, f"/trips/t1/t1-2/{town.DAY}", {"takt.rider": "token"})
    page.locator(".on-board summary").click()
    select = page.locator("#get-off")
    options = select.locator("option").all_inner_texts()
    select.select_option(index=0)
    site.refused[("POST", "/api/v1/rider/rides")] = {"type": "/problems/unavailable", "title": "Unavailable", "status": 503}
    page.locator("#begin-ride").dblclick()
    page.locator(".on-board .problem").wait_for()
    sent = [each for each in site.asked if each == ("POST", "/api/v1/rider/rides")]
    failures.check("on board: a double tap begins one ride", len(sent) == 1, str(len(sent)))
    chosen = select.evaluate("select => select.selectedOptions[0].textContent")
    failures.check("on board: the chosen stop stays", len(options) > 1 and chosen == options[0], f"{chosen} of {options}")
    page.close()


def by_keyboard(context, site, failures):
    """The focus stays where somebody without a mouse works, though the screen is drawn again."""
    def focused(what, expected):
        page.wait_for_timeout(12 * TURN_MILLISECONDS)
        text = page.evaluate("() => document.activeElement.textContent.trim()")
        failures.check(f"by keyboard: {what}", text == expected, text[:80])

    def press(name):
        page.get_by_role("button", name=name).first.focus()
        page.keyboard.press("Enter")

    one, = town.saved()
    site.answers = {**site.answers, ("GET", "/api/v1/rider/connections"): [one, {**one, "id": "c8", "name": "To town"}],
                    ("PUT", "/api/v1/rider/connections/c7"): one, ("PUT", "/api/v1/rider/connection-order"): {}}
    page = opened(context, site, "/home", {"takt.rider": "token"})
    page.evaluate(GO, "/saved/c7")
    page.get_by_role("button", name="Down").wait_for()
    focused("the heading of a saved connection keeps the focus when the server has answered", "To work")
    press("Down")
    focused("who moved a connection to the end is at the way back up", "Up")
    page.locator(".saved-rides summary").first.click()
    press("Remove the reminder")
    focused("a removed reminder leads to a new one", "Add a reminder")
    failures.check("by keyboard: the stops that were unfolded stay so", page.locator(".saved-rides details[open]").count() == 1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add", exact=True).focus()
    page.keyboard.press("Enter")
    focused("an added reminder leads to the next one", "Add a reminder")
    page.close()
    page = opened(context, site, "/trips", {"takt.rider": "token"})
    late = Late(page, "**/api/v1/rider/trips")
    for number, text in ((0, "Linden, Markt"), (1, "Linden, Spital")):
        page.get_by_role("combobox").nth(number).fill(text)
        page.get_by_role("option").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    press("Schedule")
    late.answer(town.trips()[0])
    page.get_by_text("The trip is scheduled.").wait_for()
    focused("who scheduled a trip is still at the button", "Schedule")
    page.close()


def sent(site):
    """The modes that were sent as corrections."""
    return [body["mode"] for _, path, body in site.received if path.endswith("/corrections") and "mode" in body]


def corrected_by_keyboard(context, site, failures):
    """A day of the diary keeps the focus at what was corrected, or says so where that is gone."""
    site.answers = {**site.answers, ("POST", "/api/v1/diary/corrections"): {}}
    page = opened(context, site, f"/diary/{town.DAY}", {"takt.diary": json.dumps(town.DIARY)})
    page.locator(".mode-select").first.focus()
    label = page.locator(".mode-select").first.get_attribute("aria-label")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(12 * TURN_MILLISECONDS)
    failures.check("a way of travelling is not sent while somebody goes through the list", sent(site) == [], str(sent(site)))
    page.keyboard.press("Enter")
    said = page.get_by_text("Put right.")
    said.wait_for()
    failures.check("it is sent when it is chosen", len(sent(site)) == 1, str(sent(site)))
    focused = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    failures.check("a corrected way of travelling keeps the focus", focused == label, f"{focused}, not {label}")
    page.get_by_role("button", name="Rename").or_(page.get_by_role("button", name="Name")).first.focus()
    opener = page.evaluate("() => document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.small-form:not([hidden])') === null")
    focused = page.evaluate("() => document.activeElement.textContent")
    failures.check("a name that was sent leads back to where it was changed", focused == opener, f"{focused}, not {opener}")
    for leaves, leave in (("the field", lambda: page.keyboard.press("Tab")), ("the screen", lambda: page.evaluate(GO, "/help")),
                          ("the app", lambda: page.goto("about:blank"))):
        page.goto(f"{site.origin}/diary/{town.DAY}")
        page.locator(".mode-select").first.focus()
        site.received.clear()
        page.keyboard.press("ArrowDown")
        leave()
        for _ in range(WAIT_TURNS):
            if sent(site):
                break
            page.wait_for_timeout(TURN_MILLISECONDS)
        failures.check(f"a way of travelling is sent when somebody leaves {leaves}", len(sent(site)) == 1, str(sent(site)))
    page.close()


def begun_here(context, site, failures):
    """A search begins where the rider is, once the browser may say that; who clears the field or has chosen another place
    keeps that."""
    context.grant_permissions(["geolocation"])
    context.set_geolocation({"latitude": 47.2012, "longitude": 8.2991, "accuracy": 20})
    page = opened(context, site, "/search")
    start = page.get_by_role("combobox").first
    page.wait_for_function("() => document.querySelector('[role=combobox]').value === 'My location'")
    page.get_by_role("button", name="Clear From").click()
    page.wait_for_timeout(20 * TURN_MILLISECONDS)
    failures.check("a cleared field stays empty", start.input_value() == "", start.input_value())
    page.evaluate(GO, "/help")
    page.route("**/api/v1/connections?*", lambda route: route.fulfill(json=site.answers[("GET", "/api/v1/connections")]))
    page.evaluate(GO, "/search?to=d")
    page.locator(".result").first.wait_for()
    failures.check("the way to a stop is searched from where the rider is", "from=47.20120%2C8.29910&to=d" in page.url, page.url)
    page.evaluate(GO, "/help")
    page.evaluate(GO, "/search?from=b")
    page.wait_for_timeout(20 * TURN_MILLISECONDS)
    failures.check("another start stays", "from=b" in page.url and start.input_value() != "My location", start.input_value())
    page.close()


def the_way_home(context, site, failures):
    """The ways to home and work are one tap from home for riders who named them."""
    context.grant_permissions(["geolocation"])
    context.set_geolocation({"latitude": 47.2012, "longitude": 8.2991, "accuracy": 20})
    page = opened(context, site, "/home")
    page.locator(".search-link").wait_for()
    failures.check("nobody has a way home before", page.locator(".home-ways a").count() == 0)
    kept = {"home": {"value": "47.20500,8.30000", "name": "12 Hafengasse", "modes": []}}
    page.evaluate("(kept) => localStorage.setItem('takt.homeAndWork', kept)", json.dumps(kept))
    page.route("**/api/v1/connections?*", lambda route: route.fulfill(json=site.answers[("GET", "/api/v1/connections")]))
    page.evaluate(GO, "/help")
    page.evaluate(GO, "/home")
    page.get_by_role("link", name="Way home").click()
    page.locator(".result").first.wait_for()
    ends = page.locator("[role=combobox]").evaluate_all("(all) => all.map((each) => each.value)")
    failures.check("one tap at home leads to the connections home", ends == ["My location", "Home"], str(ends))
    page.close()
