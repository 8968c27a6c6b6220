import Foundation
import HTTPFetching
package import LiveSources
package import Logging
package import ServiceLifecycle
package import Timetables
package import TransitModel

/// The live sources of a configuration, each under its supervisor, all with one box.
package struct LiveSourceSet: Sendable {
    /// Where everything that comes is put.
    package let inbox: SourceInbox
    /// The books of all sources, in the configuration's order.
    package private(set) var journals: [SourceJournal] = []
    /// The supervisors.
    package private(set) var services: [any Service] = []

    private let surroundings: SourceSurroundings
    private let logger: Logger
    private let answers: any AnswerFetching
    private let routeNames: RouteNames

    /// A set without sources.
    ///
    /// `answers` is who is asked: the network, or somebody who writes down what it says.
    package init(
        _ timetable: Timetable, clock: any WallClock, answers: any AnswerFetching, logger: Logger,
        inbox: SourceInbox = SourceInbox()
    ) {
        routeNames = RouteNames(timetable)
        let chance = FetchSurroundings().chance
        surroundings = SourceSurroundings(clock: clock, chance: chance)
        self.answers = answers
        self.logger = logger
        self.inbox = inbox
    }

    /// Adds a source that the configuration describes; throws one sentence if it cannot be used.
    ///
    /// Simulated vehicles are no source in this sense and are left out. `dataFolder` is where sources
    /// keep what outlives a restart; nil keeps nothing.
    package mutating func add(
        _ settings: SourceSettings, idPrefix: String, dataFolder: String?
    ) throws(SourceSettings.KeyFailure) {
        let requests = try settings.requests()
        switch settings.kind {
        case .gtfsRealtime:
            for request in requests {
                let id = requests.count == 1 ? settings.id : Self.id(settings.id, request.url)
                add(
                    GTFSRealtimeSource(
                        id: id, sourceID: settings.id, request: request,
                        pause: settings.every ?? .seconds(15), answers: answers),
                    idPrefix)
            }
        case .shuttleTracker:
            for request in requests {
                add(
                    ShuttleTrackerSource(
                        id: settings.id, request: request, pause: settings.every ?? .seconds(10),
                        cacheFile: dataFolder.map { "\($0)/shuttle-\(settings.id).json" },
                        answers: answers, routeName: routeNames.routeID),
                    idPrefix)
            }
        case .simulate: return
        case .geops, .opendataTransport, .recording:
            throw SourceSettings.KeyFailure(
                description: "This version reads no sources of kind "
                    + "'\(settings.kind.rawValue)' yet; remove source '\(settings.id)'.")
        }
    }

    /// Looks how old each source's data is, so that it is known since when; news go to the log.
    package func noteStates(at now: UnixTime) {
        for journal in journals {
            let before = journal.health
            let report = journal.report(at: now)
            guard report.health != before else { continue }
            logger.notice(
                "a source is \(report.health.rawValue)",
                metadata: [
                    "source": "\(report.id)", "trouble": "\(report.trouble ?? "none")",
                    "quarantined": "\(report.entries.quarantined)",
                ])
        }
    }

    private mutating func add<Source: LiveSource>(_ source: Source, _ idPrefix: String) {
        let journal = SourceJournal(
            id: source.id, kind: source.kind, started: surroundings.clock.now())
        journals.append(journal)
        let link = SourceLink(
            journal: journal, inbox: inbox, surroundings: surroundings,
            idPrefix: idPrefix)
        services.append(SourceService(source, link: link, logger: logger))
    }

    /// What one of several addresses of a source is called: the source's id and its file's name.
    private static func id(_ source: String, _ url: String) -> String {
        let path = SourceEndpoint(source: source, url: url).path
        let name = path.split(separator: "/").last.map(String.init) ?? "feed"
        return "\(source)/\(name.prefix { $0 != "." })"
    }
}

extension SourceSettings {
    /// The requests for a source's addresses, with its key where it belongs.
    func requests() throws(KeyFailure) -> [AnswerPoll.Request] {
        let key = try key()
        return urls.map { url in
            var request = AnswerPoll.Request(url: url)
            guard let key else { return request }
            if url.contains("{key}") {
                request.url = url.replacingOccurrences(of: "{key}", with: key)
            } else if let keyHeader {
                request.headers[keyHeader] = key
            } else {
                request.headers["Authorization"] = "Bearer \(key)"
            }
            return request
        }
    }
}

/// A network's routes by what riders call them, for sources that number theirs.
private struct RouteNames: Sendable {
    private let idOfName: [String: String]

    init(_ timetable: Timetable) {
        let routes = timetable.routes
        var idOfName: [String: String?] = [:]
        for route in routes.indices {
            let names = [
                routes.lineName(route), timetable.strings[routes.shortNames[route]],
                timetable.strings[routes.longNames[route]],
            ]
            for name in Set(names.map { $0.lowercased() }) where !name.isEmpty {
                // A name that two routes share names neither.
                idOfName[name] = idOfName[name] == nil ? .some(routes.id(route)) : .some(nil)
            }
        }
        self.idOfName = idOfName.compactMapValues { $0 }
    }

    /// The route of that name; else the number, which is the id in networks made from the tracker's lists.
    func routeID(_ number: Int64, _ name: String?) -> String? {
        if let name, let id = idOfName[name.lowercased()] { return id }
        return String(number)
    }
}
