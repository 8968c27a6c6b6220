"""A town's timetable, the live data about it, and the messages that riders should get.

Written from docs/riders.md alone: it shares no code with the server and reads the feed as text. Times are seconds after
midnight of one service day, also before and after that day.
"""

import collections
import csv
import dataclasses
import datetime

# An expected alert: its earliest time, its title, a text in its body, and how long it is true; a server that did not
# run meanwhile cannot send it.
Alert = collections.namedtuple("Alert", "time title holds until", defaults=[None])
Call = collections.namedtuple("Call", "station stop arrival departure")
# A run between two stations, with scheduled times.
Run = collections.namedtuple("Run", "trip departure arrival")
Line = collections.namedtuple("Line", "name mode")

PAUSE = 180
CANCELLED = "cancelled"
# The feed no longer mentions a trip.
SILENT = "silent"
LOST, NEAR = 300, 900
DAY_SECONDS = 86_400
# The suffixes of trips of the day before that still run after midnight, and of the next morning.
OTHER_DAYS = {-1: "@yesterday", 1: "@tomorrow"}


@dataclasses.dataclass(frozen=True)
class Moved:
    """A punctual trip that calls at another platform."""
    position: int
    stop: str


def late(state):
    """A trip's delay by its live data, in seconds."""
    return state if isinstance(state, int) else 0


def clock(seconds):
    return f"{int(seconds) // 3600:02}:{int(seconds) // 60 % 60:02}"


