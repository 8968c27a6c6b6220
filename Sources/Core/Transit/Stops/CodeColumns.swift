import Timetables
import TransitModel

/// The stop codes, found by their letters alone.
struct CodeColumns: Sendable {
    private let hashes: [UInt64]
    private let places: [UInt32]

    var bytes: Int { hashes.count * 12 }

    init(_ places: StopGroupColumns, _ timetable: Timetable) {
        let stops = timetable.stops
        var folding = TextFolding()
        var rows: [(hash: UInt64, place: UInt32)] = []
        for stop in stops.indices where places.ofStop[stop.row] != .max {
            guard let code = timetable.strings.ifAny(stops.codes[stop]) else { continue }
            rows.append((Self.hash(folding.words(of: code)), places.ofStop[stop.row]))
        }
        rows.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
        let unique = rows.indices.filter { $0 == 0 || rows[$0] != rows[$0 - 1] }
        hashes = unique.map { rows[$0].hash }
        self.places = unique.map { rows[$0].place }
    }

    /// Returns the places with a stop of that code, the most important first.
    ///
    /// Codes are compared by a 64-bit hash: with a million codes, about one query in 10^13 has a
    /// wrong result.
    func places(code words: [FoldedWord]) -> ArraySlice<UInt32> {
        let wanted = Self.hash(words)
        let first = hashes.partitioningIndex { $0 >= wanted }
        var end = first
        while end < hashes.count, hashes[end] == wanted { end += 1 }
        return places[first..<end]
    }

    private static func hash(_ words: [FoldedWord]) -> UInt64 {
        var bytes: [UInt8] = []
        for word in words {
            for unit in word.letters {
                bytes.append(UInt8(truncatingIfNeeded: unit))
                bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
            }
        }
        return bytes.withUnsafeBufferPointer(StableHash.hash)
    }
}
