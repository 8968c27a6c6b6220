"""Further events of riders in a morning: lost trips, vehicles nearby, and stops to get off at."""

import dataclasses
import math
import re

from rider_morning import TRIES
from rider_world import CANCELLED, DAY_SECONDS, Alert, clock, late

# The latest announcement of a lost trip, in seconds after the requested time: the largest threshold and a minute.
LATE = 1500
# Runs this long before or after a lost one do not matter to its rider, in seconds: nobody waits for a run that leaves
# more than an hour after the requested time.
AROUND = 7200
# A vehicle within the first distance is nearby, and one beyond the second is not, in metres.
NEAR, FAR = 60, 260
EARTH = 6_371_000
# How long a vehicle is held where a rider waits for it, in seconds, so that it is not missed on a fast clock.
HOLD = 300
# The server evaluates every second of real time. A condition that lasts less than two and a half of them may begin and
# end between two evaluations, one of which is late.
LOOKS = 2.5


@dataclasses.dataclass
class Sight:
    """A place where a rider wants announcements of a line's vehicles."""
    line: object
    route: str
    latitude: float
    longitude: float
    passes: list

    def place(self):
        return {"latitude": self.latitude, "longitude": self.longitude}


class Extras:
    """Draws them for a morning; lost trips have to be drawn before anything else happens on their lines."""

    def __init__(self, morning, routes, speed):
        # The shortest travel time between two stops so that the rider can be notified at the first that the second is
        # next.
        self.shortest_hop = LOOKS * speed
        self.morning, self.town, self.draw = morning, morning.town, morning.draw
        self.routes = routes
        # The trips whose vehicles report positions, by line.
        self.vehicles = {line: self.spaced(line) for line in sorted(morning.seen)}
        self.vehicles = {line: trips for line, trips in self.vehicles.items() if trips}
        # The indices of the calls at which each of them is held.
        self.holds = {trip: set() for trips in self.vehicles.values() for trip in trips}

    # Trips that can no longer be made

    def lost_trip(self):
        """A ride whose run is cancelled or late some minutes before it leaves; None if none was found."""
        morning = self.morning
        for _ in range(TRIES if morning.candidates else 0):
            trip = self.draw.choice(morning.candidates)
            calls = self.town.calls[trip]
            first = self.draw.randrange(1, len(calls) - 2)
            reported = [time for time in morning.grid if 650 <= calls[first].departure - time <= 1000]
            if not reported or self.town.line_of[trip] in morning.calm:
                continue
            ride = morning.ride(trip, first, self.draw.randrange(first + 1, len(calls) - 1))
            if ride is not None and (found := self.lose(ride, reported[0])):
                return found
        return None

    def lose(self, ride, reported):
        """The ride, its deadline and the expected messages; None if they are uncertain."""
        morning = self.morning
        runs = morning.all_runs(ride)
        trips = {run.trip for run in runs}
        if ride.start.station in self.town.unclear or trips & (morning.troubles.steps.keys() | morning.reserved):
            return None
        deadline = -(-ride.run.arrival // 60) * 60 + 60 * self.draw.randint(0, 3)
        others = [run for run in runs if run.trip != ride.run.trip]
        if any(reported - 200 <= run.departure <= reported + 400 for run in others) or any(
                run.departure > reported and run.arrival <= deadline + 400 for run in others):
            return None
        state = self.draw.choice([CANCELLED, LATE])
        later = sorted((run.arrival, run.departure, run.trip) for run in others
                       if reported < run.departure <= deadline + 3500)
        if any(deadline + 3500 < run.departure < deadline + 3700 for run in others):
            return None
        if state != CANCELLED:
            later = sorted([*later, (ride.run.arrival + state, ride.run.departure + state, ride.run.trip)])
        if len(later) > 1 and later[1][0] - later[0][0] < 120:
            return None
        alerts = [Alert(reported, re.escape(
            f"At {self.town.stops[ride.end.stop]['stop_name']} by {clock(deadline)}: not possible any more"),
            f"at {clock(later[0][1])} from" if later else "Nothing else")]
        end = deadline + 3700
        if later:
            _, end, trip = later[0]
            if end < reported + 700:
                return None
            alerts += morning.calls(self.town.line_of[trip], end)
        if end > morning.end - 300 or deadline >= DAY_SECONDS:
            return None
        morning.troubles.add(ride.run.trip, reported, state)
        # Runs at another time of the day may have troubles, since nobody expects messages about them.
        morning.reserved |= {run.trip for run in runs if reported - AROUND < run.departure < deadline + AROUND}
        return ride, deadline, alerts

    # Stops to get off at

    def ride_under_way(self):
        """A trip, where the rider boards and alights, and the expected messages; None if all are uncertain."""
        morning = self.morning
        for _ in range(TRIES if morning.candidates else 0):
            trip = self.draw.choice(morning.candidates)
            calls = self.town.calls[trip]
            first = self.draw.randrange(0, len(calls) - 2)
            last = self.draw.randrange(first + 2, len(calls))
            stations = [call.station for call in calls]
            steps = morning.troubles.steps.get(trip, [])
            if any(not isinstance(state, int) for _, state in steps) or len(set(stations)) < len(stations):
                continue
            delay = late(steps[-1][1]) if steps else 0
            soon, now = calls[last - 1].departure + delay, calls[last].arrival + delay
            if now - soon < self.shortest_hop:
                continue
            # The server must know about a trip before its rider is notified.
            if not morning.base + 900 < soon or now > morning.end - 300 or any(
                    time > calls[last - 1].departure - 300 for time, _ in steps):
                continue
            morning.reserved.add(trip)
            name = self.town.stops[calls[last].stop]["stop_name"]
            return {"trip": trip, "from": calls[first].stop, "to": calls[last].stop}, [
                Alert(soon, "Next stop: get off", clock(now), now),
                Alert(now, re.escape(f"Get off now: {name}"), clock(now))]
        return None

    # Vehicles nearby

    def spaced(self, line):
        """Some trips of a line, one after another."""
        found, free = [], self.morning.base + 300
        for trip in sorted(self.town.today.intersection(self.town.trips_of[line]), key=lambda trip: (
                self.town.calls[trip][0].departure, trip)):
            calls = self.town.calls[trip]
            if calls[0].departure > free and calls[-1].arrival < self.morning.end - 600 - 3 * HOLD:
                found.append(trip)
                free = calls[-1].arrival + 900 + 3 * HOLD
        return found

    def positions(self, now):
        """The trip and position of every reported vehicle: the stop that it left last."""
        for trips in self.vehicles.values():
            for trip in trips:
                calls = self.town.calls[trip]
                if calls[0].departure - 120 <= now <= self.reached(trip, len(calls) - 1) + 60:
                    left = [place for place in range(len(calls)) if self.reached(trip, place) <= now] or [0]
                    stop = self.town.stops[calls[left[-1]].stop]
                    yield trip, float(stop["stop_lat"]), float(stop["stop_lon"])

    def reached(self, trip, place):
        """When a vehicle is reported at a stop."""
        return self.town.calls[trip][place].departure + HOLD * sum(held < place for held in self.holds[trip])

    def sight(self):
        """A stop where a line's vehicles are announced; None if all are uncertain."""
        for _ in range(500 if self.vehicles else 0):
            line = self.draw.choice(sorted(self.vehicles))
            call = self.draw.choice(self.town.calls[self.draw.choice(self.vehicles[line])][1:-1])
            stop = self.town.stops[call.stop]
            here = float(stop["stop_lat"]), float(stop["stop_lon"])
            passes, is_plain = [], True
            for trip in self.vehicles[line]:
                calls = self.town.calls[trip]
                near = [place for place, call in enumerate(calls) if self.metres(call, here) <= NEAR]
                is_plain &= len(near) <= 1 and not any(NEAR < self.metres(call, here) < FAR for call in calls)
                is_plain &= not {0, len(calls) - 1} & set(near)
                is_plain &= len(self.holds[trip] | set(near)) <= 3
                passes += [(trip, place) for place in near]
            if is_plain and passes:
                for trip, place in passes:
                    self.holds[trip].add(place)
                return Sight(line, self.routes[line.name], *here, passes)
        return None

    def announcements(self, sight):
        """The announcements that a rider expects of the vehicles."""
        name = re.escape(sight.line.name)
        return [Alert(time, f"{name} is [0-9]+ m away", "Near", time + HOLD)
                for time in sorted(self.reached(*each) for each in sight.passes)]

    def metres(self, call, here):
        stop = self.town.stops[call.stop]
        north = math.radians(float(stop["stop_lat"]) - here[0])
        east = math.radians(float(stop["stop_lon"]) - here[1]) * math.cos(math.radians(here[0]))
        return EARTH * math.hypot(north, east)
