package import Timetables
import TransitModel

#if !hasFeature(Embedded)
import Synchronization
#endif

/// The run that a vehicle serves after another one, by GTFS `block_id`.
///
/// Only runs whose service is active count, because feeds reuse a block id on other days.
/// Headway-based runs and loops belong to no chain, because it is unknown which of them a vehicle
/// serves. One instance serves everything that follows a network's vehicles.
package final class BlockChains: Sendable {
    /// The maximum gap in seconds before a block's next run on the next service day.
    private static let overnightSeconds = 3600.0

    private let timetable: Timetable
    /// The runs of each block in order of their start, built on first use.
    ///
    /// Blocks with a single run are left out.
    private let runs = Mutex<[StringIndex: [RunIndex]]?>(nil)

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    private static func runs(of timetable: Timetable) -> [StringIndex: [RunIndex]] {
        let (patterns, trips) = (timetable.patterns, timetable.trips)
        var runs: [StringIndex: [RunIndex]] = [:]
        for row in 0..<patterns.runCount {
            let trip = patterns.runTrips[RunIndex(row)]
            guard let block = trips.block(trip), !trips.isLoop(trip), !trips.isHeadwayBased(trip)
            else { continue }
            runs[block, default: []].append(RunIndex(row))
        }
        return runs.filter { $0.value.count > 1 }.mapValues { block in
            block.sorted { (patterns.runStarts[$0], $0) < (patterns.runStarts[$1], $1) }
        }
    }

    /// Returns the run that the same vehicle serves next; nil if its block ends or is ambiguous.
    ///
    /// If a block is used twice on a day, only runs of the same service count; nil if even these
    /// overlap. A block continues after midnight with the next service day's runs if one starts
    /// within the hour.
    /// - Complexity: linear in the block's runs; the first call is linear in all runs.
    package func next(after dated: DatedRun) -> DatedRun? {
        let patterns = timetable.patterns
        guard let block = timetable.trips.block(patterns.runTrips[dated.run]),
            let all = runs(of: block)
        else { return nil }
        let end = self.end(of: dated.run)
        var same = active(all, on: dated.day)
        func isOverlapped() -> Bool {
            same.contains {
                $0 != dated.run && patterns.runStarts[$0] < end
                    && self.end(of: $0) > patterns.runStarts[dated.run]
            }
        }
        if isOverlapped() {
            let service = patterns.runServices[dated.run]
            same.removeAll { patterns.runServices[$0] != service }
            if isOverlapped() { return nil }
        }
        let next = earliest(of: same, from: end, besides: dated.run)
        if !next.isEmpty { return next.count == 1 ? DatedRun(run: next[0], day: dated.day) : nil }
        let tomorrow = dated.day.advanced(by: 1)
        let zone = timetable.timeZone(of: patterns.pattern(of: dated.run))
        let shift = zone.start(of: tomorrow).seconds(since: zone.start(of: dated.day))
        let later = earliest(of: active(all, on: tomorrow), from: end - Int32(shift))
        guard later.count == 1,
            Double(patterns.runStarts[later[0]]) + shift - Double(end) <= Self.overnightSeconds
        else { return nil }
        return DatedRun(run: later[0], day: tomorrow)
    }

    private func runs(of block: StringIndex) -> [RunIndex]? {
        runs.withLock { known in
            let runs = known ?? Self.runs(of: timetable)
            known = runs
            return runs[block]
        }
    }

    private func active(_ runs: [RunIndex], on day: ServiceDay) -> [RunIndex] {
        runs.filter { timetable.services.isActive(timetable.patterns.runServices[$0], on: day) }
    }

    /// Returns the run that starts first at or after a second; several if they start at the same
    /// time.
    private func earliest(
        of runs: [RunIndex], from second: Int32, besides own: RunIndex? = nil
    ) -> [RunIndex] {
        let starts = timetable.patterns.runStarts
        guard let first = runs.first(where: { starts[$0] >= second && $0 != own }) else {
            return []
        }
        return runs.filter { starts[$0] == starts[first] && $0 != own }
    }

    private func end(of run: RunIndex) -> Int32 {
        let pattern = timetable.patterns.pattern(of: run)
        let last = timetable.patterns.stops(of: pattern).count - 1
        return timetable.patterns.times(of: run, in: pattern, at: last).arrival.seconds
    }
}
