import Foundation
import GTFSRealtime
import HTTPFetching
package import Logging
import ShuttleTracker
package import Sources
package import Timetables
import TrackerSocket
package import TransitModel

/// A configuration's live sources, each with its supervisor, all with one inbox.
package struct LiveSourceSet: Sendable {
    /// The inbox for all received data.
    package let inbox: SourceInbox
    /// The journals of all sources, in the configuration's order.
    package private(set) var journals: [SourceJournal] = []
    package private(set) var services: [any SupervisedSource] = []

    private let dependencies: SourceDependencies
    private let logger: Logger
    private let answers: any AnswerFetching
    private let routeNames: RouteNames
    private let timetable: Timetable?

    /// Creates a set without sources.
    ///
    /// The timetable maps route names to ids; without one, routes keep the source's numbers.
    /// `answers` fetches the data: from the network, or through a recorder.
    package init(
        _ timetable: Timetable?, clock: any WallClock, answers: any AnswerFetching, logger: Logger,
        inbox: SourceInbox = SourceInbox()
    ) {
        self.timetable = timetable
        routeNames = RouteNames(timetable)
        let jitter = FetchDependencies().jitter
        dependencies = SourceDependencies(clock: clock, jitter: jitter)
        self.answers = answers
        self.logger = logger
        self.inbox = inbox
    }

    /// Adds a source of the configuration; simulated vehicles are ignored.
    ///
    /// `dataFolder` is the folder for data that sources keep across restarts; nil keeps nothing.
    ///
    /// - Throws: A `SettingFailure` with one sentence if the source cannot be used.
    package mutating func add(
        _ settings: SourceSettings, idPrefix: String, dataFolder: String?
    ) throws(SettingFailure) {
        if settings.kind == .simulate { return }
        if settings.kind == .geops { return try addTracker(settings, idPrefix) }
        var plan = SourcePlan(
            kind: settings.kind, id: settings.id, sourceID: settings.id,
            requests: try settings.requests(), pause: settings.every, answers: answers)
        plan.idPrefix = idPrefix
        plan.cacheFile = dataFolder.map { "\($0)/shuttle-\(settings.id).json" }
        guard settings.kind == .recording else { return try add(plan) }
        let recording = try settings.recording()
        plan.answers = RecordedAnswers(recording, clock: dependencies.clock)
        // Every second of the recorded day, so that no answer is late however fast the clock runs.
        plan.pause = .seconds(1)
        plan.cacheFile = nil
        for source in recording.manifest.sources {
            guard let kind = SourceSettings.Kind(rawValue: source.kind) else {
                throw SettingFailure(
                    description: "The recording of source '\(settings.id)' has a source of the "
                        + "unknown kind '\(source.kind)'.")
            }
            plan.kind = kind
            plan.id = "\(settings.id)/\(source.id)"
            plan.sourceID = source.id
            plan.requests = source.paths.map { AnswerPoll.Request(url: "http://recording\($0)") }
            try add(plan)
        }
    }

    /// The plan of a source to create.
    private struct SourcePlan {
        var kind: SourceSettings.Kind
        /// The source's id.
        var id: String
        /// The source id under which answers are recorded.
        var sourceID: String
        var requests: [AnswerPoll.Request]
        /// The polling interval; nil leaves it to the kind.
        var pause: Duration?
        var answers: any AnswerFetching
        var idPrefix = ""
        var cacheFile: String?
    }

    private mutating func add(_ plan: SourcePlan) throws(SettingFailure) {
        for request in plan.requests {
            var poll = PollPlan(id: plan.id, request: request, answers: plan.answers)
            poll.sourceID = plan.sourceID
            poll.pause = plan.pause
            switch plan.kind {
            case .gtfsRealtime:
                if plan.requests.count > 1 { poll.id = freeID(plan.id, request.url) }
                add(GTFSRealtimeSource(poll), plan.idPrefix)
            case .shuttleTracker:
                add(
                    ShuttleTrackerSource(
                        poll, cacheFile: plan.cacheFile, routeName: routeNames.routeID),
                    plan.idPrefix)
            case .opendataTransport:
                throw SettingFailure(
                    description:
                        "Source '\(plan.id)' answers for a server without a network of its "
                        + "own; remove the source, or leave out 'network'.")
            case .simulate, .geops, .recording:
                throw SettingFailure(
                    description: "This version reads no sources of kind '\(plan.kind.rawValue)' "
                        + "here; remove source '\(plan.id)'.")
            }
        }
    }

    private mutating func addTracker(
        _ settings: SourceSettings, _ idPrefix: String
    ) throws(SettingFailure) {
        guard settings.urls.count == 1,
            let address = TrackerAddress(settings.urls[0], key: try settings.key())
        else {
            throw SettingFailure(
                description: "Source '\(settings.id)' needs one address as in "
                    + "'wss://api.geops.io/tracker-ws/v1/'.")
        }
        guard let timetable,
            let source = TrackerSource(
                id: settings.id, address: address, timetable: timetable,
                connecting: TrackerConnector())
        else {
            throw SettingFailure(
                description: "Source '\(settings.id)' cannot say where to look: there is no stop "
                    + "that has a place.")
        }
        add(source, idPrefix)
    }

    /// Updates the health of each source, and logs changes.
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
            id: source.id, kind: source.kind, started: dependencies.clock.now())
        journals.append(journal)
        let link = SourceLink(
            journal: journal, inbox: inbox, dependencies: dependencies,
            idPrefix: idPrefix)
        services.append(SourceService(source, link: link, logger: logger))
    }

    /// Returns the id for one of several addresses of a source: the source's id and its file's
    /// name, with a number if that is taken.
    private func freeID(_ source: String, _ url: String) -> String {
        let path = SourceEndpoint(source: source, url: url).path
        let name = path.split(separator: "/").last.map(String.init) ?? "feed"
        let first = "\(source)/\(name.prefix { $0 != "." })"
        let taken = Set(journals.map(\.id))
        var id = first
        var number = 2
        while taken.contains(id) {
            id = "\(first)-\(number)"
            number += 1
        }
        return id
    }
}

