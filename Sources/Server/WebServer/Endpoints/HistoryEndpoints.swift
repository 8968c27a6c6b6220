import Foundation
package import History
import HTTPTypes
package import Hummingbird
import NIOCore
package import ShuttleTracker
package import TransitModel
import WireAPI

/// Where vehicles were over the last weeks, in the shuttle tracker's shape.
///
/// The shuttle tracker sends all of it at once. For a fleet that would be gigabytes, so an answer has
/// at most ``maximumFixes`` fixes, shared evenly among the vehicles, each with its newest ones; and
/// only so many answers are made at once.
package struct HistoryEndpoints: EndpointGroup {
    /// More fixes are in no answer: about 50 MB, a tenth of that as it is sent.
    package static let maximumFixes = 200_000
    /// So many answers are made at once; each takes the memory of one vehicle's fixes.
    private static let maximumAnswers = 2
    /// A fix that came may take as long until it is stored, in seconds.
    private static let storingSeconds = 5.0

    private let archive: FixArchive?
    private let listings: ShuttleListings
    private let clock: any WallClock
    private let maximumFixes: Int
    private let places = StreamLimiter(limit: maximumAnswers)

    /// Tells what the archive holds; a server that keeps no history answers an empty list.
    package init(
        _ archive: FixArchive?, listings: ShuttleListings, clock: any WallClock,
        maximumFixes: Int = Self.maximumFixes
    ) {
        self.archive = archive
        self.listings = listings
        self.clock = clock
        self.maximumFixes = maximumFixes
    }

    /// Adds the list.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.shuttleHistory)") { request, _ in
            guard let archive else {
                return try CachedBody(shuttle: [String]()).response(to: request)
            }
            return try await response(to: request, archive)
        }
    }

    /// What an answer covers: what had come by the last full minute, equal for all who ask in it.
    private struct Edition: Sendable {
        let asOf: UnixTime
        let from: UnixTime

        init(_ clock: any WallClock, days: Int) {
            let pause = HistoryEndpoints.storingSeconds * max(1, clock.speed)
            let settled = clock.now().advanced(bySeconds: -pause).seconds
            asOf = UnixTime(seconds: settled / 60 * 60)
            // Whole hours, as they are pruned.
            from = UnixTime(seconds: (settled / 3600 - Int64(days) * 24) * 3600)
        }
    }

    private func response(to request: Request, _ archive: FixArchive) async throws -> Response {
        let edition = Edition(clock, days: archive.retentionDays)
        let isPacked = Encodings.acceptsGzip(request)
        // In the protocol's form, but of the edition: to hash the answer it would have to be made first.
        let tag = CachedBody.shuttleTag(
            Data("history \(edition.asOf.seconds) \(edition.from.seconds)".utf8))
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = "no-cache"
        headers[.vary] = "Accept-Encoding"
        if let known = request.headers[.ifNoneMatch], EntityTags.match(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json"
        if isPacked { headers[.contentEncoding] = "gzip" }
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let place = try places.take()
        let numbers = listings.archivedVehicles(try await archive.reader.vehicleIDs())
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { place.giveBack() }
                try await write(
                    numbers, of: archive.reader, edition,
                    to: StreamWriter(writer, isPacked: isPacked))
            })
    }

    private func write(
        _ numbers: [String: Int64], of reader: FixReader, _ edition: Edition,
        to output: StreamWriter
    ) async throws {
        let limit = max(1, maximumFixes / max(1, numbers.count))
        var separator = "["
        for (vehicle, number) in numbers.sorted(by: { $0.key < $1.key }).prefix(maximumFixes) {
            let query = FixQuery(
                vehicleID: vehicle, from: edition.from,
                // Clocks of vehicles may be ahead by as much as live data may be.
                to: edition.asOf.advanced(bySeconds: 3600), receivedBy: edition.asOf)
            let fixes = try await reader.newestFixes(query, limit: limit)
            guard !fixes.isEmpty else { continue }
            let updates = listings.updates(of: fixes, vehicle: number)
            try await output.write(
                Array(separator.utf8) + JSONBody.encoder.encode(updates))
            separator = ","
        }
        try await output.write(Array((separator == "[" ? "[]" : "]").utf8))
        try await output.finish()
    }
}
