import Raptor
import Timetables
import TransitModel

/// The profiles of the timetable and those of runs whose times differ from it.
struct ProfileStore {
    private let patterns: PatternColumns
    private var narrowArrivals: [UInt16] = []
    private var narrowDepartures: [UInt16] = []
    private var wideArrivals: [Int32] = []
    private var wideDepartures: [Int32] = []
    private let isChanged: Bool

    /// `isChanged` allows profiles of changed runs to be added; the tables are copied only then.
    init(_ timetable: Timetable, isChanged: Bool) {
        patterns = timetable.patterns
        self.isChanged = isChanged
        guard isChanged else { return }
        narrowArrivals = Array(patterns.profileArrivals.buffer)
        narrowDepartures = Array(patterns.profileDepartures.buffer)
        wideArrivals = Array(patterns.wideProfileArrivals.buffer)
        wideDepartures = Array(patterns.wideProfileDepartures.buffer)
    }

    /// Stores a profile.
    ///
    /// The wide table is used if the times need it or if `isWide` requests it.
    mutating func add(
        _ times: [(arrival: Int32, departure: Int32)], isWide: Bool
    ) -> (location: UInt32, isWide: Bool) {
        let start = times[0].departure
        // No rider arrives at a run's first stop, so an arrival before the start is irrelevant.
        let offsets = times.map { (max(0, $0.arrival - start), max(0, $0.departure - start)) }
        let needsWide = isWide || offsets.contains { $0.1 > Int32(UInt16.max) }
        if needsWide {
            let location = UInt32(wideArrivals.count)
            wideArrivals += offsets.map { $0.0 }
            wideDepartures += offsets.map { $0.1 }
            return (location, true)
        }
        let location = UInt32(narrowArrivals.count)
        for (arrival, departure) in offsets {
            narrowArrivals.append(UInt16(arrival))
            narrowDepartures.append(UInt16(departure))
        }
        return (location, false)
    }

    /// Returns the maximum number of seconds by which the first profile is later than the second at
    /// any stop, if both start at the same time.
    func lead(of first: UInt32, over second: UInt32, stopCount: Int, isWide: Bool) -> Int32 {
        var lead = Int32.min
        for position in 0..<stopCount {
            let a = offsets(Int(first) + position, isWide: isWide)
            let b = offsets(Int(second) + position, isWide: isWide)
            if position > 0 { lead = max(lead, a.arrival - b.arrival) }
            lead = max(lead, a.departure - b.departure)
        }
        return lead
    }

    private func offsets(_ location: Int, isWide: Bool) -> (arrival: Int32, departure: Int32) {
        switch (isWide, isChanged) {
        case (false, false):
            (Int32(patterns.profileArrivals[location]), Int32(patterns.profileDepartures[location]))
        case (false, true): (Int32(narrowArrivals[location]), Int32(narrowDepartures[location]))
        case (true, false):
            (patterns.wideProfileArrivals[location], patterns.wideProfileDepartures[location])
        case (true, true): (wideArrivals[location], wideDepartures[location])
        }
    }

    /// Returns the arrival in seconds after the run's start, for a profile entry's index.
    func arrivalOffset(_ location: Int, isWide: Bool) -> Int32 {
        offsets(location, isWide: isWide).arrival
    }

    /// The narrow table, as searches read it.
    var narrow: RoutingColumns.Profiles<UInt16> {
        isChanged
            ? RoutingColumns.Profiles(
                arrivals: Column(copying: narrowArrivals),
                departures: Column(copying: narrowDepartures))
            : RoutingColumns.Profiles(
                arrivals: patterns.profileArrivals, departures: patterns.profileDepartures)
    }

    /// The wide table, as searches read it.
    var wide: RoutingColumns.Profiles<Int32> {
        isChanged
            ? RoutingColumns.Profiles(
                arrivals: Column(copying: wideArrivals), departures: Column(copying: wideDepartures)
            )
            : RoutingColumns.Profiles(
                arrivals: patterns.wideProfileArrivals,
                departures: patterns.wideProfileDepartures)
    }
}
