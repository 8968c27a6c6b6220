import Foundation

/// Days of a person who walks to a stop, waits, rides to work and is driven home, as a phone sends
/// them.
struct DrawnDays {
    /// A bus line from A to F with hops of 760 m.
    static let drawing = """
        red-1: A 8:00  B 8:02  C 8:04  D 8:06  E 8:08  F 8:10
        red-2: A 8:20  B 8:22  C 8:24  D 8:26  E 8:28  F 8:30
        red-3: A 8:40  B 8:42  C 8:44  D 8:46  E 8:48  F 8:50
        """

    private struct Fix {
        let time: Double
        let latitude: Double
        let longitude: Double
    }

    private var fixes: [Fix] = []

    /// Generates the fixes of some days after 4 May 2026, each from 7:00 to 18:00 in Zurich.
    init(_ days: [Int]) {
        for day in days { draw(day) }
    }

    /// Returns the seconds since 1970 of a local time in Zurich on 4 May 2026, or some days later.
    static func time(_ hour: Int, _ minute: Int, day: Int = 0) -> Double {
        let seconds = day * 86_400 + hour * 3600 + minute * 60
        return Double(1_777_845_600 + seconds)
    }

    private mutating func draw(_ day: Int) {
        let midnight = Self.time(0, 0, day: day)
        func at(_ hour: Int, _ minute: Int) -> Double {
            midnight + Double(hour * 3600 + minute * 60)
        }
        let (home, work) = (47.0045, 47.004)
        add(from: at(7, 0), to: at(7, 50), every: 60) { _ in (home, 8) }
        add(from: at(7, 50), to: at(7, 56), every: 10) { share in
            (home - (home - 47) * share, 8)
        }
        add(from: at(7, 56), to: at(8, 1), every: 10) { _ in (47, 8) }
        // The bus is a minute late, and stops for 20 s at each stop.
        for hop in 0..<5 {
            let start = at(8, 1 + 2 * hop)
            let from = 8 + 0.01 * Double(hop)
            add(from: start, to: start + 100, every: 10) { (47, from + 0.01 * $0) }
            add(from: start + 100, to: start + 120, every: 10) { _ in (47, from + 0.01) }
        }
        add(from: at(8, 11), to: at(8, 16), every: 10) { share in (47 + (work - 47) * share, 8.05) }
        add(from: at(8, 16), to: at(16, 0), every: 60) { _ in (work, 8.05) }
        // A ride home in a car.
        add(from: at(16, 0), to: at(16, 10), every: 10) { share in
            (work + (home - work) * share, 8.05 - 0.05 * share)
        }
        add(from: at(16, 10), to: at(18, 0), every: 60) { _ in (home, 8) }
    }

    private mutating func add(
        from start: Double, to end: Double, every: Double,
        _ place: (_ share: Double) -> (latitude: Double, longitude: Double)
    ) {
        for time in stride(from: start, to: end, by: every) {
            let at = place((time - start) / (end - start))
            let wobble = Double(Int(time) * 73 % 101 - 50) / 50 * 4 / 111_195
            fixes.append(
                Fix(time: time, latitude: at.latitude + wobble, longitude: at.longitude - wobble))
        }
    }

    /// The bodies of requests with the fixes, 500 in each.
    var bodies: [String] {
        stride(from: 0, to: fixes.count, by: 500).map { first in
            let features = fixes[first..<min(fixes.count, first + 500)].map { fix in
                let time = Date(timeIntervalSince1970: fix.time)
                    .formatted(Date.ISO8601FormatStyle())
                return """
                    {"type":"Feature","geometry":{"type":"Point","coordinates":\
                    [\(fix.longitude),\(fix.latitude)]},"properties":{"timestamp":"\(time)",\
                    "horizontal_accuracy":8,"device_id":"phone"}}
                    """
            }
            return "{\"locations\":[\(features.joined(separator: ","))]}"
        }
    }
}
