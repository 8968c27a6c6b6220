import APISchema
import Diary
import DiaryDays
import DiaryInference
import Foundation
import HTTPServing
import Hummingbird
import JSONWriting
import TransitModel

/// The endpoints for corrections of diaries.
struct CorrectionEndpoints: Sendable {
    private let timelines: DiaryTimelines
    private let access: DiaryAccess

    struct Wanted: Decodable {
        let kind: ChosenWord<Correction.Kind>
        let start: String
        let end: String?
        let mode: ChosenWord<TravelMode>?
        let name: String?
        let everywhere: Bool?

        static let schema = JSONSchema(
            "NewCorrection",
            .text(
                "kind",
                "`mode`, `name`, `join` (what is between two trips was no stay) or `split`"),
            .text("start end?", "Local time with offset; `split` needs only `start`"),
            .text("mode?", "What it was, for `mode`"),
            .text("name?", "Of the stay, for `name`"),
            .flag("everywhere?", "Whether the name applies to all stays within 100 m"))
    }

    init(_ timelines: DiaryTimelines, access: DiaryAccess) {
        self.timelines = timelines
        self.access = access
    }

    func add(to router: Router<TaktRequestContext>) {
        router.post("\(APIPaths.diaryCorrections)") { request, _ in try await correct(request) }
        router.delete("\(APIPaths.diaryCorrections)/{id}") { request, context in
            let participant = try await access.participant(request)
            guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else {
                throw Problem.notFound("There is no such correction.")
            }
            guard participant.study.mode == .personal else { throw DiaryError.sealed }
            do {
                try await timelines.store.removeCorrection(id, of: participant)
            } catch DiaryError.notFound {
                throw Problem.notFound("There is no such correction.")
            }
            return Response.noContent
        }
        router.get("\(APIPaths.diaryPlaces)") { request, _ in
            let participant = try await access.participant(request)
            guard participant.study.mode == .personal else { throw DiaryError.sealed }
            // Without a time span: only the corrections that apply everywhere.
            let kept = try await timelines.corrections(of: participant, from: 0, to: -1)
            return try Response.personal(DiaryPlacesAnswer(kept))
        }
    }

    private func correct(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let wanted = try await JSONBody.decode(request, as: Wanted.self)
        let start = try Self.instant(wanted.start, "start", zone)
        let kind = wanted.kind.choice
        let end =
            kind == .split
            ? start : try Self.instant(wanted.end ?? "", "end", zone)
        var correction = Correction(kind, start: start, end: end)
        if kind == .mode { correction.mode = wanted.mode?.choice }
        if kind == .name {
            correction.name = wanted.name.map {
                ControlCharacters.leftOut(of: $0).trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        if let problem = correction.problem { throw Problem.invalid(problem) }
        return try await keep(correction, everywhere: wanted.everywhere ?? false, participant, zone)
    }

    /// Stores a correction if it applies to something.
    private func keep(
        _ correction: Correction, everywhere: Bool, _ participant: Participant,
        _ zone: TransitTimeZone
    ) async throws -> Response {
        let devices = try await timelines.devices(
            of: participant, from: UnixTime(seconds: correction.start),
            to: UnixTime(seconds: correction.end), withWays: true)
        var correction = correction
        if correction.kind == .name, everywhere {
            let stay = devices.all.lazy.flatMap(\.timeline.pieces).first { piece in
                piece.stay != nil && piece.start <= correction.end && piece.end >= correction.start
                    && (piece.seconds == 0
                        || min(piece.end, correction.end)
                            > max(piece.start, correction.start))
            }
            guard let place = stay?.stay?.place else {
                throw Problem.invalid("There is no stay at that time to name.")
            }
            correction.place = place
        }
        // As if it were the last correction, to see whether it applies to anything.
        let trial = KeptCorrection(id: .max, made: UnixTime(seconds: 0), correction)
        let finds = devices.all.contains { one in
            Timeline(one.timeline.pieces, corrections: [trial]).applied.contains(trial.id)
        }
        guard finds else {
            throw Problem.invalid(Self.nothingFound(correction.kind))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let kept = try await timelines.store.add(
            try encoder.encode(correction), from: correction.start, to: correction.end,
            everywhere: correction.place != nil, of: participant)
        return try Response.personal(
            CorrectionAnswer(try PieceText.correction(kept), zone: zone, applies: true),
            status: .created)
    }

    private static func nothingFound(_ kind: Correction.Kind) -> String {
        switch kind {
        case .mode: "There is no leg at that time to correct."
        case .name: "There is no stay at that time to name."
        case .join: "There is nothing between two trips at that time."
        case .split:
            "There is no trip at that moment, or it is within \(Timeline.minimumPartSeconds) seconds of its ends."
        }
    }

    private static func instant(
        _ text: String, _ name: String, _ zone: TransitTimeZone
    ) throws -> Int64 {
        guard let time = TimestampText.instant(text, in: zone) else {
            throw Problem.invalid("'\(name)' must be a time as in 2026-05-04T08:00:00+02:00.")
        }
        return time.seconds
    }
}
