import DiarySensing
import Foundation

/// Drives a sensor from second 0 of its recording; positions are metres east of one point on the
/// equator.
struct SensorDriver {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    /// Metres in one degree of the equator, on the sphere that the sensor uses.
    static let metresPerDegree = 6_371_008.8 * Double.pi / 180

    var sensor: DiarySensor
    /// `second state reason`, one line for each change, the initial state first.
    private(set) var log: [String]

    init(_ configuration: SensingConfiguration = SensingConfiguration()) {
        sensor = DiarySensor(configuration: configuration, startingAt: Self.start)
        log = ["0 activelyMoving recordingStarted"]
    }

    var state: SensingState { sensor.decision.state }

    static func time(_ second: Double) -> Date { start.addingTimeInterval(second) }

    mutating func receive(_ event: SensingEvent, at second: Double) {
        let decision = sensor.receive(event, at: Self.time(second))
        if decision.isChange { log.append("\(Int(second)) \(decision.state) \(decision.reason)") }
    }

    mutating func tick(_ second: Double) { receive(.tick, at: second) }

    /// Adds a motion report; `start` is when the motion began, if earlier.
    mutating func motion(
        _ activity: MotionActivity, at second: Double, confidence: MotionConfidence = .high,
        start: Double? = nil
    ) {
        let began = Self.time(start ?? second)
        receive(
            .motion(MotionReport(activity: activity, confidence: confidence, start: began)),
            at: second)
    }

    /// Adds a fix; `made` is when it was measured, if it was delivered late.
    mutating func fix(
        _ metresEast: Double, at second: Double, accuracy: Double? = 10, kmh: Double? = nil,
        speedAccuracy: Double? = nil, made: Double? = nil
    ) {
        let fix = LocationFix(
            time: Self.time(made ?? second), latitude: 0,
            longitude: metresEast / Self.metresPerDegree,
            horizontalAccuracyMetres: accuracy, speedMetresPerSecond: kmh.map { $0 / 3.6 },
            speedAccuracyMetresPerSecond: speedAccuracy)
        receive(.fix(fix), at: second)
    }

    /// Adds a fix at the same place every `step` seconds, both ends included.
    mutating func fixes(
        at metresEast: Double, from first: Int, through last: Int, every step: Int = 10,
        kmh: Double? = nil
    ) {
        for second in stride(from: first, through: last, by: step) {
            fix(metresEast, at: Double(second), kmh: kmh)
        }
    }

    /// A phone put down at second 0 with one fix: notMoving from second 600.
    static func lyingStill(_ configuration: SensingConfiguration = SensingConfiguration())
        -> SensorDriver
    {
        var driver = SensorDriver(configuration)
        driver.fix(0, at: 0)
        driver.motion(.stationary, at: 0)
        driver.tick(600)
        return driver
    }

    /// A person who stays around one place without any motion reports: stopped from second 900.
    static func stopped(_ configuration: SensingConfiguration = SensingConfiguration())
        -> SensorDriver
    {
        var driver = SensorDriver(configuration)
        driver.fixes(at: 0, from: 0, through: 900)
        return driver
    }

    /// A motorway at 100 km/h since second 0: inFastVehicle from second 300 on.
    static func onMotorway(_ configuration: SensingConfiguration = SensingConfiguration())
        -> SensorDriver
    {
        var driver = SensorDriver(configuration)
        driver.motion(.automotive, at: 0)
        for second in stride(from: 0.0, through: 300, by: 10) {
            driver.fix(second * 100 / 3.6, at: second, kmh: 100)
        }
        return driver
    }
}
