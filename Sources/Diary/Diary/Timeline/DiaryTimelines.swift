package import DiaryDays
package import DiaryInference
import DiarySensing
import Foundation
import Synchronization
package import Timetables
package import TransitModel

/// Personal diaries as timelines: settled pieces are stored, the rest is inferred for each request.
///
/// A request reads only the fixes since the last stay but one, not those of a year; after a crash
/// they are inferred again. The fixes from which the stored pieces were inferred are stored too.
package final class DiaryTimelines: Sendable {
    /// The number of fixes read at once; doubled as often as nothing can be settled from them.
    private static let chunk = 20_000
    /// The maximum number of fixes searched for something to settle: a phone may send this many
    /// from one place.
    private static let maximumFixes = 640_000
    /// The maximum number of consecutive chunks that one call settles: ten years of a busy phone.
    private static let maximumRounds = 2000
    /// The number of diaries whose unsettled ends are cached at least; twice as many at most.
    private static let maximumRemembered = 128
    /// The margin, in seconds, by which a time span is extended: stays and gaps may begin before it
    /// or end after it.
    private static let margin: Int64 = 86_400

    /// The cached part of a diary that may still change.
    private struct End {
        let signature: Signature
        let pieces: [TimelinePiece]
    }

    /// The input from which an end was inferred.
    private struct Signature: Equatable {
        let settled: UnixTime?
        let fixes: Int
        let motions: Int
        let last: Date?
    }

    package let store: DiaryStore
    /// The time zone of days unless a request names another one.
    package let zone: TransitTimeZone
    package let maker: TimelineMaker
    private let lookUpSightings: SightingLookup?
    /// The ends by the number of the device, each counted as one byte.
    private let ends = Mutex(LRUCache<String, End>(limitBytes: 2 * maximumRemembered))

    /// Looks up where the vehicles of the lines that may have been ridden on the legs were.
    package typealias SightingLookup =
        @Sendable (_ legs: [DiaryLeg], _ timetable: Timetable) async throws -> VehicleSightings

    /// Creates the timelines of a store's diaries; without `lookUpSightings`
    /// there are no vehicle positions.
    package init(
        _ store: DiaryStore, maker: TimelineMaker, lookUpSightings: SightingLookup?,
        zone: TransitTimeZone
    ) {
        self.store = store
        self.maker = maker
        self.lookUpSightings = lookUpSightings
        self.zone = zone
    }

    /// The timelines of a person's devices in a time span, with the person's corrections.
    package struct Devices: Sendable {
        /// The timeline of one device.
        package struct One: Sendable {
            package let device: DiaryStore.RecordedDevice
            package let timeline: Timeline
            /// Pieces before this instant no longer change.
            package let settled: UnixTime?
        }

        package let all: [One]
        package let corrections: [KeptCorrection]

        /// Returns a day from the device with the best record of it, or from the named device; nil
        /// if there is no record of it.
        package func day(_ day: CivilDay, device: String? = nil) -> TimelineDay? {
            TimelineDay.best(
                all.filter { device == nil || $0.device.name == device }
                    .map { TimelineDay(day, of: $0.timeline, device: $0.device.name) }
                    .filter { !$0.isEmpty })
        }

        /// Returns the days of which there is a record.
        package func days(_ days: [CivilDay]) -> [TimelineDay] { days.compactMap { day($0) } }

        package func isOpen(_ day: CivilDay) -> Bool {
            all.contains { $0.settled.map { $0 < day.end } ?? true }
        }
    }

    /// Returns the timelines of all devices of a participant in a time span; with the geometry of
    /// legs only if `withWays`.
    ///
    /// - Throws: The store's and those of looking up sightings.
    package func devices(
        of participant: Participant, from: UnixTime, to: UnixTime, withWays: Bool
    ) async throws -> Devices {
        let start = from.seconds - Self.margin
        let end = to.seconds + Self.margin
        let known = try await store.recordedDevices(of: participant)
        let corrections = try await corrections(of: participant, from: start, to: end)
        let deleted = try await store.deletions(of: participant)
            .filter { $0.lowerBound <= end && $0.upperBound >= start }
        var all: [Devices.One] = []
        for device in known {
            guard let (present, open) = try await settle(device) else { continue }
            let kept = try await store.pieces(
                of: present, from: start, to: end, withWays: withWays)
            let pieces = try kept.map(PieceText.piece) + open
            all.append(
                Devices.One(
                    device: present,
                    timeline: Timeline(pieces, corrections: corrections, deleted: deleted),
                    settled: present.settled))
            await Task.yield()
        }
        return Devices(all: all, corrections: corrections)
    }

    /// Returns the participant's corrections for a time span, and those that apply everywhere.
    ///
    /// - Throws: The store's errors, and those of decoding.
    package func corrections(
        of participant: Participant, from: Int64, to: Int64
    ) async throws -> [KeptCorrection] {
        try await store.corrections(of: participant, from: from, to: to).map(PieceText.correction)
    }

    // MARK: - Settling

    /// Stores the settled pieces of every personal diary, so that requests need not wait for them.
    ///
    /// - Throws: The store's and those of looking up sightings.
    package func settleAll() async throws {
        var last: Int64 = 0
        while !Task.isCancelled {
            let devices = try await store.personalDevices(after: last, limit: 100)
            guard let end = devices.last else { return }
            for device in devices where !Task.isCancelled {
                _ = try await settle(device)
                await Task.yield()
            }
            last = end.number
        }
    }

    /// Stores the settled pieces and returns the rest; nil if the device is gone.
    private func settle(
        _ device: DiaryStore.RecordedDevice
    ) async throws -> (device: DiaryStore.RecordedDevice, open: [TimelinePiece])? {
        var limit = Self.chunk
        for _ in 0..<Self.maximumRounds {
            guard
                let present = try await store.prepared(device, method: TimelineMaker.method)
            else { return nil }
            let record = try await store.openRecord(
                of: present, limit: limit, motionSeconds: DiaryWindow.motionSeconds)
            let isAll = record.fixes.count < limit || limit >= Self.maximumFixes
            let signature = Signature(
                settled: present.settled, fixes: record.fixes.count,
                motions: record.motions.count, last: record.fixes.last?.time)
            if isAll, let known = remembered(present.number, signature) { return (present, known) }
            let window = try await window(
                record.fixes, record.motions, isContinued: present.settled != nil)
            guard let restart = window.restart else {
                if isAll {
                    let open = maker.pieces(of: window.diary, in: window)
                    remember(present.number, signature, open)
                    return (present, open)
                }
                limit *= 2
                continue
            }
            let certain = maker.pieces(of: window.certain, in: window)
            let kept = try certain.map(PieceText.kept)
            let settled = try await store.settle(
                record, kept,
                restart: UnixTime(milliseconds: Int64((restart.time * 1000).rounded())),
                pieceStart: Int64(restart.stayStart.rounded()), method: TimelineMaker.method)
            if let settled, isAll {
                return (settled, maker.pieces(of: window.open, in: window))
            }
            limit = Self.chunk
            await Task.yield()
        }
        throw DiaryError.busy
    }

    /// Infers the pieces from the fixes; a second time with vehicle positions if the history has
    /// some for the matching lines.
    private func window(
        _ fixes: [LocationFix], _ motions: [MotionReport], isContinued: Bool
    ) async throws -> DiaryWindow {
        let first = DiaryWindow(
            fixes, motions: motions, lines: maker.lines, isContinued: isContinued)
        guard let lookUpSightings, var lines = maker.lines else { return first }
        let sightings = try await lookUpSightings(
            first.diary.trips.flatMap(\.legs), lines.timetable)
        guard !sightings.isEmpty else { return first }
        lines.sightings = sightings
        return DiaryWindow(fixes, motions: motions, lines: lines, isContinued: isContinued)
    }

    private func remembered(_ device: Int64, _ signature: Signature) -> [TimelinePiece]? {
        ends.withLock { ends in
            guard let end = ends.value(of: "\(device)"), end.signature == signature else {
                return nil
            }
            return end.pieces
        }
    }

    private func remember(_ device: Int64, _ signature: Signature, _ pieces: [TimelinePiece]) {
        let end = End(signature: signature, pieces: pieces)
        ends.withLock { $0.keep(end, of: "\(device)", bytes: 1) }
    }
}

