import SwiftProtobuf
package import TransitModel

/// Encodes GTFS-Realtime 2.0 feeds that replace all data before them (`FULL_DATASET`).
package struct FeedWriter: Sendable {
    /// An encoding of feeds.
    package enum Form: Hashable, Sendable, CaseIterable {
        /// Protocol-buffer bytes, for programs.
        case binary
        /// The same content as JSON in UTF-8, for people.
        case json
    }

    /// The version of the static feed that the ids refer to; nil omits it.
    package let feedVersion: String?

    package init(feedVersion: String? = nil) {
        self.feedVersion = feedVersion
    }

    /// Encodes the feed of vehicle positions at `time`.
    ///
    /// Vehicle ids must be unique. The header's timestamp is `time`, or the time of the newest
    /// position if that is later, since consumers refuse content newer than its feed. Equal input
    /// gives equal bytes.
    ///
    /// `count`: The approximate number of vehicles, if the sequence does not know it.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func write(
        _ vehicles: some Sequence<RealtimeVehicle>, at time: UnixTime, as form: Form = .binary,
        about count: Int? = nil
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let bytes = Self.vehicleBytes * (count ?? vehicles.underestimatedCount)
        let feed = try write(at: time, reserving: bytes) { message in
            vehicles.reduce(time) { newest, vehicle in
                message.put(vehicle)
                return max(newest, vehicle.fix.time)
            }
        }
        return try convert(feed, to: form)
    }

    /// Encodes the feed of trip updates at `time`.
    ///
    /// Entity ids must be unique. The header's timestamp is `time`, or the time of the newest
    /// update if that is later. Equal input gives equal bytes.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func write(
        _ updates: [RealtimeTripUpdate], at time: UnixTime, as form: Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        try write(at: time, as: form, about: updates.count) { updates.forEach($0) }
    }

    /// Encodes the feed of trip updates that `each` passes one by one.
    ///
    /// No update is stored longer than its encoding takes.
    ///
    /// `count`: The approximate number of updates.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func write(
        at time: UnixTime, as form: Form = .binary, about count: Int,
        each: ((RealtimeTripUpdate) -> Void) -> Void
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let feed = try write(at: time, reserving: Self.tripUpdateBytes * count) { message in
            var newest = time
            each { update in
                newest = max(newest, update.time ?? newest)
                message.put(update)
            }
            return newest
        }
        return try convert(feed, to: form)
    }

    /// Encodes the feed of entities that `content` writes and of which it returns the newest time.
    ///
    /// `bytes`: The approximate length.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    func write(
        at time: UnixTime, reserving bytes: Int, content: (inout ByteWriter) -> UnixTime
    ) throws(GTFSRealtimeError) -> [UInt8] {
        var message = ByteWriter(reserving: bytes)
        let first = try head(at: time)
        message.write(contentsOf: first[...])
        let newest = content(&message)
        guard newest > time else { return message.bytes }
        return try head(at: newest) + message.bytes[first.count...]
    }

    /// Encodes a feed of existing entities, such as alerts.
    ///
    /// - Throws: ``GTFSRealtimeError/notEncodable(_:)`` if encoding fails.
    package func write(
        _ entities: [TransitRealtime_FeedEntity], at time: UnixTime, as form: Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        var message = header(at: time)
        message.entity = entities
        do {
            return switch form {
            case .binary: try message.serializedBytes()
            case .json: try message.jsonUTF8Bytes()
            }
        } catch {
            throw .notEncodable(String(describing: error))
        }
    }

    /// Returns a binary feed in the requested form.
    private func convert(_ feed: [UInt8], to form: Form) throws(GTFSRealtimeError) -> [UInt8] {
        guard form == .json else { return feed }
        do {
            return try TransitRealtime_FeedMessage(serializedBytes: feed).jsonUTF8Bytes()
        } catch {
            throw .notEncodable(String(describing: error))
        }
    }

    /// The usual bytes of a vehicle, to reserve memory.
    private static let vehicleBytes = 200
    /// The usual bytes of a trip update, to reserve memory.
    static let tripUpdateBytes = 800

    /// Returns a binary feed without entities, to which entities can be appended.
    private func head(at time: UnixTime) throws(GTFSRealtimeError) -> [UInt8] {
        try write([TransitRealtime_FeedEntity](), at: time)
    }

    /// Returns the offset of the entities of a binary feed, after its header.
    ///
    /// Feeds with equal content at different times are equal from there on.
    package static func contentStart(of feed: [UInt8]) -> Int {
        // The header's length is a varint after the tag's byte.
        var length = 0
        for (index, byte) in feed.prefix(6).enumerated().dropFirst() {
            length |= Int(byte & 0x7f) << (7 * (index - 1))
            if byte & 0x80 == 0 { return min(feed.count, index + 1 + length) }
        }
        return 0
    }

    private func header(at time: UnixTime) -> TransitRealtime_FeedMessage {
        var message = TransitRealtime_FeedMessage()
        message.header.gtfsRealtimeVersion = "2.0"
        message.header.incrementality = .fullDataset
        message.header.timestamp = time.wireSeconds
        if let feedVersion { message.header.feedVersion = feedVersion }
        return message
    }
}
