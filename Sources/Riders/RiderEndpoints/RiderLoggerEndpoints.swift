import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting
package import Riders
package import Secrets

/// The endpoints with which riders link their phone's logger, or remove it.
package struct RiderLoggerEndpoints: EndpointGroup {
    private let access: RiderAccess
    private let loggers: LoggerPositions
    private let diary: DiaryKinds?
    private let home: String

    private var store: RiderStore { access.store }

    struct NewLogger: Decodable {
        let diary: String?

        static let schema = JSONSchema(
            "NewLogger",
            .text(
                "diary?",
                "The token of a diary's participant; without it the logger gets its own token"))
    }

    /// A diary as far as riders' loggers are concerned.
    package enum DiaryKind: Sendable {
        /// The server may read it.
        case personal
        /// Only a study's researchers may read it.
        case sealed
    }

    /// Returns the kind of the diary whose participant has a token; nil if there is none.
    package typealias DiaryKinds = @Sendable (BearerToken) async throws -> DiaryKind?

    /// Serves the loggers of a store's riders; `home` is the server's public address, `diary` the
    /// diaries that some riders record.
    package init(_ store: RiderStore, loggers: LoggerPositions, diary: DiaryKinds?, home: String) {
        access = RiderAccess(store: store)
        self.loggers = loggers
        self.diary = diary
        self.home = home
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.rider)/logger") { request, _ in
            let rider = try await access.rider(request)
            return try Response.personal(
                RiderLoggerAnswer(
                    try await store.logger(rider), lastFix: loggers.lastFix(of: rider)))
        }
        router.post("\(APIPaths.rider)/logger") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: NewLogger.self)
            var token: BearerToken?
            if let text = wanted.diary {
                try await store.linkDiary(try await diaryToken(text), of: rider)
            } else {
                token = try await store.addLogger(of: rider)
            }
            loggers.forget(rider)
            return try Response.personal(
                RiderLoggerAnswer(try await store.logger(rider), token: token, home: home),
                status: .created)
        }
        router.delete("\(APIPaths.rider)/logger") { request, _ in
            let rider = try await access.rider(request)
            try await store.deleteLogger(of: rider)
            loggers.forget(rider)
            return Response.noContent
        }
    }

    /// Returns the token of a personal diary, which the server may read.
    private func diaryToken(_ text: String) async throws -> BearerToken {
        guard let token = BearerToken(text: text),
            let kind = try await diary?(token)
        else { throw RiderError.invalid("'diary' is no token of a diary's participant.") }
        guard kind == .personal else {
            throw RiderError.invalid(
                "This diary is sealed: the server must not look where its participant is.")
        }
        return token
    }
}
