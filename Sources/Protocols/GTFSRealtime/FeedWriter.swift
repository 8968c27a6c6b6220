import SwiftProtobuf
package import TransitModel

/// Writes GTFS-Realtime 2.0 feeds that replace all that came before them (`FULL_DATASET`).
package struct FeedWriter: Sendable {
    /// How a feed is written.
    package enum Form: Hashable, Sendable, CaseIterable {
        /// Protocol-buffer bytes, for programs.
        case binary
        /// The same content as JSON in UTF-8, for people.
        case json
    }

    /// The version of the static feed that the ids belong to; nil leaves it out.
    package let feedVersion: String?

    /// Makes a writer for feeds about one static feed.
    package init(feedVersion: String? = nil) {
        self.feedVersion = feedVersion
    }

    /// The feed of vehicle positions at `time`.
    ///
    /// Vehicle ids must be unique. The header bears `time` or, where that is later, the time of
    /// the newest position, because consumers refuse content that is newer than its feed. Equal
    /// input gives equal bytes.
    package func write(
        _ vehicles: [RealtimeVehicle], at time: UnixTime, as form: Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let newest = vehicles.map(\.fix.time).max() ?? time
        return try write(
            vehicles.map { TransitRealtime_FeedEntity($0) }, at: max(time, newest), as: form)
    }

    /// The feed of trip updates at `time`.
    ///
    /// Entity ids must be unique. The header bears `time` or, where that is later, the time of
    /// the newest update. Equal input gives equal bytes.
    package func write(
        _ updates: [RealtimeTripUpdate], at time: UnixTime, as form: Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        let newest = updates.compactMap(\.time).max() ?? time
        return try write(
            updates.map { TransitRealtime_FeedEntity($0) }, at: max(time, newest), as: form)
    }

    /// A feed of entities that were made elsewhere, such as alerts.
    package func write(
        _ entities: [TransitRealtime_FeedEntity], at time: UnixTime, as form: Form = .binary
    ) throws(GTFSRealtimeError) -> [UInt8] {
        var message = TransitRealtime_FeedMessage()
        message.header.gtfsRealtimeVersion = "2.0"
        message.header.incrementality = .fullDataset
        message.header.timestamp = time.wireSeconds
        if let feedVersion { message.header.feedVersion = feedVersion }
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
}
