package import TransitModel

/// How a rider books a call at which a vehicle stops on request.
package struct CallBooking: Hashable, Sendable {
    /// The earliest instant for booking; nil if the feed does not say.
    package let earliest: UnixTime?
    /// The latest instant for booking; nil if the feed does not say, and for real-time booking.
    package let latest: UnixTime?
    /// The phone number of the booking service, or else of the agency; nil if unknown or if booking
    /// works another way.
    package let phone: String?
    /// The operator's message; nil if there is none.
    package let message: String?
    /// The address of the booking page; nil if there is none.
    package let bookingURL: String?
    /// The address of further information; nil if there is none.
    package let infoURL: String?

    private var isEmpty: Bool {
        earliest == nil && latest == nil && phone == nil && message == nil && bookingURL == nil
            && infoURL == nil
    }

    fileprivate var ifAny: CallBooking? { isEmpty ? nil : self }
}

extension Timetable {
    /// Returns how to book a call of a run on a service day; nil if no booking is needed or nothing
    /// is known about it.
    ///
    /// `dropsOff` selects alighting instead of boarding. Instants follow the agency's clocks. Days
    /// before departure are counted from the service day, even for a call after midnight.
    /// - Complexity: O(log n) in the patterns; if days are counted by a service, linear in those
    ///   days.
    package func booking(
        of run: RunIndex, at position: Int, on day: ServiceDay, dropsOff: Bool = false
    ) -> CallBooking? {
        let pattern = patterns.pattern(of: run)
        let rules = patterns.boardingRules(of: pattern, at: position)
        let boarding = dropsOff ? rules.dropOff : rules.pickup
        guard boarding != .none else { return nil }
        let agency = routes.agencies[patterns.routes[pattern]]
        let agencyPhone = agency == .none ? nil : strings.ifAny(agencies.phones[agency])
        guard let bookings,
            let rule = trips.bookingRule(patterns.runTrips[run], at: position, dropsOff: dropsOff)
        else {
            guard boarding != .regular else { return nil }
            return CallBooking(
                earliest: nil, latest: nil, phone: agencyPhone, message: nil, bookingURL: nil,
                infoURL: nil
            ).ifAny
        }
        let times = patterns.times(of: run, in: pattern, at: position)
        let notice = PriorNotice(
            bookings, rule: rule, services: services, zone: timeZone(of: pattern), day: day)
        let time = dropsOff ? times.arrival : times.departure
        let phone = strings.ifAny(bookings.phones[rule])
        let bookingURL = strings.ifAny(bookings.bookingURLs[rule])
        return CallBooking(
            earliest: notice.earliest(for: time), latest: notice.latest(for: time),
            phone: phone ?? (bookingURL == nil ? agencyPhone : nil),
            message: strings.ifAny(bookings.message(of: rule, dropsOff: dropsOff)),
            bookingURL: bookingURL, infoURL: strings.ifAny(bookings.infoURLs[rule])
        ).ifAny
    }
}

/// The period during which a rule permits booking a call of a service day.
private struct PriorNotice {
    private let rules: BookingColumns
    private let rule: Int
    private let services: ServiceColumns
    private let zone: TransitTimeZone
    private let day: ServiceDay

    /// The maximum number of days searched backwards.
    private static let maximumDays = 366

    init(
        _ rules: BookingColumns, rule: Int, services: ServiceColumns, zone: TransitTimeZone,
        day: ServiceDay
    ) {
        (self.rules, self.rule) = (rules, rule)
        (self.services, self.zone, self.day) = (services, zone, day)
    }

    func earliest(for time: ServiceTime) -> UnixTime? {
        before(time, rules.maximumMinutes) ?? instant(rules.startDays, rules.startTimes)
    }

    func latest(for time: ServiceTime) -> UnixTime? {
        before(time, rules.minimumMinutes) ?? instant(rules.lastDays, rules.lastTimes)
    }

    private func before(_ time: ServiceTime, _ minutes: Column<Int32>) -> UnixTime? {
        guard minutes[rule] != BookingColumns.notStated else { return nil }
        return zone.time(time, on: day).advanced(bySeconds: -60 * Double(minutes[rule]))
    }

    private func instant(_ days: Column<Int32>, _ times: Column<Int32>) -> UnixTime? {
        guard days[rule] != BookingColumns.notStated, times[rule] != BookingColumns.notStated,
            let day = dayBefore(Int(days[rule]))
        else { return nil }
        return zone.instant(clock: ServiceTime(seconds: times[rule]), on: day)
    }

    /// Returns the day `count` days earlier, counting only days of the rule's service;
    /// nil if the service is not known that far back.
    private func dayBefore(_ count: Int) -> ServiceDay? {
        let service = rules.services[rule]
        guard service != .none else { return day.advanced(by: -count) }
        var (left, back) = (count, 0)
        while left > 0 {
            back += 1
            guard back <= Self.maximumDays, services.firstDay <= day.advanced(by: -back) else {
                return nil
            }
            if services.isActive(service, on: day.advanced(by: -back)) { left -= 1 }
        }
        return day.advanced(by: -back)
    }
}
