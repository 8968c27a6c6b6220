"""Counts and prints checks, one per line, with a total at the end; keeps servers' logs if the run asks for them.

    from checks import check, finish, free_port, server_log
"""

import atexit
import itertools
import os
import pathlib
import random
import socket
import sys
import tempfile
import traceback

import personal_data

passed = 0
failed = 0
# The folder that keeps logs after a script ends, to be searched for personal data.
LOGS = os.environ.get("TAKT_TEST_LOGS")
# Where a failing check of the app leaves what it saw.
FAILURES = pathlib.Path(__file__).resolve().parent.parent.parent / ".build" / "end-to-end-failures"
numbers = itertools.count(1)
# What is called with the sentence of a check that failed.
witnesses = []


def check(sentence, holds, detail=""):
    """Prints whether a check passed, with the detail if there is one, and returns the result."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    text = " / ".join(str(detail).split("\n"))
    print(f"{'ok     ' if holds else 'FAILED '} {sentence}{f': {text}' if text else ''}", flush=True)
    for witness in [] if holds else witnesses:
        witness(sentence)
    return holds


def finish():
    """Prints the totals and ends the script, with status 1 if a check failed.

    Also prints the processor's time of the script and of all programs that it started and that have ended, since the
    time by the clock depends on what else runs.
    """
    print(f"        {sum(os.times()[:4]):.0f} s of a processor")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def print_exception(kind, error, trace):
    """Prints where in the checks an exception came up and what it says, in one line that the summary of a run shows."""
    sys.__excepthook__(kind, error, trace)
    here = [frame for frame in traceback.extract_tb(trace) if pathlib.Path(frame.filename).parent == pathlib.Path(__file__).resolve().parent]
    lines = ", ".join(f"{pathlib.Path(frame.filename).name}:{frame.lineno}" for frame in here)
    text = " / ".join(line.strip() for line in str(error).split("\n") if line.strip())
    print(f"FAILED  {kind.__name__} at {lines}: {text[:300]}", flush=True)


sys.excepthook = print_exception


def free_port():
    """A loopback port for a server, below the range of ports that the system gives to clients, so that a server can be
    restarted on it while other scripts run.
    """
    for _ in range(200):
        port = random.randrange(10_000, 32_000)
        if port == 10_080:
            # Browsers refuse it, as it is another service's.
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    sys.exit("checks: no port is free between 10,000 and 32,000")


def kept_path(ending):
    """The path of a file of this process in the folder of logs."""
    return pathlib.Path(LOGS) / f"{pathlib.Path(sys.argv[0]).stem}-{os.getpid()}-{next(numbers)}.{ending}"


def server_log(path=None):
    """A file for a server's output, also kept for the end of the whole run: to append to, or without a name."""
    if path is None:
        return open(kept_path("log"), "w+", encoding="utf-8") if LOGS else tempfile.TemporaryFile("w+")
    path = pathlib.Path(path)
    file = open(path, "ab")
    if LOGS and os.fstat(file.fileno()).st_nlink == 1:
        # A second name for the same file, since the first is removed with the script's folder.
        os.link(path, kept_path("log"))
    return file


def keep_notes():
    """Stores the noted values for the search of the logs."""
    notes.save(kept_path("noted"))


notes = personal_data.Notes()
if LOGS:
    personal_data.listen(notes)
    atexit.register(keep_notes)
