import TransitModel

/// A rider's settings, shared by all of their devices.
package struct RiderSettings: Codable, Hashable, Sendable {
    /// The language of messages, one of ``languages``.
    package var language = "en"
    /// Whether messages are sent; off until the rider turns them on.
    package var notifies = false
    /// Whether the rider needs step-free ways, and is notified of closed ones.
    package var stepFree = false
    /// When delays are notified.
    package var alerts = AlertSettings()
    /// The first minute of the day without messages, until ``quietUntil``, in the network's time
    /// zone; nil for no quiet time.
    package var quietFrom: Int?
    /// The end of the quiet time, possibly on the next day; nil for no quiet time.
    package var quietUntil: Int?
    /// The number of vehicles on the map, 0 to 30; nil for all.
    package var mapVehicles: Int? = 15
    /// Whether vehicles keep moving between updates.
    package var showsPredictions = true
    /// GTFS ids of the routes shown on the map, at most ``maximumRoutes``; nil for all.
    package var visibleRoutes: [String]?
    /// The distance within which a vehicle is announced, in metres: 50 to 2000.
    package var vehicleRadiusMetres = 100
    /// GTFS ids of the routes whose approaching vehicles are announced, at most ``maximumRoutes``;
    /// initially none.
    package var nearbyRoutes: [String] = []
    /// Announces vehicles this many minutes away, 1 to 30, instead of within the radius; nil for
    /// the radius.
    package var nearbyMinutes: Int?
    /// Places where vehicles are announced, besides the rider's position; at most
    /// ``maximumPlaces``.
    package var nearbyPlaces: [SavedPlace] = []
    /// The distance within which an origin is nearby, in kilometres: 0.1 to 50.
    package var nearbyKilometres = 2.0
    /// How fast the rider walks, in metres a second: 0.3 to 3; nil for the network's pace.
    package var walkingSpeed: Double?

    package static let languages = MessageLanguage.allCases.map(\.rawValue)
    /// The largest number of chosen routes.
    package static let maximumRoutes = 500
    /// The largest number of places where vehicles are announced.
    package static let maximumPlaces = 5

    package init() {}

    /// Reads settings; missing members get their defaults.
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
        walkingSpeed = try members.decodeIfPresent(Double.self, forKey: .walkingSpeed)
    }

    /// Writes all settings; those without a value as null.
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
        try members.encode(walkingSpeed, forKey: .walkingSpeed)
    }

    enum CodingKeys: String, CodingKey {
        case language, notifies, stepFree, alerts, quietFrom, quietUntil, mapVehicles,
            showsPredictions
        case visibleRoutes, vehicleRadiusMetres, nearbyRoutes, nearbyMinutes, nearbyPlaces
        case nearbyKilometres, walkingSpeed
    }

    /// A sentence about the first invalid setting; nil if all are valid.
    package var problem: String? {
        func check(_ holds: Bool, _ sentence: String) -> String? { holds ? nil : sentence }
        let minutes = [quietFrom, quietUntil].compactMap { $0 }
        let isQuietSet =
            (quietFrom == nil) == (quietUntil == nil) && minutes.allSatisfy((0..<1440).contains)
        let routes = visibleRoutes ?? []
        let problems = [
            check(
                Self.languages.contains(language),
                "'language' must be one of \(Self.languages.joined(separator: ", "))."),
            check(
                (1...10).contains(alerts.thresholdMinutes), "'thresholdMinutes' must be 1 to 10."),
            check((5...120).contains(alerts.leadMinutes), "'leadMinutes' must be 5 to 120."),
            check(
                isQuietSet,
                "'quietFrom' and 'quietUntil' are both 0 to 1439 minutes after midnight, or null."),
            check(
                mapVehicles.map((0...30).contains) ?? true,
                "'mapVehicles' must be 0 to 30, or null for all."),
            check(
                routes.count <= Self.maximumRoutes && routes.allSatisfy { $0.utf8.count <= 200 },
                "'visibleRoutes' must be at most \(Self.maximumRoutes) ids of routes."),
            check(
                (50...2000).contains(vehicleRadiusMetres),
                "'vehicleRadiusMetres' must be 50 to 2000."),
            nearbyProblem,
            check(
                (0.1...50).contains(nearbyKilometres), "'nearbyKilometres' must be 0.1 to 50."),
            SavedWalking(speed: walkingSpeed).problem,
        ]
        return problems.lazy.compactMap(\.self).first
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

    /// Whether a minute of the day is in the quiet time.
    package func isQuiet(atMinute minute: Int) -> Bool {
        guard let quietFrom, let quietUntil else { return false }
        return quietFrom <= quietUntil
            ? (quietFrom..<quietUntil).contains(minute)
            : minute >= quietFrom || minute < quietUntil
    }
}
