#!/usr/bin/env python3
"""Looks at the app with an operator's name, colour, logo and pages.

    .tools/venv/bin/python Tests/EndToEnd/test_look.py PROGRAM [--shots FOLDER]

Serves the demo once with each of some colours, reads About in each language, light and dark, and looks for names, links,
icons and contrasts. Prints one line per check; the exit code is 1 if one failed.
"""

import argparse
import contextlib
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import zlib


from checks import check, finish, free_port, server_log
from evidence import chromium
from source_checks import get, wait_for
from visit import Visit, accessible, appears, at_home, looked_at

NAME = "Seewil pünktlich"
PAGES = {"TAKT_LOOK_IMPRINT": "https://seewil.example/imprint", "TAKT_LOOK_PRIVACY": "https://seewil.example/privacy"}
# The words for the imprint and the privacy policy.
LANGUAGES = {"en-GB": ("Imprint", "Privacy policy"), "de-CH": ("Impressum", "Datenschutzerklärung"),
             "fr-CH": ("Mentions légales", "Politique de confidentialité"), "it-CH": ("Note legali", "Informativa sulla privacy")}
# A dark, a glaring and a pale one.
COLOURS = ["#8a1c4a", "#ffe600", "#e8f0ff"]
SIDE = 256


def square():
    """A logo: a PNG image of one colour."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + b"\x8a\x1c\x4a" * SIDE for _ in range(SIDE))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


@contextlib.contextmanager
def demo(program, settings):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen([program, "demo", "--at", "2026-05-04T08:00", "--port", str(port)], stdin=subprocess.DEVNULL,
                               stdout=(log := server_log()), stderr=log, env=os.environ | settings)
    try:
        check(f"the demo starts in {settings.get('TAKT_LOOK_COLOUR')}",
              wait_for(lambda: get(f"{url}/health/ready")[0] == 200))
        yield url
    finally:
        process.kill()
        process.wait()


def check_files(url, logo):
    manifest = json.loads(get(f"{url}/manifest.webmanifest")[1])
    check("the manifest has the name and the colour", manifest["name"] == NAME and manifest["short_name"] == "Seewil pünkt"
          and manifest["theme_color"] == COLOURS[0], manifest)
    for icon in manifest["icons"]:
        status, body = get(url + icon["src"])
        check(f"its icon {icon['src']} is the logo", status == 200 and (body == logo or b"data:image/png;base64," in body), icon)


def check_about(browser, url, colour, options):
    for locale, words in LANGUAGES.items():
        for dark in [False, True]:
            what = f"{colour} in {locale[:2]}, {'dark' if dark else 'light'}"
            visit = Visit(browser, url, dark=dark, locale=locale)
            visit.open("/about")
            page = visit.page
            check(f"{what}: the imprint is linked", appears(page.get_by_role("link", name=words[0]))
                  and page.get_by_role("link", name=words[0]).get_attribute("href") == PAGES["TAKT_LOOK_IMPRINT"])
            check(f"{what}: and the privacy policy", page.get_by_role("link", name=words[1]).count() == 1)
            check(f"{what}: title and heading have the name", page.title().endswith(f"· {NAME}")
                  and NAME in page.get_by_role("heading", level=1).inner_text(), page.title())
            text = page.locator("#content").inner_text()
            # The feed is named by its publisher.
            named = [line for line in text.splitlines() if "Takt" in line.replace("Takt demo", "")]
            check(f"{what}: only the software's licence names Takt", len(named) == 1 and "Apache" in named[0], named)
            logo = page.locator(".brand img")
            check(f"{what}: the logo is shown", logo.evaluate("each => each.complete && each.naturalWidth > 0"))
            accessible(visit, f"About of {what}")
            looked_at(visit, f"look-{colour[1:]}-{locale[:2]}-{'dark' if dark else 'light'}", options)
            at_home(visit, what)
            visit.context.close()


def check_home(browser, url, colour, options):
    visit = Visit(browser, url, phone=True)
    visit.open("/home")
    check(f"{colour}: home names the app", appears(visit.page.get_by_text(f"{NAME} asks only its own server")))
    accessible(visit, f"home in {colour}")
    looked_at(visit, f"look-{colour[1:]}-home", options)
    visit.context.close()


def check_refusals(program):
    wrong = {"TAKT_LOOK_COLOUR": "purple", "TAKT_LOOK_LOGO": "/nowhere.png", "TAKT_LOOK_IMPRINT": "legal.html"}
    for key, value in wrong.items():
        done = subprocess.run([program, "demo", "--port", "0"], env=os.environ | {key: value}, capture_output=True, text=True,
                              timeout=60, stdin=subprocess.DEVNULL)
        check(f"{key} is refused in a sentence", done.returncode == 65 and key in done.stderr and value in done.stderr,
              done.stderr.strip())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    check_refusals(options.program)
    with tempfile.TemporaryDirectory(prefix="takt-look-") as name, chromium() as browser:
        logo = pathlib.Path(name) / "logo.png"
        logo.write_bytes(square())
        for colour in COLOURS:
            settings = {"TAKT_LOOK_NAME": NAME, "TAKT_LOOK_COLOUR": colour, "TAKT_LOOK_LOGO": str(logo), **PAGES}
            with demo(options.program, settings) as url:
                if colour == COLOURS[0]:
                    check_files(url, logo.read_bytes())
                    check_about(browser, url, colour, options)
                check_home(browser, url, colour, options)
    finish()


if __name__ == "__main__":
    main()
