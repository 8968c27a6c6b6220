"""Checks stop boards in the browser; `test_search.py` runs these checks."""

from checks import check
from search_page import answered, asked, becomes, filled
from visit import Visit, accessible, looked_at


def a_board(visit, name, options):
    page = visit.page
    visit.open("/stop/seewil/departures")
    page.locator(".call").first.wait_for()
    text = page.locator(".call").first.inner_text()
    check(f"{name}: the board names time, line, direction and platform",
          "Platform" in text and page.locator(".call .badge").count() >= 10, text)
    looked_at(visit, f"board-{name}", options)
    accessible(visit, f"a board, {name}")
    calls = [group["calls"][0] for group in asked(visit, "/stops/seewil/lines?each=1")["lines"]]
    lines = {f"{each['line']} {each['colour']}" for each in calls}
    becomes(page, "count => document.querySelectorAll('.line-filter button').length === count + 1", len(lines))
    shown = [each for each in page.locator(".line-filter button").evaluate_all("all => all.map(each => each.dataset.line)") if each]
    check(f"{name}: every line of the stop can be chosen, also one that leaves late", sorted(shown) == sorted(lines),
          (shown, sorted(lines)))
    page.get_by_role("button", name="Arrivals").click()
    page.get_by_text("from ").first.wait_for()
    check(f"{name}: arrivals show where they come from", page.url.endswith("/arrivals"), page.url)
    accessible(visit, f"a board of arrivals, {name}")
    page.get_by_role("link", name="From here").click()
    check(f"{name}: a board leads into the search", filled(page, 0, "Seewil"))
    page.go_back()
    page.locator(".call").first.wait_for()
    board = asked(visit, "/stops/seewil/departures?limit=4")
    for call, change in zip(board["calls"], (
            {"status": "cancelled"}, {"last": True}, {"status": "skipped"}, {"onRequest": "phoneAgency"})):
        call |= change
    answered(visit, "**/api/v1/stops/seewil/departures?*", board)
    visit.open("/stop/seewil/departures")
    # The stored board is shown until the answer arrives.
    said = becomes(page, "all => { const text = document.querySelector('.groups')?.innerText ?? ''; "
                   "return all.every(each => text.includes(each)); }",
                   ["Cancelled", "Last one", "Does not stop here", "Book by phone"])
    check(f"{name}: changed runs are marked", said, page.locator(".groups").inner_text())
    looked_at(visit, f"board-troubles-{name}", options)
    accessible(visit, f"a board in trouble, {name}")
    page.unroute_all()


def earlier(page):
    first = page.locator(".call").first.get_attribute("data-call")
    shown = page.locator(".call").count()
    page.get_by_role("button", name="Show earlier ones").click()
    page.wait_for_function(f"() => document.querySelectorAll('.call').length > {shown}")
    keys = page.locator(".call").evaluate_all("all => all.map(each => each.dataset.call)")
    check("earlier calls come above, each once", keys.index(first) > 0 and len(keys) == len(set(keys)))
    check("and look different from later ones", page.locator(".call.past").count() > 0)
    page.evaluate("() => { globalThis.rowBefore = document.querySelector('.call'); }")
    page.clock.run_for(31_000)
    becomes(page, "() => document.querySelector('.call') !== globalThis.rowBefore")
    now = page.locator(".call").evaluate_all("all => all.map(each => each.dataset.call)")
    # Delays may change which of them is first.
    check("a refresh keeps them", now[0] in keys[:keys.index(first)], f"{now[0]}, {keys}")


