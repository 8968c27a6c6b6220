"""What the panels of operators, diaries and settings show: of a server without a campus, of a text of spaces, of a doubtful
ride, and after an import."""

import copy
import json

import town

from forms import opened

OPERATOR = {"takt.operator": "token"}

# The tables whose cells reach beyond the screen, or that have lost the meaning of a table.
TABLES = """() => [...document.querySelectorAll('.table-holder')].map((holder) => ({
  isStacked: holder.classList.contains('stacked'),
  hidden: [...holder.querySelectorAll('td, th[scope=row]')].filter((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return left < 0 || right > Math.min(innerWidth, holder.getBoundingClientRect().right + 1);
  }).length,
  unnamed: [...holder.querySelectorAll(':is(tbody, tfoot) td')].filter((cell) => !cell.dataset.name && cell.querySelector('button') === null).length,
}))"""


def campus_of_a_timetable(context, site, failures):
    """A server with a timetable has no stops to draw."""
    site.answers = {**site.answers, ("GET", "/api/v1/network"): {**town.network(), "campus": False}}
    page = opened(context, site, "/help", session=OPERATOR)
    page.goto(site.origin + "/operator/campus")
    page.get_by_text("no network to draw").wait_for()
    offered = page.locator("#campus-add").is_visible()
    failures.check("a server without a campus offers no editor", not offered)
    page.close()


def stop_without_a_name(context, site, failures):
    page = opened(context, site, "/help", session=OPERATOR)
    for path in ("stops", "routes", "vehicles"):
        page.route(f"{site.origin}/{path}", lambda route: route.fulfill(json=[]))
    page.goto(site.origin + "/operator/campus")
    page.locator("#campus-add").click()
    page.get_by_label("Name").fill("   ")
    page.get_by_label("Latitude").fill("47.1")
    page.get_by_label("Longitude").fill("8.3")
    site.asked.clear()
    page.get_by_role("button", name="Save", exact=True).click()
    lacks = page.get_by_label("Name").evaluate("field => field.validity.valueMissing")
    failures.check("a stop with a name of spaces is not saved", lacks and ("POST", "/stops/create") not in site.asked, str(lacks))
    page.close()


def doubtful_ride(context, site, failures):
    day = copy.deepcopy(town.diary_day())
    leg = day["items"][1]["legs"][0]
    leg["probability"] = leg["lines"][0]["probability"] = 0.5
    site.answers = {**site.answers, ("GET", f"/api/v1/diary/days/{town.DAY}"): day}
    page = opened(context, site, f"/diary/{town.DAY}", {"takt.diary": json.dumps(town.DIARY)})
    page.locator(".leg").wait_for()
    said = page.locator(".leg").inner_text()
    failures.check("a doubtful ride on a doubtful line is perhaps one, once", said.count("perhaps") == 1, said)
    page.close()


def lines_of_a_consent(context, site, failures):
    study = {**town.STUDY, "consent": {"version": 1, "text": "We keep:\n- where you were\n- when\n\nAsk us."}}
    site.answers = {**site.answers, ("GET", "/api/v1/diary/personal"): study}
    page = opened(context, site, "/diary")
    page.locator("#diary-own").click()
    text = page.locator(".consent-text").inner_text()
    failures.check("a consent keeps its lines", "We keep:\n- where you were\n- when\n" in text, text)
    page.close()


def after_an_import(context, site, failures):
    """A new device has data to export and remove as soon as a file was imported."""
    site.answers = {**site.answers, ("POST", "/api/v1/riders"): {"token": "new"}, ("PUT", "/api/v1/rider/settings"): town.SETTINGS}
    page = opened(context, site, "/settings")
    page.locator("#clear-all").wait_for()
    before = page.locator("#clear-saved").count()
    file = {"connections": town.saved(), "trips": [], "settings": None}
    page.locator("#import-file").set_input_files(
        {"name": "takt.json", "mimeType": "application/json", "buffer": json.dumps(file).encode()})
    page.locator("#clear-saved").wait_for()
    focused = page.evaluate("() => document.activeElement.id")
    exports = page.get_by_role("button", name="Export").count()
    failures.check("after an import there is something to export and to remove, and the focus stays",
                   (before, exports, focused) == (0, 1, "import"), f"{before} {exports} {focused}")
    page.close()


