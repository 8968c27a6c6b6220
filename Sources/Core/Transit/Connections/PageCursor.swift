package import TransitModel

/// An edge of a page of connections, from which the next page continues.
///
/// Pages that share an edge neither repeat nor lose a connection as long as nothing changes.
package struct PageCursor: Hashable, Sendable {
    /// The time of a connection by which pages are cut.
    enum Axis: UInt8 {
        case departure = 0x64  // d
        case arrival = 0x61  // a
    }

    /// The side of the edge on which the page is.
    enum Direction: UInt8 {
        case later = 0x6c  // l
        case earlier = 0x65  // e
    }

    let axis: Axis
    let direction: Direction
    /// Unix seconds: the first of a later page, the first after an earlier one.
    let edge: Int64

    /// The instant of the year 10000: later edges are refused.
    private static let maximumSeconds: Int64 = 253_402_300_800

    init(_ axis: Axis, _ direction: Direction, edge: Int64) {
        self.axis = axis
        self.direction = direction
        self.edge = min(Self.maximumSeconds, max(-Self.maximumSeconds, edge))
    }

    /// The first page for a request: departures from an instant on, or arrivals until one.
    init(_ time: UnixTime, isArrival: Bool) {
        if isArrival {
            self.init(.arrival, .earlier, edge: time.seconds + 1)
        } else {
            // A departure within a second counts at its end.
            let next = time.milliseconds > time.seconds * 1000 ? time.seconds + 1 : time.seconds
            self.init(.departure, .later, edge: next)
        }
    }

    /// The page of departures (or arrivals) from an instant on, or before it.
    package init(beside time: UnixTime, isArrival: Bool, isLater: Bool) {
        self.init(
            isArrival ? .arrival : .departure, isLater ? .later : .earlier,
            edge: isArrival ? time.seconds + 1 : time.seconds)
    }

    /// Parses ``text``; nil for anything else.
    package init?(text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (3...16).contains(bytes.count), let axis = Axis(rawValue: bytes[0]),
            let direction = Direction(rawValue: bytes[1]), bytes[2] != UInt8(ascii: "+"),
            let edge = Int64(String(decoding: bytes[2...], as: UTF8.self)),
            edge.magnitude <= Self.maximumSeconds.magnitude
        else { return nil }
        self.init(axis, direction, edge: edge)
    }

    /// The text for URLs; only ``init(text:)`` interprets it.
    package var text: String {
        String(decoding: [axis.rawValue, direction.rawValue], as: UTF8.self) + "\(edge)"
    }

    package var time: UnixTime { UnixTime(seconds: edge) }
}
