#!/usr/bin/env python3
"""Commands with bad input: each ends with one sentence that names the problem, and the right exit code. Also checks
what a server prints once it listens.

    Tests/EndToEnd/test_refusals.py .build/debug/takt
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import check, finish, free_port
from source_checks import get, wait_for

PROGRAM = sys.argv[1]
SECONDS = 60

# As in sysexits.h.
USAGE, DATA, MISSING, UNAVAILABLE, IN_OUT = 64, 65, 66, 69, 74

FIXES = "timestamp,vehicle_id,trip_id,route_id,latitude,longitude,speed_mps,bearing\n"
QUERIES = "query,from_stop_id,to_stop_id,departure_s\n"


def files(folder):
    """The files for the commands below."""
    os.mkfifo(folder / "pipe")
    (folder / "text").write_text("a line\n")
    (folder / "rows.csv").write_text(FIXES + "soon,1,2,3,x,y,,\n")
    (folder / "headless.csv").write_text("1,2\n")
    (folder / "queries.csv").write_text(QUERIES + "1,seewil,seewil-west,soon\n")
    (folder / "strangers.csv").write_text(QUERIES + "1,seewil,qqqq,28800\n")
    (folder / "empty").mkdir()
    (folder / "sensing.yml").write_text("\n".join([
        f"data: {folder}/sensed", f"network: {folder}/network", "listen: 127.0.0.1:0", "diary:",
        f"  sensing: {folder}/text"]) + "\n")


# The command's arguments, its exit code, and its sentence; words with @ are files of the folder.
REFUSED = [
    ("import ftp://localhost/feed.zip --output @out", USAGE, "Addresses begin with http:// or https://"),
    ("import @nothing --output @out", MISSING, "There is no file or folder '@nothing'."),
    ("import @text --output @out", DATA, "'@text' is neither a folder nor a readable ZIP file"),
    ("import @feed --output @none/out", IN_OUT, "'@none/out' cannot be written"),
    ("import @feed --output @out --walking-radius -5", USAGE, "--walking-radius must be between 0 and 5000 metres."),
    ("notices @nothing", MISSING, "There is no network file '@nothing'."),
    ("notices @text", DATA, "'@text' is not a network file; make one with 'takt import FEED --output network.takt'."),
    ("demo --port -1", USAGE, "--port must be between 0 and 65535."),
    ("serve --network @network --port 0 --host 192.0.2.1", UNAVAILABLE, "'192.0.2.1' is not an address of this machine"),
    ("serve --network @network --port 0 --host nobody.invalid", UNAVAILABLE, "'nobody.invalid' is not an address of this"),
    ("serve --network @network --port 0 --web @empty", MISSING, "The web app's folder '@empty' has no index.html"),
    ("serve --config @sensing.yml", DATA, "The thresholds in '@text' cannot be used: "),
    ("serve --network @network --port 0 --data @text", DATA, "The data folder '@text' cannot be created;"),
    ("plan --network @network --from -91,8 --to Seewil", DATA, "'-91,8' is no place on Earth"),
    ("plan --network @network --from qqqq --to Seewil", MISSING, "There is no stop like 'qqqq'."),
    ("board --network @network --stop qqqq", MISSING, "There is no stop like 'qqqq'."),
    ("board --network @network --stop 47.1,8.2", USAGE, "--stop must be a stop's id or name, not a coordinate."),
    ("search-stops --network @network --near -91,8", USAGE, "--near must be latitude,longitude"),
    ("search-places --streets @nothing here", MISSING, "There is no file '@nothing'."),
    ("search-places --streets @text here", DATA, "'@text' is not a file of streets"),
    ("search-places --streets @nothing --near north here", USAGE, "--near must be latitude,longitude"),
    ("plan-batch --network @network --date 2026-05-04 --queries @nothing --answers @out", MISSING,
     "There is no file '@nothing' that can be read."),
    ("plan-batch --network @network --date 2026-05-04 --queries @headless.csv --answers @out", DATA,
     "@headless.csv line 1: expected the header query,from_stop_id,to_stop_id,departure_s."),
    ("plan-batch --network @network --date 2026-05-04 --queries @queries.csv --answers @out", DATA,
     "@queries.csv line 2: expected"),
    ("plan-batch --network @network --date 2026-05-04 --queries @strangers.csv --answers @out", DATA,
     "@strangers.csv line 2: there is no stop 'qqqq'."),
    ("plan-batch --network @network --date 1999-01-01 --queries @queries.csv --answers @out", DATA,
     "The timetable does not cover 1999-01-01; it holds from "),
    ("streets @nothing --output @out", MISSING, "There is no extract '@nothing'."),
    ("streets @nothing --output @pipe", IN_OUT, "'@pipe' is not a file, so it is not replaced."),
    ("import @nothing --output @pipe", IN_OUT, "'@pipe' is not a file, so it is not replaced."),
    ("streets @text --output @out", DATA, "'@text' is not an OpenStreetMap extract in PBF"),
    ("walk-batch --streets @nothing --queries @queries.csv --answers @out", MISSING, "There is no file '@nothing'."),
    ("walk-batch --streets @text --queries @queries.csv --answers @out", DATA, "'@text' is not a file of streets"),
    ("simulate --network @network --port 0 --at 1999-01-01T08:00", DATA,
     "The timetable does not cover 1999-01-01; it holds from "),
    ("evaluate arrivals --gtfs @nothing --positions @rows.csv --output @out", MISSING, "There is no file or folder"),
    ("evaluate arrivals --gtfs @feed --positions @nothing --output @out", MISSING, "There is no file '@nothing'"),
    ("evaluate arrivals --gtfs @feed --positions @text --output @out", DATA, "'@text' has no column 'timestamp'."),
    ("evaluate arrivals --gtfs @feed --positions @rows.csv --output @out", DATA, "'@rows.csv' has no usable fix"),
    ("diary dataset @nothing --output @out", MISSING, "@nothing: there is no such folder."),
    ("diary dataset @text --output @out", MISSING, "@text: there is no such folder."),
    ("diary dataset @empty --output @out", DATA, "@empty: there is no batch of a diary in it."),
    ("diary import @text", DATA, "@text: Files of this format cannot be imported."),
    ("admin restore @empty --data @out", MISSING, "There is no backup in '@empty'."),
]


def run(*words, **settings):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=SECONDS,
                          stdin=subprocess.DEVNULL, env={**os.environ, **settings})


def first_line(network, **settings):
    """The line in which a server prints its address."""
    server = subprocess.Popen(
        [PROGRAM, "serve", "--network", network, "--port", "0"], env={**os.environ, **settings}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        return server.stdout.readline()
    finally:
        server.terminate()
        server.wait(SECONDS)


def check_full_disk(folder):
    """Standard output and error on a full disk."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        words = ["search-stops", "--network", folder / "network", "Seewil"]
        found = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS, check=False)
        check("a command whose output cannot be written says so",
              found.returncode == IN_OUT and found.stderr == "takt: The output cannot be written; is the disk full?\n",
              f"{found.returncode}: {found.stderr}")
        # Longer than the buffer, so that nothing is left to write at the end.
        points = "".join(f'<trkpt lat="47.{n:05}" lon="8.5"><time>2026-05-04T08:{n // 60:02}:{n % 60:02}Z</time></trkpt>'
                         for n in range(3000))
        (folder / "day.gpx").write_text(f'<gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>')
        table = subprocess.run([PROGRAM, "diary", "import", folder / "day.gpx"], stdout=full, stderr=subprocess.PIPE, text=True,
                               timeout=SECONDS, check=False)
        check("so does one that prints a long table", table.returncode == IN_OUT
              and table.stderr.endswith("takt: The output cannot be written; is the disk full?\n"),
              f"{table.returncode}: {table.stderr}")
        mute = subprocess.run([PROGRAM, "notices", folder / "nothing"], stderr=full, timeout=SECONDS, check=False)
        check("a sentence that cannot be written leaves the exit code", mute.returncode == MISSING, str(mute.returncode))
        port = free_port()
        server = subprocess.Popen([PROGRAM, "serve", "--network", folder / "network", "--port", str(port)],
                                  stdin=subprocess.DEVNULL, stdout=full, stderr=full)
        try:
            ready = wait_for(lambda: get(f"http://127.0.0.1:{port}/health/ready")[0], SECONDS)
            check("a server starts though its log is on a full disk", ready in (200, 503), str(ready))
        finally:
            server.terminate()
            server.wait(SECONDS)


