import GTFS
import Timetables
import TransitModel

/// Converts the calls of one trip to indices into shared structures.
///
/// These are a group (route, direction, stops, boarding rules), a profile of offsets from a start
/// time, a list of call details, and a path.
struct TripAssembler {
    /// One row of stop_times.txt.
    struct Call {
        var stop: StopIndex
        var sequence: UInt32
        /// Seconds of the service day, ``noTime`` if the feed has none.
        var arrival: Int32
        var departure: Int32
        var line: UInt32
        /// Pickup type in bits 0-1, drop-off type in bits 2-3.
        var boarding: UInt8 = 0
        var headsign = StringIndex.none
        /// The booking rules for boarding and alighting, as rows of the draft.
        var pickupBooking = BookingColumns.noRule
        var dropOffBooking = BookingColumns.noRule
        var isTimepoint = true
        /// `shape_dist_traveled`, NaN if the feed has none.
        var statedDistance = Float.nan
    }

    static let noTime = Int32.min
    private static let day: Int32 = 86_400
    private static let halfDay: Int32 = 43_200

    /// The calls gathered for the current trip.
    var calls: [Call] = []
    private let draft: NetworkDraft
    private let notices: NoticeCollector
    private var key: [UInt32] = []
    private var pathNumbers: [UInt64: UInt32] = [:]
    private var isSeen: [Bool]

    init(draft: NetworkDraft, notices: NoticeCollector) {
        self.draft = draft
        self.notices = notices
        isSeen = Array(repeating: false, count: draft.trips.count)
        calls.reserveCapacity(256)
        key.reserveCapacity(1024)
    }

    /// Whether the trip's stop times were passed to ``finish(_:)`` before.
    func isFinished(_ trip: TripIndex) -> Bool { isSeen[trip.row] }

    /// Resets all trips from `firstTrip` on, because their stop times are read again.
    mutating func forgetAll(from firstTrip: Int) {
        for row in draft.trips.indices.dropFirst(firstTrip)
        where draft.trips[row].group != TripDraft.notAssembled {
            draft.stopTimeCount -= callCount(row)
            draft.trips[row].group = TripDraft.notAssembled
        }
        isSeen = Array(repeating: false, count: draft.trips.count)
        calls.removeAll()
    }

    private func callCount(_ trip: Int) -> Int {
        draft.patternKeys.words(Int(draft.trips[trip].group)).count / 2 - 1
    }

    /// Assembles a trip from ``calls``; unusable trips stay unassembled, and the reader notes them.
    mutating func finish(_ trip: TripIndex) {
        isSeen[trip.row] = true
        sortCalls()
        guard calls.count >= 2, completeTimes() else { return }
        draft.stopTimeCount += calls.count
        let route = draft.trips[trip.row].route
        let group = groupNumber(route: route, direction: draft.trips[trip.row].direction)
        draft.trips[trip.row].group = group
        draft.trips[trip.row].start = calls[0].departure
        draft.trips[trip.row].profile = profileNumber(route: route)
        draft.trips[trip.row].callList = callListNumber()
        let shape = draft.trips[trip.row].shape
        if shape != .none { draft.trips[trip.row].path = pathNumber(group: group, shape: shape) }
    }

    // MARK: - Order and times

    private mutating func sortCalls() {
        var isRising = true
        var index = 1
        while index < calls.count {
            if calls[index].sequence <= calls[index - 1].sequence { isRising = false }
            index += 1
        }
        guard !isRising else { return }
        calls.sort { ($0.sequence, $0.line) < ($1.sequence, $1.line) }
        var unique: [Call] = []
        for call in calls {
            if let last = unique.last, last.sequence == call.sequence {
                note(.duplicateKey, call, "stop_sequence", "\(call.sequence)")
            } else {
                unique.append(call)
            }
        }
        calls = unique
    }

