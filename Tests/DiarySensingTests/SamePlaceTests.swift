import DiarySensing
import Testing

/// activelyMoving -> stopped -> activelyMoving: staying around one place.
@Suite struct SamePlaceTests {
    @Test func `a quarter of an hour at one place is a stop`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 890)
        #expect(driver.state == .activelyMoving)
        driver.fix(0, at: 899)
        #expect(driver.state == .activelyMoving, "the fixes cover 899 s")
        driver.fix(0, at: 900)
        #expect(driver.log.last == "900 stopped userNotTravelling")
    }

    @Test(arguments: [(99.9, true), (100.1, false)])
    func `the place is a hundred metres around the latest fix`(metres: Double, stops: Bool) {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 440)
        driver.fixes(at: metres, from: 450, through: 900)
        #expect((driver.state == .stopped) == stops)
    }

    @Test func `who went away and came back within the time has not stayed`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 400)
        driver.fix(300, at: 410)
        driver.fixes(at: 0, from: 420, through: 1310)
        #expect(driver.state == .activelyMoving)
        driver.fix(0, at: 1320)
        #expect(driver.state == .stopped, "the excursion left the window")
    }

    @Test func `an inaccurate excursion does not count`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 400)
        driver.fix(300, at: 410, accuracy: 101)
        driver.fixes(at: 0, from: 420, through: 900)
        #expect(driver.state == .stopped)
    }

    @Test(arguments: [(-1.0, true), (.nan, true), (100, false)])
    func `neither does an invalid one`(accuracy: Double, stops: Bool) {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 400)
        driver.fix(300, at: 410, accuracy: accuracy)
        driver.fixes(at: 0, from: 420, through: 900)
        #expect((driver.state == .stopped) == stops)
    }

    @Test func `two fixes a quarter of an hour apart do not cover it`() {
        var driver = SensorDriver()
        driver.fix(0, at: 0)
        driver.fix(0, at: 900)
        driver.fix(0, at: 910)
        #expect(driver.state == .activelyMoving)
    }

    @Test(arguments: [(300, true), (301, false)])
    func `a silence of a third of the time breaks it, not one shorter`(silence: Int, stops: Bool) {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 300)
        driver.fixes(at: 0, from: 300 + silence, through: 950)
        #expect((driver.state == .stopped) == stops)
    }

    @Test func `the silence up to now counts as well`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 590)
        driver.tick(900)
        #expect(driver.state == .activelyMoving)
        driver.fix(0, at: 600 + 285)
        driver.tick(900)
        #expect(driver.state == .stopped)
    }

    @Test func `a fix older than a minute does not count`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 400)
        driver.fix(300, at: 480, made: 419)
        driver.fixes(at: 0, from: 490, through: 900)
        #expect(driver.state == .stopped)
    }

    @Test func `one a minute old does`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 400)
        driver.fix(300, at: 480, made: 420)
        driver.fixes(at: 0, from: 490, through: 900)
        #expect(driver.state == .activelyMoving)
    }

    @Test func `a fix from the future does not stop the later ones from counting`() {
        var driver = SensorDriver()
        driver.fix(5000, at: 0, made: 100_000)
        driver.fixes(at: 0, from: 0, through: 900)
        #expect(driver.state == .stopped)
    }

    @Test(arguments: [(249.0, SensingState.stopped), (251, .activelyMoving)])
    func `two hundred and fifty metres from the last moving fix is a journey`(
        metres: Double, state: SensingState
    ) {
        var driver = SensorDriver.stopped()
        driver.fix(metres, at: 910, accuracy: 100)
        #expect(driver.state == state)
    }

    @Test func `the distance is from where the person last moved, not from the last fix`() {
        var driver = SensorDriver.stopped()
        for step in 1...3 { driver.fix(Double(step) * 100, at: 900 + Double(step) * 60) }
        #expect(driver.log.last == "1080 activelyMoving userTravelling")
    }

    @Test(arguments: [(250.0, SensingState.activelyMoving), (251, .stopped)])
    func `a fix that is too inaccurate starts no journey`(accuracy: Double, state: SensingState) {
        var driver = SensorDriver.stopped()
        driver.fix(300, at: 910, accuracy: accuracy)
        #expect(driver.state == state)
    }

    @Test func `who starts moving is followed for a quarter of an hour`() {
        var driver = SensorDriver.stopped()
        driver.fixes(at: 240, from: 910, through: 1900)
        driver.fix(260, at: 1910)
        #expect(driver.log.last == "1910 activelyMoving userTravelling")
        driver.fixes(at: 260, from: 1920, through: 2800)
        #expect(driver.state == .activelyMoving)
        driver.fixes(at: 260, from: 2810, through: 2820)
        #expect(driver.log.last == "2820 stopped userNotTravelling")
    }

    @Test func `a fix that was made before the person was followed does not count`() {
        var driver = SensorDriver.stopped()
        driver.fix(260, at: 910)
        #expect(driver.log.last == "910 activelyMoving userTravelling")
        driver.fix(260, at: 915, made: 909.5)
        driver.fixes(at: 260, from: 920, through: 1815)
        #expect(driver.state == .activelyMoving)
        driver.fixes(at: 260, from: 1820, through: 1830)
        #expect(driver.log.last == "1820 stopped userNotTravelling")
        // Nor does data from before the recording began.
        driver = SensorDriver()
        driver.fix(0, at: 0, made: -30)
        driver.fixes(at: 0, from: 10, through: 900)
        #expect(driver.state == .activelyMoving)
        driver.fixes(at: 0, from: 910, through: 910)
        #expect(driver.log.last == "910 stopped userNotTravelling")
    }

    @Test func `the hundred metres hold across the 180th meridian`() {
        var sensor = DiarySensor(startingAt: SensorDriver.start)
        for second in 0...100 {
            let fix = LocationFix(
                time: SensorDriver.time(Double(second) * 9), latitude: -17,
                longitude: second % 2 == 0 ? 179.9999 : -179.9999, horizontalAccuracyMetres: 5)
            sensor.receive(.fix(fix), at: fix.time)
        }
        #expect(sensor.decision.state == .stopped)
    }
}
