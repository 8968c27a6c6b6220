import Testing
import TransitModel

@testable import TrackerSocket

@Suite("Who looks where")
struct ViewportIndexTests {
    private func box(_ left: Double, _ bottom: Double, side: Double) throws -> MercatorBox {
        try #require(
            MercatorBox(left: left, bottom: bottom, right: left + side, top: bottom + side))
    }

    @Test
    func `the index finds exactly those whose box shares a place, however small or large it is`()
        throws
    {
        var random = SeededRandom(seed: 7)
        var index = ViewportIndex()
        var boxes: [Int: MercatorBox] = [:]
        for viewer in 0..<300 {
            let side = pow10(random.number(1...7.8))
            boxes[viewer] = try box(
                random.number(-2e6...2e6), random.number(-2e6...2e6), side: side)
        }
        for (viewer, box) in boxes { index.set(viewer, to: box) }
        // Some viewers look elsewhere now, some are gone.
        for viewer in 0..<100 {
            let moved = try box(random.number(-2e6...2e6), random.number(-2e6...2e6), side: 5e4)
            boxes[viewer] = moved
            index.set(viewer, to: moved)
        }
        for viewer in 100..<150 {
            boxes[viewer] = nil
            index.remove(viewer)
        }
        for _ in 0..<300 {
            let seen = try box(
                random.number(-2e6...2e6), random.number(-2e6...2e6),
                side: pow10(random.number(0...7)))
            var found: Set<Int> = []
            index.collect(seen, into: &found)
            #expect(found == Set(boxes.filter { $0.value.intersects(seen) }.keys))
        }
    }

    @Test func `boxes beyond the map are looked at like others`() throws {
        var index = ViewportIndex()
        index.set(1, to: try box(-1e30, -1e30, side: 2e30))
        index.set(2, to: try box(1e30, 1e30, side: 1))
        var found: Set<Int> = []
        index.collect(try box(0, 0, side: 10), into: &found)
        #expect(found == [1])
    }

    private func pow10(_ exponent: Double) -> Double {
        (0..<Int(exponent * 10)).reduce(1.0) { product, _ in product * 1.258925411794167 }
    }
}

extension SeededRandom {
    fileprivate mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
