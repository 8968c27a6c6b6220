import DiarySensing
import Testing

/// Transitions into and out of inFastVehicle.
@Suite struct VehicleTests {
    @Test func `five minutes in a vehicle at eighty is fast`() {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.fix(0, at: 299, kmh: 80)
        #expect(driver.state == .activelyMoving)
        driver.fix(25, at: 300, kmh: 80)
        #expect(driver.log.last == "300 inFastVehicle userInFastVehicle")
        #expect(driver.sensor.decision.desiredAccuracyMetres == 1000)
    }

    @Test(
        arguments: [(79.9, nil), (80.1, 5.1), (80.1, -1), (nil, nil), (-3.6, nil)]
            as [(Double?, Double?)])
    func `slower, or unreliably fast, is not`(kmh: Double?, speedAccuracy: Double?) {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.fix(0, at: 400, kmh: kmh, speedAccuracy: speedAccuracy)
        #expect(driver.state == .activelyMoving)
    }

    @Test(arguments: [nil, 0, 5] as [Double?])
    func `a speed whose accuracy is good or was never reported is reliable`(speedAccuracy: Double?)
    {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.fix(0, at: 400, kmh: 100, speedAccuracy: speedAccuracy)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `standing still in between belongs to a ride`() {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.motion(.stationary, at: 150)
        driver.motion(.automotive, at: 200)
        driver.fix(0, at: 300, kmh: 100)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `a walk in between does not`() {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.motion(.walking, at: 10)
        driver.motion(.automotive, at: 20)
        driver.fix(0, at: 319, kmh: 100)
        #expect(driver.state == .activelyMoving)
        driver.fix(25, at: 320, kmh: 100)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `a speed more than a minute old is none`() {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.fix(0, at: 239, kmh: 100)
        driver.tick(300)
        #expect(driver.state == .activelyMoving)
    }

    @Test func `a minute old it still counts`() {
        var driver = SensorDriver()
        driver.motion(.automotive, at: 0)
        driver.fix(0, at: 240, kmh: 100)
        driver.tick(300)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `fast beats stopped beats lying still`() {
        var driver = SensorDriver()
        driver.fixes(at: 0, from: 0, through: 890)
        driver.motion(.stationary, at: 891, start: 300)
        driver.fix(0, at: 900, kmh: 100)
        #expect(driver.log.last == "900 inFastVehicle userInFastVehicle")

        var slower = SensorDriver()
        slower.fixes(at: 0, from: 0, through: 890)
        slower.motion(.stationary, at: 895, start: 200)
        #expect(slower.state == .notMoving, "stillness holds before the quarter of an hour is full")
        var both = SensorDriver()
        both.fixes(at: 0, from: 0, through: 890)
        both.motion(.stationary, at: 891, start: 300)
        both.fix(0, at: 900)
        #expect(both.log.last == "900 stopped userNotTravelling")
        both.tick(901)
        #expect(both.log.last == "901 notMoving userStationary")
    }

    @Test(arguments: [(19.0, SensingState.inFastVehicle), (20, .activelyMoving)])
    func `twenty seconds on foot end it`(seconds: Double, state: SensingState) {
        var driver = SensorDriver.onMotorway()
        #expect(driver.state == .inFastVehicle)
        driver.motion(.walking, at: 400)
        driver.tick(400 + seconds)
        #expect(driver.state == state)
    }

    @Test func `a fast vehicle lying still stays one without slow fixes`() {
        var driver = SensorDriver.onMotorway()
        driver.motion(.stationary, at: 310)
        driver.tick(3000)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `three minutes of slow traffic end it`() {
        var driver = SensorDriver.onMotorway()
        let place = 310 * 100 / 3.6
        for second in stride(from: 310.0, through: 480, by: 10) {
            driver.fix(place + (second - 310) * 5, at: second, kmh: 18)
        }
        #expect(driver.state == .inFastVehicle)
        driver.fix(place + 180 * 5, at: 490, kmh: 18)
        #expect(driver.log.last == "490 activelyMoving userInSlowTraffic")
    }

    @Test func `unless that exit is switched off`() {
        var driver = SensorDriver.onMotorway(
            SensingConfiguration().switching(slowTrafficExit: false))
        let place = 310 * 100 / 3.6
        driver.fixes(at: place, from: 310, through: 2000, kmh: 0)
        #expect(driver.state == .inFastVehicle)
    }

    @Test func `one fast fix starts the three minutes anew`() {
        var driver = SensorDriver.onMotorway()
        let place = 310 * 100 / 3.6
        driver.fixes(at: place, from: 310, through: 450, kmh: 10)
        driver.fix(place + 20, at: 460, kmh: 40)
        driver.fixes(at: place + 40, from: 470, through: 640, kmh: 10)
        #expect(driver.state == .inFastVehicle)
        driver.fix(place + 40, at: 650, kmh: 10)
        #expect(driver.state == .activelyMoving)
    }

    @Test func `slow fixes at both ends of a fast way are not slow`() {
        var driver = SensorDriver.onMotorway()
        let place = 310 * 100 / 3.6
        driver.fix(place, at: 310, kmh: 10)
        driver.fix(place + 10_000, at: 610, kmh: 10)
        #expect(driver.state == .inFastVehicle, "10 km in 300 s are 120 km/h")
    }

    @Test func `without speeds the way decides`() {
        var driver = SensorDriver.onMotorway()
        let place = 310 * 100 / 3.6
        // 30 s allow 333 m at 40 km/h: without both accuracies of 100 m, 133 m remain.
        for step in 0...7 {
            driver.fix(place + Double(step) * 130, at: 330 + Double(step) * 30, accuracy: 100)
        }
        #expect(driver.log.last == "510 activelyMoving userInSlowTraffic")
    }

    @Test func `with inaccurate fixes it stays fast`() {
        var driver = SensorDriver.onMotorway()
        let place = 310 * 100 / 3.6
        for step in 0...20 {
            driver.fix(place, at: 330 + Double(step) * 30, accuracy: 200)
        }
        #expect(driver.state == .inFastVehicle)
    }
}
