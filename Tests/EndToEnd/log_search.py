"""Checks at the end of a run that no server's log has personal data.

    from log_search import check_logs
"""

import pathlib
import shutil
import tempfile

from checks import check
from personal_data import Search, noted

# Values that the scripts send and receive anyway; if none of a kind is noted, the search does not work.
KINDS = {"token", "code", "secret", "coordinates", "address of a channel", "ntfy topic", "push endpoint", "push key", "link", "id"}
# Lines that a careless program would write, with the kind that should be found although the value was not noted.
CARELESS = {
    "coordinates": "the rider is at 47.22742, 8.40131 now",
    "e-mail address": "a message for somebody@example.org was refused",
    "token": "a request with Bearer kept",
    "query": "GET /api/v1/connections?from=here&to=there is slow",
    "push endpoint": "https://push.example/wpush/v2/subscriber does not answer",
}


def check_logs(folder, scripts, is_whole):
    """Searches all kept logs; `scripts` are those that start servers, `is_whole` says that none was skipped."""
    folder = pathlib.Path(folder)
    kinds = noted(folder)
    search = Search(kinds)
    logs = sorted(folder.glob("*.log"))
    silent = {script.removesuffix(".py") for script in scripts} - {path.name.split("-")[0] for path in logs}
    check("logs: every script that starts servers kept theirs", not silent, ", ".join(sorted(silent)))
    if is_whole:
        check("logs: personal values of every kind were noted", KINDS <= set(kinds.values()), ", ".join(sorted(KINDS - set(kinds.values()))))
    found = [hit for path in logs for hit in search.file(path)]
    lines = sum(path.read_bytes().count(b"\n") for path in logs)
    check(f"logs: no personal data in {lines} lines of {len(logs)} servers, looked at for {len(kinds)} values",
          lines > 0 and not found, "; ".join(found[:20]))
    missed = planted(search, kinds, logs)
    check("logs: a planted line of every kind is found in a copy", not missed, ", ".join(sorted(missed)))


def planted(search, kinds, logs):
    """The kinds that are not found in a copy of a log with one line of each."""
    examples = {kind: f"info takt: what came of {value}: nothing" for value, kind in kinds.items()}
    missed = set()
    with tempfile.TemporaryDirectory() as name:
        for kind, line in [*examples.items(), *CARELESS.items()]:
            copy = pathlib.Path(name) / "copy.log"
            if logs:
                shutil.copyfile(logs[0], copy)
            with open(copy, "a", encoding="utf-8") as file:
                file.write(f"{line}\n")
            hit = search.file(copy)
            if not hit or kind not in hit[-1]:
                missed.add(kind)
    return missed
