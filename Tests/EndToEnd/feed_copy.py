"""Copies a feed with the same ids to another place and some minutes later."""

import csv
import io

# The shift of the copy in degrees to the south and in minutes.
SOUTH, MINUTES = 1.5, 4


def write_copy(feed, copy):
    """Writes the same feed elsewhere and somewhat later; its ids stay."""
    copy.mkdir()
    changes = {
        "stops.txt": (["stop_lat"], southern), "shapes.txt": (["shape_pt_lat"], southern),
        "stop_times.txt": (["arrival_time", "departure_time"], later),
        "frequencies.txt": (["start_time", "end_time"], later),
    }
    for file in feed.iterdir():
        text = file.read_text(encoding="utf-8-sig")
        columns, change = changes.get(file.name, ([], None))
        for column in columns:
            text = shifted(text, column, change)
        (copy / file.name).write_text(text, encoding="utf-8")


def southern(latitude):
    return f"{float(latitude) - SOUTH:.6f}"


def later(time):
    hours, minutes, seconds = map(int, time.split(":"))
    total = hours * 60 + minutes + MINUTES
    return f"{total // 60:02}:{total % 60:02}:{seconds:02}"


def shifted(text, column, change):
    """A table with one column changed where it has a value."""
    table = csv.DictReader(io.StringIO(text))
    out = io.StringIO()
    writer = csv.DictWriter(out, table.fieldnames, lineterminator="\n")
    writer.writeheader()
    for row in table:
        if row.get(column):
            row[column] = change(row[column])
        writer.writerow(row)
    return out.getvalue()
