package import TransitModel

/// What a rider does to have a vehicle stop.
package struct CallBooking: Hashable, Sendable {
    /// The first moment at which one may book; nil if the feed does not say.
    package let earliest: UnixTime?
    /// The last moment at which one may book; nil if the feed does not say, and for booking in real
    /// time.
    package let latest: UnixTime?
    /// Whom to call: the booking service, else the agency; nil if unknown or if one books
    /// elsewhere.
    package let phone: String?
    /// What the operator says about it; nil if nothing.
    package let message: String?
    /// Where to book; nil if nowhere.
    package let bookingURL: String?
    /// Where there is more to read; nil if nowhere.
    package let infoURL: String?

    private var isEmpty: Bool {
        earliest == nil && latest == nil && phone == nil && message == nil && bookingURL == nil
            && infoURL == nil
    }

    fileprivate var ifAny: CallBooking? { isEmpty ? nil : self }
}

extension Timetable {
    /// How to book a call of a run on a service day; nil where nobody need book, and where nothing
    /// is known of how.
    ///
    /// `dropsOff` asks for getting off in place of getting on. Moments are by the clocks of the
    /// agency; days before are counted from the service day, also for a call after midnight.
    /// - Complexity: logarithmic in the patterns; with days counted in a service, linear in those.
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

/// When a rule lets people book a call of a service day.
private struct PriorNotice {
    private let rules: BookingColumns
    private let rule: Int
    private let services: ServiceColumns
    private let zone: TransitTimeZone
    private let day: ServiceDay

    /// Days before are looked for no farther back.
    private static let maximumDays = 366

    init(
        _ rules: BookingColumns, rule: Int, services: ServiceColumns, zone: TransitTimeZone,
        day: ServiceDay
    ) {
        (self.rules, self.rule) = (rules, rule)
        (self.services, self.zone, self.day) = (services, zone, day)
    }

    func earliest(for time: ServiceTime) -> UnixTime? {
        before(time, rules.mostMinutes) ?? instant(rules.startDays, rules.startTimes)
    }

    func latest(for time: ServiceTime) -> UnixTime? {
        before(time, rules.leastMinutes) ?? instant(rules.lastDays, rules.lastTimes)
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

    /// The day so many days before, counted on the days of the rule's service; nil if these are not
    /// known so far back.
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
