#!/usr/bin/env python3
"""A feed whose texts are markup, scripts, direction marks and hidden characters, in the web app: all of it is text.

    Tests/EndToEnd/test_hostile_texts.py PROGRAM

Prints one line per check; the exit code is 1 if one failed.
"""

import datetime
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish
from evidence import chromium
from serving import with_server
from visit import Visit, at_home

PROGRAM = pathlib.Path(sys.argv[1])
DAY = datetime.date(2026, 5, 4)

IMAGE = '<img src=x data-owned onerror="window.owned=1">'
SCRIPT = "</title></script><script>window.owned=1</script>"
ATTRIBUTE = "\" onmouseover=\"window.owned=1\" data-owned=\"' autofocus onfocus='window.owned=1"
# As it is imported: without the marks that turn the direction.
TURNED, STRAIGHT = "Gleis \u202eedoc\u2066 7\u0007", "Gleis edoc 7"
FILLED = "{constructor} {n} {headsign} ${window.owned=1} {{7*7}} %s"
ACCENTS = "Z" + "\u0301" * 150
HIDDEN = "Kirch\u200bplatz\ufeff \u00ad\u2060"
STOPS = [IMAGE, SCRIPT, ATTRIBUTE, TURNED, FILLED, ACCENTS, HIDDEN]


def write_feed(folder):
    """One line through all the stops, and one back."""
    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    stops = [f"s{row},{quoted(name)},{47 + row / 100},8,{quoted(IMAGE)},javascript:window.owned=1,{quoted(ATTRIBUTE)}" for row, name in enumerate(STOPS)]
    times, trips = [], []
    for hour in range(24):
        for way, order in enumerate((range(len(STOPS)), reversed(range(len(STOPS))))):
            trips.append(f"r1,daily,t{way}-{hour},{quoted(SCRIPT)},{way}")
            times += [f"t{way}-{hour},{hour}:{5 * row:02}:00,{hour}:{5 * row:02}:00,s{stop},{row},{quoted(FILLED)}"
                      for row, stop in enumerate(order)]
    tables = {
        "agency": ("agency_id,agency_name,agency_url,agency_timezone,agency_phone,agency_email",
                   [f"1,{quoted(IMAGE)},javascript:window.owned=1,Europe/Zurich,{quoted(IMAGE)},{quoted('a@b.c?bcc=' + ATTRIBUTE)}"]),
        "stops": ("stop_id,stop_name,stop_lat,stop_lon,stop_desc,stop_url,platform_code", stops),
        "routes": ("route_id,agency_id,route_short_name,route_long_name,route_desc,route_type,route_url,route_color,route_text_color",
                   [f"r1,1,{quoted(ATTRIBUTE[:20])},{quoted(IMAGE)},{quoted(SCRIPT)},3,javascript:window.owned=1,url(//x.example),red;x:y"]),
        "trips": ("route_id,service_id,trip_id,trip_headsign,direction_id", trips),
        "stop_times": ("trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign", times),
        "calendar": ("service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
                     ["daily,1,1,1,1,1,1,1,20260101,20261231"]),
        "feed_info": ("feed_publisher_name,feed_publisher_url,feed_lang", [f"{quoted(SCRIPT)},data:text/html;x,{quoted(IMAGE)}"]),
        "attributions": ("organization_name,is_producer,attribution_url,attribution_email",
                         [f"{quoted(IMAGE)},1,javascript:window.owned=1,{quoted(ATTRIBUTE)}"]),
    }
    for name, (header, rows) in tables.items():
        (folder / f"{name}.txt").write_text("\n".join([header, *rows, ""]))


# What must not be in a page: elements or attributes that a text became, and characters that turn the direction.
STRANGE = """() => {
  const found = [];
  if (window.owned !== undefined) found.push("a script of the feed ran");
  for (const each of document.querySelectorAll("[data-owned], img[src=x], [onerror], [onmouseover], [onfocus], [autofocus]"))
    found.push(each.outerHTML.slice(0, 100));
  for (const each of document.querySelectorAll("a[href]"))
    if (!["http:", "https:", "mailto:", "tel:", "blob:"].includes(new URL(each.href, location).protocol)) found.push(each.outerHTML.slice(0, 100));
  const all = document.documentElement.outerHTML + document.title;
  const turning = all.match(/[\\u202a-\\u202e\\u2066-\\u2069\\u0007]/g);
  if (turning) found.push(`${turning.length} characters that turn the direction`);
  if (document.documentElement.scrollWidth > innerWidth) found.push(`as wide as ${document.documentElement.scrollWidth}`);
  return found;
}"""


def look(visit, path, wanted, name):
    """Opens a screen, waits for one of the feed's texts on it, and looks for what must not be there."""
    visit.open(path)
    page = visit.page
    there = True
    try:
        page.wait_for_function("text => document.body.innerText.includes(text) || [...document.querySelectorAll('[aria-label]')].some(each => each.ariaLabel.includes(text))",
                               arg=wanted)
    except Exception:  # noqa: BLE001 - the check below says so
        there = False
    check(f"{name}: a text of the feed is shown as it is", there, "" if there else page.evaluate("document.body.innerText")[:300])
    found = page.evaluate(STRANGE)
    page.emulate_media(media="print")
    found += [f"in print: {each}" for each in page.evaluate(STRANGE)]
    page.emulate_media(media="screen")
    check(f"{name}: it is nothing but text", not found, found)


def judge(_, url):
    run = f"/trips/r1/t0-9/{DAY}"
    with chromium() as browser:
        for phone in (False, True):
            visit = Visit(browser, url, phone=phone)
            dialogs = []
            visit.page.on("dialog", lambda dialog, dialogs=dialogs: (dialogs.append(dialog.message), dialog.dismiss()))
            words = "phone" if phone else "desktop"
            for row, text in enumerate([IMAGE, SCRIPT, ATTRIBUTE, STRAIGHT, FILLED]):
                look(visit, f"/stop/s{row}/departures", text, f"{words}, board of {text[:20]!r}")
            look(visit, "/lines", IMAGE, f"{words}, lines")
            look(visit, "/lines/r1", SCRIPT, f"{words}, a line")
            look(visit, run, STRAIGHT, f"{words}, a trip")
            look(visit, "/about", IMAGE, f"{words}, about")
            look(visit, "/search?from=s0&to=s4", ATTRIBUTE[:15], f"{words}, connections")
            look(visit, "/map?stop=s1", SCRIPT[:30], f"{words}, a stop's card on the map")
            visit.open("/search")
            title = visit.page.title()
            visit.open("/stop/s0/departures")
            visit.page.wait_for_function("old => document.title !== old", arg=title)
            check(f"{words}: no dialog opened", not dialogs, dialogs)
            at_home(visit, words)
            visit.context.close()


def main():
    with tempfile.TemporaryDirectory(prefix="takt-texts-") as name:
        folder = pathlib.Path(name)
        (folder / "feed").mkdir()
        write_feed(folder / "feed")
        subprocess.run([PROGRAM, "import", folder / "feed", "--output", folder / "texts.takt"], check=True, stdout=subprocess.DEVNULL)
        with_server(PROGRAM, "texts", ["serve", "--network", folder / "texts.takt", "--at", f"{DAY}T08:55"], judge)
    finish()


if __name__ == "__main__":
    main()
