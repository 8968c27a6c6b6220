"""Chromium for scripts of checks. When a check fails, each open page leaves its picture and its content, and in a
script's second run the trace of what was done to it, in .build/end-to-end-failures.

    from evidence import chromium
"""

import contextlib
import itertools
import os
import pathlib
import sys
import threading

from playwright.sync_api import Error, sync_playwright

import checks

# The same engine without windows and tabs: it takes half the processor time. Nobody can be asked for a permission there,
# so notifications need the whole browser.
CHROMIUM = "/usr/bin/chromium-headless-shell"
WHOLE_CHROMIUM = "/usr/bin/chromium"
# Without a GPU, pages are painted by Chromium itself; drawing them by SwiftShader too takes twice the processor
# time. WebGL, as of the map, is left to SwiftShader.
FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
# The maximum number of pages that a script leaves.
MAXIMUM_PAGES = 12
# Tracing slows a script down, so the first run goes without.
TRACES = os.environ.get("TAKT_TEST_TRACE") == "1"
numbers = itertools.count(1)


@contextlib.contextmanager
def chromium(executable=CHROMIUM):
    """Yields a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        traced, thread = set(), threading.current_thread()

        def keep(sentence):
            # Playwright answers only the thread that started it.
            if threading.current_thread() is not thread:
                return
            for context in browser.contexts:
                for page in context.pages:
                    keep_page(page, sentence)
                if context in traced:
                    keep_trace(context)

        if TRACES:
            trace_contexts(browser, traced)
        checks.witnesses.append(keep)
        try:
            yield browser
        except Exception as error:
            keep(f"{type(error).__name__}: {error}")
            for page in [page for context in browser.contexts for page in context.pages]:
                print_page(page)
            raise
        finally:
            checks.witnesses.remove(keep)
            browser.close()


def trace_contexts(browser, traced):
    """Traces each context that the browser gets from now on."""
    new_context = browser.new_context

    def tracing_context(**options):
        context = new_context(**options)
        context.tracing.start(snapshots=True, sources=True)
        context.tracing.start_chunk()
        traced.add(context)
        return context

    browser.new_context = tracing_context


def path(ending):
    """A new path for evidence; None if there is enough."""
    number = next(numbers)
    if number > MAXIMUM_PAGES:
        return None
    checks.FAILURES.mkdir(parents=True, exist_ok=True)
    return checks.FAILURES / f"{pathlib.Path(sys.argv[0]).stem}-{os.getpid()}-{number}.{ending}"


def keep_page(page, sentence):
    place = path("png")
    if place is None:
        return
    with contextlib.suppress(Error, OSError):
        page.screenshot(path=place, timeout=10_000)
        place.with_suffix(".html").write_text(f"<!-- {sentence.replace('--', '- -')}\n{page.url} -->\n{page.content()}")
        print(f"        left {place.relative_to(checks.FAILURES.parent.parent)}", flush=True)


def print_page(page):
    """Prints what a page shows when an exception ends the script, for those who have only its output."""
    with contextlib.suppress(Error):
        shown = " / ".join(page.locator("body").inner_text(timeout=5_000).split("\n"))
        print(f"FAILED  at {page.url}: {shown[:250]}", flush=True)


def keep_trace(context):
    place = path("zip")
    if place is None:
        return
    with contextlib.suppress(Error, OSError):
        context.tracing.stop_chunk(path=place)
        context.tracing.start_chunk()
