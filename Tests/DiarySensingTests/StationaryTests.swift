import DiarySensing
import Testing

/// activelyMoving or stopped -> notMoving, and events that must not cause it.
@Suite struct StationaryTests {
    @Test func `a recording starts actively moving at ten metres`() {
        let driver = SensorDriver()
        #expect(driver.sensor.decision.state == .activelyMoving)
        #expect(driver.sensor.decision.desiredAccuracyMetres == 10)
        #expect(driver.sensor.decision.reason == .recordingStarted)
    }

    @Test(arguments: [(599.0, SensingState.activelyMoving), (600, .notMoving), (3600, .notMoving)])
    func `one stationary event and nothing else is stationary after ten minutes`(
        second: Double, state: SensingState
    ) {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.tick(second)
        #expect(driver.state == state)
    }

    @Test func `the start of the activity counts, not when it was reported`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 600, start: 0)
        #expect(driver.log.last == "600 notMoving userStationary")
    }

    @Test func `a step in between starts the ten minutes anew`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.motion(.walking, at: 590)
        driver.motion(.stationary, at: 591)
        driver.tick(1190)
        #expect(driver.state == .activelyMoving)
        driver.tick(1191)
        #expect(driver.log.last == "1191 notMoving userStationary")
    }

    @Test func `what was unknown or uncertain in between does not count`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.motion(.unknown, at: 100)
        driver.motion(.walking, at: 200, confidence: .low)
        driver.motion(.stationary, at: 300)
        driver.tick(600)
        #expect(driver.state == .notMoving)
    }

    @Test func `an uncertain stationary event is none`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0, confidence: .low)
        driver.tick(3600)
        #expect(driver.state == .activelyMoving)
    }

    @Test func `a medium one is`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0, confidence: .medium)
        driver.tick(600)
        #expect(driver.state == .notMoving)
    }

    @Test func `motion before the first known activity is not taken as stillness`() {
        var driver = SensorDriver()
        driver.motion(.unknown, at: 0)
        driver.motion(.stationary, at: 500)
        driver.tick(600)
        #expect(driver.state == .activelyMoving)
        driver.tick(1100)
        #expect(driver.state == .notMoving)
    }

    @Test func `a walk reported late, from within the window, is put where it belongs`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.motion(.stationary, at: 400)
        driver.motion(.walking, at: 450, start: 300)
        driver.tick(999)
        #expect(driver.state == .activelyMoving)
        driver.tick(1000)
        #expect(driver.state == .notMoving)
    }

    @Test func `an activity from the future does not count`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.motion(.walking, at: 10, start: 500)
        driver.tick(600)
        #expect(driver.state == .notMoving)
    }

    @Test func `stillness also ends a stop`() {
        var driver = SensorDriver.stopped()
        driver.motion(.stationary, at: 1000)
        driver.tick(1599)
        #expect(driver.state == .stopped)
        driver.tick(1600)
        #expect(driver.log.last == "1600 notMoving userStationary")
    }

    @Test func `from stopped, stillness beats travelling`() {
        var driver = SensorDriver.stopped()
        driver.motion(.stationary, at: 950)
        driver.fix(400, at: 1550)
        #expect(driver.log.last == "1550 notMoving userStationary")
    }

    @Test func `a new recording forgets the stillness before it`() {
        var driver = SensorDriver.lyingStill()
        #expect(driver.state == .notMoving)
        driver.sensor.startRecording(at: SensorDriver.time(700))
        #expect(driver.state == .activelyMoving)
        driver.tick(2000)
        #expect(driver.state == .activelyMoving)
    }

    @Test func `a clock set back by an hour forgets the past and keeps the state`() {
        var driver = SensorDriver.lyingStill()
        driver.motion(.walking, at: 610)
        driver.tick(-3000)
        #expect(driver.state == .notMoving)
        driver.tick(-2900)
        #expect(driver.state == .notMoving, "the walk of the other time is forgotten")
        driver.motion(.walking, at: -2890)
        driver.tick(-2870)
        #expect(driver.log.last == "-2870 stopped userActivelyMoving")
    }
}
