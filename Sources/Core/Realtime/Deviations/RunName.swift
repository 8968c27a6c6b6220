import Timetables
import TransitModel

/// What a dated run is called in every file that has it, whatever its row there.
struct RunName: Hashable, Comparable, Sendable {
    /// The lowest bits of the trip's `StableHash`.
    let trip: UInt64
    let day: Int32
    /// Bits of a hash of its stops and times, which distinguish the runs of a trip at a headway,
    /// and a trip from what it is in another timetable.
    let times: UInt32

    /// The bits that are sent: together they are distinct among millions of runs.
    static let tripBits = 36
    static let timesBits = 20
    private static let tripMask: UInt64 = 1 << UInt64(tripBits) - 1

    static func < (left: RunName, right: RunName) -> Bool {
        (left.trip, left.day, left.times) < (right.trip, right.day, right.times)
    }

    init(trip: UInt64, day: Int32, times: UInt32) {
        self.trip = trip
        self.day = day
        self.times = times
    }

    init(_ dated: DatedRun, in timetable: Timetable) {
        let run = dated.run
        trip = timetable.trips.idHash(timetable.patterns.runTrips[run]) & Self.tripMask
        day = dated.day.daysSince1970
        times = Self.times(of: run, timetable)
    }

    /// Returns the run in a network; nil if it has no such run.
    func run(in timetable: Timetable) -> DatedRun? {
        guard let trip = timetable.trips.find(idHash: trip, bits: Self.tripMask) else {
            return nil
        }
        let run = timetable.trips.runs(of: trip).first { Self.times(of: $0, timetable) == times }
        return run.map { DatedRun(run: $0, day: ServiceDay(daysSince1970: day)) }
    }

    private static func times(of run: RunIndex, _ timetable: Timetable) -> UInt32 {
        let pattern = timetable.patterns.pattern(of: run)
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for (position, stop) in timetable.patterns.stops(of: pattern).enumerated() {
            let times = timetable.patterns.times(of: run, in: pattern, at: position)
            for part in [
                timetable.stops.idHash(stop), UInt64(bitPattern: Int64(times.arrival.seconds)),
                UInt64(bitPattern: Int64(times.departure.seconds)),
            ] {
                hash = (hash ^ part) &* 0x100_0000_01b3
                hash ^= hash >> 32
            }
        }
        return UInt32(truncatingIfNeeded: hash) & (1 << UInt32(timesBits) - 1)
    }
}
