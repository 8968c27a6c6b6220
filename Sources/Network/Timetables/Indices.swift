/// A row number in one group of columns. Each group has its own type, so that a stop can never be
/// looked up with a trip's number.
public protocol ColumnIndex: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable
where RawValue == UInt32 {
    /// The row with that number.
    init(rawValue: UInt32)
}

extension ColumnIndex {
    /// The row with that number, which must fit in 32 bits.
    @inlinable
    public init(_ row: Int) {
        self.init(rawValue: UInt32(truncatingIfNeeded: row))
    }

    /// The row number for use with arrays.
    @inlinable public var row: Int { Int(rawValue) }

    /// Stands for "there is none" inside columns.
    @inlinable public static var none: Self { Self(rawValue: .max) }

    /// nil if this stands for "there is none".
    @inlinable public var ifAny: Self? { rawValue == .max ? nil : self }

    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A text in ``StringColumn``.
@frozen public struct StringIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A feed that went into the network.
@frozen public struct FeedIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS agency.
@frozen public struct AgencyIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS stop, station, entrance, node or boarding area.
@frozen public struct StopIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS route: a line as riders know it.
@frozen public struct RouteIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS service: a set of days.
@frozen public struct ServiceIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A stop sequence of one route whose runs never overtake one another (RAPTOR's "route").
@frozen public struct PatternIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// One run through a pattern: a trip, or one of the many runs of a trip given by a headway.
///
/// Runs of one pattern have consecutive numbers, in order of departure.
@frozen public struct RunIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS trip.
@frozen public struct TripIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A GTFS shape: the path that vehicles take.
@frozen public struct ShapeIndex: ColumnIndex {
    public let rawValue: UInt32
    @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }
}
