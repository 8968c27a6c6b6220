"""Many copies of the demo's town in one network, and what measurements of servers need.

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
# So far (in degrees) that nobody sees two of them.
APART = 0.5
# A Monday morning, when every line runs.
MORNING = "2026-05-04T08:00"


def network(program, folder, count, apart=APART):
    """Writes a network of so many towns, each with ids and a place of its own, and says where."""
    subprocess.run([program, "demo", "--at", MORNING, "--write-feed", folder / "feed"], check=True, stdout=sys.stderr)
    multiply(folder / "feed", folder / "towns", count, apart)
    output = folder / "towns.takt"
    subprocess.run([program, "import", folder / "towns", "--output", output], check=True, stdout=subprocess.DEVNULL)
    return output


def multiply(feed, output, count, apart):
    output.mkdir()
    for path in feed.glob("*.txt"):
        with open(path, newline="") as source, open(output / path.name, "w", newline="") as target:
            reader = csv.DictReader(source)
            writer = csv.DictWriter(target, reader.fieldnames)
            writer.writeheader()
            if not IDS & set(reader.fieldnames):
                writer.writerows(reader)
                continue
            rows = list(reader)
            for town in range(count):
                for row in rows:
                    copy = {key: f"{town}-{value}" if key in IDS and value else value
                            for key, value in row.items()}
                    for key in ("stop_lon", "shape_pt_lon"):
                        if copy.get(key):
                            copy[key] = f"{float(copy[key]) + town % COLUMNS * apart:.6f}"
                    for key in ("stop_lat", "shape_pt_lat"):
                        if copy.get(key):
                            copy[key] = f"{float(copy[key]) + town // COLUMNS * apart:.6f}"
                    writer.writerow(copy)


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
