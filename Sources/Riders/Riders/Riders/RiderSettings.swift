import TransitModel

/// What a rider decided, on all of their devices.
package struct RiderSettings: Codable, Hashable, Sendable {
    /// The language of messages, one of ``languages``.
    package var language = "en"
    /// Whether anything is sent; off until the rider asks for it.
    package var notifies = false
    /// Whether the rider needs ways without steps, and is told where one is closed.
    package var stepFree = false
    /// When delays are told.
    package var alerts = AlertSettings()
    /// No messages from this minute of the day until ``quietUntil``, by the network's clocks; nil
    /// for none.
    package var quietFrom: Int?
    /// The end of the quiet time, maybe on the next day; nil for none.
    package var quietUntil: Int?
    /// How many vehicles the map shows, 0 to 30; nil for all.
    package var mapVehicles: Int? = 15
    /// Whether vehicles move on between updates.
    package var showsPredictions = true
    /// GTFS ids of the routes that the map shows; nil for all, at most ``maximumRoutes``.
    package var visibleRoutes: [String]?
    /// How near a vehicle must be to be announced, in metres: 50 to 2000.
    package var vehicleRadiusMetres = 100
    /// GTFS ids of the routes whose vehicles are announced when they come near; none to begin with,
    /// at most ``maximumRoutes``.
    package var nearbyRoutes: [String] = []
    /// Announces vehicles that are so many minutes away, 1 to 30, in place of the radius; nil for
    /// the radius.
    package var nearbyMinutes: Int?
    /// Where vehicles are announced besides where the rider is; at most ``maximumPlaces``.
    package var nearbyPlaces: [SavedPlace] = []
    /// How near an origin is that counts as nearby, in kilometres: 0.1 to 50.
    package var nearbyKilometres = 2.0

    /// The languages that messages come in.
    package static let languages = MessageLanguage.allCases.map(\.rawValue)
    /// The most routes to choose.
    package static let maximumRoutes = 500
    /// The most places where vehicles are announced.
    package static let maximumPlaces = 5

    /// The defaults.
    package init() {}

    /// Reads settings; what is missing has its default.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ otherwise: Value) throws -> Value {
            try members.decodeIfPresent(Value.self, forKey: key) ?? otherwise
        }
        language = try read(.language, language)
        notifies = try read(.notifies, notifies)
        stepFree = try read(.stepFree, stepFree)
        alerts = try read(.alerts, alerts)
        quietFrom = try members.decodeIfPresent(Int.self, forKey: .quietFrom)
        quietUntil = try members.decodeIfPresent(Int.self, forKey: .quietUntil)
        // Absent means the default, null means all.
        if members.contains(.mapVehicles) {
            mapVehicles = try members.decodeIfPresent(Int.self, forKey: .mapVehicles)
        }
        showsPredictions = try read(.showsPredictions, showsPredictions)
        visibleRoutes = try members.decodeIfPresent([String].self, forKey: .visibleRoutes)
        vehicleRadiusMetres = try read(.vehicleRadiusMetres, vehicleRadiusMetres)
        nearbyRoutes = try read(.nearbyRoutes, nearbyRoutes)
        nearbyMinutes = try members.decodeIfPresent(Int.self, forKey: .nearbyMinutes)
        nearbyPlaces = try read(.nearbyPlaces, nearbyPlaces)
        nearbyKilometres = try read(.nearbyKilometres, nearbyKilometres)
    }

    /// Writes all settings, those without a value as null.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(language, forKey: .language)
        try members.encode(notifies, forKey: .notifies)
        try members.encode(stepFree, forKey: .stepFree)
        try members.encode(alerts, forKey: .alerts)
        try members.encode(quietFrom, forKey: .quietFrom)
        try members.encode(quietUntil, forKey: .quietUntil)
        try members.encode(mapVehicles, forKey: .mapVehicles)
        try members.encode(showsPredictions, forKey: .showsPredictions)
        try members.encode(visibleRoutes, forKey: .visibleRoutes)
        try members.encode(vehicleRadiusMetres, forKey: .vehicleRadiusMetres)
        try members.encode(nearbyRoutes, forKey: .nearbyRoutes)
        try members.encode(nearbyMinutes, forKey: .nearbyMinutes)
        try members.encode(nearbyPlaces, forKey: .nearbyPlaces)
        try members.encode(nearbyKilometres, forKey: .nearbyKilometres)
    }

    private enum CodingKeys: String, CodingKey {
        case language, notifies, stepFree, alerts, quietFrom, quietUntil, mapVehicles,
            showsPredictions
        case visibleRoutes, vehicleRadiusMetres, nearbyRoutes, nearbyMinutes, nearbyPlaces
        case nearbyKilometres
    }

    /// What is wrong with them, in a sentence; nil if nothing is.
    package var problem: String? {
        func check(_ holds: Bool, _ sentence: String) -> String? { holds ? nil : sentence }
        let minutes = [quietFrom, quietUntil].compactMap { $0 }
        return check(
            Self.languages.contains(language),
            "'language' must be one of \(Self.languages.joined(separator: ", ")).")
            ?? check(
                (1...10).contains(alerts.thresholdMinutes), "'thresholdMinutes' must be 1 to 10.")
            ?? check((5...120).contains(alerts.leadMinutes), "'leadMinutes' must be 5 to 120.")
            ?? check(
                (quietFrom == nil) == (quietUntil == nil)
                    && minutes.allSatisfy((0..<1440).contains),
                "'quietFrom' and 'quietUntil' are both 0 to 1439 minutes after midnight, or null.")
            ?? check(
                mapVehicles.map((0...30).contains) ?? true,
                "'mapVehicles' must be 0 to 30, or null for all.")
            ?? check(
                (visibleRoutes?.count ?? 0) <= Self.maximumRoutes
                    && visibleRoutes?.allSatisfy { $0.utf8.count <= 200 } ?? true,
                "'visibleRoutes' must be at most \(Self.maximumRoutes) ids of routes.")
            ?? check(
                (50...2000).contains(vehicleRadiusMetres),
                "'vehicleRadiusMetres' must be 50 to 2000.")
            ?? nearbyProblem
            ?? check(
                (0.1...50).contains(nearbyKilometres), "'nearbyKilometres' must be 0.1 to 50.")
    }

    private var nearbyProblem: String? {
        if nearbyRoutes.count > Self.maximumRoutes
            || nearbyRoutes.contains(where: { $0.utf8.count > 200 })
        {
            return "'nearbyRoutes' must be at most \(Self.maximumRoutes) ids of routes."
        }
        if let nearbyMinutes, !(1...30).contains(nearbyMinutes) {
            return "'nearbyMinutes' must be 1 to 30, or null for the radius."
        }
        if nearbyPlaces.count > Self.maximumPlaces
            || nearbyPlaces.contains(where: { $0.coordinate == nil || $0.problem != nil })
        {
            return
                "'nearbyPlaces' must be at most \(Self.maximumPlaces) places with a latitude and a longitude."
        }
        return nil
    }

    /// Whether a minute of the day lies in the quiet time.
    package func isQuiet(atMinute minute: Int) -> Bool {
        guard let quietFrom, let quietUntil else { return false }
        return quietFrom <= quietUntil
            ? (quietFrom..<quietUntil).contains(minute)
            : minute >= quietFrom || minute < quietUntil
    }
}
