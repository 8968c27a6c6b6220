import DiarySensing
package import DiaryStudies
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import PhoneLoggers
import WireAPI

/// What phones and browsers send: OwnTracks at `/pub`, Overland at `/overland`, the web app at its own address.
///
/// Nothing is acknowledged before it is on the disk; whatever cannot be stored now is refused with a status that
/// makes the phone keep it and come again.
package struct LoggerEndpoints: EndpointGroup {
    private let access: DiaryAccess

    /// Receives for a store.
    package init(_ store: DiaryStore, intake: DiaryIntake) {
        access = DiaryAccess(store: store, intake: intake)
    }

    /// Adds the three.
    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.ownTracks)") { request, _ in try await ownTracks(request) }
        router.post("\(APIPaths.overland)") { request, context in
            try await overland(request, context)
        }
        router.post("\(APIPaths.diaryFixes)") { request, _ in try await browser(request) }
    }

    // MARK: - OwnTracks

    private func ownTracks(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request, challenge: "Basic")
        let body = try await request.body.collect(upTo: OwnTracksMessage.longestBodyBytes)
        let data = Data(body.readableBytesView)
        var message = OwnTracksMessage(data)
        if case .encrypted(let text) = message {
            guard let opened = OwnTracksMessage.opened(text, of: participant) else {
                // A status of success would make the phone forget what nobody could read.
                throw Problem(
                    .unprocessableContent, kind: "not-opened",
                    detail: "This participant's secret does not open the payload.")
            }
            message = opened
        }
        var trace = PhoneTrace()
        trace.take(message)
        if case .unreadable(.malformed) = message {
            throw Problem(.badRequest, kind: "bad-body", detail: "This is no OwnTracks message.")
        }
        guard !trace.fixes.isEmpty else { return Self.json(LoggerAnswer.ownTracks()) }
        let batch = IntakeBatch(trace, from: Self.device(request, data), of: participant)
        let receipt = try await DiaryAccess.answering { try await access.intake.take(batch) }
        return Self.json(LoggerAnswer.ownTracks(changedTo: receipt.changedTo))
    }

    /// What the device calls itself: in a field, in the query, or behind the last slash of the topic.
    private static func device(_ request: Request, _ body: Data) -> String {
        struct Topic: Decodable { let topic: String? }
        if let name = HTTPField.Name("X-Limit-D"), let text = request.headers[name], !text.isEmpty {
            return text
        }
        if let text = QueryParameters(request).text("d") { return text }
        let topic = (try? JSONDecoder().decode(Topic.self, from: body))?.topic ?? ""
        let parts = topic.split(separator: "/")
        return parts.count >= 3 ? String(parts[2]) : ""
    }

    // MARK: - Overland

    private struct OverlandProblem: Encodable {
        let error: String
    }

    private func overland(_ request: Request, _ context: TaktRequestContext) async throws
        -> Response
    {
        do {
            let (receipt, _) = try await take(request)
            return Self.json(LoggerAnswer.overland(changedTo: receipt.changedTo))
        } catch let problem as Problem {
            // The app shows what is under 'error', and keeps the batch.
            var response = try Response.personal(
                OverlandProblem(error: problem.detail), status: problem.status)
            for field in problem.headers { response.headers[field.name] = field.value }
            return response
        }
    }

    private func take(_ request: Request, device: String = "") async throws -> (
        IntakeReceipt, OverlandBatch
    ) {
        let participant = try await access.participant(request)
        let body = try await request.body.collect(upTo: OverlandBatch.longestBodyBytes)
        let batch: OverlandBatch
        do {
            batch = try OverlandBatch(Data(body.readableBytesView))
        } catch {
            throw Problem(.badRequest, kind: "bad-body", detail: error.description)
        }
        guard !batch.trace.fixes.isEmpty || !batch.trace.motions.isEmpty else {
            return (IntakeReceipt(), batch)
        }
        let named = IntakeBatch(
            batch.trace, from: batch.deviceIDs.first ?? device, of: participant)
        return (
            try await DiaryAccess.answering { try await access.intake.take(named) }, batch
        )
    }

    // MARK: - The web app

    private func browser(_ request: Request) async throws -> Response {
        let (receipt, batch) = try await take(request, device: "browser")
        return try .personal(DiaryReceiptAnswer(receipt, skipped: batch.trace.skipped))
    }

    private static func json(_ body: Data) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