def a_board_over_time(browser, origin):
    visit = Visit(browser, origin, service_workers="block")
    page = visit.page
    page.clock.install()
    visit.open("/stop/seewil/departures")
    page.locator(".call").first.wait_for()
    page.locator(".call").nth(5).focus()
    key = page.evaluate("() => document.activeElement.dataset.call")
    page.evaluate("() => { globalThis.rowBefore = document.querySelector('.call'); }")
    page.clock.run_for(31_000)
    check("the board refreshes itself and keeps the focus",
          becomes(page, "() => document.querySelector('.call') !== globalThis.rowBefore")
          and page.evaluate("() => document.activeElement.dataset.call") == key)
    earlier(page)
    page.route("**/api/v1/stops/**", lambda route: route.abort())
    page.clock.run_for(31_000)
    page.get_by_text("Not refreshed since").first.wait_for()
    check("a board that is not refreshed says so and stays", page.locator(".call").count() > 0)
    page.unroute_all()
    visit.open("/stop/nowhere.1/departures")
    page.get_by_text("There is no such stop").first.wait_for()
    check("an unknown stop is reported", page.locator(".call").count() == 0)
    visit.open("/map?stop=seewil")
    page.locator("aside.card").get_by_role("link", name="Departures").click()
    page.locator(".board .call").first.wait_for()
    check("a stop on the map leads to its board", "/stop/seewil/departures" in page.url, page.url)
    visit.context.close()


# Rows whose two times and delay do not add up.
ODD_ROWS = """() => [...document.querySelectorAll('.call')].map(row => {
    const times = row.querySelector('.time .unseen')?.textContent.match(/[0-9]{2}:[0-9]{2}/g);
    const mark = row.querySelector('.mark')?.textContent.replace('−', '-');
    if (times?.length !== 2 || mark === undefined) return null;
    const [from, to] = times.map(text => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
    return (to - from + 1440) % 1440 === (Number(mark) + 1440) % 1440 ? null : `${times} ${mark}`;
}).filter(each => each !== null)"""


def a_kept_board(browser, origin):
    """A stop kept at home, and departures nearby before anything was saved."""
    visit = Visit(browser, origin, phone=True, service_workers="block", permissions=["geolocation"],
                  geolocation={"latitude": 47.2075, "longitude": 8.2785, "accuracy": 30})
    page = visit.page
    visit.open("/home")
    page.locator(".stop-card .call").first.wait_for()
    check("the first home shows what leaves nearby", page.locator(".stop-card").count() >= 2
          and page.get_by_role("heading", name="Stops near you").is_visible())
    accessible(visit, "home with what leaves nearby")
    visit.open("/stop/seewil-theater/departures")
    page.locator(".call").first.wait_for()
    seen = page.evaluate("""() => { const edge = document.querySelector('.tabs').getBoundingClientRect().top;
        return [...document.querySelectorAll('.call')].filter(each => each.getBoundingClientRect().bottom <= edge).length; }""")
    check("nine departures fit on a phone", seen >= 9, str(seen))
    odd = page.evaluate(ODD_ROWS)
    check("a delay and its two times add up", odd == [], str(odd))
    times = page.locator(".call time").evaluate_all("all => all.map(each => each.getAttribute('datetime').slice(0, 16))")
    check("departures are in the order of the displayed times", times == sorted(times), str(times))
    line = page.locator(".line-filter button").nth(1)
    name = line.inner_text()
    line.click()
    check("a board can show one line alone", becomes(page, """name => { const badges =
        [...document.querySelectorAll('.call .badge')]; return badges.length > 0 && badges.every(each => each.innerText === name); }""", name))
    accessible(visit, "a board of one line")
    page.get_by_role("button", name="Keep at Home").click()
    visit.open("/home")
    page.get_by_role("heading", name="Your stops").wait_for()
    card = page.locator(".stop-card").first
    card.locator(".call").first.wait_for()
    check("a kept stop is shown at home", card.locator("h3").inner_text() == "Seewil, Theater", card.inner_text())
    page.route("**/api/v1/stops/**", lambda route: route.abort())
    visit.open("/home")
    page.get_by_text("Not known here").first.wait_for()
    check("missing data is not shown as no departures", page.locator(".stop-card .call").count() == 0)
    page.unroute_all()
    page.locator(".stop-card a").first.click()
    page.get_by_role("button", name="Keep at Home", pressed=True).click()
    visit.open("/home")
    page.get_by_role("heading", name="Stops near you").wait_for()
    check("and disappears when it is removed", page.get_by_role("heading", name="Your stops").count() == 0)
    visit.context.close()
