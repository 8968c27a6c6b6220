"""A server with diaries and Chromium, for checks of the diary's pages.

    from diary_browser import diary_in_chromium
"""

import argparse
import contextlib
import pathlib
import sys
import tempfile


from checks import check, finish
from diary_server import Server, compiled_network
from evidence import chromium


@contextlib.contextmanager
def diary_in_chromium():
    """Yields the options, the running server and the browser; ends the script with the total of its checks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="folder for screenshots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="takt-diary-") as name, chromium() as browser:
        server = Server(pathlib.Path(name), compiled_network(pathlib.Path(name)))
        try:
            if not check("a server with a data folder runs", server.start()):
                sys.exit(1)
            yield options, server, browser
        finally:
            server.stop()
    finish()
