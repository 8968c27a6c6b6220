"""Checks screens on a phone and a desktop, light and dark: accessible, no wider than their space, without outside
requests.

    from every_look import in_every_look, no_wider
"""

from checks import check
from visit import Visit, accessible, looked_at

LOOKS = ((True, False), (True, True), (False, True))
SETTLING_MILLISECONDS = 800
# The part of the page that holds the screen, since a desktop's window has more room.
WIDER = "() => { const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth; }"


def no_wider(visit, sentence):
    pixels = visit.page.evaluate(WIDER)
    check(f"{sentence}: nothing is wider than its space", pixels <= 0, str(pixels))


def in_every_look(browser, origin, name, screens, options, *, prepare):
    """Checks every screen, given as (address, selector that shows that it has loaded), after `prepare(visit)`."""
    for phone, dark in LOOKS:
        look = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"
        visit = Visit(browser, origin, phone=phone, dark=dark, service_workers="block")
        prepare(visit)
        for address, ready in screens:
            visit.open(address)
            visit.page.locator(ready).first.wait_for()
            visit.page.wait_for_timeout(SETTLING_MILLISECONDS)
            accessible(visit, f"{address}, {look}")
            looked_at(visit, f"{name}{address.replace('/', '-')}-{look}", options)
            no_wider(visit, f"{address}, {look}")
        check(f"{name}, {look}: no request leaves the origin", not visit.outside, str(visit.outside[:3]))
        visit.context.close()
