/// A row number in one table of a network; its highest value means "none".
///
/// Each table has its own index type, so that a stop can never be looked up with a trip's number.
@frozen public struct ColumnIndex<Table>: Hashable, Sendable, BitwiseCopyable {
    /// The row number; `UInt32.max` means "none".
    public let rawValue: UInt32

    /// Creates the index of a row.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates the index of a row, whose number must fit in 32 bits.
    @inlinable
    public init(_ row: Int) {
        rawValue = UInt32(truncatingIfNeeded: row)
    }

    /// The row number for use with arrays.
    @inlinable public var row: Int { Int(rawValue) }

    /// The value for "none" inside columns.
    @inlinable public static var none: Self { Self(rawValue: .max) }

    /// Nil if this is ``none``.
    @inlinable public var ifAny: Self? { rawValue == .max ? nil : self }
}

extension ColumnIndex: Strideable {
    /// Orders rows by their numbers.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Equal numbers are the same row.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Returns the number of rows between two rows.
    @inlinable
    public func distance(to other: Self) -> Int { other.row - row }

    /// Returns the row `n` rows further on.
    @inlinable
    public func advanced(by rows: Int) -> Self { Self(row + rows) }
}

/// The strings of ``StringColumn``.
public enum StringTable {}
/// The feeds that the network was made from.
public enum FeedTable {}
/// The GTFS agencies.
public enum AgencyTable {}
/// The GTFS stops, stations, entrances, nodes and boarding areas.
public enum StopTable {}
/// The GTFS routes, as riders know them.
public enum RouteTable {}
/// The GTFS services: sets of days.
public enum ServiceTable {}
/// The stop sequences of one route whose runs never overtake one another (routes in RAPTOR's
/// sense).
public enum PatternTable {}
/// The runs of patterns: one for each trip, or many if it is given by a headway.
public enum RunTable {}
/// The GTFS trips.
public enum TripTable {}
/// The GTFS shapes: the paths that vehicles take.
public enum ShapeTable {}

/// A string of the network.
public typealias StringIndex = ColumnIndex<StringTable>
/// A feed that the network was made from.
public typealias FeedIndex = ColumnIndex<FeedTable>
/// A GTFS agency.
public typealias AgencyIndex = ColumnIndex<AgencyTable>
/// A GTFS stop, station, entrance, node or boarding area.
public typealias StopIndex = ColumnIndex<StopTable>
/// A GTFS route.
public typealias RouteIndex = ColumnIndex<RouteTable>
/// A GTFS service.
public typealias ServiceIndex = ColumnIndex<ServiceTable>
/// A stop pattern.
public typealias PatternIndex = ColumnIndex<PatternTable>
/// A run; runs of one pattern have consecutive numbers, in order of departure.
public typealias RunIndex = ColumnIndex<RunTable>
/// A GTFS trip.
public typealias TripIndex = ColumnIndex<TripTable>
/// A GTFS shape.
public typealias ShapeIndex = ColumnIndex<ShapeTable>