/// Converts pieces and corrections to and from their stored form.
package enum PieceText {
    /// Encodes a piece for the store.
    ///
    /// - Throws: An `EncodingError`.
    static func kept(_ piece: TimelinePiece) throws -> DiaryStore.KeptPiece {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bare = piece
        var ways: [[[Double]]] = []
        if var trip = piece.trip {
            ways = trip.legs.map { leg in
                leg.corners.map { [Double($0.time), $0.place.latitude, $0.place.longitude] }
            }
            for row in trip.legs.indices { trip.legs[row].corners = [] }
            bare.content = .trip(trip)
        }
        return DiaryStore.KeptPiece(
            start: piece.start, end: piece.end, body: try encoder.encode(bare),
            ways: try encoder.encode(ways))
    }

    /// Decodes a stored piece.
    ///
    /// - Throws: A `DecodingError` if the stored text is not a piece.
    static func piece(_ kept: DiaryStore.KeptPiece) throws -> TimelinePiece {
        let decoder = JSONDecoder()
        var piece = try decoder.decode(TimelinePiece.self, from: kept.body)
        guard !kept.ways.isEmpty, var trip = piece.trip else { return piece }
        let ways = try decoder.decode([[[Double]]].self, from: kept.ways)
        for (row, way) in zip(trip.legs.indices, ways) {
            trip.legs[row].corners = way.filter { $0.count == 3 }.map {
                TimelineLeg.Corner(
                    time: Int64($0[0]), place: Coordinate(latitude: $0[1], longitude: $0[2]))
            }
        }
        piece.content = .trip(trip)
        return piece
    }

    /// Decodes a stored correction.
    ///
    /// - Throws: A `DecodingError` if the stored text is not a correction.
    package static func correction(_ kept: DiaryStore.KeptText) throws -> KeptCorrection {
        KeptCorrection(
            id: kept.id, made: kept.made,
            try JSONDecoder().decode(Correction.self, from: kept.body))
    }
}
