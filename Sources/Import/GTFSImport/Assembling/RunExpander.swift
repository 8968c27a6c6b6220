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
    /// The maximum number of departures of all headways, besides the first of each.
    ///
    /// Ten thousand trips every three minutes of a whole day have fewer. Feeds that were compiled
    /// before have a headway for each departure.
    static let maximumDepartures = 5_000_000

    private let draft: NetworkDraft
    /// How many departures may still follow the first of their headway.
    private var departuresLeft: Int

    init(_ draft: NetworkDraft, maximumDepartures: Int = Self.maximumDepartures) {
        self.draft = draft
        departuresLeft = maximumDepartures
    }

    /// Returns the runs of every usable trip; also flags trips with headways.
    mutating func runs() -> [RunDraft] {
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

    private mutating func starts(_ frequencies: [FrequencyDraft], of row: Int) -> [Int32] {
        var starts = Set<Int32>()
        let isExact = frequencies.allSatisfy(\.isExact)
        draft.trips[row].flags |=
            isExact ? TripColumns.exactFrequencyFlag : TripColumns.headwayFlag
        for frequency in frequencies {
            for start in stride(
                from: frequency.start, to: frequency.end, by: Int(frequency.headway))
            {
                let isFirst = start == frequency.start
                guard starts.count < Self.maximumRunsPerTrip, isFirst || departuresLeft > 0 else {
                    note(frequency, of: row)
                    break
                }
                if !isFirst { departuresLeft -= 1 }
                starts.insert(start)
            }
        }
        return starts.sorted()
    }

    private func note(_ frequency: FrequencyDraft, of row: Int) {
        draft.notices.add(
            Notice(
                .tooManyRuns, file: GTFSFile.frequencies.name, line: frequency.line,
                field: "headway_secs", value: draft.strings.string(draft.trips[row].id)))
    }
}
