"""Many copies of the demo's town in one network, and helpers to measure servers.

    import towns
"""

import csv
import subprocess
import sys
import time
import urllib.request

from measuring import cpu_seconds, memory

IDS = {"stop_id", "trip_id", "route_id", "service_id", "shape_id", "block_id", "parent_station",
       "from_stop_id", "to_stop_id", "from_route_id", "to_route_id", "from_trip_id", "to_trip_id",
       "level_id", "pathway_id", "zone_id"}
COLUMNS = 8
# The distance of copies in degrees, at which no view contains two of them.
APART = 0.5
# A Monday morning, when every line runs.
MORNING = "2026-05-04T08:00"


def network(program, folder, count, apart=APART):
    """Writes a network of that many towns, each with its own ids and position; returns its path."""
    subprocess.run([program, "demo", "--at", MORNING, "--write-feed", folder / "feed"], check=True, stdout=sys.stderr)
    multiply(folder / "feed", folder / "towns", count, apart)
    output = folder / "towns.takt"
    subprocess.run([program, "import", folder / "towns", "--output", output], check=True, stdout=subprocess.DEVNULL)
    return output


def multiply(feed, output, count, apart, columns=COLUMNS):
    """Writes a feed with `count` copies of `feed`. Each copy has its own ids and position, `columns` to a row."""
    output.mkdir()
    for path in feed.glob("*.txt"):
        with open(path, newline="") as source, open(output / path.name, "w", newline="") as target:
            names = next(csv.reader(source))
            writer = csv.writer(target)
            writer.writerow(names)
            own = [place for place, name in enumerate(names) if name in IDS]
            for town in range(count if own else 1):
                source.seek(0)
                rows = csv.reader(source)
                next(rows)
                writer.writerows(moved(rows, names, own, town, apart, columns) if own else rows)


def moved(rows, names, own, town, apart, columns):
    east, north = ([place for place, name in enumerate(names) if name in fields]
                   for fields in (("stop_lon", "shape_pt_lon"), ("stop_lat", "shape_pt_lat")))
    prefix = f"{town}-"
    for row in rows:
        for place in own:
            if row[place]:
                row[place] = prefix + row[place]
        for places, steps in ((east, town % columns), (north, town // columns)):
            for place in places:
                if row[place]:
                    row[place] = f"{float(row[place]) + steps * apart:.6f}"
        yield row


def get(url):
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def wait(url, seconds=180):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return get(url)
        except OSError:
            time.sleep(0.5)
    sys.exit(f"nothing answers at {url}")


def usage(process):
    """Seconds of processor time and bytes of memory."""
    return cpu_seconds(process), memory(process)
