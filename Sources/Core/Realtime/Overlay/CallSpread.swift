package import TransitModel

/// The uncertainty of a call's expected times.
///
/// Offsets from these times in seconds, 0 to 65,535: eight of ten arrivals are between the early
/// and the late one.
package struct CallSpread: Hashable, Sendable {
    /// One of ten arrivals is earlier than expected by more than this.
    package let earlyArrival: UInt16
    /// One of ten arrivals is later than expected by more than this.
    package let lateArrival: UInt16
    /// One of ten departures is earlier than expected by more than this.
    package let earlyDeparture: UInt16
    /// One of ten departures is later than expected by more than this.
    package let lateDeparture: UInt16
    /// Seconds before the expected departure when riders should be at the stop.
    package let margin: UInt16

    /// Creates the spread from offsets; negative ones count as 0.
    package init(
        arrival: (early: Int32, late: Int32), departure: (early: Int32, late: Int32), margin: Int32
    ) {
        earlyArrival = UInt16(clamping: arrival.early)
        lateArrival = UInt16(clamping: arrival.late)
        earlyDeparture = UInt16(clamping: departure.early)
        lateDeparture = UInt16(clamping: departure.late)
        self.margin = UInt16(clamping: margin)
    }

    /// Creates a symmetric spread, as given by GTFS-Realtime's `uncertainty`.
    package init(either seconds: Int32) {
        self.init(
            arrival: (seconds, seconds), departure: (seconds, seconds), margin: seconds)
    }

    /// Returns a spread that is wider by `seconds` on either side, with the same margin for riders.
    package func widened(by seconds: Int32) -> CallSpread {
        CallSpread(
            arrival: (Int32(earlyArrival) + seconds, Int32(lateArrival) + seconds),
            departure: (Int32(earlyDeparture) + seconds, Int32(lateDeparture) + seconds),
            margin: Int32(margin))
    }

    /// Seconds between the early and the late arrival.
    var arrivalWidth: Int { Int(earlyArrival) + Int(lateArrival) }

    /// Returns the span of an arrival expected at an instant.
    package func span(arrival: UnixTime) -> ExpectedSpan {
        ExpectedSpan(
            earliest: arrival.advanced(bySeconds: -Double(earlyArrival)),
            latest: arrival.advanced(bySeconds: Double(lateArrival)), leaveBy: nil)
    }

    /// Returns the span of a departure expected at an instant.
    package func span(departure: UnixTime) -> ExpectedSpan {
        ExpectedSpan(
            earliest: departure.advanced(bySeconds: -Double(earlyDeparture)),
            latest: departure.advanced(bySeconds: Double(lateDeparture)),
            leaveBy: departure.advanced(bySeconds: -Double(margin)))
    }
}

/// The period in which a vehicle probably arrives or departs, around the expected instant.
///
/// The expected instant is never outside it, and ``leaveBy`` is never after the expected instant.
package struct ExpectedSpan: Hashable, Sendable {
    /// One of ten vehicles is earlier.
    package let earliest: UnixTime
    /// One of ten vehicles is later.
    package let latest: UnixTime
    /// When riders should be at the stop; nil for arrivals.
    package let leaveBy: UnixTime?

    package init(earliest: UnixTime, latest: UnixTime, leaveBy: UnixTime?) {
        self.earliest = earliest
        self.latest = latest
        self.leaveBy = leaveBy
    }

    package func shifted(by seconds: Double) -> ExpectedSpan {
        ExpectedSpan(
            earliest: earliest.advanced(bySeconds: seconds),
            latest: latest.advanced(bySeconds: seconds),
            leaveBy: leaveBy?.advanced(bySeconds: seconds))
    }
}
