#!/usr/bin/env python3
"""Push messages in the browser against `takt demo`: allowed after a tap, stored by the server, shown, and tapped.

Usage: test_push.py --url http://127.0.0.1:PORT [--shots FOLDER]

Chromium would subscribe at its vendor's push service, which gets no requests here: only `subscribe` itself is replaced.
The permission, the keys, the service worker, and the message's way from DevTools through the worker's `push` handler to
the notification and the tap are the browser's own.
"""
import json

from checks import check, finish
from evidence import WHOLE_CHROMIUM
from push_checks import SUBSCRIBE, deliver, tap
from rider_page import stored
from visit import Visit, accessible, browsing, looked_at

MESSAGE = {
    "web_push": 8030,
    "notification": {
        "title": "S1 is 6 minutes late", "body": "Zinkwil 08:20 instead of 08:14", "lang": "en",
        "navigate": "/trips", "tag": "ride-1", "data": {"id": "m1", "topic": "ride-1"}}}


def pushing(browser, origin, options):
    """From the switch in the settings to the page that a tapped message opens."""
    visit = Visit(browser, origin, phone=True)
    page = visit.page
    visit.context.add_init_script(f"({SUBSCRIBE})()")
    visit.context.add_init_script("""Notification.requestPermission = (ask =>
        function () { globalThis.askedToNotify = true; return ask.call(Notification); })(Notification.requestPermission)""")
    visit.open("/settings/notifications")
    page.get_by_role("button", name="Turn on for this device").wait_for()
    accessible(visit, "notifications, off")
    check("nobody is asked for a permission before a tap", page.evaluate("() => globalThis.askedToNotify === undefined"))
    check("notifications are off at first", not page.get_by_label("Send me notifications").is_checked())
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    visit.context.grant_permissions(["notifications"])
    page.get_by_role("button", name="Turn on for this device").click()
    page.get_by_text("Messages reach you there now").wait_for()
    check("a tap asks and subscribes with the server's key",
          page.evaluate("() => globalThis.askedToNotify && globalThis.subscribed.visible")
          and page.evaluate("() => globalThis.subscribed.key") == json.loads(
              page.evaluate("async () => await (await fetch('/api/v1/push')).text()"))["applicationServerKey"])
    channels = stored(visit, "/channels")
    check("the server keeps the subscription, and notifications are on",
          [each["kind"] for each in channels] == ["web-push"] and stored(visit, "/settings")["notifies"] is True,
          json.dumps(channels))
    page.locator(".channel").wait_for()
    looked_at(visit, "notifications", options)
    accessible(visit, "notifications, on")
    page.get_by_label("Tell me of delays from").select_option("5")
    page.get_by_label("Quiet hours").check()
    page.get_by_label("from", exact=True).fill("23:30")
    page.get_by_label("from", exact=True).blur()
    check("thresholds and quiet hours reach the server", becomes_so(visit, lambda all: (
        all["alerts"]["thresholdMinutes"], all["quietFrom"], all["quietUntil"]) == (5, 23 * 60 + 30, 6 * 60)),
        json.dumps(stored(visit, "/settings")))
    delivered(visit)
    dropped(visit)
    page.get_by_role("button", name="Remove This device").click()
    page.get_by_role("button", name="Turn on for this device").wait_for()
    check("the device can be taken off again", stored(visit, "/channels") == [])
    check("no request leaves the origin", not visit.outside, str(visit.outside[:3]))
    visit.context.close()


def dropped(visit):
    """The browser silently dropped the subscription: the stand-in forgets it with the page."""
    page = visit.page
    with page.expect_response(lambda answer: answer.request.method == "POST"
                              and answer.url.endswith("/rider/channels")) as renewed:
        page.reload()
    check("a subscription that was dropped is renewed at the next start", renewed.value.ok, str(renewed.value.status))
    visit.context.clear_permissions()
    page.reload()
    page.get_by_text("Messages no longer reach this device.").wait_for()
    check("and reported if that is impossible", page.get_by_role("link", name="See why").count() == 1)
    visit.context.grant_permissions(["notifications"])
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/rider/channels")):
        page.reload()
    page.locator(".tab[data-screen=settings]").click()
    page.locator("#language").wait_for()
    page.get_by_role("link", name="Notifications").click()


def becomes_so(visit, holds):
    for _ in range(50):
        if holds(stored(visit, "/settings")):
            return True
        visit.page.wait_for_timeout(200)
    return False


def delivered(visit):
    """A message through the service worker's own handlers."""
    page = visit.page
    deliver(visit, json.dumps(MESSAGE))
    shown = """async () => { const [one] = await (await navigator.serviceWorker.ready).getNotifications();
        return one && { title: one.title, body: one.body, tag: one.tag, lang: one.lang }; }"""
    for _ in range(300):
        if page.evaluate(shown):
            break
        page.wait_for_timeout(100)
    check("a pushed message is shown", page.evaluate(shown) == {
        "title": "S1 is 6 minutes late", "body": "Zinkwil 08:20 instead of 08:14", "tag": "ride-1", "lang": "en"},
        str(page.evaluate(shown)))
    tap(visit)
    page.wait_for_url("**/trips")
    page.locator(".trip-form").wait_for()
    check("a tap on it opens its page in the open app", True)
    page.go_back()
    page.locator(".channel").wait_for()


def main():
    with browsing(WHOLE_CHROMIUM) as (browser, origin, options):
        pushing(browser, origin, options)
    finish()


if __name__ == "__main__":
    main()
