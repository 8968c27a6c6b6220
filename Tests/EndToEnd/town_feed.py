"""A feed of three towns, 111 km from one another, that is large enough for regions to be offered."""

import pathlib
import subprocess

TOWNS = ("Ahorn", "Birke", "Ceder")
STOPS = 4
# Stops that nothing serves, with texts that make the file as large as a country's.
FAR, TEXT_BYTES = 1_600, 4_000


def _stop(town, number):
    return f"{TOWNS[town][0].lower()}{number}"


def _trips():
    """Each trip: its id, its route, and its calls as stops and minutes of the day."""
    for town in range(3):
        for hour in range(6, 22):
            for half in (0, 30):
                calls = [(_stop(town, number), 60 * hour + half + 4 * number) for number in range(STOPS)]
                yield f"{TOWNS[town]}-{hour}-{half}", TOWNS[town], calls
    for town in range(2):
        for hour in range(7, 21, 2):
            yield f"fast-{town}-{hour}", f"fast{town}", [(_stop(town, 3), 60 * hour + 20), (_stop(town + 1, 0), 60 * hour + 75)]


def town_network(program, folder):
    """Writes the feed into a folder and imports it; the path of the network file."""
    feed = pathlib.Path(folder) / "feed"
    feed.mkdir()
    stops = [f"{_stop(town, number)},{TOWNS[town]} {number},{47 + town + 0.01 * number},8," for town in range(3) for number in range(STOPS)]
    stops += [f"far{number},Far {number},{51 + 0.01 * number},8,{f'{number:05}' * (TEXT_BYTES // 5)}" for number in range(FAR)]
    times = [f"{trip},{minute // 60}:{minute % 60:02}:00,{minute // 60}:{minute % 60:02}:00,{stop},{row}"
             for trip, _, calls in _trips() for row, (stop, minute) in enumerate(calls)]
    tables = {
        "agency": ("agency_id,agency_name,agency_url,agency_timezone", ["1,Towns,http://towns.example,Europe/Zurich"]),
        "stops": ("stop_id,stop_name,stop_lat,stop_lon,stop_desc", stops),
        "routes": ("route_id,agency_id,route_short_name,route_type", [f"{name},1,{name},3" for name in (*TOWNS, "fast0", "fast1")]),
        "trips": ("route_id,service_id,trip_id", [f"{route},daily,{trip}" for trip, route, _ in _trips()]),
        "stop_times": ("trip_id,arrival_time,departure_time,stop_id,stop_sequence", times),
        "calendar": ("service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
                     ["daily,1,1,1,1,1,1,1,20260101,20261231"]),
    }
    for name, (header, rows) in tables.items():
        (feed / f"{name}.txt").write_text("\n".join([header, *rows, ""]))
    network = pathlib.Path(folder) / "towns.takt"
    subprocess.run([program, "import", str(feed), "--output", str(network)], check=True, stdout=subprocess.DEVNULL)
    return network
