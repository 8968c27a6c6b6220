#!/usr/bin/env python3
"""Studies in Chromium, against a real server: an operator creates one, a person joins, its researchers see the data.

    .tools/venv/bin/python Tests/EndToEnd/test_studies.py .build/debug/takt [--shots FOLDER]
"""

import re
import time

from checks import check
from diary_browser import diary_in_chromium
from diary_server import OPERATOR, bearer, join, overland
from every_look import in_every_look, no_wider
from visit import Visit, accessible, appears, looked_at

# Letters and digits that sound alike are left out.
CODE = re.compile(r"[0-9A-Z]{6,}")
# The public key in age's own documentation.
KEY = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"


def founding(visit, options):
    """The code and the token that the operator receives."""
    page = visit.page
    visit.open("/operator/studies")
    page.get_by_text("There is no study yet").wait_for()
    accessible(visit, "studies, none yet")
    page.get_by_label("Name", exact=True).fill("Waterloo 2026")
    page.get_by_label("Short name").fill("waterloo")
    page.get_by_label("Consent").fill("I take part of my own will.\n\nI may leave whenever I like.")
    page.get_by_label("Public key").fill("age1-this-is-no-key")
    page.get_by_role("button", name="Create it").click()
    page.locator(".operator-panel > .hint[role=status]:not(:empty)").wait_for()
    answer = page.locator(".operator-panel > .hint[role=status]").inner_text()
    check("a study's problem is reported, and no typed text is lost",
          "recipient" in answer and page.get_by_label("Name", exact=True).input_value() == "Waterloo 2026", answer)
    page.get_by_label("Public key").fill(KEY)
    page.get_by_role("button", name="Create it").click()
    page.locator(".pairing-code").wait_for()
    code, token = page.locator(".pairing-code").inner_text(), page.locator(".secret-text").inner_text()
    check("code and token are shown once, the code as a link and a QR code", CODE.search(code) is not None
          and len(token) > 20 and page.locator("svg.qr").count() == 1
          and page.locator(".enrolment a").get_attribute("href").endswith(f"/diary#code={code}"), f"{code} {token}")
    accessible(visit, "a study that was founded")
    looked_at(visit, "operator-studies", options)
    no_wider(visit, "a study that was founded")
    page.reload()
    page.locator(".operator-card[data-study=waterloo]").wait_for()
    check("and not again", page.locator(".pairing-code").count() == 0)
    page.get_by_role("button", name="New code").dblclick()
    check("a double tap makes no new code", page.locator(".pairing-code").count() == 0)
    page.get_by_role("button", name="Replace it").click()
    page.locator(".pairing-code").wait_for()
    newer = page.locator(".pairing-code").inner_text()
    check("a new code can be made", newer != code, newer)
    return newer, token


def joined_by_link(browser, server, code):
    visit = Visit(browser, server.url, phone=True, service_workers="block")
    visit.open(f"/diary#code={code}")
    visit.page.locator(".consent-text").wait_for()
    check("the link leads to the consent", "of my own will" in visit.page.locator(".consent-text").inner_text())
    visit.page.get_by_role("button", name="I agree").click()
    visit.page.locator(".record-button").wait_for()
    visit.context.close()


