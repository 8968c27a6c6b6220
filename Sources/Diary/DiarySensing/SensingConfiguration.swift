/// The thresholds of the state machine: the README's seven, and those of two exits that it lacks.
///
/// A configuration is always valid: values are checked when they are set, and values out of range
/// are rejected with an explanation. Created without arguments it has the Waterloo defaults;
/// ``recommended`` uses less battery.
public struct SensingConfiguration: Hashable, Sendable {
    /// The number of this configuration, assigned by its publisher; 0 if it has none.
    public private(set) var version = 0
    /// Whether ``SensingReason/userLeavingByCar`` may end ``SensingState/notMoving``; on by
    /// default.
    public private(set) var leavingByCarExit = true
    /// Whether ``SensingReason/userInSlowTraffic`` may end ``SensingState/inFastVehicle``; on by
    /// default.
    public private(set) var slowTrafficExit = true
    private var values = Dictionary(
        uniqueKeysWithValues: Key.allCases.map { ($0, $0.defaultValue) })

    /// Creates the Waterloo defaults, with both extra exits on.
    public init() {}

    /// The configuration of a server that configures nothing: a still phone and a single location
    /// each count after five minutes.
    ///
    /// On recorded days of phones that record as the machine requests, it uses a sixth less battery
    /// than the Waterloo defaults and detects the same trips. Its costs elsewhere are in
    /// `docs/diary-sensing.md`.
    public static let recommended: SensingConfiguration = {
        var configuration = SensingConfiguration()
        configuration.values[.stoppedMovingStationarySeconds] = 300
        configuration.values[.stopMovingSameLocationSeconds] = 300
        return configuration
    }()

    /// The value of a threshold, in the unit at the end of the key's name.
    public subscript(key: Key) -> Double { values[key] ?? key.defaultValue }

    /// Returns this configuration with one threshold changed.
    ///
    /// - Throws: ``SensingConfigurationError`` if the value is out of range or does not fit the
    ///   others.
    public func setting(
        _ key: Key, to value: Double
    ) throws(SensingConfigurationError) -> SensingConfiguration {
        var copy = self
        try copy.set(key, to: value)
        try copy.checkTogether()
        return copy
    }

    /// Returns this configuration with changed switches; nil leaves a switch as it is.
    public func switching(
        leavingByCarExit: Bool? = nil, slowTrafficExit: Bool? = nil
    ) -> SensingConfiguration {
        var copy = self
        if let leavingByCarExit { copy.leavingByCarExit = leavingByCarExit }
        if let slowTrafficExit { copy.slowTrafficExit = slowTrafficExit }
        return copy
    }

    mutating func set(_ key: Key, to value: Double) throws(SensingConfigurationError) {
        guard key.range.contains(value) else {
            throw SensingConfigurationError(problems: [
                "'\(key.rawValue)' must be between \(plain(key.range.lowerBound)) and "
                    + "\(plain(key.range.upperBound)), not \(plain(value))."
            ])
        }
        values[key] = value
    }

    mutating func set(version: Int) { self.version = version }

    /// Checks that thresholds which are valid individually are valid together.
    func checkTogether() throws(SensingConfigurationError) {
        guard self[.slowTrafficKmh] < self[.fastSpeedKmh] else {
            throw SensingConfigurationError(problems: [
                "'SlowTrafficKmh' (\(plain(self[.slowTrafficKmh]))) must be less than "
                    + "'FastSpeedKmh' (\(plain(self[.fastSpeedKmh])))."
            ])
        }
    }

    /// The longest time for which motion activities matter, in seconds.
    var longestMotionSeconds: Double {
        max(
            self[.stoppedMovingStationarySeconds], self[.inVehicleOrStationarySeconds],
            self[.activelyMovingSeconds], self[.leavingByCarSeconds])
    }
}

extension SensingConfiguration {
    /// A threshold; the raw value is its name in the configuration file.
    public enum Key: String, CaseIterable, Codable, Sendable {
        /// The distance in metres from where the person was last seen moving at which a journey
        /// begins.
        case startedTravellingDistanceMetres = "StartedTravellingDistanceMetres"
        /// The duration of only stationary motion after which the phone counts as lying still, in
        /// seconds.
        case stoppedMovingStationarySeconds = "StoppedMovingStationarySeconds"
        /// The maximum distance of fixes at the same location, in metres.
        case sameLocationDistanceMetres = "SameLocationDistanceMetres"
        /// The duration of fixes at the same location that counts as a stop, in seconds.
        case stopMovingSameLocationSeconds = "StopMovingSameLocationSeconds"
        /// The speed from which a vehicle is fast, in km/h.
        case fastSpeedKmh = "FastSpeedKmh"
        /// The duration of only in-vehicle or stationary motion that means a ride, in seconds.
        case inVehicleOrStationarySeconds = "InVehicleOrStationarySeconds"
        /// The duration of only walking, running and cycling that means a person under way, in
        /// seconds.
        case activelyMovingSeconds = "ActivelyMovingSeconds"
        /// The duration of only in-vehicle motion that means that the person drove off, in seconds.
        case leavingByCarSeconds = "LeavingByCarSeconds"
        /// The speed below which traffic is slow, in km/h; less than the fast speed.
        case slowTrafficKmh = "SlowTrafficKmh"
        /// The duration of slow traffic before it counts, in seconds.
        case slowTrafficSeconds = "SlowTrafficSeconds"

        /// The default value; Waterloo's where the README has the key.
        public var defaultValue: Double {
            switch self {
            case .startedTravellingDistanceMetres: 250
            case .stoppedMovingStationarySeconds: 600
            case .sameLocationDistanceMetres: 100
            case .stopMovingSameLocationSeconds: 900
            case .fastSpeedKmh: 80
            case .inVehicleOrStationarySeconds: 300
            case .activelyMovingSeconds: 20
            case .leavingByCarSeconds: 60
            case .slowTrafficKmh: 40
            case .slowTrafficSeconds: 180
            }
        }

        /// The range of accepted values.
        public var range: ClosedRange<Double> {
            switch self {
            case .startedTravellingDistanceMetres: 200...5000
            case .stoppedMovingStationarySeconds: 60...7200
            case .sameLocationDistanceMetres: 50...1000
            case .stopMovingSameLocationSeconds: 60...7200
            case .fastSpeedKmh: 20...400
            case .inVehicleOrStationarySeconds: 30...3600
            case .activelyMovingSeconds: 5...600
            case .leavingByCarSeconds: 10...1800
            case .slowTrafficKmh: 5...100
            case .slowTrafficSeconds: 30...3600
            }
        }
    }
}

/// Why a configuration was refused: one sentence for each problem.
public struct SensingConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one sentence; each names the key.
    public let problems: [String]

    /// All sentences in one line.
    public var description: String { problems.joined(separator: " ") }
}

/// Formats a number without a zero fraction.
func plain(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
}
