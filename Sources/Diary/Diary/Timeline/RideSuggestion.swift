package import DiaryDays
package import TransitModel

/// A ride that a person makes regularly, worth saving with alerts.
package struct RideSuggestion: Sendable, Hashable {
    /// The line as of the last ride.
    package let line: TimelineLine
    /// The usual departure, in seconds after midnight.
    package let departureSeconds: Int
    /// The usual arrival, in seconds after midnight.
    package let arrivalSeconds: Int
    /// The weekdays with repeated rides, 1 (Monday) to 7.
    package let weekdays: [Int]
    /// The number of rides.
    package let rides: Int

    /// The number of weeks examined.
    package static let weeks = 4
    /// The fewest rides of a habit, and the fewest on a weekday that counts.
    private static let minimumRides = 4
    private static let minimumOnWeekday = 2
    /// Rides further apart in the day are different ones, in seconds.
    private static let apart = 1200
    /// The largest number of suggestions.
    private static let maximum = 10

    /// A line and its stops by name: ids change when a second feed joins the first.
    private struct Key: Hashable {
        let line: String
        let mode: TransitMode
        let from: String
        let to: String
    }

    private struct Ride {
        let line: TimelineLine
        let departure: Int
        let arrival: Int
        let date: ServiceDay
    }

    /// Finds regular rides, the most frequent first.
    package static func find(
        in days: [TimelineDay], zone: TransitTimeZone
    ) -> [RideSuggestion] {
        var rides: [Key: [Ride]] = [:]
        for day in days {
            for leg in day.trips.flatMap(\.legs) {
                guard let line = leg.ridden else { continue }
                let key = Key(
                    line: line.name, mode: line.mode, from: line.boarding.name,
                    to: line.alighting.name)
                func clock(_ time: Int64) -> Int {
                    let time = UnixTime(seconds: time)
                    return Int((time.seconds + Int64(zone.offsetSeconds(at: time))) % 86_400)
                }
                rides[key, default: []].append(
                    Ride(
                        line: line,
                        departure: line.run.map { $0.departure % 86_400 } ?? clock(leg.start),
                        arrival: line.run.map { $0.arrival % 86_400 } ?? clock(leg.end),
                        date: day.day.date))
            }
        }
        let found = rides.values.flatMap(clusters).compactMap(RideSuggestion.init)
        return Array(
            found.sorted {
                ($1.rides, $0.departureSeconds, $0.line.route, $0.line.boarding.id)
                    < ($0.rides, $1.departureSeconds, $1.line.route, $1.line.boarding.id)
            }.prefix(maximum))
    }

    /// Groups rides by their time of day.
    private static func clusters(_ rides: [Ride]) -> [[Ride]] {
        var clusters: [[Ride]] = []
        for ride in rides.sorted(by: { ($0.departure, $0.date) < ($1.departure, $1.date) }) {
            if let last = clusters.last?.last, ride.departure - last.departure <= apart {
                clusters[clusters.count - 1].append(ride)
            } else {
                clusters.append([ride])
            }
        }
        return clusters
    }

    private init?(_ rides: [Ride]) {
        var dates: [Int: Set<ServiceDay>] = [:]
        for ride in rides { dates[ride.date.weekday + 1, default: []].insert(ride.date) }
        weekdays = dates.filter { $0.value.count >= Self.minimumOnWeekday }.keys.sorted()
        let days = dates.values.reduce(0) { $0 + $1.count }
        guard days >= Self.minimumRides, !weekdays.isEmpty,
            let latest = rides.max(by: { $0.date < $1.date })
        else { return nil }
        line = latest.line
        self.rides = rides.count
        departureSeconds = rides[rides.count / 2].departure
        arrivalSeconds = rides.map(\.arrival).sorted()[rides.count / 2]
    }
}
