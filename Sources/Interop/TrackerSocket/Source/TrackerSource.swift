package import Sources
package import Timetables
import TransitModel

/// geOps' tracker socket, or anybody's who speaks its protocol, as a live source.
///
/// One round is the whole life of a connection. Positions are worked out from the trajectories that
/// the socket sends: every few seconds each vehicle is told to be where its way says.
package struct TrackerSource: LiveSource {
    /// Names it in logs.
    package let id: String
    /// What it speaks.
    package let kind = "geops"
    /// A connection that ended in order is opened again after this.
    package let pause = Duration.seconds(2)

    let address: TrackerAddress
    let area: TrackerArea
    let timetable: Timetable
    let connecting: any TrackerConnecting

    /// How often a `PING` is sent and vehicles are told of.
    static let tick = Duration.seconds(10)
    /// A socket on which nothing comes for so many beats is broken.
    static let silentTicks = 3
    /// More messages than this between two beats are a flood; so many vehicles fit in twice.
    static let messagesPerTick = 100_000
    /// More bytes than this between two beats are a flood.
    static let bytesPerTick = 64 << 20

    /// A source of what moves where the network is.
    ///
    /// nil if none of its stops has a place.
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
        // A zoom at which every kind of vehicle is shown.
        area = TrackerArea(box: MercatorBox(around: low).including(high), zoom: Self.zoom)
    }

    private static let zoom = 12.0

    /// Opens the socket and hands on what comes, until it ends.
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
        // Whoever hangs up at once, again and again, is to be left alone for longer and longer.
        if link.now.seconds(since: opened) < Self.shortLifeSeconds * link.surroundings.clock.speed {
            throw SourceFailure(.refused, "The tracker socket was closed as soon as it was open.")
        }
    }

    private static let shortLifeSeconds = 30.0
}
