import GTFS
import Timetables

/// One run of a trip, before runs are grouped into patterns.
struct RunDraft {
    var trip: TripIndex
    var group: UInt32
    var start: Int32
    var profile: UInt32
}

/// Creates the runs of all trips: one each, or one per departure of a headway.
struct RunExpander {
    /// The maximum number of runs from the headways of one trip.
    static let maximumRunsPerTrip = 100_000

    private let draft: NetworkDraft

    init(_ draft: NetworkDraft) {
        self.draft = draft
    }

    /// The runs of every usable trip; also flags trips with headways.
    func runs() -> [RunDraft] {
        var byTrip: [TripIndex: [FrequencyDraft]] = [:]
        for frequency in draft.frequencies { byTrip[frequency.trip, default: []].append(frequency) }
        var runs: [RunDraft] = []
        runs.reserveCapacity(draft.trips.count)
        for row in draft.trips.indices {
            let trip = draft.trips[row]
            guard trip.group != TripDraft.notAssembled else { continue }
            guard let frequencies = byTrip[TripIndex(row)] else {
                runs.append(
                    RunDraft(
                        trip: TripIndex(row), group: trip.group, start: trip.start,
                        profile: trip.profile))
                continue
            }
            for start in starts(frequencies, of: row) {
                runs.append(
                    RunDraft(
                        trip: TripIndex(row), group: trip.group, start: start,
                        profile: trip.profile))
            }
        }
        return runs
    }

    private func starts(_ frequencies: [FrequencyDraft], of row: Int) -> [Int32] {
        var starts = Set<Int32>()
        let isExact = frequencies.allSatisfy(\.isExact)
        draft.trips[row].flags |=
            isExact ? TripColumns.exactFrequencyFlag : TripColumns.headwayFlag
        for frequency in frequencies {
            for start in stride(
                from: frequency.start, to: frequency.end, by: Int(frequency.headway))
            {
                guard starts.count < Self.maximumRunsPerTrip else {
                    draft.notices.add(
                        Notice(
                            .tooManyRuns, file: GTFSFile.frequencies.name, field: "headway_secs",
                            value: draft.strings.string(draft.trips[row].id)))
                    return starts.sorted()
                }
                starts.insert(start)
            }
        }
        return starts.sorted()
    }
}
