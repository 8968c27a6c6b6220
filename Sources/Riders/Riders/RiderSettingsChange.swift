/// A change of some of a rider's settings.
package struct RiderSettingsChange: Decodable, Sendable {
    private let sent: RiderSettings
    private let members: [RiderSettings.CodingKeys]

    private enum CodingKeys: CodingKey {
        case changed
    }

    /// Reads the members that are sent, or those of them that `changed` names.
    package init(from decoder: any Decoder) throws {
        sent = try RiderSettings(from: decoder)
        let changed = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent([String].self, forKey: .changed)
        members = try decoder.container(keyedBy: RiderSettings.CodingKeys.self).allKeys
            .filter { changed?.contains($0.rawValue) ?? true }
    }

    /// Changes settings; members that are not meant stay.
    package func apply(to settings: inout RiderSettings) {
        for member in members {
            switch member {
            case .language: settings.language = sent.language
            case .notifies: settings.notifies = sent.notifies
            case .stepFree: settings.stepFree = sent.stepFree
            case .alerts: settings.alerts = sent.alerts
            case .quietFrom: settings.quietFrom = sent.quietFrom
            case .quietUntil: settings.quietUntil = sent.quietUntil
            case .mapVehicles: settings.mapVehicles = sent.mapVehicles
            case .showsPredictions: settings.showsPredictions = sent.showsPredictions
            case .visibleRoutes: settings.visibleRoutes = sent.visibleRoutes
            case .vehicleRadiusMetres: settings.vehicleRadiusMetres = sent.vehicleRadiusMetres
            case .nearbyRoutes: settings.nearbyRoutes = sent.nearbyRoutes
            case .nearbyMinutes: settings.nearbyMinutes = sent.nearbyMinutes
            case .nearbyPlaces: settings.nearbyPlaces = sent.nearbyPlaces
            case .nearbyKilometres: settings.nearbyKilometres = sent.nearbyKilometres
            case .walkingSpeed: settings.walkingSpeed = sent.walkingSpeed
            }
        }
    }
}
