internal import TransitModel

/// The services of the feed (GTFS `service_id`).
enum Service: String, CaseIterable, Sendable {
    /// Monday to Friday, except on holidays.
    case weekday = "MF"
    /// Saturday, except on holidays.
    case saturday = "SA"
    /// Sundays and holidays.
    case sunday = "SU"
    /// The nights after Friday and Saturday.
    case night = "NIGHT"
    /// The days of the lake festival, in `calendar_dates.txt` only.
    case festival = "FESTIVAL"

    /// The regular weekdays, Monday first; nil for a service with single dates only.
    var weekdays: [Bool]? {
        switch self {
        case .weekday: [true, true, true, true, true, false, false]
        case .saturday: [false, false, false, false, false, true, false]
        case .sunday: [false, false, false, false, false, false, true]
        case .night: [false, false, false, false, true, true, false]
        case .festival: nil
        }
    }
}

/// The service days within the feed's range.
struct ServiceCalendar {
    /// A row of `calendar_dates.txt`.
    struct Exception {
        let service: Service
        let day: ServiceDay
        let runs: Bool
    }

    let from: ServiceDay
    let to: ServiceDay
    /// In order of the days.
    let exceptions: [Exception]
    /// Services that run on at least one day of the range.
    let activeServices: [Service]

    /// Creates the calendar of the days `from` to `to`, both included.
    init(from: ServiceDay, to: ServiceDay) {
        precondition(from <= to, "the demo feed must have at least one day")
        self.from = from
        self.to = to
        let days = (0...from.distance(to: to)).map { from.advanced(by: $0) }
        var exceptions: [Exception] = []
        for day in days {
            for service in Service.allCases {
                let regular = service.weekdays?[day.weekday] ?? false
                let actual = Self.runs(service, on: day)
                if regular != actual {
                    exceptions.append(Exception(service: service, day: day, runs: actual))
                }
            }
        }
        self.exceptions = exceptions
        activeServices = Service.allCases.filter { service in
            days.contains { Self.runs(service, on: $0) }
        }
    }

    static func runs(_ service: Service, on day: ServiceDay) -> Bool {
        let isHoliday = Holidays.contains(day)
        return switch service {
        case .weekday: !isHoliday && day.weekday < 5
        case .saturday: !isHoliday && day.weekday == 5
        case .sunday: isHoliday || day.weekday == 6
        case .night: day.weekday == 4 || day.weekday == 5
        // Every fourth Saturday, even on holidays.
        case .festival: day.weekday == 5 && (Int(day.daysSince1970) / 7) % 4 == 0
        }
    }
}

/// The public holidays of Seewil, as in a Catholic canton.
enum Holidays {
    /// Month and day.
    private static let fixed: [(Int, Int)] = [
        (1, 1), (1, 2), (8, 1), (8, 15), (11, 1), (12, 8), (12, 25), (12, 26),
    ]

    /// Days after Easter Sunday: Good Friday, Easter, Ascension, Whit Monday, Corpus Christi.
    private static let movable = [-2, 0, 1, 39, 49, 50, 60]

    static func contains(_ day: ServiceDay) -> Bool {
        let (year, month, dayOfMonth) = day.civil
        if fixed.contains(where: { $0 == (month, dayOfMonth) }) { return true }
        guard let easter = easter(of: year) else { return false }
        return movable.contains(easter.distance(to: day))
    }

    /// Easter Sunday, by the anonymous Gregorian computus (Meeus, Jones and Butcher).
    private static func easter(of year: Int) -> ServiceDay? {
        let a = year % 19
        let (b, c) = year.quotientAndRemainder(dividingBy: 100)
        let (d, e) = b.quotientAndRemainder(dividingBy: 4)
        let g = (8 * b + 13) / 25
        let h = (19 * a + b - d - g + 15) % 30
        let (i, k) = c.quotientAndRemainder(dividingBy: 4)
        let l = (32 + 2 * e + 2 * i - h - k) % 7
        let m = (a + 11 * h + 19 * l) / 433
        let month = (h + l - 7 * m + 90) / 25
        return ServiceDay(year: year, month: month, day: (h + l - 7 * m + 33 * month + 19) % 32)
    }
}