def researching(visit, server, token, phone, options):
    page = visit.page
    visit.open("/about")
    page.get_by_role("link", name="For researchers").click()
    page.get_by_label("Researcher’s token").fill("not-the-token")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("No study knows this token").wait_for()
    accessible(visit, "the researchers' entrance")
    page.get_by_label("Researcher’s token").fill(token)
    page.keyboard.press("Enter")
    page.locator(".study-people tbody tr").nth(1).wait_for()
    kept = page.evaluate("() => [Object.values(sessionStorage).join(), Object.values(localStorage).join()]")
    check("the token is kept for this tab alone", token in kept[0] and token not in kept[1])
    figures = dict(zip(page.locator(".big-figures dt").all_inner_texts(), page.locator(".big-figures dd").all_inner_texts()))
    check("participants and their data are counted", figures == {
        "Participants": "2", "Taking part": "2", "Heard from in 24 h": "1", "Positions": "3"}, str(figures))
    row = page.locator(f"tr[data-participant='{phone['participant']}']")
    check("each has a pseudonym and a state, and no place", "Taking part" in row.inner_text() and "3" in row.inner_text(), row.inner_text())
    check("the location of sealed objects is shown with the command that creates tables",
          "s3://BUCKET/waterloo/" in page.locator(".command").first.inner_text()
          and "takt diary dataset" in page.locator(".command").nth(1).inner_text())
    accessible(visit, "a study")
    looked_at(visit, "study", options)
    no_wider(visit, "a study")
    server.ask("POST", "/api/v1/diary/participant/pause", {}, bearer(phone["token"]))
    page.reload()
    check("a pause is seen", appears(row.get_by_text("Paused")))


def changing(visit, server, code, phone):
    page = visit.page
    page.get_by_label("Code for participants").fill(code.lower())
    page.get_by_role("button", name="Make link and QR code").click()
    page.locator(".enrolment svg.qr").wait_for()
    check("a code that is known becomes a QR code", page.locator(".enrolment .pairing-code").inner_text() == code)
    page.get_by_label("Consent").fill("Another text.")
    page.get_by_label("Days kept").fill("30")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Done.").wait_for()
    status, seen = server.ask("POST", "/api/v1/diary/enrolment", {"code": code})
    check("another text is a new version", status == 200 and seen["consent"] == {"version": 2, "text": "Another text."}
          and seen["retentionDays"] == 30, str(seen))
    row = page.locator(f"tr[data-participant='{phone['participant']}']")
    check("and participants with the old one are shown", "version 1" in row.inner_text(), row.inner_text())
    row.get_by_role("button").click()
    row.get_by_role("button", name="Delete for good").click()
    row.wait_for(state="detached")
    check("a participant is taken out after two taps",
          server.ask("GET", "/api/v1/diary/participant", headers=bearer(phone["token"]))[0] == 401)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Researcher’s token").wait_for()
    kept = page.evaluate("() => Object.values(sessionStorage).join()")
    check("leaving removes the token", "takt" not in kept and len(kept) < 20, kept)


def ending(visit):
    page = visit.page
    visit.open("/operator/studies")
    card = page.locator(".operator-card[data-study=waterloo]")
    card.get_by_role("button", name="End").click()
    card.get_by_role("button", name="End it for good").click()
    check("a study is ended after two taps", appears(page.get_by_text("There is no study yet")))


def main():
    with diary_in_chromium() as (options, server, browser):
        operator = Visit(browser, server.url, service_workers="block")
        # The checks' token has spaces, which headers accept and the entrance does not.
        operator.context.add_init_script(f"sessionStorage.setItem('takt.operator', {OPERATOR!r})")
        code, token = founding(operator, options)
        joined_by_link(browser, server, code)
        phone = join(server, code)
        now = int(time.time())
        status, _ = server.ask("POST", "/overland", overland([now - 60, now - 40, now - 20]), bearer(phone["token"]))
        check("a phone's positions are taken", status == 200, str(status))
        researcher = Visit(browser, server.url, service_workers="block")
        researching(researcher, server, token, phone, options)
        in_every_look(browser, server.url, "study", (("/study", ".study-people"),), options,
                      prepare=lambda visit: visit.context.add_init_script(f"sessionStorage.setItem('takt.researcher', '{token}')"))
        changing(researcher, server, code, phone)
        ending(operator)
        errors = [each for each in operator.errors + researcher.errors if "401" not in each and "422" not in each and "400" not in each]
        check("no error on the console except refusals", not errors, str(errors[:3]))


if __name__ == "__main__":
    main()
