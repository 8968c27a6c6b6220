/// The headways of a course over the day, for each service.
struct Headways: Sendable {
    /// A period of the day with one headway.
    struct Band: Sendable {
        let fromSeconds: Int
        /// Exclusive.
        let toSeconds: Int
        let everySeconds: Int

        /// For example `Band("06:30", "20:00", every: 7.5)`, with the headway in minutes.
        init(_ from: String, _ to: String, every minutes: Double) {
            fromSeconds = seconds(ofClock: from)
            toSeconds = seconds(ofClock: to)
            everySeconds = Int(minutes * 60)
            precondition(everySeconds > 0 && fromSeconds < toSeconds, "an empty band \(from)")
        }
    }

    let bands: [Service: [Band]]
    /// The place at which the bands' times are departures; nil for the trip's first stop.
    private(set) var anchor: String?
    /// The seconds added to the bands' departures in each direction.
    private(set) var shiftSeconds = (outbound: 0, inbound: 0)

    /// Creates headways; a service without bands has no trips.
    init(_ bands: [Service: [Band]]) {
        self.bands = bands
    }

    /// The same headways some minutes later, so that lines in one street alternate.
    func shifted(outbound: Double, inbound: Double) -> Headways {
        var copy = self
        copy.shiftSeconds = (Int(outbound * 60), Int(inbound * 60))
        return copy
    }

    /// The same headways, with departures counted at `place`, for clock-face transfers there.
    func meeting(at place: String, outbound: Double, inbound: Double) -> Headways {
        var copy = shifted(outbound: outbound, inbound: inbound)
        copy.anchor = place
        return copy
    }

    /// The departures from the anchor, in seconds after the service day's start, ascending.
    func departures(of service: Service, outbound: Bool) -> [Int] {
        let shift = outbound ? shiftSeconds.outbound : shiftSeconds.inbound
        return (bands[service] ?? []).flatMap { band in
            stride(from: band.fromSeconds, to: band.toSeconds, by: band.everySeconds)
                .map { $0 + shift }
        }
    }
}

/// Parses `24:40`; hours may exceed 24.
private func seconds(ofClock text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    precondition(parts.count == 2 && parts[1] < 60, "'\(text)' is not a time of day")
    return parts[0] * 3600 + parts[1] * 60
}

// MARK: - The rhythms of Seewil

extension Headways {
    /// Trams: every 7.5 minutes by day, more often at peak hours, every 15 minutes in the evening.
    static let cityTram = Headways([
        .weekday: [
            Band("04:50", "06:05", every: 15), Band("06:05", "06:35", every: 7.5),
            Band("06:35", "08:50", every: 5), Band("08:50", "16:05", every: 7.5),
            Band("16:05", "18:35", every: 5), Band("18:35", "20:05", every: 7.5),
            Band("20:05", "24:36", every: 15),
        ],
        .saturday: [
            Band("05:05", "08:05", every: 15), Band("08:05", "19:50", every: 7.5),
            Band("19:50", "24:36", every: 15),
        ],
        .sunday: [
            Band("05:50", "10:05", every: 15), Band("10:05", "19:05", every: 10),
            Band("19:05", "24:36", every: 15),
        ],
    ])

    /// Main bus lines: every 6 minutes by day, every 20 minutes in the evening.
    static let strongBus = Headways([
        .weekday: [
            Band("05:00", "06:00", every: 15), Band("06:00", "06:40", every: 7.5),
            Band("06:40", "08:40", every: 5), Band("08:40", "15:55", every: 6),
            Band("15:55", "18:40", every: 5), Band("18:40", "20:10", every: 10),
            Band("20:10", "24:11", every: 20),
        ],
        .saturday: [
            Band("05:30", "08:00", every: 15), Band("08:00", "19:00", every: 10),
            Band("19:00", "24:11", every: 20),
        ],
        .sunday: [Band("06:30", "09:50", every: 20), Band("09:50", "24:11", every: 15)],
    ])

    /// Town buses: every 7.5 minutes on working days, every 15 minutes on Saturdays.
    static let cityBus = Headways([
        .weekday: [
            Band("05:15", "06:15", every: 15), Band("06:15", "18:45", every: 7.5),
            Band("18:45", "20:15", every: 15), Band("20:15", "24:01", every: 30),
        ],
        .saturday: [
            Band("06:00", "08:30", every: 30), Band("08:30", "18:30", every: 15),
            Band("18:30", "24:01", every: 30),
        ],
        .sunday: [Band("07:00", "23:31", every: 30)],
    ])

    /// Neighbourhood buses: every 10 minutes on working days, every 30 minutes at weekends.
    static let quarterBus = Headways([
        .weekday: [
            Band("05:30", "06:30", every: 30), Band("06:30", "18:45", every: 10),
            Band("18:45", "23:46", every: 30),
        ],
        .saturday: [Band("06:30", "23:46", every: 30)],
        .sunday: [Band("08:00", "22:31", every: 30)],
    ])

    /// Village buses: every 30 minutes, twice as often at peak hours.
    static let villageBus = Headways([
        .weekday: [
            Band("05:00", "06:00", every: 30), Band("06:00", "08:30", every: 15),
            Band("08:30", "16:00", every: 30), Band("16:00", "19:00", every: 15),
            Band("19:00", "23:31", every: 30),
        ],
        .saturday: [Band("06:00", "23:31", every: 30)],
        .sunday: [Band("07:00", "22:31", every: 60)],
    ])

    /// Branches of village buses: every 30 minutes, so that two of them combine to every 15
    /// minutes.
    static let halfHourly = Headways([
        .weekday: [Band("05:00", "23:31", every: 30)],
        .saturday: [Band("06:00", "23:31", every: 30)],
        .sunday: [Band("07:00", "22:31", every: 60)],
    ])

    /// Suburban trains: every 30 minutes, all day and every day.
    static let suburbanTrain = Headways([
        .weekday: [Band("05:00", "24:31", every: 30)],
        .saturday: [Band("05:30", "24:31", every: 30)],
        .sunday: [Band("06:00", "24:01", every: 30)],
    ])

    /// Additional peak trains between the half hours, on working days.
    static let rushHourTrain = Headways([
        .weekday: [Band("06:30", "08:31", every: 30), Band("16:00", "18:31", every: 30)]
    ])

    /// Express trains: every hour.
    static let expressTrain = Headways([
        .weekday: [Band("05:00", "23:01", every: 60)],
        .saturday: [Band("06:00", "23:01", every: 60)],
        .sunday: [Band("07:00", "23:01", every: 60)],
    ])

    /// The nights after Friday and Saturday.
    static let night = Headways([.night: [Band("24:30", "28:01", every: 30)]])
}
