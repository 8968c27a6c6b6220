#!/usr/bin/env python3
"""The days of files in Chromium: read on the device with a real server there, which learns nothing of them.

    .tools/venv/bin/python Tests/EndToEnd/test_diary_files.py .build/debug/takt [--shots FOLDER]

Starts a demo of its own; the module is what `make engine` built. One line a check, a sum at the end, exit code 1 when a
check failed.
"""

import argparse
import gzip
import json
import pathlib
import tempfile

from checks import check, finish
from every_look import LOOKS, no_wider
from life_server import installed, life
from lived_days import recorded
from visit import Visit, accessible, appears, looked_at

MODULE = pathlib.Path(__file__).resolve().parents[2] / ".build" / "engine" / "takt-diary.wasm"
DATES = ("2026-05-04", "2026-05-05")
ZONE = "Europe/Zurich"
PAGE = "/diary/files"
MAXIMUM_BYTES = 200_000_000
# What every page asks for: whether the network is another one, and the icon of its tab.
ANYWAY = ("/api/v1/network", "/icons/takt.svg", "blob:")
LIBRARY = "async () => (await import('/app/map/library.js')).loadMapLibrary().then(() => true)"
# The words of the first button in each language.
CHOOSE = {"en-GB": "Choose files", "de-CH": "Dateien wählen", "fr-CH": "Choisir des fichiers", "it-CH": "Scegliere i file"}
# Drops files, given as pairs of name and text, on the panel.
DROP = """(files) => {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  const panel = document.querySelector('.files');
  for (const kind of ['dragover', 'drop']) {
    panel.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }
}"""


def opened(visit):
    """The page with all its code here."""
    visit.open(PAGE)
    visit.page.locator("#files-choose:enabled").wait_for()
    visit.page.evaluate(LIBRARY)
    visit.page.wait_for_load_state("networkidle")


def drop(page, *files):
    page.evaluate(DROP, [list(each) for each in files])


def days(page):
    """The days that are shown, once they are."""
    page.locator(".file-days a").first.wait_for()
    return page.locator(".file-days a").all_inner_texts()


def nothing_leaves(visit, text, options):
    """From the drop to the map of a day, the server is asked for nothing but what every page asks for."""
    page, asked = visit.page, []
    opened(visit)
    visit.context.on("request", lambda request: asked.append((request.method, request.url.removeprefix(visit.origin))))
    drop(page, ("phone.json", text))
    found = days(page)
    check("both days are there", len(found) == 2, str(found))
    accessible(visit, "the days of a file")
    looked_at(visit, "files-days", options)
    page.locator(".file-days a").last.click()
    page.locator(".way-map canvas").wait_for()
    rides = page.locator(".day-item").all_inner_texts()
    check("a day has its stays and trips", len(rides) >= 4, str(rides)[:200])
    page.wait_for_load_state("networkidle")
    left = [each for each in asked if each[0] != "GET" or not each[1].startswith(ANYWAY)]
    check("from the file to its map the server is asked for nothing", not left, str(left[:5]))
    looked_at(visit, "files-day", options)
    accessible(visit, "a day of a file")


def twice(page, text):
    """A file that is chosen twice counts once; dropped again it takes its own place."""
    page.reload()
    page.locator("#files-choose:enabled").wait_for()
    check("the files are forgotten with the page", page.locator(".file-days").count() == 0)
    drop(page, ("phone.json", text))
    once = days(page)
    drop(page, ("phone.json", text), ("copy.json", text))
    page.get_by_text("copy.json:").wait_for()
    check("a file that comes twice counts once", days(page) == once, str(once))
    drop(page, ("phone.json", text))
    page.wait_for_function("() => document.querySelectorAll('.file-reports li').length === 1")
    check("and takes the place of those before", days(page) == once)


