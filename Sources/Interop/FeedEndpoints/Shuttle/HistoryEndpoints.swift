import APISchema
import Foundation
package import History
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import ShuttleTracker
package import TransitModel

/// Vehicle positions of the last weeks, in the shuttle tracker's format.
///
/// The shuttle tracker sends all of them at once. For a fleet that would be gigabytes, so an answer
/// has at most ``maximumFixes`` fixes, shared evenly among the vehicles, the newest ones of each;
/// and the number of answers that are made at once is limited.
package struct HistoryEndpoints: EndpointGroup {
    /// The maximum number of fixes in an answer: about 50 MB, a tenth of that when compressed.
    package static let maximumFixes = 200_000
    /// The maximum number of answers made at once; each needs the memory for one vehicle's fixes.
    private static let maximumAnswers = 2
    /// The maximum delay until a received fix is stored, in seconds.
    private static let storingSeconds = 5.0

    private let archive: FixArchive?
    private let listings: ShuttleListings
    private let clock: any WallClock
    private let maximumFixes: Int
    private let limiter = StreamLimiter(limit: maximumAnswers)

    /// Serves the archive; without one, the answer is an empty list.
    package init(
        _ archive: FixArchive?, listings: ShuttleListings, clock: any WallClock,
        maximumFixes: Int = Self.maximumFixes
    ) {
        self.archive = archive
        self.listings = listings
        self.clock = clock
        self.maximumFixes = maximumFixes
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.shuttleHistory)") { request, _ in
            guard let archive else {
                return try CachedBody(shuttle: [String]()).response(to: request)
            }
            return try await response(to: request, archive)
        }
    }

    /// The time span of an answer: data received by the last full minute, equal for all requests in
    /// that minute.
    private struct Edition: Sendable {
        let asOf: UnixTime
        let from: UnixTime

        init(_ clock: any WallClock, days: Int) {
            let pause = HistoryEndpoints.storingSeconds * max(1, clock.speed)
            let settled = clock.now().advanced(bySeconds: -pause).seconds
            asOf = UnixTime(seconds: settled / 60 * 60)
            // Whole hours, as the archive prunes them.
            from = UnixTime(seconds: (settled / 3600 - Int64(days) * 24) * 3600)
        }
    }

    private func response(to request: Request, _ archive: FixArchive) async throws -> Response {
        let edition = Edition(clock, days: archive.retentionDays)
        let isPacked = Encodings.acceptsGzip(request)
        // In the protocol's form, but derived from the edition: a hash of the answer would require
        // making it first.
        let tag = CachedBody.shuttleTag(
            Data("history \(edition.asOf.seconds) \(edition.from.seconds)".utf8))
        var headers = HTTPFields()
        headers[.eTag] = tag
        headers[.cacheControl] = CachePolicy.revalidated
        headers[.vary] = "Accept-Encoding"
        if let known = request.headers[.ifNoneMatch], EntityTags.match(tag, in: known) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/json"
        if isPacked { headers[.contentEncoding] = "gzip" }
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        let permit = try limiter.acquire()
        let numbers = listings.archivedVehicles(try await archive.reader.vehicleIDs())
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { permit.release() }
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
                // Vehicles' clocks may be ahead by as much as live data may be.
                to: edition.asOf.advanced(bySeconds: 3600), receivedBy: edition.asOf)
            let fixes = try await reader.newestFixes(query, limit: limit)
            guard !fixes.isEmpty else { continue }
            let updates = listings.updates(of: fixes, vehicle: number)
            try await output.write(
                Array(separator.utf8) + JSONBody.encode(updates))
            separator = ","
        }
        try await output.write(Array((separator == "[" ? "[]" : "]").utf8))
        try await output.finish()
    }
}
