"""The diary of files on the device: chosen, dropped, refused, shown by day, taken along, forgotten; and nothing of it sent."""

import json

import town
from life import until

PAGE = "/diary/files"
FRESH = "async () => (await import('/app/map/library.js')).loadMapLibrary().then(() => true)"
# Drops a file on the panel, as a person's hand does.
DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  const panel = document.querySelector('.files');
  for (const kind of ['dragover', 'drop']) {
    panel.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }
}"""

# Notes that the field opens the system's choice of files, and keeps it closed: a busy browser may lose it.
OPENED = """(field) => field.addEventListener('click', (event) => {
  event.preventDefault();
  document.body.dataset.choosing = field.multiple ? 'several' : 'one';
}, { once: true })"""


def record():
    """A file whose one day is that of the canned diary."""
    day = {**town.diary_day(), "corrections": []}
    days = {"zone": "Europe/Zurich", "first": town.DAY, "last": town.DAY, "days": [
        {"date": town.DAY, "trips": 1, "stays": 1, "distanceMetres": 2400, "travelSeconds": 600, "fixes": 600,
         "modes": [{"mode": "tram", "legs": 1, "distanceMetres": 2400, "seconds": 600, "co2Grams": 0}]}]}
    return {"answers": {"days": days, town.DAY: day, "gpx": "<gpx/>", "csv": "kind", "geojson": "{}"},
            "report": {"format": "GPX", "fixes": 600, "motions": 0, "skipped": {"no usable time": 2}}}


def refused():
    return {"problem": {"kind": "malformed", "format": "GPX file", "line": 7, "detail": ""}}


def chosen(page, *files):
    """Chooses files with the page's field."""
    page.locator("#diary-files").set_input_files([
        {"name": name, "mimeType": "application/json", "buffer": json.dumps(content).encode()} for name, content in files])


def waiting(page, site):
    """The page with all its code here."""
    page.goto(site.origin + PAGE)
    page.get_by_role("button", name="Choose files").wait_for()
    until(page, FRESH, None)
    page.wait_for_load_state("networkidle")


def on_this_device(context, site, failures):
    check = failures.check
    page = context.new_page()
    page.goto(site.origin + "/diary")
    page.get_by_role("link", name="Look at files").click()
    waiting(page, site)

    chosen(page, ("broken.gpx", refused()))
    page.get_by_text("broken.gpx looks like GPX file, but is damaged or cut off in line 7.").wait_for()
    check("a refused file is named with its line", page.get_by_role("button", name="Choose files").is_visible())

    site.asked.clear()
    page.locator("#diary-files").evaluate(OPENED)
    page.keyboard.press("Tab")
    page.locator("#files-choose").press("Enter")
    until(page, "() => document.body.dataset.choosing === 'several'", None)
    check("the keyboard opens the choice of files", True)
    chosen(page, ("broken.gpx", refused()), ("track.gpx", record()))
    page.get_by_role("heading", name="Days: 1").wait_for()
    check("a file that is refused costs only itself", page.get_by_text("track.gpx: GPX, 600 places").count() == 1
          and page.get_by_text("damaged or cut off").count() == 1)
    check("records that were left out are counted", page.get_by_text("2 without a usable time").count() == 1)
    check("the heading of the days has the focus", page.evaluate("document.activeElement.localName") == "h2")

    page.get_by_role("link", name="4 May").click()
    page.get_by_text("Linden, Spital").first.wait_for()
    check("a day of files cannot be corrected", page.locator(".day-item select, .day-item button").count() == 0)
    page.locator(".way-map canvas").wait_for()
    page.wait_for_load_state("networkidle")
    fetched = [path for _, path in site.asked if not path.startswith("/api/v1/network")]
    check("from the choice of a file to its map nothing is asked of the server", not fetched, str(fetched[:5]))

    page.get_by_role("button", name="Show streets").click()
    until(page, "() => document.querySelector('#files-streets') === null", None)
    page.go_back()
    page.get_by_role("heading", name="Days: 1").wait_for()
    for name, ending in (("GeoJSON", "geojson"), ("GPX", "gpx"), ("CSV", "csv")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).click()
        check(f"{name} is taken along", download.value.suggested_filename == f"diary.{ending}", download.value.suggested_filename)

    page.get_by_role("button", name="Forget these files").click()
    page.get_by_role("button", name="Choose files").wait_for()
    check("forgotten files are gone", page.locator(".file-days").count() == 0)
    page.evaluate(DROP, ["dropped.gpx", json.dumps(record())])
    page.get_by_text("dropped.gpx: GPX, 600 places").wait_for()
    check("a file can be dropped", page.locator(".file-days a").count() == 1)
    check("nothing of a file is sent", not site.received, str(site.received[:1]))
    page.close()
