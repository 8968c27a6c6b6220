"""A new timetable: other trip ids, some lines four minutes later, some trips no more.

    change_timetable(old, new, gone)
"""

import csv
import shutil

from rider_world import rows, seconds

LATER = 240


def write(path, table):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(table[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(table)


def later(text):
    if not text:
        return text
    time = seconds(text) + LATER
    return f"{time // 3600:02}:{time // 60 % 60:02}:{time % 60:02}"


def change_timetable(old, new, gone):
    """Writes the feed in `old` as `new`, without the trips `gone` (ids) and with new ids for all others."""
    shutil.copytree(old, new)
    trips = [trip for trip in rows(old, "trips.txt") if trip["trip_id"] not in gone]
    moved = {trip["trip_id"] for trip in trips if sum(trip["route_id"].encode()) % 3 == 0}
    write(new / "trips.txt", [{**trip, "trip_id": f"new-{trip['trip_id']}"} for trip in trips])
    kept = {trip["trip_id"] for trip in trips}
    times = [row for row in rows(old, "stop_times.txt") if row["trip_id"] in kept]
    for row in times:
        if row["trip_id"] in moved:
            row["arrival_time"], row["departure_time"] = later(row["arrival_time"]), later(row["departure_time"])
        row["trip_id"] = f"new-{row['trip_id']}"
    write(new / "stop_times.txt", times)
    transfers = rows(old, "transfers.txt")
    for row in transfers:
        for name in ("from_trip_id", "to_trip_id"):
            row[name] = row[name] and f"new-{row[name]}"
    write(new / "transfers.txt", transfers)
    rhythm = [{**row, "trip_id": f"new-{row['trip_id']}"} for row in rows(old, "frequencies.txt") if row["trip_id"] in kept]
    write(new / "frequencies.txt", rhythm)
