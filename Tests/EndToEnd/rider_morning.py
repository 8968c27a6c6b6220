"""Draws what riders save and what happens to their vehicles, so that the expected messages are certain.

Troubles come in steps far enough apart for each to have its effect before the next. A route is drawn again, a limited
number of times, if its departure could be another one's or its alerts begin near a step.
"""

import re

from rider_world import CANCELLED, DAY_SECONDS, LOST, NEAR, SILENT, Alert, Moved, Ride, Troubles, Watch, clock

STEP = 960
# How long troubles come before a vehicle leaves, in seconds: about when its alerts begin.
SHORTLY = 4800
# The largest number of attempts to draw something, after which it is left out.
TRIES = 4000


class Morning:
    """Draws what riders save and what happens, so that every expectation is certain."""

    def __init__(self, town, draw, base, minutes, is_killed=False):
        self.town, self.draw, self.base = town, draw, base
        self.end = base + minutes * 60
        self.troubles = Troubles()
        self.grid = range(base + 120, self.end, STEP)
        last = min(self.end, DAY_SECONDS) - 600
        # When a saved ride may be boarded: a reminder is a time of the day.
        self.window = range(base + 1500, last)
        # Lines without troubles, since a planned trip must not depend on when a message arrives.
        lines = sorted(town.trips_of)
        self.calm = set(lines[::3])
        # One trip is reported all the time, so that live data keeps arriving.
        self.troubles.add(max((town.calls[trip][0].departure, trip) for line in self.calm
                              for trip in town.trips_of[line] if trip in town.today)[1], -DAY_SECONDS, 0)
        # Lines whose vehicles report positions.
        self.seen = set(lines[1::6])
        # Trips to which nothing more may happen.
        self.reserved = set()
        # A killed server cannot miss live data that it never received.
        silent = [] if is_killed else [SILENT] * 3
        self.states = [CANCELLED, 0, 100, 140, 200, 260, 380, 500, 740, -80, Moved, Moved, *silent]
        self.candidates = [trip for trip, line in town.line_of.items()
                           if trip in town.today and line not in self.seen and self.is_candidate(trip)]
        self.calm_candidates = [trip for trip in self.candidates if town.line_of[trip] in self.calm]

    def is_candidate(self, trip):
        calls = self.town.calls[trip]
        return len(calls) > 4 and any(call.departure in self.window for call in calls[1:-2])

    def trouble(self, ride, departure):
        """Zero to three steps in a trip's life, the last one well before it leaves."""
        trip = ride.run.trip
        if (trip in self.troubles.steps or trip in self.reserved or self.town.line_of[trip] in self.calm
                or self.draw.random() < 0.25):
            return
        times = [time for time in self.grid if departure - SHORTLY < time < departure - 800]
        for time in sorted(self.draw.sample(times, min(len(times), self.draw.randint(1, 3)))):
            state = self.draw.choice(self.states)
            if state is Moved:
                state = Moved(ride.position, self.other_platform(ride.start))
            # A trip that is silent twice in a row has been silent since the first step.
            if state != SILENT or self.troubles.at(trip, time) != SILENT:
                self.troubles.add(trip, time, state)

    def other_platform(self, call):
        """Another stop of the same station; the same one if there is none."""
        others = [stop for stop, row in self.town.stops.items()
                  if row["parent_station"] == call.station and stop != call.stop and row["platform_code"]]
        return self.draw.choice(sorted(others)) if others else call.stop

    def ride(self, trip, first, last):
        """The ride that a reminder at its minute finds; None if that could be another one."""
        calls, line = self.town.calls[trip], self.town.line_of[trip]
        start, end = calls[first], calls[last]
        runs = self.town.runs(line, start.station, end.station)
        if not runs or start.station == end.station:
            return None
        wanted = start.departure // 60 * 60
        near = [run for run in runs if abs(run.departure - wanted) == abs(start.departure - wanted)]
        if [run.trip for run in near] != [trip] or min(
                abs(run.departure - wanted) for run in runs) < abs(start.departure - wanted):
            return None
        return None if trip in self.reserved else Ride(line, start, end, near[0], first)

    def first_ride(self, candidates):
        if not candidates:
            return None
        trip = self.draw.choice(candidates)
        calls = self.town.calls[trip]
        first = self.draw.randrange(1, len(calls) - 2)
        if calls[first].departure not in self.window:
            return None
        return self.ride(trip, first, self.draw.randrange(first + 1, len(calls) - 1))

    def second_ride(self, first, change):
        """The first vehicle of another line from where the first ride ends."""
        station = first.end.station
        others = sorted(self.town.lines_at[station] - {first.line} - self.seen)
        if not others:
            return None
        line = self.draw.choice(others)
        trips = [trip for trip in self.town.trips_of[line] if any(
            call.station == station for call in self.town.calls[trip][1:-2])]
        if not trips:
            return None
        calls = self.town.calls[self.draw.choice(trips)]
        places = [number for number, call in enumerate(calls) if call.station == station]
        if places[0] >= len(calls) - 2:
            return None
        start, end = calls[places[0]], calls[self.draw.randrange(places[0] + 1, len(calls) - 1)]
        runs = self.town.runs(line, station, end.station) or []
        ready = [run for run in runs if run.departure >= first.run.arrival + change]
        if not ready or end.station == station:
            return None
        if len(ready) > 1 and ready[0][1:] == ready[1][1:]:
            return None
        run = ready[0]
        if run.trip in self.reserved or run.trip not in self.town.today:
            return None
        position = next(number for number, call in enumerate(self.town.calls[run.trip]) if call.station == station)
        return Ride(line, start, end, run, position)

    def watch(self, lead, threshold):
        """A saved route with a reminder; drawn again until everything about it is certain, None if nothing is."""
        for _ in range(TRIES):
            ride, change = self.first_ride(self.candidates), self.draw.choice([60, 120, 180])
            if ride is None:
                continue
            rides = [ride]
            if self.draw.random() < 0.4 and (second := self.second_ride(ride, change)):
                rides.append(second)
            for each in rides:
                self.trouble(each, ride.run.departure)
            watch = Watch(rides, change, lead, threshold)
            times = self.troubles.times([each.run.trip for each in rides])
            # The messages when alerts begin must not depend on how fast the server receives a change.
            is_plain = 360 <= (watch.begins - self.grid.start) % STEP <= STEP - 360
            if is_plain and all(time <= watch.departure - 800 for time in times) and self.is_heard(watch):
                return watch
        return None

    def is_heard(self, watch):
        """Whether live data is missing for long before it comes back, or not long enough to matter."""
        run = watch.rides[0].run
        steps = self.troubles.steps.get(run.trip, [])
        return all(abs(max(start + LOST, run.departure - NEAR) - end) > 360
                   for (start, state), (end, _) in zip(steps, steps[1:]) if state == SILENT)

    def all_runs(self, ride):
        """All runs between the ends of a ride, of any line."""
        return [run for line in sorted(self.town.lines_at[ride.start.station])
                for run in self.town.runs(line, ride.start.station, ride.end.station) or []]

    def trip(self):
        """A ride with a reminder, on a trip without troubles; the deadline and the expected messages, or None."""
        for _ in range(TRIES):
            ride = self.first_ride(self.calm_candidates)
            if ride is None or ride.start.station in self.town.unclear:
                continue
            runs = self.town.runs(ride.line, ride.start.station, ride.end.station)
            deadline = -(-ride.run.arrival // 60) * 60 + 60 * self.draw.randint(0, 3)
            all_runs = self.all_runs(ride)
            ready = [run for run in all_runs if run.arrival <= deadline]
            best = max(run.departure for run in ready)
            if any(run.trip in self.troubles.steps for run in all_runs):
                continue
            if len(all_runs) != len(runs) or self.base + 900 > best or best > self.end - 300:
                continue
            if deadline < DAY_SECONDS:
                return ride, deadline, self.calls(ride.line, best)
        return None

    def calls(self, line, departure):
        """The expected reminders of a rider, with titles as patterns."""
        line = re.escape(line.name)
        return [Alert(departure - 300, f"{line} leaves in [1-5] min", clock(departure), departure),
                Alert(departure, f"Get on now: {line}", clock(departure))]


def place(town, call):
    stop = town.stops[call.stop]
    return {"stop": call.stop, "name": stop["stop_name"], "latitude": float(stop["stop_lat"]),
            "longitude": float(stop["stop_lon"])}


def saved(town, watch):
    """The watch in the format in which the app saves it."""
    def stop(call):
        return {"id": call.stop, **{key: value for key, value in place(town, call).items() if key != "stop"}}

    rides = [{"line": ride.line.name, "mode": ride.line.mode, "from": stop(ride.start), "to": stop(ride.end),
              "seconds": ride.run.arrival - ride.run.departure, "passed": []} for ride in watch.rides]
    reminder = {"minute": watch.departure // 60, "weekdays": [1]}
    return {"from": place(town, watch.rides[0].start), "to": place(town, watch.rides[-1].end), "routes": [{
        "id": "r", "rides": rides, "changeSeconds": [watch.change] * (len(rides) - 1),
        "walkBeforeSeconds": 0, "walkAfterSeconds": 0, "reminders": [reminder]}]}
