package import Timetables

/// Finds routes that were chosen in an earlier network, whose ids had another prefix or none.
///
/// A single feed keeps its own ids; with a second feed, each id begins with its feed's id and a
/// colon.
package struct SavedRoutes: Sendable {
    private let timetable: Timetable

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// The route with this id, of the first feed that has it; nil if none has.
    package func route(_ id: String) -> RouteIndex? { timetable.keptRoute(id) }

    /// The settings with the routes' current ids.
    ///
    /// Ids without a route stay, because their feed may come back.
    package func current(_ settings: RiderSettings) -> RiderSettings {
        var settings = settings
        settings.visibleRoutes = settings.visibleRoutes?.map(currentID)
        settings.nearbyRoutes = settings.nearbyRoutes.map(currentID)
        return settings
    }

    private func currentID(_ id: String) -> String {
        route(id).map { timetable.routes.id($0) } ?? id
    }
}
