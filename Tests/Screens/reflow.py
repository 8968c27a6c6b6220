"""A phone's screen at 400 % zoom, 320 by 256 CSS pixels, in which nothing is cut, covered or wider than its space; and with
text of twice the size."""

import json

import town

ZOOMED = {"width": 320, "height": 256}
SETTLING_MILLISECONDS = 150
TEXT_SIZE = "(size) => { document.documentElement.style.fontSize = size; }"

# Elements wider than their space. Those that scroll sideways by themselves are allowed: timetables and the map are
# two-dimensional, and a row of filters is horizontal.
WIDER = """() => {
  const main = document.querySelector('main');
  const found = [];
  const scrolls = (element) => element !== null && element !== main &&
    (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  if (main.scrollWidth > main.clientWidth + 1) found.push(`main by ${main.scrollWidth - main.clientWidth}`);
  for (const element of document.querySelectorAll('main *, nav *')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || element.closest('.unseen, [hidden], svg, .maplibregl-map')) continue;
    if (box.right > innerWidth + 1 && !scrolls(element.parentElement)) {
      found.push(`${element.localName}.${element.className} ${Math.round(box.right - innerWidth)} px`);
    }
  }
  return found;
}"""

# Links, buttons and rows whose text is wider than they are.
CUT = """() => [...document.querySelectorAll('main :is(a, button, .row-text, .row-text *)')].filter((each) =>
  each.checkVisibility() && !each.closest('.unseen, [hidden]') && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.localName}.${each.className} by ${each.scrollWidth - each.clientWidth}`)"""

# Controls that are covered when they have the focus and were scrolled into view.
COVERED = """() => {
  const found = [];
  const controls = document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary)');
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.disabled) continue;
    if (control.closest('.unseen, .maplibregl-map')) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const box = (control.labels?.[0] ?? control).getBoundingClientRect();
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const own = control.labels?.[0] ?? control;
    if (seen === null || !(own.contains(seen) || seen.contains(own) || control.contains(seen))) {
      found.push(`${control.localName} "${(control.ariaLabel ?? control.textContent).trim().slice(0, 30)}" below ` +
        (seen === null ? 'the edge' : `${seen.localName}.${seen.className}`));
    }
  }
  document.activeElement.blur();
  return found;
}"""

# The share of the height that is left for the content.
ROOM = "() => document.querySelector('main').clientHeight / innerHeight"
LEAST_ROOM = 0.5

# Where the lines of home's first departure end, and where the time until it leaves begins.
BESIDE = """() => {
  const row = document.querySelector('.home-next');
  const lines = [...row.querySelectorAll('.strip *')].map((each) => each.getBoundingClientRect().right);
  return [Math.max(...lines), row.querySelector('.home-until').getBoundingClientRect().left];
}"""


def look(page, title, failures, shot=None):
    page.set_viewport_size(ZOOMED)
    page.wait_for_timeout(SETTLING_MILLISECONDS)
    if shot:
        page.screenshot(path=shot)
    for sentence, probe in (("nothing is wider than its place", WIDER), ("no control is covered", COVERED)):
        found = page.evaluate(probe)
        failures.check(f"{title} at 400 %: {sentence}", not found, "; ".join(found[:5]))
    room = page.evaluate(ROOM)
    failures.check(f"{title} at 400 %: half of the height is for reading", room >= LEAST_ROOM, f"{room:.2f}")
    page.evaluate(TEXT_SIZE, "200%")
    page.wait_for_timeout(SETTLING_MILLISECONDS)
    found = page.evaluate(WIDER)
    failures.check(f"{title} with text of twice the size: nothing is wider than its place", not found, "; ".join(found[:5]))
    page.evaluate(TEXT_SIZE, "")


