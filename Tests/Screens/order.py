"""The order of the saved connections: dragged by mouse and finger, by keyboard, in two tabs, and without a network."""

import json

import town
from forms import TURN_MILLISECONDS, WAIT_TURNS, opened

RIDER = {"takt.rider": "token"}
NAMES = {"c7": "To work", "c8": "To town", "c9": "To the lake"}
QUESTIONS = "**/api/v1/**"
# How far the middle of the dragged row is from the middle of the place where it was taken to.
OFF_POINTER = """() => {
  const middle = (each) => { const box = each.getBoundingClientRect(); return box.top + box.height / 2; };
  const row = document.querySelector('.is-dragged');
  const list = document.querySelector('.order-list');
  return middle(row) - (list.getBoundingClientRect().top + list.clientTop + row.offsetTop + row.offsetHeight / 2);
}"""
MIDDLE = """([selector, number]) => {
  const box = document.querySelectorAll(selector)[number].getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
LONG_PRESS_MILLISECONDS = 700


class Rides:
    """The rider's connections on the server, in order."""

    def __init__(self, context):
        self.ids = list(NAMES)
        self.sent = 0
        context.route("**/api/v1/rider/connections", lambda route: route.fulfill(json=self.full()))
        context.route("**/api/v1/rider/home*", lambda route: route.fulfill(json=self.home()))
        context.route("**/api/v1/rider/connection-order", self.take)

    def take(self, route):
        self.ids = json.loads(route.request.post_data)["ids"]
        self.sent += 1
        route.fulfill(status=204)

    def full(self):
        one, = town.saved()
        return [{**one, "id": each, "name": NAMES[each]} for each in self.ids]

    def home(self):
        one, = town.home()["other"]
        return {"nearby": [], "other": [{**one, "id": each, "name": NAMES[each]} for each in self.ids]}


def cards(page):
    return page.evaluate("() => [...document.querySelectorAll('.home-card')].map((each) => each.dataset.saved)")


def rows(page):
    return page.evaluate("() => [...document.querySelectorAll('.order-row')].map((each) => each.dataset.order)")


def becomes(page, probe, expected):
    for _ in range(WAIT_TURNS):
        if (seen := probe(page)) == expected:
            break
        page.wait_for_timeout(TURN_MILLISECONDS)
    return seen == expected, f"{seen}, not {expected}"


def ordering(page):
    page.get_by_role("button", name="Change the order").click()
    page.locator(".order-row").nth(2).wait_for()


def middle(page, number, part):
    return page.evaluate(MIDDLE, [f".order-row {part}", number])


def by_mouse(page, begin, end, released=True):
    page.mouse.move(*middle(page, begin, ".order-name"))
    page.mouse.down()
    x, y = middle(page, end, ".order-name")
    page.mouse.move(x, y + (2 if end > begin else -2), steps=6)
    if released:
        page.mouse.up()


def by_finger(page, part, begin, end, rest):
    """Drags by touch what is in a row, after a finger rested there for a while."""
    devtools = page.context.new_cdp_session(page)

    def touch(kind, *points):
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    (x, y), (_, goal) = middle(page, begin, part), middle(page, end, part)
    goal += 2 if end > begin else -2
    touch("touchStart", (x, y))
    page.wait_for_timeout(rest)
    for step in range(1, 9):
        touch("touchMove", (x, y + (goal - y) * step / 8))
    touch("touchEnd")


def dragged(context, site, failures):
    server = Rides(context)
    page = opened(context, site, "/home", RIDER)
    other = context.new_page()
    other.goto(site.origin + "/home")
    other.locator(".home-card").nth(2).wait_for()
    page.locator(".home-card").nth(2).wait_for()
    ordering(page)
    by_mouse(page, 0, 2)
    failures.check("order: a row that is dragged by mouse is where it was dropped", *becomes(page, rows, ["c8", "c9", "c7"]))
    failures.check("order: so are the cards at home", *becomes(page, cards, ["c8", "c9", "c7"]))
    failures.check("order: the other tab follows", *becomes(other, cards, ["c8", "c9", "c7"]))
    failures.check("order: the server has it", *becomes(page, lambda _: server.ids, ["c8", "c9", "c7"]))
    by_mouse(page, 0, 1, released=False)
    off = page.evaluate(OFF_POINTER)
    failures.check("order: the dragged row is under the pointer", abs(off - 2) <= 1, f"{off} px")
    page.keyboard.press("Escape")
    page.mouse.up()
    failures.check("order: Escape leaves it as it was", *becomes(page, rows, ["c8", "c9", "c7"]))
    failures.check("order: and the sheet open", page.locator("dialog[open]").count() == 1)
    page.get_by_role("button", name="Up: To work").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    failures.check("order: the arrows lead up", *becomes(page, rows, ["c7", "c8", "c9"]))
    focused = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    failures.check("order: at the top the focus is at the way back", focused == "Down: To work", focused)
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    focused = page.evaluate("() => document.activeElement.textContent")
    failures.check("order: the focus returns to where it was opened", focused == "Change the order", focused)
    other.close()
    failures.check("order: the server has that too", *becomes(page, lambda _: server.ids, ["c7", "c8", "c9"]))
    # Nothing waits any more that would be sent over it.
    becomes(page, lambda page: page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('takt.change')).length"), 0)
    server.ids = ["c9", "c7", "c8"]
    page.reload()
    failures.check("order: that of another device is at home", *becomes(page, cards, ["c9", "c7", "c8"]))
    ordering(page)
    failures.check("order: and in the sheet", *becomes(page, rows, ["c9", "c7", "c8"]))
    page.get_by_role("button", name="Up: To work").click()
    page.get_by_role("button", name="Down: To the lake").focus()
    failures.check("order: what is moved then begins from there", *becomes(page, lambda _: server.ids, ["c7", "c9", "c8"]))
    page.get_by_role("button", name="Down: To the lake").press("Enter")
    page.get_by_role("button", name="Done").click()
    failures.check("order: and the sheet closes", *becomes(page, cards, ["c7", "c8", "c9"]))
    without_a_network(page, server, failures)
    page.close()


def without_a_network(page, server, failures):
    page.context.route(QUESTIONS, lambda route: route.abort())
    sent = server.sent
    ordering(page)
    by_finger(page, ".order-grip", 0, 1, 0)
    failures.check("order: a finger drags the handle at once", *becomes(page, rows, ["c8", "c7", "c9"]))
    by_finger(page, ".order-name", 2, 0, LONG_PRESS_MILLISECONDS)
    failures.check("order: and a row after a rest", *becomes(page, rows, ["c9", "c8", "c7"]))
    by_finger(page, ".order-name", 0, 2, 0)
    page.wait_for_timeout(LONG_PRESS_MILLISECONDS)
    failures.check("order: a finger that moves at once only scrolls", *becomes(page, rows, ["c9", "c8", "c7"]))
    page.reload()
    failures.check("order: it stays over a reload without a network", *becomes(page, cards, ["c9", "c8", "c7"]))
    failures.check("order: nothing was sent without a network", server.sent == sent, str(server.sent - sent))
    page.context.unroute(QUESTIONS)
    page.reload()
    failures.check("order: the server gets it afterwards", *becomes(page, lambda _: server.ids, ["c9", "c8", "c7"]))
    failures.check("order: and it stays", *becomes(page, cards, ["c9", "c8", "c7"]))
