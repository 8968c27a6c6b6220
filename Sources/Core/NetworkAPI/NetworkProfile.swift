import Realtime
package import Timetables
import TransitModel

/// The constant properties of a network, computed once.
package struct NetworkProfile: Sendable {
    /// The answer but for the time and live data.
    ///
    /// Its flags say what a server offers beside the network: none by default.
    package var answer = NetworkAnswer()

    /// Describes a network by its file's feeds.
    ///
    /// `name` is the displayed name (nil: its agencies' names), `isInvented` says that it is no
    /// real timetable.
    ///
    /// - Throws: A `NetworkFileError` if the file lacks a column.
    package init(
        _ timetable: Timetable, name: String? = nil, isInvented: Bool = false
    ) throws(NetworkFileError) {
        answer.name = name ?? Self.agencyNames(timetable)
        answer.invented = isInvented
        answer.timeZone = timetable.timeZone.identifier
        answer.bounds = timetable.bounds()
        answer.core = DenseArea.box(around: timetable.callCounts())
        answer.counts = try Self.counts(timetable)
        answer.serviceDays = NetworkAnswer.ServiceDays(
            from: timetable.services.firstDay, to: timetable.services.lastDay)
        answer.feeds = try timetable.sources.feeds().map { feed in
            NetworkAnswer.Feed(
                id: feed.id, name: feed.name, publisher: feed.publisher,
                publisherURL: feed.publisherURL, version: feed.version, language: feed.language,
                from: feed.firstDay, to: feed.lastDay)
        }
        for feed in answer.feeds {
            guard let language = feed.language, !answer.languages.contains(language)
            else { continue }
            answer.languages.append(language)
        }
        answer.attributions = try timetable.sources.attributions().map {
            NetworkAnswer.Attribution(organization: $0.organization, url: $0.url, roles: $0.roles)
        }
        answer.revision = timetable.revision
    }

    /// Adds the streets that walks follow, with the attribution that the map's licence requires.
    ///
    /// `updatedAt` is the time of the map's newest change in milliseconds since 1970; nil if the
    /// map does not say. `tiles` is the address of its tiles; nil if it has none. `layers` are
    /// those of the operator's own tiles; nil for tiles made by Takt.
    package mutating func addStreets(updatedAt: Int64?, tiles: String?, layers: [String]? = nil) {
        answer.streets = NetworkAnswer.Streets(updatedAt: updatedAt, tiles: tiles, layers: layers)
        // The streets of an invented network are invented too.
        guard !answer.invented else { return }
        let organization = "OpenStreetMap contributors"
        // Shapes from the map have their attribution in the network.
        guard !answer.attributions.contains(where: { $0.organization == organization }) else {
            return
        }
        answer.attributions.append(
            NetworkAnswer.Attribution(
                organization: organization,
                url: "https://www.openstreetmap.org/copyright", roles: ["authority"]))
    }

    /// Returns the answer for the current time.
    func answer(_ context: AnswerContext) -> NetworkAnswer {
        let source = context.snapshot.source
        var answer = answer
        answer.now = context.now.milliseconds
        answer.clockSpeed = context.clockSpeed
        answer.phone = context.phone
        answer.live = NetworkAnswer.Live(
            source: source.kind, vehicles: context.vehicleCount,
            state: source.health(at: context.now), updatedAt: source.updatedAt?.milliseconds)
        return answer
    }

    private static func agencyNames(_ timetable: Timetable) -> String {
        var names: [String] = []
        for index in timetable.agencies.names.buffer {
            let name = timetable.strings[index]
            if !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " + \(names.count - 2)"
    }

    private static func counts(
        _ timetable: Timetable
    ) throws(NetworkFileError) -> NetworkAnswer.Counts {
        var counts = NetworkAnswer.Counts()
        counts.stops = timetable.stops.count
        counts.stations = timetable.stops.indices.count {
            let type = timetable.stops.locationType($0)
            return type == .station || type == .stop && timetable.stops.parent($0) == nil
        }
        counts.routes = timetable.routes.count
        counts.trips = timetable.trips.count
        counts.stopTimes = Int(timetable.metadata[.stopTimeCount])
        counts.patterns = timetable.patterns.count
        for count in try timetable.sources.noticeCounts() {
            switch count.severity {
            case "error": counts.notices.error += count.count
            case "warning": counts.notices.warning += count.count
            default: counts.notices.info += count.count
            }
        }
        return counts
    }
}
