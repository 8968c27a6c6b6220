import Diary
import DiaryEndpoints
import DiarySensing
import PhoneRecords
import RiderEndpoints
import Secrets
import TransitModel

extension RiderLoggers {
    /// The riders whose loggers also report to the diary's endpoints.
    init(_ positions: LoggerPositions) {
        self.init(
            isKnown: { try await positions.isKnown($0) },
            take: { trace, token in
                let fixes = trace.fixes.map { fix in
                    LoggerPositions.Fix(
                        time: fix.time,
                        place: Coordinate(latitude: fix.latitude, longitude: fix.longitude),
                        accuracyMetres: fix.horizontalAccuracyMetres)
                }
                await positions.update(with: fixes, of: token)
            },
            unlink: { try await positions.unlinkDiaries($0) })
    }
}

extension DiaryServices {
    /// Returns the kind of the diary whose participant has a token; nil if there is none.
    ///
    /// - Throws: The store's errors.
    @Sendable func kind(_ token: BearerToken) async throws -> RiderLoggerEndpoints.DiaryKind? {
        guard let participant = try await store.participant(token) else { return nil }
        return participant.study.mode == .personal ? .personal : .sealed
    }
}
