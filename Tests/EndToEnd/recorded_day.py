"""Converts a table of positions to a recording, as `takt record` would have written it."""

import csv
import gzip
import json
import struct

SECONDS_BETWEEN_FEEDS = 30


def varint(number):
    parts = bytearray()
    while True:
        parts.append(number & 0x7F | (0x80 if number > 0x7F else 0))
        number >>= 7
        if not number:
            return bytes(parts)


def field(number, contents):
    """A length-delimited field of a protocol-buffer message."""
    if isinstance(contents, str):
        contents = contents.encode()
    return varint(number << 3 | 2) + varint(len(contents)) + contents


def number_field(number, value):
    return varint(number << 3) + varint(value)


def vehicle_entity(row):
    position = b"".join(
        varint(place << 3 | 5) + struct.pack("<f", float(row[name]))
        for place, name in ((1, "latitude"), (2, "longitude"), (5, "speed_mps")) if row[name])
    trip = field(1, row["trip_id"]) + field(5, row["route_id"])
    vehicle = (field(1, trip) + field(2, position) + number_field(5, int(row["timestamp"]))
               + field(8, field(1, row["vehicle_id"])))
    return field(2, field(1, row["vehicle_id"]) + field(4, vehicle))


def feed(rows, time):
    header = field(1, "2.0") + number_field(2, 0) + number_field(3, time)
    return field(1, header) + b"".join(vehicle_entity(row) for row in rows)


def write_recording(positions, folder, first, last):
    """Writes a feed for every half minute with each vehicle's newest position; returns the number of feeds."""
    folder.mkdir()
    path = "/vehicle-positions.pb"
    manifest = {"version": 1, "sources": [{"id": "bus", "kind": "gtfs-rt", "paths": [path]}]}
    (folder / "recording.json").write_text(json.dumps(manifest))
    newest = {}
    count = 0
    with gzip.open(positions, "rt") as lines, open(folder / "000001.answers", "wb") as out:
        at = first
        for row in csv.DictReader(lines):
            time = int(row["timestamp"])
            while at <= min(time, last):
                recent = [seen for seen in newest.values() if int(seen["timestamp"]) > at - 300]
                if recent:
                    body = feed(recent, at)
                    head = {"at": at * 1000, "source": "bus", "path": path, "status": 200,
                            "type": "application/x-protobuf", "bytes": len(body)}
                    out.write(json.dumps(head).encode() + b"\n" + body + b"\n")
                    count += 1
                at += SECONDS_BETWEEN_FEEDS
            if time > last:
                break
            newest[row["vehicle_id"]] = row
    return count
