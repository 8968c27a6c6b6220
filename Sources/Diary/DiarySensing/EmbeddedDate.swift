#if hasFeature(Embedded)

/// An instant, in place of Foundation's, which the WebAssembly build lacks; with the same rounding.
public struct Date: Hashable, Comparable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z.
    private let sinceReference: Double
    private static let reference = 978_307_200.0

    /// Creates an instant from the seconds since the start of 1970 in UTC.
    public init(timeIntervalSince1970 seconds: Double) {
        sinceReference = seconds - Self.reference
    }

    /// Seconds since the start of 1970 in UTC.
    public var timeIntervalSince1970: Double { sinceReference + Self.reference }

    /// Orders instants by time.
    public static func < (left: Date, right: Date) -> Bool {
        left.sinceReference < right.sinceReference
    }
}

#endif
