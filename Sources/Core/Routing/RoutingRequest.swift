package import Raptor
package import Realtime
package import Timetables
package import TransitModel

/// A request in the network's stops, as ``JourneySearch`` takes it.
///
/// Vias beyond the fifth are ignored, rides beyond the fifteenth not searched.
package typealias RoutingRequest = SearchRequest<StopIndex>
package typealias AccessStop = Access<StopIndex>
package typealias ViaStops = Via<StopIndex>

/// The vehicles, stops and footpaths that a search may not use.
package struct RoutingFilter: Hashable, Sendable {
    /// The allowed modes; nil for all.
    package var modes: Set<TransitMode>?
    /// The routes that may not be used.
    package var excludedRoutes: Set<RouteIndex> = []
    /// Excludes stops, trips and footpaths that are stated to be inaccessible by wheelchair.
    package var wheelchair = false
    /// Elements closed to wheelchairs during the journey.
    ///
    /// Ignored unless ``wheelchair`` is set.
    package var closures = StepFreeClosures.none
    /// Excludes trips that are stated not to carry bicycles.
    package var bicycles = false

    /// Allows everything.
    package init() {}
}
