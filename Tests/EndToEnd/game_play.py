"""Plays the faults of a game day and writes its report.

    play(scene, name, fault) -> Outcome;  report(outcomes, file)
"""

import collections
import re
import time

from game_faults import MESSAGE, arrived
from source_checks import get, wait_for

# The time after a fault until everything has to work again, in seconds; an uploader's pause may be as long.
RECOVERY = 60
# The longest wait for an answer while a database hangs, in seconds: five for a statement, and a busy machine.
LONGEST_WAIT = 12
# The number of riders who expect a message about each fault.
RIDERS = 4
# Figures that an operator would look at.
FIGURES = ("takt_history_trouble", "takt_history_waiting_fixes", "takt_source_state", "takt_feed_days_left",
           "takt_network_serves_today")


class Outcome:
    """What one fault did, and whether all was well."""

    def __init__(self, name, fault, where):
        self.name, self.what, self.where = name, fault.__doc__, where
        self.checks, self.seen, self.probes, self.lines = [], {}, [], []
        self.figures, self.age, self.seconds, self.recovery, self.kept = {}, None, 0, None, (0, 0, 0)

    @property
    def holds(self):
        return all(holds for _, holds in self.checks)


def play(scene, name, fault, where="files"):
    """Plays one fault, until everything works again."""
    watcher, outcome = scene.watcher, Outcome(name, fault, where)
    riders, fixes, wrong, untrue = len(watcher.saved), len(watcher.moments), len(watcher.wrong), len(watcher.untrue)
    # A vehicle that is late only tells riders if their route is watched by then.
    phones = scene.phones(RIDERS if scene.server.speed == 1 else 0)
    before, lines = scene.figures(), len(scene.log_lines())
    time.sleep(3)
    watcher.fault = name
    begin = time.time()
    outcome.checks += fault(scene, phones)
    end = time.time()
    outcome.probes = ready(scene)
    outcome.recovery = recovers(watcher, time.monotonic())
    outcome.seconds = end - begin
    outcome.checks.append((f"everything works again within {RECOVERY} s", outcome.recovery is not None))
    # Their vehicles have left where the clock stays ahead.
    if phones and not name.startswith(("clock", "bucket")):
        arrived(phones, 1)
        got = [len({message[2] for message in phone.got}) for phone in phones]
        titles = [[message[3] for message in phone.got] for phone in phones]
        outcome.checks.append((f"each rider got one message about the delay: {got if got == [1] * len(got) else titles}",
                               got == [1] * len(phones)))
        if "kill" not in name and "memory" not in name:
            outcome.checks.append(("no message came twice", [len(phone.got) for phone in phones] == got))
    lost = watcher.missing(riders, fixes)
    outcome.kept = (len(watcher.saved) - riders, len(watcher.moments) - fixes, sum(len(p.got) for p in phones))
    outcome.checks.append((f"nothing acknowledged is lost{': ' + '; '.join(lost[:2]) if lost else ''}", not lost))
    outcome.checks.append(("what failed was reported as temporary" + listed(watcher.wrong[wrong:]),
                           len(watcher.wrong) == wrong))
    outcome.checks.append(("a server that says it is ready answers" + listed(watcher.untrue[untrue:]),
                           len(watcher.untrue) == untrue))
    outcome.seen = watcher.seen(begin, time.time())
    if name == "database-hangs":
        slowest = max(outcome.seen[kind]["slowest"] for kind in ("riders", "diary"))
        outcome.checks.append((f"nobody waited long for an answer: {slowest:.1f} s at most", slowest < LONGEST_WAIT))
    outcome.age = watcher.shown_age(begin, end)
    outcome.lines = troubles(scene.log_lines()[lines:])
    after = scene.figures()
    outcome.figures = {key: (before.get(key), value) for key, value in after.items()
                       if key.startswith(FIGURES) and value != before.get(key)}
    return outcome


def listed(wrong):
    return f": {len(wrong)}, as {wrong[0]}" if wrong else ""


def ready(scene):
    status, body = get(scene.server.url + "/health/ready")
    return [f"{status} {body.decode()[:200]}"]


def recovers(watcher, since):
    """The seconds until everything works again; None if it does not in time."""
    def works():
        return min(watcher.done.values()) >= since
    return time.monotonic() - since if wait_for(works, RECOVERY) else None


def troubles(lines):
    """The distinct warnings and errors, without times, with their number."""
    count = collections.Counter()
    for line in lines:
        if found := re.search(r" (warning|error|critical|notice) (.*)", line):
            count[f"{found[1]}: {found[2][:160]}"] += 1
    return count.most_common(6)


def section(outcome):
    """The Markdown of one fault."""
    recovery = "not in time" if outcome.recovery is None else f"{outcome.recovery:.1f} s"
    rows = [f"### {outcome.name}, on {outcome.where}: {'passed' if outcome.holds else 'FAILED'}", "",
            f"*Done:* {outcome.what}, {outcome.seconds:.0f} s. *Normal again:* after {recovery}.", "",
            "| riders asked for | answers | longest without one | slowest |", "|---|---|---|---|"]
    for kind, seen in outcome.seen.items():
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(seen["statuses"].items()))
        rows.append(f"| {kind} | {statuses} | {seen['silence']:.1f} s | {seen['slowest']:.1f} s |")
    age, states = outcome.age
    riders, fixes, messages = outcome.kept
    rows += ["", f"- Live data was said to be up to {age or 0:,.0f} s old ({', '.join(states) or 'no answer'}).",
             f"- Acknowledged: {riders} riders with what they saved, {fixes} fixes of a diary; "
             f"{messages} messages came."]
    rows += [f"- {'held' if holds else '**did not hold**'}: {sentence}" for sentence, holds in outcome.checks]
    rows += [f"- `/health/ready` at the end of the fault: {line}" for line in outcome.probes]
    rows += [f"- `{key}`: {was} before, {now} afterwards" for key, (was, now) in sorted(outcome.figures.items())[:6]]
    rows += [f"- log, {count} ×: {line}" for line, count in outcome.lines]
    return "\n".join(rows) + "\n"


def summary(outcomes):
    """The table of all faults."""
    rows = ["| fault | on | riders without the timetable | without their own data | normal again | verdict |",
            "|---|---|---|---|---|---|"]
    for one in outcomes:
        recovery = "-" if one.recovery is None else f"{one.recovery:.1f} s"
        rows.append(f"| {one.name} | {one.where} | {one.seen['timetable']['silence']:.1f} s | "
                    f"{max(one.seen['riders']['silence'], one.seen['diary']['silence']):.1f} s | {recovery} | "
                    f"{'passed' if one.holds else 'FAILED'} |")
    return "\n".join(rows) + "\n"
