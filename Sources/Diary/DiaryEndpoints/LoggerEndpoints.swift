import APISchema
package import Diary
package import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import NIOCore
package import PhoneRecords
package import Secrets

/// The riders whose loggers report to the diary's endpoints too.
package struct RiderLoggers: Sendable {
    let isKnown: @Sendable (BearerToken) async throws -> Bool
    let take: @Sendable (PhoneTrace, BearerToken) async -> Void
    let unlink: @Sendable ([Data]) async throws -> Void

    /// `isKnown` returns whether a token belongs to a rider's own logger, `take` gets the fixes of
    /// a logger, `unlink` the hashes of the tokens of diaries that were deleted.
    package init(
        isKnown: @escaping @Sendable (BearerToken) async throws -> Bool,
        take: @escaping @Sendable (PhoneTrace, BearerToken) async -> Void,
        unlink: @escaping @Sendable ([Data]) async throws -> Void
    ) {
        self.isKnown = isKnown
        self.take = take
        self.unlink = unlink
    }
}

/// Receives fixes from phones and browsers: OwnTracks at `/pub`, Overland at `/overland`, the web
/// app at its own address.
///
/// Fixes are acknowledged only after they are on the disk. Otherwise the status makes the phone
/// keep them and send them again.
package struct LoggerEndpoints: EndpointGroup {
    private let access: DiaryAccess

    private var riders: RiderLoggers? { access.riders }

    /// Receives for a store; `riders` gets the positions of riders who linked their logger.
    package init(_ store: DiaryStore, intake: DiaryIntake, riders: RiderLoggers? = nil) {
        access = DiaryAccess(store: store, intake: intake, riders: riders)
    }

    package var limitedPaths: [String] { [APIPaths.ownTracks, APIPaths.overland] }

    /// Overland shows `error` and keeps the batch.
    package var errorForm: ErrorForm? {
        ErrorForm(isShared: false, owns: { $0 == APIPaths.overland }) { problem, _ in
            var response = Self.json(LoggerAnswer.overlandRefusal(problem.detail))
            response.status = problem.status
            for field in problem.headers { response.headers[field.name] = field.value }
            return response
        }
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.ownTracks)") { request, _ in try await ownTracks(request) }
        router.post("\(APIPaths.overland)") { request, _ in try await overland(request) }
        router.post("\(APIPaths.diaryFixes)") { request, _ in try await browser(request) }
    }

    // MARK: - OwnTracks

    private func ownTracks(_ request: Request) async throws -> Response {
        switch try await access.sender(request, challenge: "Basic") {
        case .rider(let token): try await place(request, token)
        case .participant(let participant, let token):
            try await ownTracks(request, of: participant, token)
        }
    }

    private func ownTracks(
        _ request: Request, of participant: Participant, _ token: BearerToken
    ) async throws -> Response {
        let body = try await request.body.collect(upTo: OwnTracksMessage.maximumBodyBytes)
        let data = Data(body.readableBytesView)
        var message = OwnTracksMessage(data)
        if case .encrypted(let text) = message {
            guard let opened = OwnTracksMessage.opened(text, of: participant) else {
                // A success status would make the phone drop fixes that nobody could decrypt.
                throw Problem(
                    .unprocessableContent, kind: "not-opened",
                    detail: "This participant's secret does not open the payload.")
            }
            message = opened
        }
        var trace = PhoneTrace()
        trace.append(message)
        if case .unreadable(.malformed) = message {
            throw Problem(.badRequest, kind: "bad-body", detail: "This is no OwnTracks message.")
        }
        guard !trace.fixes.isEmpty else { return Self.json(LoggerAnswer.ownTracks()) }
        let batch = IntakeBatch(trace, from: Self.device(request, data), of: participant)
        let receipt = try await access.intake.ingest(batch)
        await reportToRiders(trace, of: participant, token)
        return Self.json(LoggerAnswer.ownTracks(changedTo: receipt.changedTo))
    }

    /// Returns the device's own name: from a field, the query, or the last segment of the topic.
    private static func device(_ request: Request, _ body: Data) -> String {
        struct Topic: Decodable { let topic: String? }
        if let text = request.headers[.xLimitD], !text.isEmpty { return text }
        if let text = QueryParameters(request).text("d") { return text }
        let topic = (try? JSONDecoder().decode(Topic.self, from: body))?.topic ?? ""
        let parts = topic.split(separator: "/")
        return parts.count >= 3 ? String(parts[2]) : ""
    }

    // MARK: - Overland

    private func overland(_ request: Request) async throws -> Response {
        switch try await access.sender(request) {
        case .rider(let token): return try await place(request, token)
        case .participant(let participant, let token):
            let (receipt, _) = try await take(request, of: participant, token)
            return Self.json(LoggerAnswer.overland(changedTo: receipt.changedTo))
        }
    }

    private func take(
        _ request: Request, of participant: Participant, _ token: BearerToken?,
        device: String = ""
    ) async throws -> (IntakeReceipt, OverlandBatch) {
        let body = try await request.body.collect(upTo: OverlandBatch.maximumBodyBytes)
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
        let receipt = try await access.intake.ingest(named)
        await reportToRiders(batch.trace, of: participant, token)
        return (receipt, batch)
    }

    // MARK: - Riders

    /// Passes on the position of a rider; it is not stored, and only the rider's own alerts use it.
    private func place(_ request: Request, _ token: BearerToken) async throws -> Response {
        let isOverland = request.uri.path == APIPaths.overland
        let body = try await request.body.collect(
            upTo: isOverland ? OverlandBatch.maximumBodyBytes : OwnTracksMessage.maximumBodyBytes)
        var trace = PhoneTrace()
        if isOverland {
            do {
                trace = try OverlandBatch(Data(body.readableBytesView)).trace
            } catch {
                throw Problem(.badRequest, kind: "bad-body", detail: error.description)
            }
        } else {
            let message = OwnTracksMessage(Data(body.readableBytesView))
            switch message {
            case .encrypted:
                throw Problem(
                    .unprocessableContent, kind: "not-opened",
                    detail: "A rider's logger must send without a secret; the connection encrypts.")
            case .unreadable(.malformed):
                throw Problem(
                    .badRequest, kind: "bad-body", detail: "This is no OwnTracks message.")
            default: trace.append(message)
            }
        }
        await riders?.take(trace, token)
        return Self.json(isOverland ? LoggerAnswer.overland() : LoggerAnswer.ownTracks())
    }

    /// Passes the phone's position to the rider's alerts, if its owner records a personal diary and
    /// linked it.
    private func reportToRiders(
        _ trace: PhoneTrace, of participant: Participant, _ token: BearerToken?
    ) async {
        guard let riders, let token, participant.study.mode == .personal,
            participant.state == .recording
        else { return }
        await riders.take(trace, token)
    }

    // MARK: - The web app

    private func browser(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let (receipt, batch) = try await take(
            request, of: participant, DiaryAccess.token(request), device: "browser")
        return try Response.personal(DiaryReceiptAnswer(receipt, skipped: batch.trace.skipped))
    }

    private static func json(_ body: Data) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: CachePolicy.none],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
