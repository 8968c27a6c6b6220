#!/usr/bin/env python3
"""Finds places in a file of streets, by the commands alone.

    Tests/EndToEnd/test_places.py PROGRAM

Draws two villages as an extract, and a feed with two stops in one of them. Prints one line per check; the exit code is
1 if one failed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from checks import check, finish
from drawn_extract import write_extract

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build/debug/takt"

FEED = {
    "agency": "agency_name,agency_url,agency_timezone\nBus,https://bus.example,Europe/London\n",
    "stops": "stop_id,stop_name,stop_lat,stop_lon\nA,High Street,51.5,-3.0\nB,Mill,51.51,-3.0\n",
    "routes": "route_id,route_short_name,route_type\nR,1,3\n",
    "trips": "route_id,service_id,trip_id\nR,S,T\n",
    "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                  "T,08:00:00,08:00:00,A,1\nT,08:10:00,08:10:00,B,2\n",
    "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                "S,1,1,1,1,1,1,1,20260101,20261231\n",
}


def village(first, name, east):
    """A village with a High Street of two ways and three houses; the ids begin with `first`."""
    def house(row, number):
        return (first + 10 + row, 51.5001, east + row / 1000,
                {"addr:housenumber": number, "addr:street": "High Street", "addr:city": name})
    nodes = [(first + row, 51.5, east + row / 1000, {}) for row in range(3)]
    nodes += [house(0, "2"), house(1, "6"), house(2, "12a")]
    nodes.append((first + 20, 51.502, east, {"place": "village", "name": name}))
    nodes.append((first + 21, 51.503, east, {"amenity": "pub", "name": "Café Zoë", "name:fr": "Chez Zoé"}))
    tags = {"highway": "residential", "name": "High Street"}
    ways = [(first + 30, [first, first + 1], tags), (first + 31, [first + 1, first + 2], tags)]
    return nodes, ways


def run(*words, text=None):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, input=text)


def main():
    with tempfile.TemporaryDirectory(prefix="takt-places-") as name:
        folder = pathlib.Path(name)
        first, second = village(100, "Aberford", -3.0), village(200, "Penwick", -2.8)
        write_extract(folder / "map.osm.pbf", first[0] + second[0], first[1] + second[1])
        streets = folder / "map.streets"
        made = run("streets", folder / "map.osm.pbf", "--output", streets, "--json")
        counts = json.loads(made.stdout or "{}")
        check("the import counts places and addresses", (counts.get("places"), counts.get("addresses")) == (6, 6),
              made.stdout + made.stderr)

        def search(*words):
            done = run("search-places", "--streets", streets, "--json", *words)
            return json.loads(done.stdout)["places"] if done.returncode == 0 else [{"error": done.stderr}]

        for text in ["12a High Street Penwick", "penwick hihg st 12 A"]:
            hit = search(text)[0]
            found = [hit.get(key) for key in ("kind", "name", "houseNumber", "street", "locality")]
            check(f"an address is found: {text}",
                  found == ["address", "12a High Street", "12a", "High Street", "Penwick"], hit)
        check("a number between two others is interpolated", search("4 High Street Aberford")[0].get("interpolated"))
        check("a street of two ways is found once in each village",
              [hit["kind"] for hit in search("high street")] == ["street", "street"], search("high street"))
        near = search("--near", "51.5,-2.8", "high street")
        check("the nearer comes first", near[0]["locality"] == "Penwick" and near[0]["distanceMetres"] < 500, near)
        around = search("--near", "51.5001,-2.8")
        check("without a text the address that a point is near comes first, then what is around",
              [hit["name"] for hit in around[:2]] == ["2 High Street", "High Street"], around)
        check("a name in another language is included", search("chez zoe")[0].get("matchedLanguage") == "fr")

        for table, rows in FEED.items():
            (folder / "feed").mkdir(exist_ok=True)
            (folder / "feed" / f"{table}.txt").write_text(rows)
        network = folder / "town.takt"
        run("import", folder / "feed", "--output", network)
        both = search("--network", network, "high street")
        check("stops of the network are in the same list, before streets of their name",
              [hit["kind"] for hit in both] == ["stop", "street", "street"] and both[0]["id"] == "A", both)

        lines = run("search-places", "--streets", streets, "--json", "-", text="aberford\nnowhere at all\n")
        answers = [json.loads(line)["places"] for line in lines.stdout.splitlines()]
        check("each line of standard input is answered by one object",
              [len(answer) > 0 for answer in answers] == [True, False], lines.stdout)
        streets.write_bytes(streets.read_bytes()[:-100])
        cut = run("search-places", "--streets", streets, "aberford")
        check("a truncated file is refused with a sentence", cut.returncode == 65 and "damaged" in cut.stderr, cut.stderr)
    finish()


if __name__ == "__main__":
    main()
