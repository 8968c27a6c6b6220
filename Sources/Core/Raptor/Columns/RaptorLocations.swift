/// The locations between which a search moves: stops, numbered from 0, and after them parts of
/// stops.
///
/// A part is the stop for calls with transfers of their own. Footpaths between the parts of a stop
/// are its transfers.
package struct RaptorLocations: Equatable, Sendable {
    /// The number of stops; locations from this number on are parts of stops.
    package let stopCount: Int
    /// The stop of each part; the index is the location minus ``stopCount``.
    private var partStops: [UInt32] = []
    /// The parts of each of the few stops that have any.
    private var parts: [UInt32: [UInt32]] = [:]

    package init(stopCount: Int) {
        self.stopCount = stopCount
    }

    /// Adds a part of a stop and returns its location.
    package mutating func addPart(of stop: UInt32) -> UInt32 {
        let location = UInt32(count)
        partStops.append(stop)
        parts[stop, default: []].append(location)
        return location
    }

    /// The number of stops and parts.
    package var count: Int { stopCount + partStops.count }

    package var hasParts: Bool { !partStops.isEmpty }

    package func isPart(_ location: UInt32) -> Bool { Int(location) >= stopCount }

    package func stop(of location: UInt32) -> UInt32 {
        isPart(location) ? partStops[Int(location) - stopCount] : location
    }

    /// Returns the locations of a stop: itself and its parts.
    package func locations(of stop: UInt32) -> [UInt32] {
        [stop] + (parts[stop] ?? [])
    }
}
