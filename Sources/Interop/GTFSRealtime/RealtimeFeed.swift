import SwiftProtobuf
package import TransitModel

/// A GTFS-Realtime feed as it was read: the header's facts and every usable entity.
package struct RealtimeFeed: Sendable {
    /// As in `2.0`.
    package let version: String
    /// When the producer wrote the feed; nil if it does not say or says nonsense.
    package let time: UnixTime?
    /// Whether the feed holds changes only; otherwise it replaces all that came before.
    package let isDifferential: Bool
    /// The version of the static feed that this one belongs to; nil if it does not say.
    package let feedVersion: String?
    /// The entities in the order they came, as generated from the specification.
    ///
    /// All required fields are there. A value that an enumeration does not know reads as if it
    /// were not set.
    package let entities: [TransitRealtime_FeedEntity]
    /// How many entities were left out: unreadable, too long or without a required field.
    package let rejectedEntityCount: Int

    private init(
        header: TransitRealtime_FeedHeader, entities: [TransitRealtime_FeedEntity],
        rejectedEntityCount: Int
    ) {
        version = header.gtfsRealtimeVersion
        time = header.hasTimestamp ? UnixTime(wireSeconds: header.timestamp) : nil
        isDifferential = header.incrementality == .differential
        feedVersion = header.hasFeedVersion ? header.feedVersion : nil
        self.entities = entities
        self.rejectedEntityCount = rejectedEntityCount
    }
}

extension RealtimeFeed {
    /// Reads a feed in protocol-buffer form.
    ///
    /// A bad entity costs that entity; bytes that are no feed at all, or more than the limits
    /// allow, cost the feed. A feed that was cut off exactly between two entities cannot be told
    /// from a shorter one: compare lengths where the transport knows them.
    ///
    /// - Complexity: linear in the number of bytes.
    package static func decode(
        _ bytes: [UInt8], limits: FeedLimits = FeedLimits()
    ) throws(GTFSRealtimeError) -> RealtimeFeed {
        do throws(GTFSRealtimeError) { return try read(bytes, limits) } catch {
            switch error {
            case .malformed, .truncated, .headerMissing:
                throw GTFSRealtimeError(insteadOfFeed: bytes) ?? error
            default: throw error
            }
        }
    }

    private static func read(
        _ bytes: [UInt8], _ limits: FeedLimits
    ) throws(GTFSRealtimeError) -> RealtimeFeed {
        guard bytes.count <= limits.bytes else {
            throw .tooLarge(byteCount: bytes.count, limit: limits.bytes)
        }
        // First the whole outline, so that a broken feed is refused before memory is spent on it.
        let outline = try outline(of: bytes, limits: limits)
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        let header = try header(in: outline, of: bytes, options: options)
        var entities: [TransitRealtime_FeedEntity] = []
        entities.reserveCapacity(outline.entities.count)
        var elementCount = 0
        for place in outline.entities where place.count <= limits.entityBytes {
            let contents = bytes.span.bytes.extracting(place)
            // An unreadable entity is counted as rejected; why it is so helps nobody.
            guard
                let entity = try? TransitRealtime_FeedEntity(
                    serializedBytes: contents, options: options)
            else { continue }
            elementCount += entity.elementCount
            guard elementCount <= limits.elements else {
                throw .tooManyElements(limit: limits.elements)
            }
            entities.append(entity)
        }
        return RealtimeFeed(
            header: header, entities: entities,
            rejectedEntityCount: outline.entities.count - entities.count)
    }

    /// Where the parts of a feed lie in its bytes.
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
        // Of several headers the last counts.
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
        // Odd spellings are let through; what says plainly that it is newer is not.
        let major = header.gtfsRealtimeVersion.prefix { $0 != "." }
        if let number = Int(major), number > 2 {
            throw .unsupportedVersion(String(header.gtfsRealtimeVersion.prefix(32)))
        }
        return header
    }
}

extension UnixTime {
    /// The moment of a POSIX time on the wire; nil for 0 and for times after the year 9999.
    ///
    /// Feeds that write milliseconds by mistake fall under the latter.
    init?(wireSeconds: UInt64) {
        guard (1...253_402_300_799).contains(wireSeconds) else { return nil }
        self.init(seconds: Int64(wireSeconds))
    }
}