# The words of the navigation, each with the number of its lines, its tab's right edge and its own edges.
WORDS = """() => [...document.querySelectorAll('.tab')].filter((tab) => tab.checkVisibility()).map((tab) => {
  const word = tab.querySelector('span');
  const lines = Math.round(word.getBoundingClientRect().height / parseFloat(getComputedStyle(word).lineHeight));
  const letters = document.createRange();
  letters.selectNodeContents(word);
  const { left, right } = letters.getBoundingClientRect();
  return [word.textContent, lines, Math.round(tab.getBoundingClientRect().right), left, right];
})"""
LEAST_GAP = 12


def words_of_tabs(context, site, failures):
    """No word of the navigation is broken, cut or close to the next, in any language, on a small phone or a desktop, with
    large text or not.
    """
    page = context.new_page()
    for language in ("en", "de", "fr", "it"):
        page.goto(site.origin + "/help")
        page.evaluate("language => localStorage.setItem('takt.language', language)", language)
        page.reload()
        page.locator(f"html[lang={language}] .tab[aria-current]").wait_for()
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            for size in ("", "200%"):
                page.evaluate(TEXT_SIZE, size)
                page.wait_for_timeout(SETTLING_MILLISECONDS)
                words = page.evaluate(WORDS)
                broken = [word for word in words if word[1] != 1 or word[2] > width]
                failures.check(f"tabs in {language} at {width} px{size and ', text of ' + size}: each word is whole",
                               len(words) > 4 and not broken, str(broken))
                close = [(one[0], other[0]) for one, other in zip(words, words[1:]) if width < 720 and other[3] - one[4] < LEAST_GAP]
                failures.check(f"tabs in {language} at {width} px{size and ', text of ' + size}: the words stand apart", not close, str(close))
    page.close()


def large_text(context, site, failures):
    """Home with text of twice the size, an hour before a departure by two lines: neither covers the other."""
    home = town.home()
    [route] = home["other"][0]["routes"]
    route["lines"], route["modes"] = ["10", "S1"], ["bus", "rail"]
    for departure in route["departures"]:
        departure["departure"] = departure["arrival"] = town.event("09:10")
    site.answers = {**site.answers, ("GET", "/api/v1/rider/home"): home}
    context.add_init_script("""localStorage.setItem("takt.rider", "token");
      addEventListener("DOMContentLoaded", () => document.documentElement.style.fontSize = "200%");""")
    page = context.new_page()
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(site.origin + "/home")
        page.locator(".home-until").first.wait_for()
        lines, until = page.evaluate(BESIDE)
        failures.check(f"text of twice the size at {width} px: the lines are beside the time", lines <= until, f"{lines}, {until}")
    page.evaluate("() => { localStorage.removeItem('takt.rider'); localStorage.setItem('takt.language', 'it'); }")
    answer = site.answers[("GET", "/api/v1/routes")]
    tram, bus = answer["routes"]
    routes = [{**tram, "agency": "Ringbahn"}, *({**bus, "id": each, "agency": each} for each in ("Bundesbahnbetriebe", "Postauto"))]
    site.answers = {**site.answers, ("GET", "/api/v1/routes"): {**answer, "routes": routes}}
    wide = []
    for address, part in (("/help", ".help-parts"), ("/search", ".search-form"), ("/lines", ".row"), ("/connections/c2", ".walk-fold")):
        page.goto(site.origin + address)
        page.locator(part).first.wait_for()
        page.wait_for_timeout(SETTLING_MILLISECONDS)
        wide += [f"{address} {each}" for each in page.evaluate(CUT)]
    failures.check("text of twice the size at 320 px, in Italian: no text is cut or leaves its box", wide == [], str(wide[:5]))
    walk = page.locator(".way-walk .walk-fold").first
    room = walk.evaluate("(each) => each.clientWidth - parseFloat(getComputedStyle(each).paddingInlineStart)")
    failures.check("text of twice the size at 320 px: a walk has half the width", room >= 160, str(room))
    page.close()


