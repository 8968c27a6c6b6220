"""The calendar of six weeks, what riders saved, and what they should get of it."""

import dataclasses
import datetime
import re

from rider_server import ZONE, Phone, midnight
from rider_world import DAY_SECONDS, Alert, Ride, Town, Watch, clock, services

FIRST, DAYS = datetime.date(2026, 10, 5), 42
# The last day of the old timetable.
OLD = 13


def date(number):
    """The day with a number, counted from the first."""
    return FIRST + datetime.timedelta(days=number)


@dataclasses.dataclass
class Habit:
    """What a rider saved: the rides of the day on which it was found, and when to be reminded."""
    phone: Phone
    watch: Watch
    minute: int
    weekdays: list
    is_night: bool = False

    def on(self, town, day):
        """The departure that is meant on a day; None if there is none, and whether that is certain."""
        if day.isoweekday() not in self.weekdays:
            return None, True
        first = self.watch.rides[0]
        wanted = self.minute * 60
        if self.is_night:
            # A run of the Saturday before. Where clocks are set back no run leaves at the later time, and the one
            # whose timetable has it is meant.
            wanted += DAY_SECONDS
        runs = town.runs(first.line, first.start.station, first.end.station) or []
        away = sorted((abs(run.departure - wanted), run) for run in runs)
        if not away or away[0][0] > 660:
            return None, True
        is_certain = away[0][0] < 540 and (len(away) == 1 or away[1][0] > away[0][0])
        rides = [self.ride(town, first, away[0][1])]
        for second in self.watch.rides[1:]:
            ready = [run for run in town.runs(second.line, second.start.station, second.end.station) or []
                     if run.departure >= rides[0].run.arrival + self.watch.change]
            is_certain &= bool(ready) and (len(ready) == 1 or ready[0][1:] != ready[1][1:])
            if not ready:
                return None, False
            rides.append(self.ride(town, second, ready[0]))
        return Watch(rides, self.watch.change, self.watch.lead, self.watch.threshold), is_certain

    @staticmethod
    def ride(town, saved_ride, run):
        calls = town.calls[run.trip]
        stations = [call.station for call in calls]
        position = stations.index(saved_ride.start.station)
        return Ride(saved_ride.line, calls[position], calls[stations.index(saved_ride.end.station)], run, position)


class Towns:
    """The timetables of all days, each read once."""

    def __init__(self, folder):
        self.folders = [folder / "feed", folder / "changed"]
        self.modes, self.known = {}, {}

    def on(self, number):
        day = date(number)
        folder = self.folders[number > OLD]
        key = (folder, *(frozenset(services(folder, day + datetime.timedelta(days=away))) for away in (-1, 0, 1)))
        if key not in self.known:
            self.known[key] = Town(folder, day, self.modes)
        return self.known[key]


def is_plain(troubles, watch, start):
    """Whether what a rider should get does not depend on how fast the server, which starts then, receives a change."""
    trips = [ride.run.trip for ride in watch.rides]
    times = sorted(time for trip in trips for time, _ in troubles.steps.get(trip, []))
    return (all(abs(time - watch.begins) > 360 and abs(time - start) > 360 and time < watch.departure - 780 for time in times)
            and all(after - before >= 900 for before, after in zip(times, times[1:]))
            and all(steps == sorted(steps, key=lambda step: step[0]) for steps in map(troubles.steps.get, trips) if steps))


def after_midnight(number, alerts):
    """The same with times as clocks show them."""
    start = midnight(date(number))

    def shown(found):
        at = datetime.datetime.fromtimestamp(start + int(found[1]) * 3600 + int(found[2]) * 60, ZONE)
        return at.strftime("%H:%M")

    return [alert._replace(**{name: re.sub(r"\b(2[4-9]):(\d\d)", shown, getattr(alert, name)) for name in ("title", "holds")})
            for alert in alerts]


def reminders(day, town, ride, deadline):
    """The reminders of a weekly trip: of the latest run that arrives in time."""
    if day.isoweekday() > 5:
        return []
    runs = [run for line in sorted(town.lines_at[ride.start.station])
            for run in town.runs(line, ride.start.station, ride.end.station) or [] if run.arrival <= deadline]
    best = max(run.departure for run in runs)
    return [Alert(best - 300, r".* leaves in [1-5] min", clock(best), best), Alert(best, "Get on now: .*", clock(best))]
