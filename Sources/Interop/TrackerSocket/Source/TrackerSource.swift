package import Sources
package import Timetables
import TransitModel

/// A live source for geOps' tracker socket, or any server with its protocol.
///
/// A round lasts as long as a connection. The socket sends trajectories; every few seconds each
/// vehicle's position on its trajectory is delivered.
package struct TrackerSource: LiveSource {
    package let id: String
    package let kind = "geops"
    /// The pause before reconnecting after a connection that ended in order.
    package let pause = Duration.seconds(2)

    let address: TrackerAddress
    let area: TrackerArea
    let timetable: Timetable
    let connecting: any TrackerConnecting

    /// The time between a `PING`, with the delivery of positions, and the next.
    static let tick = Duration.seconds(10)
    /// The number of ticks without a message after which the socket counts as broken.
    static let silentTicks = 3
    /// The maximum number of messages between two ticks; twice the maximum of vehicles.
    static let messagesPerTick = 100_000
    /// The maximum number of bytes between two ticks.
    static let bytesPerTick = 64 << 20

    /// Creates a source for the area of a network; nil if no stop has a coordinate.
    package init?(
        id: String, address: TrackerAddress, timetable: Timetable, connecting: any TrackerConnecting
    ) {
        guard let bounds = timetable.bounds() else { return nil }
        let low = MercatorPoint(Coordinate(latitude: bounds.south, longitude: bounds.west))
        let high = MercatorPoint(Coordinate(latitude: bounds.north, longitude: bounds.east))
        self.id = id
        self.address = address
        self.timetable = timetable
        self.connecting = connecting
        // All modes are shown at this zoom.
        area = TrackerArea(box: MercatorBox(around: low).including(high), zoom: Self.zoom)
    }

    private static let zoom = 12.0

    /// Opens the socket and delivers its content until the connection ends.
    ///
    /// - Throws: `SourceFailure` if the connection fails, or ends soon after it was opened.
    package mutating func round(_ link: SourceLink) async throws(SourceFailure) {
        link.journal.note { $0.asked += 1 }
        let opened = link.now
        do {
            let (area, timetable) = (area, timetable)
            try await connecting.connect(to: address) { connection in
                let session = TrackerSession(link, timetable)
                try await session.run(connection, area: area)
            }
        } catch let failure as SourceFailure {
            throw failure
        } catch {
            throw SourceFailure(
                .unreachable, "The tracker socket could not be opened or broke off.")
        }
        // A server that repeatedly closes at once counts as failing, so that pauses grow.
        if link.now.seconds(since: opened) < Self.shortLifeSeconds * link.dependencies.clock.speed {
            throw SourceFailure(.refused, "The tracker socket was closed as soon as it was open.")
        }
    }

    private static let shortLifeSeconds = 30.0
}