def cards_beside_one_another(context, site, failures):
    """On a desktop, where cards stand in columns, the times of a departure are still one line."""
    context.add_init_script("localStorage.setItem('takt.rider', 'token');")
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(site.origin + "/home")
    page.locator(".home-times").first.wait_for()
    tops = page.evaluate("() => [...document.querySelectorAll('.home-times')[0].querySelectorAll('time')].map((each) => "
                         "Math.round(each.getBoundingClientRect().top))")
    failures.check("a card at home on a desktop: departure and arrival are one line", len(tops) > 1 and len(set(tops)) == 1, str(tops))
    page.close()


def long_platforms(context, site, failures):
    """A platform with a long name without a space widens nothing."""
    long = json.dumps({"platform": "Bussteignordwestersatzhaltestellezentralplatzabschnittabcdefg"})[1:-1]
    site.answers = {key: json.loads(json.dumps(answer).replace('"platform": "A"', long)) if isinstance(answer, dict) else answer
                    for key, answer in site.answers.items()}
    context.add_init_script("localStorage.setItem('takt.rider', 'token');")
    page = context.new_page()
    for address, row in (("/stop/m/departures", ".call"), ("/home", ".home-next"), ("/search?from=b&to=d&at=2026-05-04T08:00", ".result"),
                         ("/connections/c1", ".way-parts"), ("/stop/m/print", ".sheet-calls li")):
        page.goto(site.origin + address)
        page.locator(row).get_by_text("Bussteig").first.wait_for()
        for width in (390, 1440):
            page.set_viewport_size({"width": width, "height": 844})
            wide = page.evaluate("row => [...document.querySelectorAll(row)].filter((each) => each.scrollWidth > each.clientWidth + 1).length", row)
            failures.check(f"a long platform at {address}, {width} px: no row is wider than its place", wide == 0, str(wide))
    page.close()


def minutes_beside_lines(context, site, failures):
    """On a board the remaining minutes, also two digits of them, stand clear of the line."""
    page = context.new_page()
    page.goto(site.origin + "/stop/m/departures")
    page.locator(".countdown").first.wait_for()
    gaps = page.evaluate("""() => [...document.querySelectorAll('.call')].filter((each) => each.querySelector('.countdown')).map((each) => {
      each.querySelector('.countdown b').textContent = '38';
      return each.querySelector('.call-line').getBoundingClientRect().left - each.querySelector('.countdown').getBoundingClientRect().right;
    })""")
    failures.check("minutes on a board stand clear of the line", len(gaps) > 0 and min(gaps) >= 4, str(gaps))
    for language, now in (("de", "jetzt"), ("fr", "maintenant"), ("it", "adesso")):
        page.evaluate("language => localStorage.setItem('takt.language', language)", language)
        page.reload()
        page.locator(f"html[lang={language}] .countdown").first.wait_for()
        gap = page.evaluate("""now => {
          const word = document.querySelector('.countdown b');
          word.textContent = now;
          word.className = 'now';
          word.nextSibling.textContent = '';
          return document.querySelector('.call-line').getBoundingClientRect().left - word.getBoundingClientRect().right;
        }""", now)
        failures.check(f"the word {now} on a board stands clear of the line", gap >= 4, str(gap))
    page.evaluate("() => localStorage.removeItem('takt.language')")
    page.goto(site.origin + "/connections/none")
    page.get_by_role("alert").wait_for()
    heading = page.get_by_role("heading", level=1).inner_text()
    failures.check("a connection that is gone has a heading", heading == "Connections", heading)
    page.close()


def actions_before_stops(context, site, failures):
    """Saving, sharing and the map are above a connection's stops, so that they are on the screen however long it is."""
    page = context.new_page()
    for language in ("en", "de", "fr", "it"):
        page.goto(site.origin + "/help")
        page.evaluate("(language) => localStorage.setItem('takt.language', language)", language)
        page.goto(site.origin + "/connections/c1")
        page.locator(".way").wait_for()
        # In one step, because the next answer replaces these elements.
        ends, stops = page.evaluate("""() => [
          [...document.querySelectorAll(".share > .button")].map((each) => each.getBoundingClientRect().bottom),
          document.querySelector(".way").getBoundingClientRect().top]""")
        failures.check(f"what riders do with a connection is above its stops, {language}", len(ends) == 3 and max(ends) < stops,
                       f"{ends}, {stops}")
    page.close()


