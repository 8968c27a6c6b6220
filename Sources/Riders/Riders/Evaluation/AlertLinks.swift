package import Realtime
import Timetables
package import Transit
import TransitModel

/// The pages of the rider's app to which messages link.
package struct AlertLinks: Sendable {
    /// Returns the id of a connection made of these rides; nil if there is none.
    package typealias ConnectionID = @Sendable ([FoundRide], RealtimeOverlay) -> String?

    /// The address of the app, without a trailing slash.
    let home: String
    private let connectionID: ConnectionID

    package init(home: String, connectionID: @escaping ConnectionID = { _, _ in nil }) {
        self.home = home
        self.connectionID = connectionID
    }

    var trips: String { home + "/trips" }

    var map: String { home + "/map" }

    /// The page of a saved connection with its reminders.
    func saved(_ connection: SavedConnection) -> String {
        "\(home)/saved/\(Self.escaped(connection.id))"
    }

    /// The page of a run's calls.
    func trip(_ run: RunOnDay) -> String {
        let line = run.timetable.routes.id(run.route)
        return "\(home)/trips/\(Self.escaped(line))/\(Self.escaped(run.tripID))/\(run.day)"
    }

    /// The page of a saved connection's departure.
    func details(
        _ connection: SavedConnection, _ rides: [FoundRide], _ overlay: RealtimeOverlay
    ) -> String {
        var link =
            "\(home)/search?from=\(Self.value(connection.from))&to=\(Self.value(connection.to))"
        for via in connection.vias { link += "&via=\(Self.value(via))" }
        if let id = connectionID(rides, overlay) { link += "&connection=\(Self.escaped(id))" }
        return link
    }

    private static func value(_ place: SavedPlace) -> String {
        if let stop = place.stop { return escaped(stop) }
        guard let coordinate = place.coordinate else { return escaped(place.name) }
        return escaped("\(coordinate.latitude),\(coordinate.longitude)")
    }

    /// Commas are readable in links.
    private static func escaped(_ text: String) -> String { text.percentEncoded(keeping: ",") }
}