def refused(visit, text, options):
    """Each file that is no record has a sentence, and costs only itself."""
    page = visit.page
    features = json.loads(text)["locations"]
    early = [{**each, "properties": {**each["properties"], "timestamp": "1970-01-01T00:00:09Z"}} for each in features[:50]]
    late = [{**each, "properties": {**each["properties"], "timestamp": "2150-01-01T00:00:09Z"}} for each in features[50:90]]
    for name, content, sentence in (
            ("empty.json", b"", "empty.json is in no format that can be read here."),
            ("cut.json", text[:len(text) // 2].encode(), "but is damaged or cut off in line 1."),
            ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(200), "picture.png is in no format that can be read here."),
            ("phone.json.gz", gzip.compress(text.encode()), "phone.json.gz is compressed. Unpack it first."),
            ("clock.json", json.dumps({"locations": early + late}).encode(), "90 without a usable time")):
        page.locator("#diary-files").set_input_files([{"name": name, "mimeType": "application/json", "buffer": content}])
        check(f"{name} has a sentence", appears(page.get_by_text(sentence)), page.locator(".file-reports").inner_text())
        looked_at(visit, f"files-{name}", options)
    with tempfile.TemporaryDirectory(prefix="takt-files-") as folder:
        long = pathlib.Path(folder) / "long.json"
        with open(long, "wb") as file:
            file.truncate(MAXIMUM_BYTES + 1)
        good = pathlib.Path(folder) / "phone.json"
        good.write_text(text)
        page.locator("#diary-files").set_input_files([long, good])
        check("a file that is too long has a sentence", appears(page.get_by_text("long.json is too long: files of up to 200 MB")))
    check("and costs only itself", len(days(page)) == 2)


def by_keyboard(visit):
    page = visit.page
    opened(visit)
    field = page.locator("#diary-files")
    # The system's choice of files stays closed: a busy browser may lose it.
    field.evaluate("""(field) => field.addEventListener('click', (event) => {
      event.preventDefault();
      document.body.dataset.choosing = field.multiple ? 'several' : 'one';
    }, { once: true })""")
    page.locator("#files-choose:enabled").press("Enter")
    page.wait_for_function("() => document.body.dataset.choosing === 'several'")
    return field


def two_tabs(visit, text):
    """Each tab has its own files."""
    by_keyboard(visit).set_input_files([{"name": "phone.json", "mimeType": "application/json", "buffer": text.encode()}])
    both = len(days(visit.page))
    check("the keyboard chooses a file", visit.page.evaluate("document.activeElement.localName") == "h2")
    other = visit.context.new_page()
    other.set_default_timeout(60_000)
    other.goto(visit.origin + PAGE)
    other.locator("#files-choose:enabled").wait_for()
    check("another tab knows nothing of the files", other.locator(".file-days").count() == 0)
    first = json.dumps({"locations": [each for each in json.loads(text)["locations"]
                                      if each["properties"]["timestamp"] < "2026-05-04T12:00:00Z"]})
    drop(other, ("morning.json", first))
    check("and shows its own", (both, len(days(other))) == (2, 1), str(days(other)))
    visit.page.get_by_role("button", name="Forget these files").click()
    check("what one tab forgets the other keeps", len(days(other)) == 1)
    day = other.locator(".file-days a")
    day.focus()
    other.keyboard.press("Enter")
    check("the keyboard opens a day", appears(other.locator(".day-items")))
    other.close()


def looks(browser, demo, text, options):
    """Light and dark, phone and desktop, in each language."""
    for (phone, dark), (locale, words) in zip((*LOOKS, (False, False)), CHOOSE.items()):
        look = f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}, {locale}"
        visit = Visit(browser, demo.url, phone=phone, dark=dark, locale=locale, timezone_id=ZONE, service_workers="block")
        opened(visit)
        check(f"{look}: the page has the language", visit.page.get_by_role("button", name=words).count() == 1)
        drop(visit.page, ("phone.json", text), ("empty.json", ""))
        days(visit.page)
        no_wider(visit, f"the days, {look}")
        accessible(visit, f"the days, {look}")
        looked_at(visit, f"files-days-{look}", options)
        visit.page.locator(".file-days a").last.click()
        visit.page.locator(".way-map canvas").wait_for()
        visit.page.locator("#files-streets").wait_for()
        no_wider(visit, f"a day, {look}")
        accessible(visit, f"a day, {look}")
        looked_at(visit, f"files-day-{look}", options)
        visit.page.locator("#files-streets").click()
        visit.page.wait_for_load_state("networkidle")
        looked_at(visit, f"files-streets-{look}", options)
        check(f"{look}: no request leaves the origin", not visit.outside, str(visit.outside[:3]))
        check(f"{look}: no error on the console", not visit.errors, str(visit.errors[:3]))
        visit.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    if not MODULE.exists():
        print("skipped: make engine has not run")
        finish()
    with life(options.program) as (browser, demo):
        text = json.dumps({"locations": [each for day in recorded(demo.url, DATES) for each in day]})
        visit = installed(browser, demo, timezone_id=ZONE)
        nothing_leaves(visit, text, options)
        twice(visit.page, text)
        refused(visit, text, options)
        two_tabs(visit, text)
        check("no error on the console", not visit.errors, str(visit.errors[:3]))
        visit.context.close()
        looks(browser, demo, text, options)
    finish()


if __name__ == "__main__":
    main()
