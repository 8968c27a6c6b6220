#!/usr/bin/env python3
"""The web app in Firefox and in WebKitGTK: whether every important screen appears.

    .tools/venv/bin/python Tests/EndToEnd/test_engines.py --url http://127.0.0.1:PORT

Uses `takt demo`. An engine that is not installed is reported as skipped.
"""

import argparse
import os
import pathlib

from checks import check, finish
from engines import FIREFOX, WEBKIT_DRIVER, firefox, mini_browser, missing, webkit
from test_map import PROBE

ENGINE = pathlib.Path(__file__).resolve().parents[2] / ".build" / "engine" / "takt-engine.wasm"
TYPE = """(() => {
  const field = document.querySelector('[role=combobox]');
  field.focus();
  field.value = 'zink';
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return true;
})()"""
SHOWN = "(text => [...document.querySelectorAll('h1')].some(each => each.innerText.includes(text)))"


def visit(name, page, origin):
    page.open(origin + "/")
    check(f"{name}: home is shown with an explanation of Takt", page.waits("document.querySelector('.home:not(.first-sight *) .welcome')"))
    check(f"{name}: the navigation is there", page.evaluate("document.querySelectorAll('.tab').length") == 7)
    check(f"{name}: it speaks English here", page.evaluate("document.documentElement.lang") == "en",
          page.evaluate("navigator.languages.join()"))
    page.open(origin + "/search?from=zinkwil&to=nusswilen")
    check(f"{name}: a search gives results", page.waits("document.querySelectorAll('.result').length > 1"))
    page.evaluate("document.querySelector('.result').click()")
    check(f"{name}: and one of them its details", page.waits("document.querySelector('.way .way-ride')"))
    page.open(origin + "/search")
    page.waits("document.querySelector('[role=combobox]')")
    page.evaluate(TYPE)
    check(f"{name}: typing suggests stops", page.waits(
        "[...document.querySelectorAll('[role=option]')].some(each => each.innerText.includes('Zinkwil'))"))
    page.open(origin + "/stop/seewil-theater/departures")
    check(f"{name}: a board has departures", page.waits("document.querySelectorAll('.call').length > 3"))
    page.open(origin + "/map")
    page.waits("document.querySelector('canvas.vehicles, .vehicles-screen, .row[data-vehicle]')")
    if page.evaluate("document.createElement('canvas').getContext('webgl2') !== null"):
        seen = page.waits("Number(document.querySelector('canvas.vehicles')?.dataset.vehicles) > 0")
        painted = page.evaluate(f"({PROBE})()") if seen else {}
        check(f"{name}: the map draws vehicles", seen and painted["coloured"] > 200, str(painted))
        drawn = page.waits("document.querySelector('.maplibregl-canvas')?.width > 0")
        check(f"{name}: above a map", drawn)
    else:
        check(f"{name}: without WebGL the vehicles are listed", page.waits("document.querySelector('.row[data-vehicle]')"))
    page.open(origin + "/lines")
    check(f"{name}: lines are listed", page.waits("document.querySelectorAll('.row').length > 3"))
    page.open(origin + "/settings")
    check(f"{name}: settings can be set", page.waits("document.querySelector('#language')"))
    page.evaluate("(select => { select.value = 'de'; select.dispatchEvent(new Event('change')); })(document.querySelector('#language'))")
    check(f"{name}: in another language too", page.waits(f"{SHOWN}('Mehr')"))
    if ENGINE.exists():
        keeping(name, page, origin)
    page.open(origin + "/diary")
    check(f"{name}: the diary can be joined", page.waits("document.querySelector('#diary-code')"))
    # Firefox logs loads that were still under way when the next page was opened, if the worker answers them.
    errors = [each for each in page.errors if "404" not in each and "ServiceWorker intercepted" not in each]
    check(f"{name}: no error on the console", not errors, str(errors[:3]))


def keeping(name, page, origin):
    """The network is kept on the device, and the engine answers from it."""
    page.waits("document.querySelector('#keep-network')")
    page.evaluate("document.querySelector('#keep-network').click()")
    check(f"{name}: the network is kept", page.waits("document.querySelector('#keep-network-hint')?.innerText.includes('24. Mai')", 120),
          page.evaluate("document.querySelector('.keep-network')?.innerText"))
    page.open(origin + "/search?from=zinkwil&to=nusswilen&at=2026-05-05T08:00")
    found = page.waits("document.querySelectorAll('.result').length > 1")
    asked = page.evaluate("performance.getEntriesByType('resource').map(each => each.name).join(' ')")
    check(f"{name}: and searched without the server", found and "takt-engine.wasm" in asked and "/api/v1/connections" not in asked, asked)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", required=True)
    origin = parser.parse_args().url.rstrip("/")
    os.environ["NO_PROXY"] = "127.0.0.1"
    for name, engine, lacks in (("Firefox", firefox, missing(FIREFOX) or missing("Xvfb")),
                                ("WebKitGTK", webkit, missing(WEBKIT_DRIVER) or missing("Xvfb") or mini_browser() is None)):
        if lacks:
            print(f"skipped: {name} is not installed")
            continue
        with engine() as page:
            visit(name, page, origin)
    finish()


if __name__ == "__main__":
    main()