def check_address_space(folder):
    """A limit that can end a server at any moment is warned of before it does."""
    server = subprocess.Popen(
        ["sh", "-c", 'ulimit -v 950000; exec "$@"', "sh", PROGRAM, "serve", "--network", folder / "network", "--port", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        warned = any("the address space is limited" in line and "megabytes=972" in line for line in server.stderr)
        check("a limited address space is warned of", warned)
    finally:
        server.terminate()
        server.wait(SECONDS)


def second_server(folder):
    """What a second server on the data folder of a running one prints, and the number of the first one's process."""
    words = ["serve", "--network", folder / "network", "--port", "0"]
    where = {"TAKT_DATA": f"{folder}/kept"}
    server = subprocess.Popen([PROGRAM, *words], env={**os.environ, **where}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        server.stdout.readline()
        return run(*words, **where), server.pid
    finally:
        server.terminate()
        server.wait(SECONDS)


def written_through(folder):
    """A pipe gets the text and stays a pipe: it is not replaced by a file."""
    queries = folder / "way.csv"
    queries.write_text(QUERIES + "1,zinkwil,nusswilen,28800\n")
    reader = subprocess.Popen(["cat", folder / "pipe"], stdout=subprocess.PIPE, text=True)
    done = run("plan-batch", "--network", folder / "network", "--date", "2026-05-04", "--queries", queries, "--answers", folder / "pipe")
    read = reader.communicate(timeout=60)[0] if (folder / "pipe").is_fifo() else reader.kill()
    check("answers are written to a pipe, which stays", done.returncode == 0 and bool(read) and (folder / "pipe").is_fifo(),
          f"{done.returncode}: {done.stderr} {read!r}")


def main():
    with tempfile.TemporaryDirectory(prefix="takt-refusals-") as name:
        folder = pathlib.Path(name)
        files(folder)
        made = run("demo", "--at", "2026-05-04T08:00", "--write-feed", folder / "feed")
        imported = run("import", folder / "feed", "--output", folder / "network")
        check("the demo's feed is there to try with", made.returncode == 0 and imported.returncode == 0,
              made.stderr + imported.stderr)
        for command, code, sentence in REFUSED:
            answer = run(*command.replace("@", f"{folder}/").split())
            wanted = sentence.replace("@", f"{folder}/")
            said = answer.stderr.strip()
            check(f"refused: takt {command.replace('@', '')}",
                  answer.returncode == code and wanted in said and not (folder / "out").exists(),
                  f"{answer.returncode}: {said}")
            plain = said.splitlines()[-1] if code != USAGE else "."
            check(f"one sentence: takt {command.replace('@', '')}",
                  plain.endswith(".") and "Error(" not in said and not answer.stdout, said + answer.stdout)
        written_through(folder)
        none = run("notices", folder / "network", "--code", "nonsense")
        check("an unknown notice code is reported",
              none.returncode == 0 and "No notice has the code 'nonsense'." in none.stdout, none.stdout)
        for words in (["search-stops", "--network", folder / "network", "\x1b[2J\u202ezz"],
                      ["board", "--network", folder / "network", "--stop", "\x1b[2J\u202ezz"]):
            said = run(*words)
            check(f"takt {words[0]} shows a text without commands for the terminal",
                  "[2Jzz" in said.stdout + said.stderr, repr(said.stdout + said.stderr))
        check_full_disk(folder)
        check_address_space(folder)
        line = first_line(folder / "network")
        check("a server prints its address", re.fullmatch(r"Takt is at http://localhost:\d+/\n", line), line)
        line = first_line(folder / "network", TAKT_PUBLIC_URL="https://takt.example")
        check("and where others reach it", line.endswith("/, for others at https://takt.example/\n"), line)
        second, process = second_server(folder)
        check("a second server on a data folder names the process that uses it",
              second.returncode == UNAVAILABLE and not second.stdout
              and f"takt: The data folder '{folder}/kept' is in use by process {process};" in second.stderr,
              f"{second.returncode}: {second.stderr}")
    finish()


main()
