"""Writes small OpenStreetMap extracts: nodes and ways with tags, as PBF without compression.

    from drawn_extract import write_extract

    write_extract(path, nodes=[(1, 51.5, -3.0, {"amenity": "pub", "name": "Red Lion"})], ways=[(9, [1, 2], {})])
"""

import struct


def varint(value):
    out = bytearray()
    while value > 0x7f:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def zigzag(value):
    return varint(value * 2 if value >= 0 else -value * 2 - 1)


def number(field, value):
    return varint(field << 3) + varint(value)


def signed(field, value):
    return varint(field << 3) + zigzag(value)


def message(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def blob(kind, content):
    body = message(1, content) + number(2, len(content))
    header = message(1, kind.encode()) + number(3, len(body))
    return struct.pack(">I", len(header)) + header + body


def write_extract(path, nodes, ways):
    """Writes nodes as (id, latitude, longitude, tags) and ways as (id, node ids, tags)."""
    texts = {"": 0}

    def packed(words):
        return b"".join(varint(texts.setdefault(word, len(texts))) for word in words)

    def tagged(tags):
        return message(2, packed(tags)) + message(3, packed(tags.values())) if tags else b""

    node_group = b"".join(
        message(1, signed(1, id) + tagged(tags) + signed(8, round(north * 1e7)) + signed(9, round(east * 1e7)))
        for id, north, east, tags in sorted(nodes))
    way_group = b"".join(
        message(3, number(1, id) + tagged(tags)
                + message(8, b"".join(zigzag(ref - last) for ref, last in zip(refs, [0, *refs]))))
        for id, refs, tags in sorted(ways))
    table = b"".join(message(1, text.encode()) for text in texts)
    block = message(1, table) + message(2, node_group) + message(2, way_group)
    header = message(4, b"OsmSchema-V0.6") + message(4, b"DenseNodes") + message(5, b"Sort.Type_then_ID")
    path.write_bytes(blob("OSMHeader", header) + blob("OSMData", block))