def sign_of_live_data(context, site, failures):
    """With forced colours, the sign of live data is seen too."""
    page = opened(context, site, "/list")
    page.emulate_media(forced_colors="active")
    sign = page.locator(".status[data-tone=good] .status-sign").first
    sign.wait_for()
    colours = sign.evaluate("sign => [sign, document.body].map((each) => getComputedStyle(each).backgroundColor)")
    failures.check("with forced colours, the sign of live data differs from the page", colours[0] != colours[1], str(colours))
    page.close()


def problems_in_german(context, site, failures):
    """Riders read why something was refused in their language, and not the server's sentence for developers."""
    refusal = {"type": "/problems/invalid", "title": "Unprocessable Content", "status": 422, "detail": "It is in a private network."}
    site.answers = {**site.answers, ("POST", "/api/v1/rider/channels/n1/test"): {"result": "refused", "detail": "It answered 403."}}
    page = opened(context, site, "/settings/notifications", {"takt.rider": "token", "takt.language": "de"})
    page.locator(".channel").first.get_by_role("button", name="Testen").click()
    said = page.locator(".channel-said").first
    said.get_by_text("Der Dienst").wait_for()
    failures.check("a test that was refused, in German", said.inner_text() == "Der Dienst hat die Nachricht abgelehnt.", said.inner_text())
    page.route("**/api/v1/rider/channels", lambda route: route.fulfill(status=422, json=refusal)
               if route.request.method == "POST" else route.fallback())
    page.get_by_role("button", name="ntfy", exact=True).click()
    for field in page.locator(".channel-form input:visible").all():
        if field.get_attribute("required") is not None and field.input_value() == "":
            field.fill("https://ntfy.example.org")
    page.locator(".channel-form button[type=submit]").click()
    problem = page.locator(".channel-form .problem")
    problem.get_by_text("Diese Adresse ist nicht verwendbar.").wait_for()
    failures.check("an address that was refused, in German", "private" not in problem.inner_text(), problem.inner_text())
    page.close()
    site.refused[("POST", "/api/v1/diary/corrections")] = {**refusal, "detail": "There is no leg at that time to correct."}
    page = opened(context, site, f"/diary/{town.DAY}", {"takt.diary": json.dumps(town.DIARY), "takt.language": "de"})
    page.locator(".mode-select").first.select_option("car")
    page.get_by_text("Das passt nicht mehr zu diesem Tag.").wait_for()
    failures.check("a correction that was refused, in German", page.get_by_text("There is no leg").count() == 0)
    page.close()


def tables_on_a_phone(context, site, failures):
    """Where a table's columns do not fit, its rows are stacked, and no value is beside the edge."""
    people = [{"participant": f"p-{number}-7f3k", "state": "paused", "consentVersion": 1, "joined": town.at("06:00"), "fixes": 18_342}
              for number in range(2)]
    errors = {"count": 1284, "meanErrorSeconds": 42, "transitShare": 0.8, "mbtaShare": 0.91}
    scores = [{"date": town.DAY, "fallback": True, "learnt": errors, "timetableAndDelay": {**errors, "meanErrorSeconds": 61}}]
    site.answers = {
        **site.answers,
        ("GET", "/api/v1/operator/predictions"): {"routes": [{"route": route, "fallback": True, "days": scores} for route in town.ROUTES]},
        ("GET", "/api/v1/diary/study"): {"study": {**town.STUDY, "consent": {"version": 2, "text": "We keep it."}}, "participants": people}}
    for path, session in (("/study", {"takt.researcher": "token"}), ("/operator/predictions", OPERATOR)):
        page = opened(context, site, path, session=session)
        page.locator(".table-holder").wait_for()
        for width in (390, 1280, 320):
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_function("(stacks) => document.querySelector('.table-holder').matches('.stacked') === stacks", arg=width < 720)
            [seen] = page.evaluate(TABLES)
            failures.check(f"{path} at {width} px: nothing of its table is hidden", seen["hidden"] == seen["unnamed"] == 0, str(seen))
            rows = page.locator("main").aria_snapshot().count("- row ")
            failures.check(f"{path} at {width} px: it is still a table", rows > 2, str(rows))
        page.close()