def rows(folder, name):
    with open(folder / name, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def forget_blocks(folder):
    """Removes the blocks from a feed: here each trip has its own troubles, and none is passed on to the vehicle's next
    trip.
    """
    trips = rows(folder, "trips.txt")
    with open(folder / "trips.txt", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(trips[0]), lineterminator="\n")
        table.writeheader()
        table.writerows({**trip, "block_id": ""} for trip in trips)


def seconds(text):
    hours, minutes, rest = map(int, text.split(":"))
    return hours * 3600 + minutes * 60 + rest


def services(folder, day):
    """The ids of the services of a day."""
    text, weekday = day.strftime("%Y%m%d"), day.strftime("%A").lower()
    found = {row["service_id"] for row in rows(folder, "calendar.txt")
             if row[weekday] == "1" and row["start_date"] <= text <= row["end_date"]}
    for row in rows(folder, "calendar_dates.txt"):
        if row["date"] == text:
            (found.add if row["exception_type"] == "1" else found.discard)(row["service_id"])
    return found


class Town:
    """The trips of one day by line, and those of adjacent days that run into it or soon after."""

    def __init__(self, folder, day, modes):
        active = {away: services(folder, day + datetime.timedelta(days=away)) for away in (-1, 0, 1)}
        rhythm = {row["trip_id"] for row in rows(folder, "frequencies.txt")}
        self.stops = {row["stop_id"]: row for row in rows(folder, "stops.txt")}
        lines = {row["route_id"]: Line(row["route_short_name"], modes[row["route_id"]])
                 for row in rows(folder, "routes.txt")}
        trips = [row for row in rows(folder, "trips.txt") if row["trip_id"] not in rhythm]
        self.line_of = {row["trip_id"]: lines[row["route_id"]] for row in trips}
        days_of = {row["trip_id"]: [away for away in active if row["service_id"] in active[away]] for row in trips}
        self.calls = collections.defaultdict(list)
        # Lines whose times at intermediate stops are not given are left out.
        vague = set()
        # Stops of such lines, where the latest run cannot be known.
        self.unclear = set()
        for row in rows(folder, "stop_times.txt"):
            if row["trip_id"] in rhythm or not row["departure_time"]:
                self.unclear.add(self.stops[row["stop_id"]]["parent_station"] or row["stop_id"])
            if not row["departure_time"]:
                vague.add(self.line_of.get(row["trip_id"]))
            elif row["trip_id"] in self.line_of:
                station = self.stops[row["stop_id"]]["parent_station"] or row["stop_id"]
                self.calls[row["trip_id"]].append(Call(
                    station, row["stop_id"], seconds(row["arrival_time"]), seconds(row["departure_time"])))
        self.unclear |= {call.station for trip, calls in self.calls.items()
                         if self.line_of[trip] in vague for call in calls}
        self.line_of = {trip: line for trip, line in self.line_of.items() if line not in vague}
        self.lay_out(days_of)
        # The saved routes and the troubles are drawn from these trips.
        self.today = {trip for trip in self.line_of if "@" not in trip}
        self.trips_of = collections.defaultdict(list)
        for trip, line in self.line_of.items():
            self.trips_of[line].append(trip)
        self.known = {}
        self.lines_at = collections.defaultdict(set)
        for trip, calls in self.calls.items():
            if trip in self.line_of:
                for call in calls:
                    self.lines_at[call.station].add(self.line_of[trip])

    def lay_out(self, days_of):
        """Puts every trip on the days on which it runs; on other days only if near this one."""
        for trip, line in list(self.line_of.items()):
            calls = self.calls[trip]
            if 0 not in days_of[trip]:
                del self.line_of[trip], self.calls[trip]
            near = [away for away, is_near in ((-1, calls[-1].arrival >= DAY_SECONDS),
                                               (1, calls[0].departure < DAY_SECONDS // 4))
                    if is_near and away in days_of[trip]]
            for away in near:
                name, shift = trip + OTHER_DAYS[away], away * DAY_SECONDS
                self.line_of[name] = line
                self.calls[name] = [call._replace(arrival=call.arrival + shift, departure=call.departure + shift)
                                    for call in calls]

    def runs(self, line, start, end):
        """All runs of a line between two stations; None if one calls twice at either."""
        key = (line, start, end)
        if key not in self.known:
            self.known[key] = self.find(line, start, end)
        return self.known[key]

    def find(self, line, start, end):
        found = []
        for trip in self.trips_of[line]:
            stations = [call.station for call in self.calls[trip]]
            if stations.count(start) > 1 or stations.count(end) > 1:
                return None
            if start in stations and end in stations:
                first, last = stations.index(start), stations.index(end)
                if first < last:
                    found.append(Run(trip, self.calls[trip][first].departure, self.calls[trip][last].arrival))
        return sorted(found, key=lambda run: (run.departure, run.arrival))


@dataclasses.dataclass
class Ride:
    """A ride as a rider saved it, and its run in the timetable."""
    line: Line
    start: Call
    end: Call
    run: Run
    # The index of the boarding stop among the trip's calls.
    position: int


@dataclasses.dataclass
class Watch:
    """A departure about which a rider wants alerts."""
    rides: list
    change: int
    lead: int
    threshold: int

    @property
    def departure(self):
        return self.rides[0].run.departure

    @property
    def begins(self):
        return self.departure - self.lead * 60


class Troubles:
    """The live data of trips: steps in time, each a delay in seconds or `CANCELLED`."""

    def __init__(self):
        self.steps = collections.defaultdict(list)

    def add(self, trip, time, state):
        self.steps[trip].append((time, state))

    def at(self, trip, time):
        states = [state for when, state in self.steps.get(trip, []) if when <= time]
        return states[-1] if states else 0

    def silence(self, trip, time):
        """Since when there is no live data of a trip that had some before; None if there is some."""
        steps = [step for step in self.steps.get(trip, []) if step[0] <= time]
        return steps[-1][0] if len(steps) > 1 and steps[-1][1] == SILENT else None

    def times(self, trips):
        return sorted({time for trip in trips for time, _ in self.steps.get(trip, [])})


def shown_minutes(scheduled, delay):
    """The minutes between the two displayed times of a departure, by seconds of the day."""
    return 0 if abs(delay) < 60 else int((scheduled + delay) // 60 - scheduled // 60)


class Expectation:
    """The expected messages of one rider about one departure."""

    def __init__(self, town, troubles, watch):
        self.town, self.troubles, self.watch = town, troubles, watch
        self.delay, self.void, self.broken, self.sent_at = 0, None, None, -PAUSE
        self.taken_back = 0
        self.platform, self.is_lost = self.scheduled_platform(), False
        self.alerts = []
        trips = [ride.run.trip for ride in watch.rides]
        moments = [time for time in troubles.times(trips) if time > watch.begins]
        for moment in sorted([watch.begins, *moments, *self.losses(moments)]):
            self.settle(moment)

    def losses(self, moments):
        """The times at which live data has been missing for long enough, near enough to the departure."""
        first = self.watch.rides[0].run
        starts = {self.troubles.silence(first.trip, moment) for moment in moments} - {None}
        return [max(start + LOST, first.departure - NEAR) for start in starts if start > self.watch.begins]

    def scheduled_platform(self):
        return self.town.stops[self.watch.rides[0].start.stop]["platform_code"] or None

    def platform_at(self, time):
        ride = self.watch.rides[0]
        state = self.troubles.at(ride.run.trip, time)
        if isinstance(state, Moved) and state.position == ride.position:
            return self.town.stops[state.stop]["platform_code"] or None
        return self.scheduled_platform()

    def is_missing(self, time):
        """Live data arrived since alerts began, and is missing now."""
        first = self.watch.rides[0].run
        since = self.troubles.silence(first.trip, time)
        return (since is not None and since > self.watch.begins
                and since + LOST <= time and first.departure - NEAR <= time < first.departure)

    def state(self, time):
        """The delay of the departure, the first ride that cannot be made, and whether the transfer fails."""
        states = [self.troubles.at(ride.run.trip, time) for ride in self.watch.rides]
        void = next((number for number, state in enumerate(states) if state == CANCELLED), None)
        delays = [late(state) for state in states]
        broken = None
        if len(delays) == 2:
            first, second = (ride.run for ride in self.watch.rides)
            ready = first.arrival + delays[0] + self.watch.change
            broken = 0 if ready > second.departure + delays[1] else None
        return delays, void, broken

    def candidates(self, time):
        """The possible alerts, most urgent first: kind and whether it may be sent at once."""
        delays, void, broken = self.state(time)
        minutes = shown_minutes(self.watch.rides[0].run.departure, delays[0])
        if void != self.void:
            yield ("void", void is not None)
        if void is not None:
            return
        threshold, known = self.watch.threshold, self.delay
        if known >= threshold and 0 <= 2 * minutes < threshold:
            yield ("on time", True)
        elif minutes < known and (minutes < 0 or known - minutes >= threshold):
            yield ("earlier", True)
        elif minutes == 0 and -known >= threshold:
            yield ("on time", True)
        elif minutes and minutes - known >= threshold * min(3, 1 + self.taken_back):
            yield ("later", False)
        if broken != self.broken:
            yield ("change", False)
        if self.platform_at(time) != self.platform:
            yield ("platform", False)
        if self.is_lost and self.troubles.at(self.watch.rides[0].run.trip, time) != SILENT:
            yield ("back", False)
        if not self.is_lost and self.is_missing(time):
            yield ("lost", False)

    def settle(self, time):
        """Sends alerts until none is left, with the necessary pauses."""
        while candidates := list(self.candidates(time)):
            is_paused = time < self.sent_at + PAUSE
            kind = next((kind for kind, is_urgent in candidates if is_urgent or not is_paused), None)
            if kind is None:
                time = self.sent_at + PAUSE
                continue
            self.alerts.append(Alert(time, *self.report(kind, time)))
            self.sent_at = time

    def report(self, kind, time):
        delays, void, broken = self.state(time)
        ride = self.watch.rides[0]
        name = f"{ride.line.name} {clock(ride.run.departure)}"
        now = clock(ride.run.departure + delays[0])
        # A time in the title is not repeated.
        leaves = "" if now == clock(ride.run.departure) else now
        if kind == "platform":
            old, self.platform = self.platform, self.platform_at(time)
            if self.platform is None:
                stop = self.town.stops[ride.start.stop]["stop_name"]
                return f"{name}: another platform at {stop}", leaves
            # Without a platform name there is no previous platform to mention.
            return f"{name}: platform {self.platform}", f"platform {self.platform}" + (f", not {old}." if old else "")
        if kind in ("lost", "back"):
            self.is_lost = kind == "lost"
            return f"{name}: " + ("no live data" if self.is_lost else "live data is back"), leaves
        if kind == "change":
            self.broken = broken
            if broken is None:
                return f"{name}: all changes work again", leaves
            stop = self.town.stops[ride.end.stop]["stop_name"]
            return f"The change at {stop} will not work", self.instead(1, time, delays)
        if kind == "void":
            self.void = void
            if void is None:
                # The message names the time, so the delay needs no other.
                self.delay = shown_minutes(ride.run.departure, delays[0])
                return f"{name} runs after all", leaves
            if void == 0:
                return f"{name} is cancelled", self.instead(0, time, delays)
            start = self.town.stops[self.watch.rides[void].start.stop]["stop_name"]
            line = self.watch.rides[void].line.name
            return f"{line} from {start} is cancelled", self.instead(void, time, delays)
        minutes = shown_minutes(ride.run.departure, delays[0])
        self.delay = minutes
        self.taken_back += kind != "later"
        return {"later": f"{name}: {minutes} min late", "on time": f"{name}: on time again",
                "earlier": f"{name}: leaves earlier, at {now}"}[kind], leaves

    def instead(self, number, time, delays):
        """The next vehicle that works, as the body has to name it."""
        rides = self.watch.rides
        if number == 0:
            first = self.next(rides[0], rides[0].run.departure, time, lambda run: len(rides) == 1 or self.next(
                rides[1], run[2] + self.watch.change, time))
        else:
            first = self.next(rides[1], rides[0].run.arrival + delays[0] + self.watch.change, time)
        return f"at {clock(first[1])} " if first else "Nothing else"

    def next(self, ride, ready, time, goes_on=lambda run: True):
        """Trip, departure and arrival of the first run from a time on, as expected."""
        runs = []
        for run in self.town.runs(ride.line, ride.start.station, ride.end.station):
            state = self.troubles.at(run.trip, time)
            if state != CANCELLED and ready <= run.departure + late(state) <= ready + 3 * 3600:
                runs.append((run.trip, run.departure + late(state), run.arrival + late(state)))
        runs.sort(key=lambda run: (run[1], run[2]))
        return next((run for run in runs if goes_on(run)), None)
