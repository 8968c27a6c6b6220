/// An end of a walk: a place or, with what its feed says about the platform, a stop.
package struct WalkEnd: Hashable, Sendable {
    package let coordinate: Coordinate
    /// Nil for a place that is no stop.
    package let platform: Platform?

    package init(_ coordinate: Coordinate, platform: Platform? = nil) {
        self.coordinate = coordinate
        self.platform = platform
    }

    /// What identifies a stop's platform on a map.
    package struct Platform: Hashable, Sendable {
        /// GTFS `stop_id`, which in some feeds is the stop's IFOPT reference.
        package let stopID: String
        /// GTFS `platform_code`; nil if the feed does not say.
        package let code: String?
        /// GTFS `level_index`: 0 at the ground, negative below; nil if the feed does not say.
        package let level: Double?

        package init(stopID: String, code: String?, level: Double?) {
            self.stopID = stopID
            self.code = code
            self.level = level
        }
    }
}

/// How a stop is connected with the streets of a map.
package struct StreetAccess: Hashable, Sendable {
    /// Metres to the stop's platform or, where the map lacks that, to the nearest way; infinite if
    /// there is none nearby.
    package let gapMetres: Double
    /// Whether ways lead to the streets on foot; true also where no way is nearby.
    package let isOpenOnFoot: Bool
    /// Whether ways without obstacles lead to the streets; false only if others do.
    package let isStepFree: Bool

    package init(gapMetres: Double, isOpenOnFoot: Bool = true, isStepFree: Bool = true) {
        self.gapMetres = gapMetres
        self.isOpenOnFoot = isOpenOnFoot
        self.isStepFree = isStepFree
    }
}
