import DiarySensing
import Testing

/// notMoving -> stopped: setting out after the phone was still.
@Suite struct SettingOutTests {
    @Test(arguments: [MotionActivity.walking, .running, .cycling])
    func `twenty seconds of active transport end the stillness`(activity: MotionActivity) {
        var driver = SensorDriver.lyingStill()
        driver.motion(activity, at: 700)
        driver.tick(719)
        #expect(driver.state == .notMoving)
        driver.tick(720)
        #expect(driver.log.last == "720 stopped userActivelyMoving")
    }

    @Test func `picking the phone up does not`() {
        var driver = SensorDriver.lyingStill()
        driver.motion(.walking, at: 700)
        driver.motion(.stationary, at: 719)
        driver.tick(720)
        driver.tick(800)
        #expect(driver.state == .notMoving)
    }

    @Test func `running into walking is one stretch`() {
        var driver = SensorDriver.lyingStill()
        driver.motion(.running, at: 700)
        driver.motion(.walking, at: 710)
        driver.tick(720)
        #expect(driver.state == .stopped)
    }

    @Test func `walking away is a journey two hundred and fifty metres on`() {
        var driver = SensorDriver.lyingStill()
        driver.motion(.walking, at: 700)
        for second in stride(from: 700.0, through: 1000, by: 10) {
            driver.fix((second - 700) * 1.25, at: second, accuracy: 65)
        }
        #expect(
            driver.log.suffix(2) == [
                "720 stopped userActivelyMoving", "900 activelyMoving userTravelling",
            ])
    }

    @Test(arguments: [(59.0, SensingState.notMoving), (60, .stopped)])
    func `a minute of driving ends it too`(seconds: Double, state: SensingState) {
        var driver = SensorDriver.lyingStill()
        driver.motion(.automotive, at: 700)
        driver.tick(700 + seconds)
        #expect(driver.state == state)
        if state == .stopped { #expect(driver.log.last == "760 stopped userLeavingByCar") }
    }

    @Test func `a drive with a halt is not a minute of driving`() {
        var driver = SensorDriver.lyingStill()
        driver.motion(.automotive, at: 700)
        driver.motion(.stationary, at: 730)
        driver.motion(.automotive, at: 740)
        driver.tick(799)
        #expect(driver.state == .notMoving)
        driver.tick(800)
        #expect(driver.state == .stopped)
    }

    @Test(arguments: [(1250.0, SensingState.stopped), (1249, .notMoving)])
    func `a far place shows it without motion, certain by its accuracy`(
        metres: Double, state: SensingState
    ) {
        var driver = SensorDriver.lyingStill()
        driver.motion(.automotive, at: 700)
        driver.fix(metres + 0.01, at: 710, accuracy: 1000)
        #expect(driver.state == state)
    }

    @Test func `while the phone lies still a far fix is an error of the network`() {
        var driver = SensorDriver.lyingStill()
        driver.fix(20_000, at: 710, accuracy: 1000)
        #expect(driver.state == .notMoving)
    }

    @Test func `both only with the exit switched on`() {
        var driver = SensorDriver.lyingStill(
            SensingConfiguration().switching(leavingByCarExit: false))
        driver.motion(.automotive, at: 700)
        driver.fix(20_000, at: 710, accuracy: 1000)
        driver.tick(2000)
        #expect(driver.state == .notMoving)
    }

    @Test func `a recording that began at rest measures from the first place known`() {
        var driver = SensorDriver()
        driver.motion(.stationary, at: 0)
        driver.tick(600)
        driver.fix(0, at: 650)
        driver.motion(.walking, at: 700)
        driver.tick(720)
        driver.fix(300, at: 900)
        #expect(driver.log.last == "900 activelyMoving userTravelling")
    }
}
