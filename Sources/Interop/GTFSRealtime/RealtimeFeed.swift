import SwiftProtobuf
package import TransitModel

/// A decoded GTFS-Realtime feed: its header and, unless they were passed on, all valid entities.
package struct RealtimeFeed: Sendable {
    /// The version of GTFS-Realtime, such as `2.0`.
    package let version: String
    /// The feed's timestamp; nil if it is missing or invalid.
    package let time: UnixTime?
    /// Whether the feed contains only changes; otherwise it replaces all data before it.
    package let isDifferential: Bool
    /// The version of the static feed; nil if not given.
    package let feedVersion: String?
    /// The valid entities in order, as generated from the specification.
    ///
    /// All required fields are set. An unknown value of an enumeration reads as unset.
    package private(set) var entities: [TransitRealtime_FeedEntity] = []
    /// The number of entities skipped: invalid, too long or without a required field.
    package private(set) var rejectedEntityCount = 0

    private init(_ header: TransitRealtime_FeedHeader) {
        version = header.gtfsRealtimeVersion
        time = header.hasTimestamp ? UnixTime(wireSeconds: header.timestamp) : nil
        isDifferential = header.incrementality == .differential
        feedVersion = header.hasFeedVersion ? header.feedVersion : nil
    }
}

extension RealtimeFeed {
    /// Decodes a feed from protocol-buffer bytes.
    ///
    /// Invalid entities are skipped. A feed truncated exactly between two entities looks like a
    /// shorter one; compare lengths where the transport knows them.
    ///
    /// - Complexity: O(number of bytes).
    /// - Throws: ``GTFSRealtimeError`` if the bytes are no feed or exceed the limits.
    package static func decode(
        _ bytes: [UInt8], limits: FeedLimits = FeedLimits()
    ) throws(GTFSRealtimeError) -> RealtimeFeed {
        var entities: [TransitRealtime_FeedEntity] = []
        var feed = try decode(bytes, limits: limits) { entities.append($1) }
        feed.entities = entities
        return feed
    }

    /// Decodes a feed in the same way, and passes each valid entity on with the feed's header: to
    /// `plain` those that ``PlainVehicle`` reads, if it is given, to `each` all others.
    ///
    /// A large feed's entities take ten times as much memory as its bytes: these are not kept.
    static func decode(
        _ bytes: [UInt8], limits: FeedLimits,
        plain: ((RealtimeFeed, PlainVehicle) -> Void)? = nil,
        each: (RealtimeFeed, TransitRealtime_FeedEntity) -> Void
    ) throws(GTFSRealtimeError) -> RealtimeFeed {
        do throws(GTFSRealtimeError) { return try read(bytes, limits, plain, each) } catch {
            switch error {
            case .malformed, .truncated, .headerMissing:
                throw GTFSRealtimeError(insteadOfFeed: bytes) ?? error
            default: throw error
            }
        }
    }

    private static func read(
        _ bytes: [UInt8], _ limits: FeedLimits,
        _ plain: ((RealtimeFeed, PlainVehicle) -> Void)?,
        _ each: (RealtimeFeed, TransitRealtime_FeedEntity) -> Void
    ) throws(GTFSRealtimeError) -> RealtimeFeed {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge(byteCount: bytes.count, limit: limits.bytes)
        }
        // Scan all fields first, so that a broken feed is refused before memory is allocated.
        let outline = try outline(of: bytes, limits: limits)
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        var feed = RealtimeFeed(try header(in: outline, of: bytes, options: options))
        feed.rejectedEntityCount = outline.entities.count
        var elementCount = 0
        for place in outline.entities where place.count <= limits.entityBytes {
            let vehicle = plain.flatMap { _ in PlainVehicle(bytes, in: place) }
            // Invalid entities are only counted.
            let message =
                vehicle == nil
                ? try? TransitRealtime_FeedEntity(
                    serializedBytes: bytes.span.bytes.extracting(place), options: options) : nil
            guard let count = vehicle.map({ _ in 1 }) ?? message?.elementCount else { continue }
            elementCount += count
            guard elementCount <= limits.elements else {
                throw .tooManyElements(limit: limits.elements)
            }
            feed.rejectedEntityCount -= 1
            if let vehicle { plain?(feed, vehicle) } else if let message { each(feed, message) }
        }
        return feed
    }

    /// The ranges of a feed's parts in its bytes.
    private struct Outline {
        var headers: [Range<Int>] = []
        var entities: [Range<Int>] = []
    }

    private static func outline(
        of bytes: [UInt8], limits: FeedLimits
    ) throws(GTFSRealtimeError) -> Outline {
        var outline = Outline()
        var scanner = FieldScanner(bytes)
        while let field = try scanner.next() {
            guard let contents = field.contents else { continue }
            switch field.number {
            case 1: outline.headers.append(contents)
            case 2:
                guard outline.entities.count < limits.entities else {
                    throw .tooManyEntities(limit: limits.entities)
                }
                outline.entities.append(contents)
            default: continue
            }
        }
        return outline
    }

    private static func header(
        in outline: Outline, of bytes: [UInt8], options: BinaryDecodingOptions
    ) throws(GTFSRealtimeError) -> TransitRealtime_FeedHeader {
        // The last header counts.
        guard let place = outline.headers.last else { throw .headerMissing }
        let header: TransitRealtime_FeedHeader
        do {
            header = try TransitRealtime_FeedHeader(
                serializedBytes: bytes.span.bytes.extracting(place), partial: true,
                options: options)
        } catch {
            throw .malformed(offset: place.lowerBound)
        }
        guard !header.gtfsRealtimeVersion.isEmpty else { throw .headerMissing }
        // Unusual spellings are accepted, but no newer major version.
        let major = header.gtfsRealtimeVersion.prefix { $0 != "." }
        if let number = Int(major), number > 2 {
            throw .unsupportedVersion(String(header.gtfsRealtimeVersion.prefix(32)))
        }
        return header
    }
}

extension UnixTime {
    /// Creates an instant from a POSIX time; nil for 0 and after the year 9999.
    ///
    /// The upper bound also catches feeds that write milliseconds by mistake.
    init?(wireSeconds: UInt64) {
        guard (1...253_402_300_799).contains(wireSeconds) else { return nil }
        self.init(seconds: Int64(wireSeconds))
    }
}
