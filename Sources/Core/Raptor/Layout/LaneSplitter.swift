import Timetables
import TransitModel

/// Splits runs at the same stops so that within a lane none overtakes another.
struct LaneSplitter {
    let profiles: ProfileStore
    let isWide: Bool
    let stopCount: Int

    /// The lanes, each in order of departure; most often there is one.
    mutating func split(_ runs: [LaneBuilder.DatedLaneRun]) -> [[LaneBuilder.DatedLaneRun]] {
        var sorted = runs
        if !Self.isSorted(runs) { sorted.sort { ($0.start, $0.run) < ($1.start, $1.run) } }
        var lanes: [[LaneBuilder.DatedLaneRun]] = []
        if isOneLane(sorted) { return [sorted] }
        for run in sorted {
            let free = lanes.indices.first { staysAhead(lanes[$0][lanes[$0].count - 1], of: run) }
            if let free {
                lanes[free].append(run)
            } else {
                lanes.append([run])
            }
        }
        return lanes
    }

    private static func isSorted(_ runs: [LaneBuilder.DatedLaneRun]) -> Bool {
        for index in runs.indices.dropFirst() where runs[index].start < runs[index - 1].start {
            return false
        }
        return true
    }

    private func isOneLane(_ runs: [LaneBuilder.DatedLaneRun]) -> Bool {
        for index in runs.indices.dropFirst() where !staysAhead(runs[index - 1], of: runs[index]) {
            return false
        }
        return true
    }

    /// Whether a run arrives and leaves no later than another one at every stop.
    private func staysAhead(
        _ first: LaneBuilder.DatedLaneRun, of second: LaneBuilder.DatedLaneRun
    ) -> Bool {
        // Runs of one pattern and day keep their order; profiles that are equal keep their distance.
        if first.day == second.day, !first.isChanged, !second.isChanged {
            return first.run < second.run
        }
        let lead = second.start - first.start
        if first.profile == second.profile { return lead >= 0 }
        return profiles.lead(
            of: first.profile, over: second.profile, stopCount: stopCount, isWide: isWide) <= lead
    }
}
