import APISchema
package import Diary
import DiaryDays
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
import NIOCore
package import TransitModel

/// The endpoints of personal diaries: days, corrections, statistics, exports.
package struct TimelineEndpoints: EndpointGroup {
    /// The maximum number of days in one answer.
    private static let maximumDays = 400

    private let access: DiaryAccess
    let timelines: DiaryTimelines
    private let clock: any WallClock

    /// Serves the diaries of a store; `clock` determines the current day.
    package init(_ timelines: DiaryTimelines, intake: DiaryIntake, clock: any WallClock) {
        access = DiaryAccess(store: timelines.store, intake: intake)
        self.timelines = timelines
        self.clock = clock
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.diaryDays)") { request, _ in try await days(request) }
        router.get("\(APIPaths.diaryDays)/{date}") { request, context in
            try await day(request, context)
        }
        router.delete("\(APIPaths.diaryDays)/{date}") { request, context in
            try await deleteDay(request, context)
        }
        router.get("\(APIPaths.diaryStatistics)") { request, _ in try await statistics(request) }
        router.get("\(APIPaths.diarySuggestions)") { request, _ in try await suggestions(request) }
        router.get("\(APIPaths.diaryExports).geojson") { request, _ in
            try await export(request, "geojson", "application/geo+json") {
                Data(TimelineTables.geoJSON($0, zone: $1))
            }
        }
        router.get("\(APIPaths.diaryExports).gpx") { request, _ in
            try await export(request, "gpx", "application/gpx+xml") { days, _ in
                Data(TimelineTables.gpx(days).utf8)
            }
        }
        router.get("\(APIPaths.diaryExports).csv") { request, _ in
            try await export(request, "csv", "text/csv; charset=utf-8") {
                Data(TimelineTables.csv($0, zone: $1).utf8)
            }
        }
        CorrectionEndpoints(timelines, access: access).add(to: router)
    }

    // MARK: - Days

    private func days(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let span = try dates(request, in: zone, usual: 31)
        let devices = try await devices(of: participant, span, withWays: false)
        let days = devices.days(span)
        var counts = [Int](repeating: 0, count: days.count)
        var edges: [(first: UnixTime, last: UnixTime)] = []
        for one in devices.all {
            let found = try await timelines.store.fixCounts(
                of: one.device, in: days.map { ($0.day.start, $0.day.end) })
            for row in counts.indices { counts[row] += found[row] }
            if let edge = try await timelines.store.span(of: one.device) { edges.append(edge) }
        }
        let first = edges.map(\.first).min()
        let last = edges.map(\.last).max()
        let whole = first.flatMap { first in
            last.map { (first: zone.day(at: first), last: zone.day(at: $0)) }
        }
        let entries = zip(days, counts).map { day, fixes in
            DiaryDaysAnswer.Entry(day, fixes: fixes, isOpen: devices.isOpen(day.day))
        }
        return try Response.personal(DiaryDaysAnswer(entries.reversed(), span: whole, zone: zone))
    }

    private func day(_ request: Request, _ context: TaktRequestContext) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let day = CivilDay(try Self.date(context), in: zone)
        let wanted = QueryParameters(request).text("device")
        let devices = try await devices(of: participant, [day], withWays: true)
        if let wanted, !devices.all.contains(where: { $0.device.name == wanted }) {
            throw Problem.notFound("This diary has no device of that name.")
        }
        let shown = devices.day(day, device: wanted)
        let recording = devices.all.filter {
            !TimelineDay(day, of: $0.timeline, device: $0.device.name).isEmpty
        }
        let timeline = devices.all.first { $0.device.name == shown?.device }?.timeline
        let corrections = devices.corrections.filter { kept in
            kept.correction.start < day.end.seconds && kept.correction.end >= day.start.seconds
        }.map { kept in
            CorrectionAnswer(
                kept, zone: zone, applies: timeline?.applied.contains(kept.id) ?? false)
        }
        return try Response.personal(
            TimelineDayAnswer(
                day, shown, zone: zone,
                .init(
                    isOpen: devices.isOpen(day), devices: recording.map(\.device.name),
                    corrections: corrections),
                stop: timelines.maker.stop))
    }

    private func deleteDay(
        _ request: Request, _ context: TaktRequestContext
    ) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let day = CivilDay(try Self.date(context), in: zone)
        // Of today, only the time until now is deleted; later fixes were not meant.
        try await timelines.store.delete(
            from: day.start, to: min(day.end, clock.now()), of: participant)
        await access.intake.forgetPlaces(of: participant)
        return Response.noContent
    }

    // MARK: - Statistics

    private func statistics(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let span = try dates(request, in: zone, usual: 7)
        let devices = try await devices(of: participant, span, withWays: false)
        let sums = TimelineStatistics(devices.days(span))
        guard let first = span.first, let last = span.last else { throw DiaryError.notFound }
        return try Response.personal(
            DiaryStatisticsAnswer(sums, from: first.date, to: last.date, zone: zone))
    }

    private func suggestions(_ request: Request) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let today = zone.day(at: clock.now())
        let span = CivilDay.days(
            from: today.advanced(by: -7 * RideSuggestion.weeks), to: today, in: zone)
        let devices = try await devices(of: participant, span, withWays: false)
        return try Response.personal(
            RideSuggestionsAnswer(RideSuggestion.find(in: devices.days(span), zone: zone)))
    }

    private func export(
        _ request: Request, _ ending: String, _ type: String,
        _ body: @Sendable ([TimelineDay], TransitTimeZone) throws -> Data
    ) async throws -> Response {
        let participant = try await access.participant(request)
        let zone = try request.diaryZone ?? timelines.zone
        let span = try dates(request, in: zone, usual: 31)
        let devices = try await devices(of: participant, span, withWays: true)
        let bytes = try body(devices.days(span), zone)
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: CachePolicy.none,
                .contentDisposition: "attachment; filename=\"diary.\(ending)\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: - Queries

    private func devices(
        of participant: Participant, _ days: [CivilDay], withWays: Bool
    ) async throws -> DiaryTimelines.Devices {
        guard let first = days.first, let last = days.last else { throw DiaryError.notFound }
        return try await timelines.devices(
            of: participant, from: first.start, to: last.end, withWays: withWays)
    }

    private static func date(_ context: TaktRequestContext) throws -> ServiceDay {
        let text = context.parameters.get("date") ?? ""
        guard let day = ServiceDay(text), day.isWithinDiaries else {
            throw Problem.notFound("A day is asked for as in /api/v1/diary/days/2026-05-04.")
        }
        return day
    }

    /// Returns the days of the request; the last `usual` days if it names none.
    private func dates(
        _ request: Request, in zone: TransitTimeZone, usual: Int
    ) throws -> [CivilDay] {
        let query = QueryParameters(request)
        let last = try query.day("to") ?? zone.day(at: clock.now())
        let first = try query.day("from") ?? last.advanced(by: 1 - usual)
        guard first.isWithinDiaries, last.isWithinDiaries, first <= last,
            first.distance(to: last) < Self.maximumDays
        else {
            throw Problem.badParameter(
                "from", expected: "a day up to \(Self.maximumDays - 1) days before 'to'",
                given: first.description)
        }
        return CivilDay.days(from: first, to: last, in: zone, limit: Self.maximumDays)
    }
}

extension ServiceDay {
    /// Whether a diary can contain the day: its year must be between 2000 and 2099, as for fixes.
    fileprivate var isWithinDiaries: Bool { (2000...2099).contains(civil.year) }
}

extension Request {
    /// The time zone that the request names; nil if it names none.
    var diaryZone: TransitTimeZone? {
        get throws(Problem) {
            guard let text = QueryParameters(self).text("zone") else { return nil }
            // Some systems use the names of time zones as file names.
            let isPlain = text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2b, 0x2d, 0x2f, 0x5f: true
                default: false
                }
            }
            if isPlain, text.utf8.count <= 64, let zone = TransitTimeZone(identifier: text) {
                return zone
            }
            throw .badParameter(
                "zone", expected: "a time zone as in Europe/Zurich", given: text)
        }
    }
}