extension SourceSettings {
    /// Opens the recording that the source names.
    ///
    /// - Throws: A `SettingFailure` if the recording cannot be read.
    package func recording() throws(SettingFailure) -> Recording {
        do { return try Recording(folder: folder ?? "") } catch {
            throw SettingFailure(description: error.description)
        }
    }

    /// Returns the requests for a source's addresses, with its key.
    ///
    /// - Throws: A `SettingFailure` if the key cannot be read.
    package func requests() throws(SettingFailure) -> [AnswerPoll.Request] {
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

/// A network's routes by their displayed names, for sources with their own numbers.
private struct RouteNames: Sendable {
    private let idOfName: [String: String]

    init(_ timetable: Timetable?) {
        guard let timetable else {
            idOfName = [:]
            return
        }
        let routes = timetable.routes
        var idOfName: [String: String?] = [:]
        for route in routes.indices {
            let names = [
                routes.lineName(route), timetable.strings[routes.shortNames[route]],
                timetable.strings[routes.longNames[route]],
            ]
            for name in Set(names.map { $0.lowercased() }) where !name.isEmpty {
                // A name that two routes share identifies neither.
                idOfName[name] = idOfName[name] == nil ? .some(routes.id(route)) : .some(nil)
            }
        }
        self.idOfName = idOfName.compactMapValues { $0 }
    }

    /// Returns the id of the route with that name; otherwise the number, which is the id in
    /// networks made from the tracker's lists.
    func routeID(_ number: Int64, _ name: String?) -> String? {
        if let name, let id = idOfName[name.lowercased()] { return id }
        return String(number)
    }
}