def on_paper(context, site, failures):
    """A printed connection has all its stops, a printed timetable all its trips, and neither has controls."""
    found = site.answers[("GET", "/api/v1/connections/c1")]
    way = found["connection"]
    legs = [{**leg, "passed": [leg["to"]]} if leg["kind"] == "ride" else leg for leg in way["legs"]]
    site.answers = {**site.answers, ("GET", "/api/v1/connections/c1"): {**found, "connection": {**way, "legs": legs}}}
    page = context.new_page()
    page.goto(site.origin + "/connections/c1")
    passed = page.locator(".way-passed li").first
    passed.wait_for(state="attached")
    page.emulate_media(media="print")
    controls = [each for each in (".tabs", ".back", "#way-map-link", ".share", ".details-view > .button") if page.locator(f"main {each}, nav{each}").first.is_visible()]
    failures.check("a printed connection has no controls", controls == [], str(controls))
    failures.check("a printed connection has the stops on the way", passed.evaluate("each => each.checkVisibility({ contentVisibilityAuto: true })"))
    page.close()
    page = context.new_page()
    page.goto(site.origin + "/lines/t1")
    page.locator(".timetable td").first.wait_for()
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    controls = [each for each in (".tabs", ".back", ".tools", ".timetable-frame", ".line-screen > .hint") if page.locator(each).first.is_visible()]
    failures.check("a printed timetable has no controls", controls == [], str(controls))
    shown = page.locator(".paper thead:visible").all_inner_texts()
    failures.check("it says on which day it is valid, at the top of each page",
                   len(shown) == 1 and "valid on Mon, 4 May 2026" in shown[0], str(shown))
    trips = len(site.answers[("GET", "/api/v1/routes/t1/timetable")]["trips"])
    cells = page.locator(".paper tbody tr:visible").first.locator("td").count()
    failures.check("it has all trips of the day", cells == trips, f"{cells} of {trips}")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    failures.check("afterwards it is gone", page.locator(".paper table").count() == 0)
    page.close()


def card_of_a_vehicle(context, site, failures):
    """The next stop of a vehicle has a long name, and times of twelve hours: both are whole on its card."""
    vehicles = [{**each, "delaySeconds": 360, "nextStop": {**each["nextStop"], "name": "RUNDBERG/MOUNTAIN QUAIL",
                                                           "scheduled": town.at("12:15"), "expected": town.at("12:21")}}
                for each in town.vehicles()]
    change = {"asOf": town.millis(town.NOW), "reset": True, "vehicles": vehicles, "removed": []}
    site.answers = {
        **site.answers, ("GET", "/api/v1/network"): {**town.network(), "timeZone": "America/Chicago"},
        ("GET", "/api/v1/vehicles"): {"asOf": town.millis(town.NOW), "sequence": 1, "vehicles": vehicles},
        ("GET", "/api/v1/vehicles/stream"): f"retry: 60000\n\nid: 1\nevent: vehicles\ndata: {json.dumps(change)}\n\n"}
    page = context.new_page()
    for width in (390, 320, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(site.origin + "/map?vehicle=v1")
        page.locator(".card-next").wait_for()
        broken = page.evaluate("""() => {
          const texts = [...document.querySelectorAll('.card-next a, .card-next time')].flatMap((each) => [...each.childNodes]);
          const edge = document.querySelector('.card-next').getBoundingClientRect().right;
          return texts.flatMap((text) => [...(text.data ?? '').matchAll(/[^ /]+/g)].filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length > 1 || range.getBoundingClientRect().right > edge;
          }).map(([word]) => word));
        }""")
        failures.check(f"the card of a vehicle at {width} px: no word is broken or beyond its edge", broken == [], str(broken))
    page.close()
