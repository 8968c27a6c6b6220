import JSONWriting

/// A departure from a stop: one message of the `timetable_` channels.
package struct TrackerDeparture: Hashable, Sendable {
    /// A number that identifies the call of this run at this stop.
    package var callID: Int64
    /// The id of the run, as in the name of its `stopsequence_` channel.
    package var trainID: String
    /// The line that the run serves; nil if unknown.
    package var line: TrackerLine?
    /// The destinations as riders read them.
    package var destinations: [String]
    /// Expected departure in Unix milliseconds.
    package var time: Int64
    /// Planned departure; nil at the last stop, or if unknown.
    package var aimedDeparture: Int64?
    /// Planned arrival; nil at the first stop, or if unknown.
    package var aimedArrival: Int64?
    /// Expected arrival; nil at the first stop, or if unknown.
    package var arrival: Int64?
    /// Whether the expected times come from a vehicle rather than only from the timetable.
    package var isExpected = false
    /// Platform as riders read it; nil if unknown.
    package var platform: String?
    /// The state of a departure that is cancelled or at the stop, for example; nil for an ordinary
    /// one.
    package var state: State?
    /// Names of the stops after this one.
    package var nextStops: [String] = []
    package var mode: TrackerMode
    package var tenant: String
    /// When this was computed, in Unix milliseconds.
    package var updatedAt: Int64

    /// The special state of a departure.
    package enum State: String, Sendable {
        case boarding = "BOARDING"
        case stopCancelled = "STOP_CANCELLED"
        case journeyCancelled = "JOURNEY_CANCELLED"
        case hidden = "HIDDEN"
    }
}

extension TrackerDeparture {
    package var json: [UInt8] {
        func delay(_ expected: Int64?, _ aimed: Int64?) -> Int64? {
            guard isExpected, let expected, let aimed else { return nil }
            return expected - aimed
        }
        var writer = JSONWriter()
        writer.object { call in
            call.member("call_id", callID)
            call.member("train_id", trainID)
            call.key("line")
            if let line { line.write(to: &call) } else { call.null() }
            call.member("to", destinations)
            call.member("time", time)
            call.member("aimedDepartureTime", aimedDeparture)
            call.member("aimedArrivalTime", aimedArrival)
            call.member("departureDelay", delay(aimedDeparture == nil ? nil : time, aimedDeparture))
            call.member("arrivalDelay", delay(arrival, aimedArrival))
            call.member("min_arrival_time", arrival)
            call.member("platform", platform)
            call.member("state", state?.rawValue)
            call.member("at_stoppoint", nil as String?)
            call.member("next_stoppoints", nextStops)
            call.member("changes", [])
            call.member("created_at", updatedAt)
            call.member("updated_at", updatedAt)
            call.member("has_fzo", isExpected)
            call.member("operator_provides_fzo", isExpected)
            call.member("tenant", tenant)
            call.member("train_number", nil as Int?)
            call.member("vehicle_mode", mode.rawValue)
        }
        return writer.bytes
    }

    /// Parses a departure of any server version; nil without a run and a time.
    init?(_ node: JSONNode) {
        guard let trainID = node["train_id"].id, let time = node["time"].integer else { return nil }
        let to = node["to"]
        self.init(
            callID: node["call_id"].integer ?? 0, trainID: trainID,
            destinations: to.array?.compactMap(\.string) ?? to.string.map { [$0] } ?? [],
            time: time, mode: TrackerMode(rawValue: node["vehicle_mode"].string ?? "") ?? .rail,
            tenant: node["tenant"].string ?? "", updatedAt: node["updated_at"].integer ?? time)
        line = TrackerLine(node["line"])
        aimedDeparture = node["aimedDepartureTime"].integer ?? node["ris_aimed_time"].integer
        aimedArrival = node["aimedArrivalTime"].integer
        arrival = node["min_arrival_time"].integer
        isExpected = node["has_fzo"].bool ?? false
        platform = node["platform"].id
        state = node["state"].string.flatMap { State(rawValue: $0) }
        nextStops = (node["next_stoppoints"].array ?? []).compactMap(\.string)
    }
}
