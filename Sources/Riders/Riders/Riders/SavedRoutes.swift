package import Timetables

/// Finds the routes that riders chose in an earlier network, whose ids bore another prefix or none.
///
/// A feed that was alone has its own ids; once a second one joins it, each begins with its feed's
/// id and a colon.
package struct SavedRoutes: Sendable {
    private let timetable: Timetable

    /// Looks in one network.
    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// The route of that id, of several feeds that have it the first one's; nil if none has it.
    package func route(_ id: String) -> RouteIndex? { timetable.keptRoute(id) }

    /// The settings with the ids that the chosen routes have now; ids of no route stay, for their
    /// feed may come back.
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
