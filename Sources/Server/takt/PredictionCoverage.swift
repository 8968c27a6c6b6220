import Foundation
import GTFS
import TransitModel

/// The share of stops reached within 40 minutes after a fix, by vehicles with a known trip, for
/// which there was a prediction.
struct PredictionCoverage {
    struct Call: Hashable {
        let trip: String
        let sequence: Int
    }

    private struct Journey: Hashable {
        let trip: String
        let vehicle: String
    }

    /// The latest counted arrival after a fix, in seconds.
    private static let horizonSeconds = 2400.0
    /// The maximum number of arrivals that are read.
    private static let maximumArrivals = 50_000_000

    private var arrivals: [Journey: [(time: Double, sequence: Int)]] = [:]
    private(set) var pairs = 0
    private(set) var predicted = 0

    /// Reads the observed arrivals.
    ///
    /// - Throws: An exit code, after a printed sentence, if the file cannot be read.
    init(_ path: String) throws {
        var count = 0
        _ = try CSVFile.read(
            path, required: ["trip_id", "vehicle_id", "stop_sequence", "observed_epoch"]
        ) { row, columns in
            guard let sequence = row.field(columns[2]).double,
                let time = row.field(columns[3]).double,
                sequence >= 0, sequence < 1e9, time.isFinite
            else { return }
            count += 1
            guard count <= Self.maximumArrivals else {
                throw fail("'\(path)' has more than \(Self.maximumArrivals) arrivals.", .badData)
            }
            let journey = Journey(
                trip: row.field(columns[0]).string, vehicle: row.field(columns[1]).string)
            arrivals[journey, default: []].append((time, Int(sequence)))
        }
        guard count > 0 else { throw fail("'\(path)' has no arrival of a trip.", .badData) }
    }

    /// Counts the remaining stops after a fix, and those with a prediction.
    mutating func count(_ fix: VehicleFix, predicted calls: Set<Call>) {
        guard let trip = fix.trip?.tripID,
            let ahead = arrivals[Journey(trip: trip, vehicle: fix.vehicleID)]
        else { return }
        let made = Double(fix.time.seconds)
        for arrival in ahead
        where arrival.time > made && arrival.time - made <= Self.horizonSeconds {
            pairs += 1
            if calls.contains(Call(trip: trip, sequence: arrival.sequence)) { predicted += 1 }
        }
    }

    /// The result as a sentence for people.
    var sentence: String {
        let share = pairs > 0 ? 100 * Double(predicted) / Double(pairs) : 0
        return
            "coverage: \(predicted) of \(pairs) stops ahead within 40 minutes of a fix are predicted ("
            + String(format: "%.1f", share) + " %)"
    }
}
