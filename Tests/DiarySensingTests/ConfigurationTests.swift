import DiarySensing
import Foundation
import Testing

@Suite struct ConfigurationTests {
    private func read(_ text: String) throws -> SensingConfiguration {
        try SensingConfiguration(json: Data(text.utf8))
    }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch let error as SensingConfigurationError {
            return error.problems
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `what we recommend differs in two windows, and is a valid file`() throws {
        let recommended = SensingConfiguration.recommended
        let different = SensingConfiguration.Key.allCases.filter {
            SensingConfiguration()[$0] != recommended[$0]
        }
        #expect(different == [.stoppedMovingStationarySeconds, .stopMovingSameLocationSeconds])
        #expect(different.map { recommended[$0] } == [300, 300])
        #expect(try SensingConfiguration(json: recommended.json()) == recommended)
    }

    @Test func `the defaults are Waterloo's`() throws {
        let configuration = try read("{}")
        #expect(configuration[.startedTravellingDistanceMetres] == 250)
        #expect(configuration[.stoppedMovingStationarySeconds] == 600)
        #expect(configuration[.sameLocationDistanceMetres] == 100)
        #expect(configuration[.stopMovingSameLocationSeconds] == 900)
        #expect(configuration[.fastSpeedKmh] == 80)
        #expect(configuration[.inVehicleOrStationarySeconds] == 300)
        #expect(configuration[.activelyMovingSeconds] == 20)
        #expect(configuration.leavingByCarExit && configuration.slowTrafficExit)
        #expect(configuration == SensingConfiguration())
    }

    @Test func `every key is read under its own name`() throws {
        let configuration = try read(
            """
            {"version": 7, "StartedTravellingDistanceMetres": 300,
             "StoppedMovingStationarySeconds": 300, "SameLocationDistanceMetres": 50,
             "StopMovingSameLocationSeconds": 450.5, "FastSpeedKmh": 70,
             "InVehicleOrStationarySeconds": 120, "ActivelyMovingSeconds": 30,
             "LeavingByCarExit": false, "LeavingByCarSeconds": 90,
             "SlowTrafficExit": false, "SlowTrafficKmh": 30, "SlowTrafficSeconds": 240}
            """)
        #expect(configuration.version == 7)
        let values = SensingConfiguration.Key.allCases.map { configuration[$0] }
        #expect(values == [300, 300, 50, 450.5, 70, 120, 30, 90, 30, 240])
        #expect(!configuration.leavingByCarExit && !configuration.slowTrafficExit)
        #expect(try SensingConfiguration(json: configuration.json()) == configuration)
    }

    @Test(arguments: SensingConfiguration.Key.allCases)
    func `both ends of a range are accepted and what lies beyond is not`(
        key: SensingConfiguration.Key
    ) throws {
        // SlowTrafficKmh must stay below FastSpeedKmh, so give both of them room.
        var base = try SensingConfiguration().setting(.slowTrafficKmh, to: 5)
        if key == .slowTrafficKmh { base = try base.setting(.fastSpeedKmh, to: 400) }
        for value in [key.range.lowerBound, key.range.upperBound] {
            #expect(try base.setting(key, to: value)[key] == value)
        }
        for value in [key.range.lowerBound - 0.1, key.range.upperBound + 0.1, .nan, .infinity] {
            #expect(throws: SensingConfigurationError.self) { try base.setting(key, to: value) }
        }
        #expect(key.range.contains(key.defaultValue))
    }

    @Test(arguments: [
        (#"{"FastSpeedKmh": 1000}"#, "'FastSpeedKmh' must be between 20 and 400, not 1000."),
        (#"{"FastSpeedKmh": "80"}"#, "'FastSpeedKmh' must be a number, not a text."),
        (#"{"FastSpeedKmh": true}"#, "'FastSpeedKmh' must be a number, not true."),
        (#"{"FastSpeedKmh": null}"#, "'FastSpeedKmh' must be a number, not null."),
        (#"{"FastSpeedKmh": [80]}"#, "'FastSpeedKmh' must be a number, not a list or an object."),
        (#"{"LeavingByCarExit": 1}"#, "'LeavingByCarExit' must be true or false, not 1."),
        (#"{"version": 1.5}"#, "'version' must be a whole number from 0, not 1.5."),
        (#"{"version": -1}"#, "'version' must be a whole number from 0, not -1."),
        (#"{"version": 1e300}"#, "'version' must be a whole number from 0, not 1e+300."),
        (#"{"Speed": 1}"#, "'Speed' is not a key of the configuration."),
        (
            #"{"fastSpeedKMH": 1}"#,
            "'fastSpeedKMH' is not a key of the configuration. Did you mean 'FastSpeedKmh'?"
        ),
        (
            #"{"FastSpeedKmh": 40}"#,
            "'SlowTrafficKmh' (40) must be less than 'FastSpeedKmh' (40)."
        ),
        ("[]", "The configuration is not a JSON object."),
        ("", "The configuration is not a JSON object."),
        ("{\"FastSpeedKmh\": 80", "The configuration is not a JSON object."),
    ])
    func `what is wrong is said in a sentence`(text: String, sentence: String) {
        #expect(problems(text) == [sentence])
    }

    @Test func `all that is wrong is said at once`() {
        let text = #"{"FastSpeedKmh": 1, "ActivelyMovingSeconds": 1e9, "x\u0000y": 2}"#
        #expect(
            problems(text) == [
                "'ActivelyMovingSeconds' must be between 5 and 600, not 1000000000.",
                "'FastSpeedKmh' must be between 20 and 400, not 1.",
                "'x y' is not a key of the configuration.",
            ])
    }

    @Test func `a file without end is refused unread`() {
        let text = "{" + String(repeating: " ", count: 70_000) + "}"
        #expect(problems(text) == ["The configuration is longer than 65536 bytes."])
        let deep = String(repeating: "[", count: 50_000)
        #expect(problems(deep) == ["The configuration is not a JSON object."])
    }

    @Test func `new thresholds judge the next event`() throws {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.tick(300)
        #expect(driver.state == .activelyMoving)
        let quick = try SensingConfiguration().setting(.stoppedMovingStationarySeconds, to: 300)
        driver.sensor.configure(quick)
        #expect(driver.state == .activelyMoving)
        driver.tick(301)
        #expect(driver.state == .notMoving)
        #expect(driver.sensor.configuration == quick)
    }
}
