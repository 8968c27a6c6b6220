import Testing
import TransitModel

@testable import Notifications

/// The rate of requests to a service.
struct OriginGateTests {
    private let start = UnixTime(seconds: 1_800_000_000)

    private func gate(atOnce: Int, perSecond: Double) -> OriginGate {
        OriginGate { _ in OriginLimits(atOnce: atOnce, perSecond: perSecond) }
    }

    @Test func `so many at once and no more`() {
        var gate = gate(atOnce: 2, perSecond: 100)
        #expect(gate.admit("a", .ntfy, now: start) == .pass)
        #expect(gate.admit("a", .ntfy, now: start) == .pass)
        #expect(gate.admit("a", .ntfy, now: start) == .full)
        #expect(gate.admit("b", .ntfy, now: start) == .pass)
        gate.ended("a", holdUntil: nil)
        #expect(gate.admit("a", .ntfy, now: start) == .pass)
        #expect(gate.admit("a", .ntfy, now: start) == .full)
    }

    @Test func `a rate holds over any time`() {
        var gate = gate(atOnce: .max, perSecond: 20)
        var passed = 0
        for milliseconds in 0..<10_000 {
            let now = start.advanced(bySeconds: Double(milliseconds) / 1000)
            while gate.admit("a", .ntfy, now: now) == .pass { passed += 1 }
        }
        // The initial burst and ten seconds.
        #expect((219...220).contains(passed))
    }

    @Test func `looking is not passing`() {
        var gate = gate(atOnce: 1, perSecond: 1)
        for _ in 0..<5 { #expect(gate.answer("a", .ntfy, now: start) == .pass) }
        #expect(gate.admit("a", .ntfy, now: start) == .pass)
        #expect(gate.answer("a", .ntfy, now: start) == .full)
    }

    @Test func `a service that asked to wait is left alone, by the longer of two wishes`() {
        var gate = gate(atOnce: 9, perSecond: 9)
        for _ in 0..<2 { #expect(gate.admit("a", .ntfy, now: start) == .pass) }
        let late = start.advanced(bySeconds: 60)
        gate.ended("a", holdUntil: late)
        gate.ended("a", holdUntil: start.advanced(bySeconds: 1))
        #expect(gate.admit("a", .ntfy, now: start.advanced(bySeconds: 59)) == .later(late))
        #expect(gate.admit("a", .ntfy, now: late) == .pass)
    }

    @Test func `a clock that is set back does not keep the gate closed`() {
        var gate = gate(atOnce: 9, perSecond: 9)
        #expect(gate.admit("a", .ntfy, now: start) == .pass)
        gate.ended("a", holdUntil: start.advanced(bySeconds: 3600))
        #expect(gate.admit("a", .ntfy, now: start.advanced(bySeconds: -86_400)) == .pass)
    }

    @Test func `however many services there are, memory is bounded`() {
        var gate = gate(atOnce: 1, perSecond: 1)
        #expect(gate.admit("busy", .webhook, now: start) == .pass)
        for number in 0..<(2 * OriginGate.maximumOrigins) {
            #expect(gate.admit("s\(number)", .webhook, now: start) == .pass)
            gate.ended("s\(number)", holdUntil: nil)
        }
        #expect(gate.count <= OriginGate.maximumOrigins)
        // A service with requests under way is never forgotten.
        #expect(gate.admit("busy", .webhook, now: start) == .full)
    }
}
