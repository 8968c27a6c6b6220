import Realtime
package import Timetables
import Transit
import TransitModel

/// Answers questions about one network as JSON text, natively and as WebAssembly.
///
/// A question is lines of UTF-8: the name of an answer, then `key=value` lines. Both builds write
/// the same bytes for the same question, which `Tests/EngineTests` compares.
package final class NetworkEngine {
    /// The longest question in bytes.
    package static let maximumQuestion = 16_384

    let timetable: Timetable
    private let planner: JourneyPlanner
    private let boards: BoardMaker
    /// Built with the first search, as it takes longer than opening a network.
    private lazy var index = StopSearchIndex(timetable)

    /// Prepares answers about a network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
        planner = JourneyPlanner(timetable, days: 2, searches: 1)
        boards = BoardMaker(timetable)
    }

    /// Opens a network from bytes that may come from anywhere.
    /// - Throws: ``NetworkFileError`` if they are not an intact network file.
    package convenience init(_ bytes: NetworkBytes) throws(NetworkFileError) {
        self.init(try Timetable(file: NetworkFile(bytes: bytes, name: "network")))
    }

    /// Returns the answer to a question, or the reason why there is none.
    package func answer(_ question: String) -> String {
        var json = JSONText()
        do throws(QuestionProblem) {
            guard question.utf8.count <= Self.maximumQuestion else { throw .tooLong }
            let question = EngineQuestion(question)
            switch question.name {
            case "network": network(&json)
            case "connections": try connections(question, &json)
            case "board": try board(question, &json)
            case "line": try line(question, &json)
            case "stops": try stops(question, &json)
            default: throw .unknownName
            }
        } catch {
            json = JSONText()
            json.object { json in
                json.text("code", error.code)
                json.text("sentence", error.sentence)
            }
        }
        return json.finish()
    }

    private func network(_ json: inout JSONText) {
        json.object { json in
            json.text("revision", timetable.revision)
            json.text("timeZone", timetable.timeZone.identifier)
            json.text("firstDay", timetable.services.firstDay.description)
            json.text("lastDay", timetable.services.lastDay.description)
            json.number("stops", timetable.stops.count)
            json.number("routes", timetable.routes.count)
        }
    }

    private func connections(
        _ question: EngineQuestion, _ json: inout JSONText
    ) throws(QuestionProblem) {
        let request = try question.planningRequest(timetable)
        let page: ConnectionPage
        do throws(PlanningProblem) {
            page = try planner.connections(request, tellsPassed: question.flag("passed"))
        } catch {
            throw .planning(error)
        }
        ConnectionWriting(timetable).write(page, to: &json)
    }

    private func board(
        _ question: EngineQuestion, _ json: inout JSONText
    ) throws(QuestionProblem) {
        let request = try question.boardRequest(timetable)
        BoardWriting(timetable).write(boards.board(request), to: &json)
    }

    private func line(
        _ question: EngineQuestion, _ json: inout JSONText
    ) throws(QuestionProblem) {
        guard let route = timetable.routes.find(id: try question.needed("route")) else {
            throw .unknown("route")
        }
        guard let day = ServiceDay(try question.needed("day")) else { throw .wrong("day") }
        let direction = try question.integer("direction")
        let table: LineTimetable
        do throws(LineTimetable.Failure) {
            table = try LineTimetable(
                route, direction: direction, on: day, in: timetable)
        } catch {
            throw .noTimetable
        }
        LineWriting(timetable).write(table, to: &json)
    }

    private func stops(
        _ question: EngineQuestion, _ json: inout JSONText
    ) throws(QuestionProblem) {
        let query = StopQuery(
            question["text"] ?? "", near: try question.coordinate("near"),
            limit: try question.integer("limit") ?? 10)
        let hits = index.search(query)
        StopWriting(timetable).write(hits, to: &json)
    }
}
