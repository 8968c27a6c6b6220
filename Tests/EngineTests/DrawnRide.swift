import DemoNetwork
import DiarySensing
import FolderTesting
import Foundation
import GTFSImport
import PhoneRecords
import Testing
import Timetables
import TransitModel

/// Rides on runs of the demo's network, as a phone records them.
enum DrawnRide {
    /// Writes a week of the demo's network and returns its path.
    static func network(_ folder: TemporaryFolder, from monday: ServiceDay) throws -> String {
        for file in DemoFeed.files(from: monday, to: monday.advanced(by: 6)) {
            try folder.write(file.contents, to: file.name)
        }
        let path = folder.path("network")
        _ = try NetworkImport([.init(path: folder.path, name: "demo")]).write(to: path)
        return path
    }

    /// Returns a table of the locations of somebody who rode a run of each of some patterns.
    static func locations(on day: ServiceDay, in network: Timetable) throws -> String {
        var fixes: [LocationFix] = []
        var free = 0.0
        for number in 0..<min(12, network.patterns.count) {
            let pattern = PatternIndex(number)
            let midnight = Double(network.timeZone(of: pattern).start(of: day).seconds)
            for run in network.patterns.runs(of: pattern) {
                let ride = try ride(run, of: pattern, midnight, in: network)
                guard let first = ride.first, let last = ride.last, first.time > free,
                    network.services.isActive(network.patterns.runServices[run], on: day)
                else { continue }
                // An hour at each end, with the walk that a stop asks for.
                let before = stride(from: first.time - 3600, to: first.time, by: 30)
                let after = stride(from: last.time, to: last.time + 3600, by: 30)
                fixes += before.map { fix($0, first.place, 1.3 * min(300, first.time - $0)) }
                fixes += ride.map { fix($0.time, $0.place, 0) }
                fixes += after.map { fix($0, last.place, 1.3 * min(300, $0 - last.time)) }
                free = last.time + 9000
                break
            }
        }
        return TraceTable.csv(fixes)
    }

    /// Returns a position every ten seconds.
    private static func ride(
        _ run: RunIndex, of pattern: PatternIndex, _ midnight: Double, in network: Timetable
    ) throws -> [(time: Double, place: Coordinate)] {
        let patterns = network.patterns
        let path = try #require(
            RunPath(network, trip: patterns.runTrips[run], pattern: pattern))
        var points: [(time: Double, along: Double)] = []
        for call in 0..<patterns.stops(of: pattern).count {
            let times = patterns.times(of: run, in: pattern, at: call)
            points.append((midnight + Double(times.arrival.seconds), path.callDistances[call]))
            points.append(
                (midnight + Double(times.departure.seconds) + 15, path.callDistances[call]))
        }
        guard let first = points.first, let last = points.last else { return [] }
        return stride(from: first.time, to: last.time, by: 10).map { time in
            let next = max(1, points.firstIndex { $0.time > time } ?? points.count - 1)
            let (a, b) = (points[next - 1], points[next])
            let share = b.time > a.time ? (time - a.time) / (b.time - a.time) : 0
            return (time, path.position(at: a.along + share * (b.along - a.along)).place)
        }
    }

    private static func fix(_ time: Double, _ place: Coordinate, _ north: Double) -> LocationFix {
        LocationFix(
            time: Date(timeIntervalSince1970: time.rounded()),
            latitude: place.latitude + north / 111_195, longitude: place.longitude,
            horizontalAccuracyMetres: 10)
    }
}
