"""Looks at stop boards as riders do; `test_search.py` runs these checks."""

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
    page.get_by_role("button", name="Arrivals").click()
    page.get_by_text("from ").first.wait_for()
    check(f"{name}: arrivals tell where they come from", page.url.endswith("/arrivals"), page.url)
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
    page.locator(".call").first.wait_for()
    text = page.locator(".groups").inner_text()
    check(f"{name}: what runs otherwise is said",
          all(words in text for words in
              ("Cancelled", "Last one today", "Does not stop here", "Book by phone")), text)
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
    check("and are told apart from those to come", page.locator(".call.past").count() > 0)
    page.evaluate("() => { globalThis.rowBefore = document.querySelector('.call'); }")
    page.clock.run_for(31_000)
    becomes(page, "() => document.querySelector('.call') !== globalThis.rowBefore")
    now = page.locator(".call").evaluate_all("all => all.map(each => each.dataset.call)")
    check("a refresh keeps them", now[0] == keys[0], f"{now[0]}, {keys[0]}")


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
    check("an unknown stop is said", page.locator(".call").count() == 0)
    visit.open("/map?stop=seewil")
    page.locator("aside.card").get_by_role("link", name="Departures").click()
    page.locator(".call").first.wait_for()
    check("a stop on the map leads to its board", "/stop/seewil/departures" in page.url, page.url)
    visit.context.close()
