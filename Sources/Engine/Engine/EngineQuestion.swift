import Timetables
import Transit
import TransitModel

/// A question to the engine: the name of an answer and values by key.
struct EngineQuestion {
    /// The most lines that count.
    private static let maximumLines = 64

    /// The first line.
    let name: String
    private let values: [(key: String, value: String)]

    init(_ text: String) {
        let lines = text.split(
            separator: "\n", maxSplits: Self.maximumLines, omittingEmptySubsequences: true)
        name = lines.first.map { String($0) } ?? ""
        values = lines.dropFirst().prefix(Self.maximumLines).map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The first value of a key; nil if it is absent.
    subscript(key: String) -> String? { values.first { $0.key == key }?.value }

    /// All values of a key, in order.
    func all(_ key: String) -> [String] { values.filter { $0.key == key }.map { $0.value } }

    func flag(_ key: String) -> Bool { self[key] == "1" }

    func needed(_ key: String) throws(QuestionProblem) -> String {
        guard let value = self[key] else { throw .missing(key) }
        return value
    }

    /// Returns a number of at most nine digits; nil if the key is absent.
    func integer(_ key: String) throws(QuestionProblem) -> Int? {
        guard let text = self[key] else { return nil }
        guard text.utf8.count <= 10, let number = Int(text), number.magnitude < 1_000_000_000
        else { throw .wrong(key) }
        return number
    }

    /// Returns an instant, given as Unix seconds.
    func time(_ key: String) throws(QuestionProblem) -> UnixTime {
        let text = try needed(key)
        guard text.utf8.count <= 12, let seconds = Int64(text) else { throw .wrong(key) }
        return UnixTime(seconds: seconds)
    }

    /// Returns a coordinate, given as latitude and longitude in millionths of a degree; nil if
    /// the key is absent.
    func coordinate(_ key: String) throws(QuestionProblem) -> Coordinate? {
        guard let text = self[key] else { return nil }
        guard let place = Self.coordinate(text) else { throw .wrong(key) }
        return place
    }

    private static func coordinate(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Int32(parts[0]), let longitude = Int32(parts[1]),
            latitude.magnitude <= 90_000_000, longitude.magnitude <= 180_000_000
        else { return nil }
        return Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
    }

    /// Returns the stop of an id, or `@` and a coordinate in millionths of a degree.
    private static func place(
        _ text: String, _ key: String, _ timetable: Timetable
    ) throws(QuestionProblem) -> PlanningPlace {
        if text.utf8.first == UInt8(ascii: "@") {
            guard let place = coordinate(String(text.dropFirst())) else { throw .wrong(key) }
            return .point(place, name: nil)
        }
        guard let stop = timetable.stops.find(id: text) else { throw .unknown(key) }
        return .stop(stop)
    }

    func planningRequest(_ timetable: Timetable) throws(QuestionProblem) -> PlanningRequest {
        var request = PlanningRequest(
            from: try Self.place(try needed("from"), "from", timetable),
            to: try Self.place(try needed("to"), "to", timetable), at: try time("time"))
        request.isArrival = flag("arrival")
        request.results = try integer("limit") ?? request.results
        if let text = self["page"] {
            guard let cursor = PageCursor(text: text) else { throw .wrong("page") }
            request.cursor = cursor
        }
        for via in all("via") {
            request.vias.append(PlanningVia(try Self.place(via, "via", timetable)))
        }
        request.options = try options()
        return request
    }

    private func options() throws(QuestionProblem) -> PlanningOptions {
        var options = PlanningOptions()
        let modes = all("mode")
        if !modes.isEmpty {
            var allowed: Set<TransitMode> = []
            for mode in modes {
                guard let mode = TransitMode(rawValue: mode) else { throw .wrong("mode") }
                allowed.insert(mode)
            }
            options.modes = allowed
        }
        options.wheelchair = flag("wheelchair")
        options.bicycle = flag("bicycle")
        options.changes = try integer("changes") ?? options.changes
        options.marginSeconds = Int32(try integer("margin") ?? 0)
        options.walkSeconds = Int32(try integer("walk") ?? Int(options.walkSeconds))
        if let speed = try integer("speed") { options.walkingSpeed = Double(speed) / 100 }
        return options
    }

    func boardRequest(_ timetable: Timetable) throws(QuestionProblem) -> BoardRequest {
        guard let stop = timetable.stops.find(id: try needed("stop")) else {
            throw .unknown("stop")
        }
        var request = BoardRequest(stop: stop, from: try time("time"))
        if flag("arrivals") { request.kind = .arrivals }
        request.limit = try integer("limit") ?? request.limit
        request.furtherCalls = try integer("further") ?? 0
        request.goesBack = flag("back")
        if let text = self["page"] {
            guard let cursor = BoardCursor(text: text) else { throw .wrong("page") }
            request.cursor = cursor
        }
        return request
    }
}

/// Why a question has no answer.
enum QuestionProblem: Error {
    case tooLong
    case unknownName
    case missing(String)
    case wrong(String)
    /// No stop or route has that id.
    case unknown(String)
    case noTimetable
    case planning(PlanningProblem)

    /// A machine-readable code.
    var code: String {
        switch self {
        case .tooLong: "too-long"
        case .unknownName: "unknown-question"
        case .missing: "missing-value"
        case .wrong: "wrong-value"
        case .unknown: "unknown-id"
        case .noTimetable: "no-timetable"
        case .planning(let problem): problem.code
        }
    }

    /// A sentence for people.
    var sentence: String {
        switch self {
        case .tooLong: "The question is too long."
        case .unknownName: "There is no such question."
        case .missing(let key): "The value '\(key)' is missing."
        case .wrong(let key): "The value '\(key)' cannot be read."
        case .unknown(let key): "The network has nothing with the id in '\(key)'."
        case .noTimetable: "The line has no timetable in this direction on this day."
        case .planning(let problem): problem.sentence
        }
    }
}
