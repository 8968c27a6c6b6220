"""Chooses places by the rider's position, by recent choices and by address; `test_search.py` runs these checks."""

import json

from checks import check
from search_page import answered, becomes, choose, fields, filled, results
from visit import Visit, accessible, get, looked_at

FROM, TO = "Zinkwil", "Nusswilen"


def recent_and_location(browser, origin):
    place = asked_place(origin)
    visit = Visit(browser, origin, service_workers="block", permissions=["geolocation"], geolocation=place)
    page = visit.page
    visit.open("/search")
    choose(page, 0, FROM[:3], FROM)
    page.reload()
    filled(page, 0, FROM)
    fields(page).nth(1).click()
    check("a stop chosen lately is offered again", page.get_by_role("option", name=FROM).count() == 1)
    page.get_by_role("option", name="My location").click()
    page.wait_for_url("**to=47.*")
    results(page)
    check("the rider's position can be the destination", fields(page).nth(1).input_value() == "My location")
    kept = page.evaluate("() => JSON.stringify({ ...localStorage })")
    check("and is not stored", str(place["latitude"]) not in kept, kept)
    becomes(page, "() => performance.getEntriesByType('resource').some(each => each.name.includes('/nearby'))")
    fields(page).first.click()
    near = page.get_by_role("option", name=TO)
    near.first.wait_for()
    check("stops nearby are suggested with their distance", any(
        word in near.first.inner_text() for word in (" ft", " mi", " m")), near.first.inner_text())
    page.keyboard.press("Escape")
    fields(page).nth(1).click()
    page.get_by_role("option", name="Clear recent stops").click()
    check("recent stops can be forgotten", page.get_by_role("option", name=FROM).count() == 0)
    visit.context.close()
    refused = Visit(browser, origin, service_workers="block")
    refused.open("/search")
    fields(refused.page).first.click()
    refused.page.get_by_role("option", name="My location").click()
    refused.page.locator(".place-problem").first.wait_for(state="visible")
    check("a refused location is reported", "location" in refused.page.locator(".place-problem").first.inner_text())
    refused.context.close()


def asked_place(origin):
    stop = json.loads(get(origin + "/api/v1/stops/nusswilen"))
    return {"latitude": round(stop["latitude"] + 0.001, 4), "longitude": stop["longitude"], "accuracy": 20}


def addresses(browser, origin, options):
    """Address search, whose answers are made here because the demo has no geocoder."""
    visit = Visit(browser, origin, service_workers="block")
    page = visit.page
    place = asked_place(origin)
    network = json.loads(get(origin + "/api/v1/network"))
    # With streets, one request would find all kinds.
    network.pop("streets", None)
    answered(visit, "**/api/v1/network", network | {"addresses": True})
    found = {"name": "Bahnhofstrasse 1, Nusswilen", "latitude": place["latitude"], "longitude": place["longitude"]}
    answered(visit, "**/api/v1/addresses?*", {"addresses": [found]})
    visit.open("/search?from=zinkwil")
    box = fields(page).nth(1)
    box.fill("Ba")
    page.get_by_role("option", name="Ba").first.wait_for()
    with page.expect_request("**/api/v1/addresses?*") as asked:
        box.fill("Bah")
    check("addresses are requested in the rider's language, from the third letter on",
          "q=Bah&" in asked.value.url and "language=en" in asked.value.url, asked.value.url)
    page.get_by_role("option", name=found["name"]).wait_for()
    options_shown = page.get_by_role("option").all_inner_texts()
    check("they follow the stops", options_shown[-1] == found["name"] and len(options_shown) > 1,
          str(options_shown))
    looked_at(visit, "addresses", options)
    accessible(visit, "suggestions with addresses")
    page.get_by_role("option", name=found["name"]).click()
    page.wait_for_url("**to=47.*")
    results(page)
    check("an address is a destination under its name", filled(page, 1, found["name"]))
    page.locator(".result").first.click()
    page.locator(".way").wait_for()
    check("the connection ends at the address", found["name"] in page.locator(".way").inner_text())
    page.go_back()
    page.reload()
    check("it keeps its name after a reload", filled(page, 1, found["name"]))
    fields(page).first.click()
    check("and is offered again", becomes(page, """name => [...document.querySelectorAll('[role=option]')]
        .some(each => each.innerText === name)""", found["name"]))
    page.unroute_all()
    answered(visit, "**/api/v1/network", network | {"addresses": True})
    answered(visit, "**/api/v1/addresses?*", {"type": "/problems/unavailable"}, 503)
    fields(page).nth(1).fill("Zink")
    page.get_by_role("option", name=FROM, exact=True).wait_for()
    check("a geocoder that fails leaves the stops", page.locator(".place-problem:visible").count() == 0)
    visit.context.close()
