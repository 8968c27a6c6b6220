import Engine
import Timetables
import TransitModel

// Network files whose checksums are right, as those of a server that means harm: what is checked
// at opening must be enough for all questions.
extension FuzzTarget {
    /// Opens a network file after mending its checksums, and asks about all it names.
    static func networkContent(_ bytes: [UInt8]) throws -> Bool {
        let held = NetworkBytes(copying: withChecksums(bytes))
        guard let file = try? NetworkFile(bytes: held, name: "input"),
            let timetable = try? Timetable(checking: file),
            let engine = try? NetworkEngine(timetable)
        else { return false }
        let day = timetable.services.firstDay
        let now = timetable.timeZone.start(of: day).advanced(bySeconds: 7 * 3600)
        for target in targets(timetable, day: day) {
            let answer = engine.get(target, now: now)
            try promise(
                [200, 400, 404, 422].contains(answer.status), "an answer or a reason: \(target)")
        }
        return true
    }

    private static func targets(_ timetable: Timetable, day: ServiceDay) -> [String] {
        var targets = [
            "/api/v1/network", "/api/v1/routes", "/api/v1/routes.geojson?sideBySide=true",
        ]
        targets += ["/api/v1/stops", "/api/v1/stops/search?q=a", "/api/v1/stops/nearby?at=47,8"]
        for stop in ["A", "D"] {
            targets.append("/api/v1/stops/\(stop)")
            targets.append("/api/v1/stops/\(stop)/departures?further=9")
            targets.append("/api/v1/stops/\(stop)/arrivals")
            targets.append("/api/v1/stops/\(stop)/lines")
        }
        for route in ["red", "blue"] {
            targets.append("/api/v1/routes/\(route)")
            targets.append("/api/v1/routes/\(route)/timetable?date=\(day)")
        }
        targets.append("/api/v1/trips/blue-1?date=\(day)")
        targets.append("/api/v1/connections?from=A&to=D&passed=true&path=true")
        targets.append("/api/v1/connections?from=C&to=A&arriveBy=true&wheelchair=true")
        return targets
    }

    /// Returns a network file with the checksums of what it holds; other bytes as they are.
    package static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        let (header, entry) = (32, 32)
        func number(_ place: Int, _ size: Int) -> Int? {
            guard place + size <= bytes.count else { return nil }
            let value = bytes[place..<place + size].reversed().reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            return Int(exactly: value)
        }
        guard let count = number(12, 4), count <= 1000, header + count * entry <= bytes.count else {
            return bytes
        }
        var mended = bytes
        func write(_ value: UInt64, at place: Int) {
            for byte in 0..<8 {
                mended[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte)))
            }
        }
        func checksum(_ range: Range<Int>) -> UInt64 {
            mended[range].withUnsafeBytes { StableHash.checksum($0) }
        }
        for row in 0..<count {
            let place = header + row * entry
            guard let size = number(place + 4, 4), let start = number(place + 8, 8),
                let values = number(place + 16, 8), start <= bytes.count, size > 0,
                values <= (bytes.count - start) / size
            else { continue }
            write(checksum(start..<start + values * size), at: place + 24)
        }
        write(checksum(header..<header + count * entry), at: 24)
        write(UInt64(bytes.count), at: 16)
        return mended
    }
}
