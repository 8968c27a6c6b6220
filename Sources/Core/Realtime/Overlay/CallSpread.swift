package import TransitModel

/// How sure the expected times of a call are.
///
/// Offsets from them in seconds, each 0 or more and at most 65,535: eight arrivals of ten come between
/// early and late.
package struct CallSpread: Hashable, Sendable {
    /// One arrival of ten comes more than so much earlier than expected.
    package let earlyArrival: UInt16
    /// One arrival of ten comes more than so much later than expected.
    package let lateArrival: UInt16
    /// The same of departures.
    package let earlyDeparture: UInt16
    /// The same of departures.
    package let lateDeparture: UInt16
    /// How much before the expected departure riders should be there.
    package let margin: UInt16

    /// Describes a call by offsets from its times; negative ones count as 0.
    package init(
        arrival: (early: Int32, late: Int32), departure: (early: Int32, late: Int32), margin: Int32
    ) {
        earlyArrival = UInt16(clamping: arrival.early)
        lateArrival = UInt16(clamping: arrival.late)
        earlyDeparture = UInt16(clamping: departure.early)
        lateDeparture = UInt16(clamping: departure.late)
        self.margin = UInt16(clamping: margin)
    }

    /// A call whose source is off by so many seconds either way, as GTFS-Realtime's `uncertainty` says.
    package init(either seconds: Int32) {
        self.init(
            arrival: (seconds, seconds), departure: (seconds, seconds), margin: seconds)
    }

    /// The same, less sure by so many seconds either way; riders are there no later than before.
    package func widened(by seconds: Int32) -> CallSpread {
        CallSpread(
            arrival: (Int32(earlyArrival) + seconds, Int32(lateArrival) + seconds),
            departure: (Int32(earlyDeparture) + seconds, Int32(lateDeparture) + seconds),
            margin: Int32(margin))
    }

    /// Seconds from the early arrival to the late one.
    var arrivalWidth: Int { Int(earlyArrival) + Int(lateArrival) }

    /// The span of an arrival that is expected at a moment.
    package func span(arrival: UnixTime) -> ExpectedSpan {
        ExpectedSpan(
            earliest: arrival.advanced(bySeconds: -Double(earlyArrival)),
            latest: arrival.advanced(bySeconds: Double(lateArrival)), leaveBy: nil)
    }

    /// The span of a departure that is expected at a moment.
    package func span(departure: UnixTime) -> ExpectedSpan {
        ExpectedSpan(
            earliest: departure.advanced(bySeconds: -Double(earlyDeparture)),
            latest: departure.advanced(bySeconds: Double(lateDeparture)),
            leaveBy: departure.advanced(bySeconds: -Double(margin)))
    }
}

/// When a vehicle may come or leave, beside the moment that it is expected at.
///
/// That moment is never outside, and ``leaveBy`` never after it.
package struct ExpectedSpan: Hashable, Sendable {
    /// It comes before in one case of ten.
    package let earliest: UnixTime
    /// It comes after in one case of ten.
    package let latest: UnixTime
    /// When riders should be at the stop; nil of arrivals.
    package let leaveBy: UnixTime?

    /// Describes a span.
    package init(earliest: UnixTime, latest: UnixTime, leaveBy: UnixTime?) {
        self.earliest = earliest
        self.latest = latest
        self.leaveBy = leaveBy
    }

    /// The same, moved by so many seconds.
    package func shifted(by seconds: Double) -> ExpectedSpan {
        ExpectedSpan(
            earliest: earliest.advanced(bySeconds: seconds),
            latest: latest.advanced(bySeconds: seconds),
            leaveBy: leaveBy?.advanced(bySeconds: seconds))
    }
}
