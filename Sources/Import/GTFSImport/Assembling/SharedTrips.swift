import Timetables
import TransitModel

/// The trips contained in several feeds: the same route, stations and times on the same days.
///
/// One of them is shown on the days they share, and the others keep their remaining days. The trip
/// with more days is shown, or that of the first feed. Trips with headways are not merged.
struct SharedTrips {
    /// The shown trip for each trip hidden behind it, by rows of the draft.
    private(set) var shown: [Int: Int] = [:]
    /// The trips hidden behind each shown trip.
    private var hidden: [Int: [Int]] = [:]
    /// The original service of each hidden trip.
    private(set) var ownServices: [Int: ServiceIndex] = [:]

    private let draft: NetworkDraft
    private let days: DaySetBuilder
    /// The services created for remaining days, by the old service and those days.
    private var rests: [Rest: ServiceIndex] = [:]
    private var sets: [(service: ServiceIndex, days: [UInt64])] = []

    /// The route and stations of a group's trips.
    private struct Course: Hashable {
        /// The folded letters of the route name.
        let line: [UInt16]
        let mode: TransitMode?
        let timeZone: StringIndex
        let stations: [StopIndex]
    }

    private struct Key: Hashable {
        let course: Int
        let start: Int32
        let profile: UInt32
    }

    private struct Rest: Hashable {
        let service: ServiceIndex
        let days: [UInt64]
    }

    private struct Kept {
        let trip: Int
        let feed: FeedIndex
        var days: [UInt64]
    }

    /// Finds the shared trips and removes the shared days from the services of hidden ones.
    ///
    /// `groups`: The stops of each group of runs.
    /// - Complexity: Linear in the runs and in the groups' stops; nothing with a single feed.
    init(
        _ draft: NetworkDraft, runs: [RunDraft], groups: [[UInt32]], stations: JoinedStations,
        days: inout DaySetBuilder
    ) {
        self.draft = draft
        self.days = days
        guard !stations.groups.isEmpty else { return }
        let courses = courses(groups, stations)
        guard courses.contains(where: { $0 != nil }) else { return }
        let flags = TripColumns.headwayFlag | TripColumns.exactFrequencyFlag
        var alike: [Key: [Int]] = [:]
        for run in runs {
            guard let course = courses[Int(run.group)],
                draft.trips[run.trip.row].flags & flags == 0
            else { continue }
            alike[Key(course: course, start: run.start, profile: run.profile), default: []]
                .append(run.trip.row)
        }
        for trips in alike.values.filter({ $0.count > 1 }).sorted(by: { $0[0] < $1[0] }) {
            share(trips)
        }
        for (service, set) in sets { days.add(set, for: service) }
    }

    private func feed(_ trip: Int) -> FeedIndex { draft.routes[draft.trips[trip].route.row].feed }

    /// The course number of each group; nil if no other feed has that course.
    private func courses(_ groups: [[UInt32]], _ stations: JoinedStations) -> [Int?] {
        let station = stations.stations()
        var folding = TextFolding()
        var numbers: [Course: Int] = [:]
        var feeds: [Set<FeedIndex>] = []
        let found = groups.indices.map { group -> Int? in
            let route = draft.routes[Int(draft.patternKeys.words(group)[0])]
            let name = route.shortName == .none ? route.longName : route.shortName
            guard name != .none else { return nil }
            let course = Course(
                line: folding.letters(of: draft.strings.string(name)),
                mode: TransitMode(routeType: Int(route.type)),
                timeZone: route.agency == .none
                    ? .none : draft.agencies[route.agency.row].timeZone,
                stations: groups[group].map { station[Int($0)] })
            let number = numbers[course, default: feeds.count]
            if number == feeds.count {
                numbers[course] = number
                feeds.append([])
            }
            feeds[number].insert(route.feed)
            return number
        }
        return found.map { number in number.flatMap { feeds[$0].count > 1 ? $0 : nil } }
    }

    private mutating func share(_ trips: [Int]) {
        var kept: [Kept] = []
        for trip in trips.sorted(by: { (feed($0), $0) < (feed($1), $1) }) {
            var days = self.days.set(of: draft.trips[trip].service)
            let own = feed(trip)
            var stand: Int?
            for other in kept.indices where kept[other].feed != own {
                let known = kept[other].days
                guard zip(known, days).contains(where: { $0 & $1 != 0 }) else { continue }
                let isWithin = zip(known, days).allSatisfy { $0 & ~$1 == 0 }
                if isWithin, known != days {
                    hide(kept[other].trip, behind: trip, leaving: known.map { _ in 0 })
                    kept[other].days = known.map { _ in 0 }
                } else {
                    days = zip(known, days).map { $1 & ~$0 }
                    stand = stand ?? kept[other].trip
                }
            }
            if let stand { hide(trip, behind: stand, leaving: days) }
            kept.append(Kept(trip: trip, feed: own, days: days))
        }
    }

    private mutating func hide(_ trip: Int, behind other: Int, leaving days: [UInt64]) {
        let behind = (hidden.removeValue(forKey: trip) ?? []) + [trip]
        for each in behind { shown[each] = other }
        hidden[other, default: []] += behind
        let service = draft.trips[trip].service
        ownServices[trip] = ownServices[trip] ?? service
        let rest = Rest(service: service, days: days)
        if let known = rests[rest] {
            draft.trips[trip].service = known
            return
        }
        let left = ServiceIndex(draft.services.count)
        let id = draft.strings.string(draft.services[service.row].id)
        draft.services.append(
            ServiceDraft(
                id: draft.strings.index("\(id)~rest\(rests.count + 1)"),
                line: draft.services[service.row].line))
        rests[rest] = left
        sets.append((left, days))
        draft.trips[trip].service = left
    }
}
