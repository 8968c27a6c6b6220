import Testing

@testable import WebServer

@Suite struct RequestFailureLogTests {
    @Test func `one failure in ten seconds is logged, with the number of the others`() {
        let log = RequestFailureLog()
        let start = ContinuousClock.now
        let admitted = [0.0, 0.1, 5, 9.9, 10, 10.1, 40].map {
            log.admit(at: start + .seconds($0))
        }
        #expect(admitted == [0, nil, nil, nil, 3, nil, 1])
    }
}