    /// Fills missing times and makes times non-decreasing; false if fewer than two calls have
    /// times.
    private mutating func completeTimes() -> Bool {
        var needsInterpolation = false
        for index in calls.indices {
            let (arrival, departure) = (calls[index].arrival, calls[index].departure)
            if arrival == Self.noTime, departure == Self.noTime {
                needsInterpolation = true
                // An interpolated time is not exact.
                calls[index].isTimepoint = false
            } else if arrival == Self.noTime || departure == Self.noTime {
                calls[index].arrival = arrival == Self.noTime ? departure : arrival
                calls[index].departure = departure == Self.noTime ? arrival : departure
                let isEdge = index == 0 || index == calls.count - 1
                if !isEdge {
                    note(.stopTimeWithOnlyArrivalOrDepartureTime, calls[index], "arrival_time", "")
                }
            }
        }
        continueAfterMidnight()
        if needsInterpolation {
            let withTime = calls.indices.filter { calls[$0].arrival != Self.noTime }
            guard let first = withTime.first, let last = withTime.last, first < last else {
                note(.missingTripEdge, calls[0], "arrival_time", "")
                return false
            }
            if first > 0 || last < calls.count - 1 {
                note(.missingTripEdge, calls[first > 0 ? 0 : calls.count - 1], "arrival_time", "")
                // Times outside the known ones cannot be interpolated, so those calls are dropped.
                calls = Array(calls[first...last])
            }
            interpolateTimes()
        }
        forceForward()
        return calls.count >= 2
    }

    /// Adds a day to the times from the call on where they begin again at midnight.
    ///
    /// GTFS counts on beyond 24:00:00, but some publishers write times of day. Once a trip: a later
    /// step back has another reason.
    private mutating func continueAfterMidnight() {
        guard var last = calls.first(where: { $0.arrival != Self.noTime })?.arrival else { return }
        var added: Int32 = 0
        for index in calls.indices where calls[index].arrival != Self.noTime {
            if added == 0, calls[index].arrival < last - Self.halfDay {
                noteMidnight(calls[index], "arrival_time", calls[index].arrival)
                added = Self.day
            }
            calls[index].arrival += added
            if added == 0, calls[index].departure < calls[index].arrival - Self.halfDay {
                noteMidnight(calls[index], "departure_time", calls[index].departure)
                added = Self.day
            }
            calls[index].departure += added
            last = calls[index].departure
        }
    }

    private func noteMidnight(_ call: Call, _ field: String, _ time: Int32) {
        note(.stopTimesBeginAgainAtMidnight, call, field, "\(ServiceTime(seconds: time))")
    }

    private mutating func forceForward() {
        if calls[0].departure < calls[0].arrival {
            note(.stopTimeWithDepartureBeforeArrivalTime, calls[0], "departure_time", "")
            calls[0].departure = calls[0].arrival
        }
        var index = 1
        while index < calls.count {
            let earliest = calls[index - 1].departure
            if calls[index].arrival < earliest {
                note(
                    .stopTimeWithArrivalBeforePreviousDepartureTime, calls[index], "arrival_time",
                    "\(ServiceTime(seconds: calls[index].arrival))")
                calls[index].arrival = earliest
            }
            if calls[index].departure < calls[index].arrival {
                note(
                    .stopTimeWithDepartureBeforeArrivalTime, calls[index], "departure_time",
                    "\(ServiceTime(seconds: calls[index].departure))")
                calls[index].departure = calls[index].arrival
            }
            index += 1
        }
    }

    /// Interpolates times between two known calls by distance.
    private mutating func interpolateTimes() {
        var known = 0
        for index in calls.indices.dropFirst() where calls[index].arrival != Self.noTime {
            if index > known + 1 { interpolate(from: known, to: index) }
            known = index
        }
    }

    private mutating func interpolate(from first: Int, to last: Int) {
        var sums: [Double] = [0]
        for index in first + 1...last {
            let step: Double
            if let a = draft.stops[calls[index - 1].stop.row].coordinate,
                let b = draft.stops[calls[index].stop.row].coordinate
            {
                step = a.distanceMetres(to: b)
            } else {
                step = 0
            }
            // An extra metre keeps stops with equal coordinates in order.
            sums.append(sums[sums.count - 1] + step + 1)
        }
        let start = Double(calls[first].departure)
        let span = Double(calls[last].arrival) - start
        for index in first + 1..<last {
            let share = sums[index - first] / sums[sums.count - 1]
            let time = Int32((start + span * share).rounded())
            calls[index].arrival = time
            calls[index].departure = time
        }
    }

