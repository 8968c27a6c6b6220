#!/usr/bin/env python3
"""Plays the faults of a game day that no other script has: leaping clocks while messages are due, single
stores without room, a feed that is a web page, and a database that fails over.

    .tools/venv/bin/python Tests/EndToEnd/test_game_day.py PROGRAM

`make game-day` plays all faults and writes a report.
"""

import pathlib
import socketserver
import sys
import tempfile

from checks import check, finish
from game_day import game_day
from game_play import section

FAULTS = ("clock-hour-ahead", "clock-month-ahead", "disk-full-messages", "disk-full-feeds", "feed-is-web-page",
          "database-fails-over")

# Clients that are killed reset their connections.
socketserver.BaseServer.handle_error = lambda *_: None


def main():
    with tempfile.TemporaryDirectory(prefix="takt-game-day-") as name:
        for outcome in game_day(pathlib.Path(sys.argv[1]), pathlib.Path(name), FAULTS, 1):
            for sentence, holds in outcome.checks:
                check(f"{outcome.name}: {sentence}", holds)
            if not outcome.holds:
                print(section(outcome))
    finish()


if __name__ == "__main__":
    main()
