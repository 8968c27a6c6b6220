import GTFS
import Timetables
import TransitModel

// shapes.txt.
extension FeedReader {
    /// Reads the shapes.
    ///
    /// Points of one shape usually follow each other; otherwise they are sorted in memory.
    ///
    /// - Throws: `ArchiveError` if the file cannot be opened or exceeds a limit.
    func readShapes() throws {
        var assembler = ShapeAssembler()
        try read(.shapes, ShapesColumns.init) { table, row, columns in
            guard let key = table.required(row, columns.id) else { return }
            guard let latitude = table.double(row, columns.latitude, in: -90...90),
                let longitude = table.double(row, columns.longitude, in: -180...180)
            else {
                if table.text(row, columns.latitude).isEmpty
                    || table.text(row, columns.longitude).isEmpty
                {
                    table.note(.missingRequiredField, line: row.line, field: "shape_pt_lat")
                }
                return
            }
            let sequence = table.integer(row, columns.sequence, in: 0...Int(Int32.max))
            guard let sequence else {
                if table.text(row, columns.sequence).isEmpty {
                    table.note(.missingRequiredField, row, columns.sequence)
                }
                return
            }
            let distance = table.double(row, columns.distance, in: 0...1e9)
            assembler.add(
                shape: key,
                ShapeAssembler.Point(
                    sequence: UInt32(sequence), latitude: Int32((latitude * 1e7).rounded()),
                    longitude: Int32((longitude * 1e7).rounded()),
                    stated: distance.map(Float.init) ?? .nan, line: row.line))
        }
        assembler.finish(into: draft, feedReader: self)
    }

    private struct ShapesColumns {
        let id, latitude, longitude, sequence, distance: Int

        init(_ table: GTFSTable) {
            id = table.column("shape_id")
            latitude = table.column("shape_pt_lat")
            longitude = table.column("shape_pt_lon")
            sequence = table.column("shape_pt_sequence")
            distance = table.column("shape_dist_traveled")
        }
    }
}

/// Gathers the points of shapes, in any order.
struct ShapeAssembler {
    /// One row of shapes.txt.
    struct Point {
        var sequence: UInt32
        var latitude: Int32
        var longitude: Int32
        var stated: Float
        var line: UInt32
    }

    private let ids = ByteKeyTable()
    private var points: [Point] = []
    /// The shape of each point, as runs of rows: the shape and the end of its run.
    private var stretches: [(shape: Int, end: Int)] = []

    mutating func add(shape: ByteText, _ point: Point) {
        if let last = stretches.last, ids.key(last.shape).hasSameBytes(as: shape) {
            stretches[stretches.count - 1].end = points.count + 1
        } else {
            stretches.append((ids.insert(shape).number, points.count + 1))
        }
        points.append(point)
    }

    /// Adds all shapes to the draft and registers their ids with the feed reader.
    mutating func finish(into draft: NetworkDraft, feedReader: FeedReader) {
        var parts = [[Range<Int>]](repeating: [], count: ids.count)
        var start = 0
        for (shape, end) in stretches {
            parts[shape].append(start..<end)
            start = end
        }
        let table = GTFSTable(.shapes, notices: feedReader.notices)
        for shape in 0..<ids.count {
            var rows = parts[shape].flatMap { points[$0] }
            if zip(rows, rows.dropFirst()).contains(where: { $0.sequence > $1.sequence }) {
                rows.sort { ($0.sequence, $0.line) < ($1.sequence, $1.line) }
            }
            let key = ids.key(shape)
            guard rows.count > 1 else {
                table.note(.singleShapePoint, line: rows[0].line, value: key.string)
                _ = feedReader.shapeIDs.insert(key, .none)
                continue
            }
            _ = feedReader.shapeIDs.insert(key, ShapeIndex(draft.shapes.ids.count))
            append(rows, id: feedReader.versionID(key), to: draft, table)
        }
    }

    private func append(
        _ rows: [Point], id: StringIndex, to draft: NetworkDraft, _ table: GTFSTable
    ) {
        for (before, after) in zip(rows, rows.dropFirst()) where before.sequence == after.sequence {
            table.note(
                .duplicateKey, line: after.line, field: "shape_pt_sequence",
                value: "\(after.sequence)")
        }
        let falling = zip(rows, rows.dropFirst()).first { $0.stated > $1.stated }
        if let falling {
            table.note(
                .decreasingShapeDistance, line: falling.1.line, field: "shape_dist_traveled",
                value: "\(falling.1.stated)")
        }
        let hasStated = falling == nil && !rows.contains { $0.stated.isNaN }
        var distance = 0.0
        var previous: Coordinate?
        for row in rows {
            let place = Coordinate(
                latitude: Double(row.latitude) / 1e7, longitude: Double(row.longitude) / 1e7)
            distance += previous?.distanceMetres(to: place) ?? 0
            previous = place
            draft.shapes.latitudes.append(row.latitude)
            draft.shapes.longitudes.append(row.longitude)
            draft.shapes.distances.append(Float(distance))
            draft.shapes.statedDistances.append(hasStated ? row.stated : .nan)
        }
        draft.shapes.ids.append(id)
        draft.shapes.offsets.append(UInt32(draft.shapes.latitudes.count))
        draft.shapes.isUsed.append(false)
    }
}