    // MARK: - Shared structures

    /// The group index; its key is route, direction, stops, then boarding rules.
    private mutating func groupNumber(route: RouteIndex, direction: UInt8) -> UInt32 {
        key.removeAll(keepingCapacity: true)
        key.append(route.rawValue)
        key.append(UInt32(direction))
        for call in calls { key.append(call.stop.rawValue) }
        for call in calls { key.append(UInt32(call.boarding)) }
        return UInt32(draft.patternKeys.insert(key).number)
    }

    /// The profile index; its key is arrival offsets, then departure offsets.
    ///
    /// The first arrival and the last departure are irrelevant to riders. They are set to the other
    /// time of the call, so that more runs share a profile.
    private mutating func profileNumber(route: RouteIndex) -> UInt32 {
        let start = calls[0].departure
        key.removeAll(keepingCapacity: true)
        key.append(0)
        for call in calls.dropFirst() { key.append(UInt32(bitPattern: call.arrival - start)) }
        for call in calls.dropLast() { key.append(UInt32(bitPattern: call.departure - start)) }
        key.append(UInt32(bitPattern: calls[calls.count - 1].arrival - start))
        let (number, isNew) = draft.profileKeys.insert(key)
        if isNew { noteFastTravel(route: route) }
        return UInt32(number)
    }

    private mutating func callListNumber() -> UInt32 {
        let isPlain = calls.enumerated().allSatisfy { position, call in
            call.sequence == position + 1 && call.headsign == .none && call.isTimepoint
                && call.pickupBooking == BookingColumns.noRule
                && call.dropOffBooking == BookingColumns.noRule
        }
        if isPlain { return TripColumns.noCallList }
        key.removeAll(keepingCapacity: true)
        for call in calls { key.append(call.sequence) }
        for call in calls { key.append(call.headsign.rawValue) }
        for call in calls { key.append(call.isTimepoint ? 1 : 0) }
        for call in calls { key.append(call.pickupBooking) }
        for call in calls { key.append(call.dropOffBooking) }
        return UInt32(draft.callListKeys.insert(key).number)
    }

    private mutating func pathNumber(group: UInt32, shape: ShapeIndex) -> UInt32 {
        let pair = UInt64(group) << 32 | UInt64(shape.rawValue)
        if let number = pathNumbers[pair] { return number }
        let number = UInt32(draft.paths.count)
        pathNumbers[pair] = number
        draft.paths.append(
            PathDraft(
                group: group, shape: shape,
                distances: PathLocator(draft).distances(of: calls, along: shape)))
        return number
    }

    /// Notes hops that are faster than any vehicle of the route's mode.
    private func noteFastTravel(route: RouteIndex) {
        let limit = Self.topSpeed(TransitMode(routeType: Int(draft.routes[route.row].type)))
        for (before, after) in zip(calls, calls.dropFirst()) {
            guard let a = draft.stops[before.stop.row].coordinate,
                let b = draft.stops[after.stop.row].coordinate
            else { continue }
            // Times are often in whole minutes, so one minute is added.
            let seconds = Double(after.arrival - before.departure) + 60
            let metres = a.distanceMetres(to: b)
            if metres / seconds > limit {
                note(
                    .fastTravelBetweenConsecutiveStops, after, "stop_id",
                    "\(Int(metres)) m in \(after.arrival - before.departure) s")
            }
        }
    }

    /// The top speed of a mode in metres per second, from the canonical validator.
    private static func topSpeed(_ mode: TransitMode?) -> Double {
        let kilometresPerHour: Double =
            switch mode {
            case .tram: 100
            case .subway, .bus, .trolleybus, .coach, .monorail: 150
            case .rail: 500
            case .ferry: 80
            case .cableTram: 30
            case .aerialLift, .funicular: 50
            default: 200
            }
        return kilometresPerHour / 3.6
    }

    private func note(_ code: NoticeCode, _ call: Call, _ field: String, _ value: String) {
        notices.add(
            Notice(
                code, file: GTFSFile.stopTimes.name, line: call.line, field: field, value: value),
            code: code)
    }
}
