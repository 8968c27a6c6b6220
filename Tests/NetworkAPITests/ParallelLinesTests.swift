import Foundation
import Testing
import TransitModel

@testable import NetworkAPI

extension ParallelLines {
    /// Arranges paths whose ways are known.
    fileprivate init(_ lines: [[[Coordinate]]], strokes: [Int]? = nil) {
        self.init(lines.map { $0.map { LineWay($0) } }, strokes: strokes)
    }
}

extension ParallelLines.Stretch {
    fileprivate var offset: Float { style.offset }
}

@Suite struct ParallelLinesTests {
    /// Returns a path through points in metres east and north of one in central Europe.
    private func way(_ places: (Double, Double)...) -> [Coordinate] {
        let plane = LocalPlane(around: Coordinate(latitude: 47, longitude: 8))
        return places.map { plane.coordinate(x: $0.0, y: $0.1) }
    }

    /// Returns the offset of the line's stretch nearest to a place, to the right when facing east,
    /// or north where the stretch runs straight north or south.
    private func offset(_ stretches: [ParallelLines.Stretch], at place: (Double, Double)) -> Float?
    {
        let there = way(place)[0]
        let near = stretches.flatMap { stretch in
            zip(stretch.points, stretch.points.dropFirst()).map { from, to in
                let (a, b) = (coordinate(from), coordinate(to))
                let away =
                    (0...50).map {
                        a.interpolated(to: b, fraction: Double($0) / 50).distanceMetres(to: there)
                    }.min() ?? .infinity
                let goesEast = to.x - from.x > 20 || (abs(to.x - from.x) <= 20 && to.y > from.y)
                return (away, goesEast ? stretch.offset : -stretch.offset)
            }
        }.min { $0.0 < $1.0 }
        return near.map { $0.1 == 0 ? 0 : $0.1 }
    }

    private func coordinate(_ point: SIMD2<Int32>) -> Coordinate {
        Coordinate(latitude: Double(point.y) / 1e6, longitude: Double(point.x) / 1e6)
    }

    @Test func `a hop without a known way is a stretch of its own`() throws {
        func piece(_ isStraight: Bool, _ places: (Double, Double)...) -> LineWay.Piece {
            LineWay.Piece(points: places.flatMap { way($0) }, isStraight: isStraight)
        }
        let line = LineWay(pieces: [
            piece(false, (0, 0), (500, 0)), piece(true, (500, 0), (900, 300)),
            piece(false, (900, 300), (1200, 300)),
        ])
        #expect(line.points.count == 4)
        let stretches = try #require(ParallelLines([[line]]).stretches.first)
        #expect(stretches.map(\.style.isStraight) == [false, true, false])
        for (one, next) in zip(stretches, stretches.dropFirst()) {
            #expect(one.points.last == next.points.first)
        }
        let ends = [stretches[1].points.first, stretches[1].points.last].compactMap(\.self)
        for (end, place) in zip(ends, [(500.0, 0.0), (900, 300)]) {
            #expect(coordinate(end).distanceMetres(to: way(place)[0]) < 1)
        }
    }

    @Test func `unknown ways between two stops are one hop, in any direction and order`() {
        func path(_ places: (Double, Double)...) -> LineWay {
            LineWay(pieces: [
                LineWay.Piece(points: places.flatMap { way($0) }, isStraight: true)
            ])
        }
        let lines = ParallelLines([
            [path((0, 0), (900, 300), (5000, 0)), path((5000, 0), (900, 300), (0, 0))],
            [path((900, 300), (5000, 0))],
        ]).stretches
        #expect(lines.map { $0.map(\.points.count) } == [[2, 2], [2]])
        #expect(lines[0][1].points == lines[1][0].points)
    }

    @Test func `a line that is alone stays in the middle, and where it is`() throws {
        let lines = ParallelLines([[way((0, 0), (500, 0), (500, 500))]])
        let stretch = try #require(lines.stretches[0].first)
        #expect(lines.stretches[0].count == 1 && stretch.offset == 0)
        #expect(stretch.points.count == 3)
        #expect(coordinate(stretch.points[1]).distanceMetres(to: way((500, 0))[0]) < 1)
    }

    @Test func `two lines that share a street lie side by side there, and only there`() {
        let lines = ParallelLines([
            [way((0, 300), (300, 0), (900, 0), (1200, 300))],
            [way((0, -300), (300, 0), (900, 0), (1200, -300))],
        ]).stretches
        #expect(offset(lines[0], at: (600, 0)) == -0.5)
        #expect(offset(lines[1], at: (600, 0)) == 0.5)
        for (line, north) in [(0, 250.0), (1, -250.0)] {
            let alone = lines[line].count { $0.offset == 0 }
            #expect(alone == 2)
            #expect(offset(lines[line], at: (50, north)) == 0)
            #expect(offset(lines[line], at: (1150, north)) == 0)
            // Its stretches are consecutive without a gap.
            for (one, next) in zip(lines[line], lines[line].dropFirst()) {
                #expect(one.points.last == next.points.first)
            }
        }
    }

    @Test func `whoever drives the other way round keeps to its own side`() {
        let there = ParallelLines([[way((0, 0), (900, 0))], [way((0, 0), (900, 0))]]).stretches
        let back = ParallelLines([[way((0, 0), (900, 0))], [way((900, 0), (0, 0))]]).stretches
        for lines in [there, back] {
            #expect(offset(lines[0], at: (400, 0)) == -0.5)
            #expect(offset(lines[1], at: (400, 0)) == 0.5)
        }
        #expect(there[1][0].offset == 0.5 && back[1][0].offset == -0.5)
    }

    @Test func `lines that style alike share a stroke, and another lies beside it`() {
        let road = way((0, 0), (900, 0))
        let lines = ParallelLines([[road], [road], [road], [road]], strokes: [0, 0, 0, 1]).stretches
        #expect(lines.map { offset($0, at: (400, 0)) } == [-0.5, -0.5, -0.5, 0.5])
        let alike = ParallelLines([[road], [road]], strokes: [0, 0]).stretches
        #expect(alike.map { offset($0, at: (400, 0)) } == [0, 0])
    }

    @Test func `lines drawn some metres apart are one street, those of the next street are not`() {
        let lines = ParallelLines([
            [way((0, 0), (900, 0))], [way((-7, 9), (893, 9))], [way((0, 40), (900, 40))],
        ]).stretches
        #expect(offset(lines[0], at: (400, 0)) == -0.5)
        #expect(offset(lines[1], at: (400, 0)) == 0.5)
        #expect(offset(lines[2], at: (400, 40)) == 0)
        // The second line is drawn along the first one's street, so that their distance is
        // constant.
        let isOnStreet = lines[1][0].points.allSatisfy { abs(coordinate($0).latitude - 47) < 2e-5 }
        #expect(isOnStreet)
    }

    @Test func `lines that cross do not move`() {
        let lines = ParallelLines([
            [way((0, 0), (900, 0))], [way((450, -400), (450, 400))], [way((440, -400), (480, 400))],
        ]).stretches
        #expect(lines[0].count == 1 && lines[0][0].offset == 0)
    }

    @Test func `who joins for a short way changes nothing`() {
        let lines = ParallelLines([
            [way((0, 0), (900, 0))], [way((450, -400), (450, 0), (480, 0), (480, 400))],
        ]).stretches.map { $0.map(\.offset) }
        #expect(lines == [[0], [0]])
    }

    @Test func `lines keep their order where others join and leave`() throws {
        let lines = ParallelLines([
            [way((0, 0), (3000, 0))],
            [way((1000, -500), (1000, 0), (2000, 0), (2000, -500))],
            [way((3000, 0), (0, 0))],
        ]).stretches
        for (east, expected) in [
            (500.0, [-0.5, nil, 0.5]), (1500, [-1, 0, 1]), (2500, [-0.5, nil, 0.5]),
        ] {
            for (line, wanted) in expected.enumerated() {
                guard let wanted else { continue }
                #expect(offset(lines[line], at: (east, 0)) == Float(wanted))
            }
        }
    }

    @Test func `streets whose lines began at opposite ends have the same sides all along`() {
        // The third line takes the whole street; the first two run towards one another in its
        // halves.
        let lines = ParallelLines([
            [way((0, 0), (1000, 0))],
            [way((2000, 0), (700, 0))],
            [way((0, 0), (2000, 0))],
        ]).stretches
        #expect(offset(lines[2], at: (300, 0)) == 0.5)
        #expect(offset(lines[2], at: (1700, 0)) == 0.5)
        #expect(offset(lines[0], at: (300, 0)) == -0.5)
        #expect(offset(lines[1], at: (1700, 0)) == -0.5)
    }

    @Test func `a loop, a way out and back, and several ways of one line are one line`() {
        let loop = way((0, 0), (600, 0), (600, 600), (0, 600), (0, 0), (600, 0), (600, 300))
        let outAndBack = way((0, 0), (800, 0), (800, 500), (800, 0), (0, 0))
        for ways in [
            [loop], [outAndBack], [loop, Array(loop.reversed()), Array(loop.dropFirst(2))],
        ] {
            let isInTheMiddle = ParallelLines([ways]).stretches[0].allSatisfy { $0.offset == 0 }
            #expect(isInTheMiddle)
        }
        // Next to such a line, another one has one side, out and back.
        let lines = ParallelLines([[way((0, 0), (800, 0))], [outAndBack]]).stretches
        let shared = lines[1].map(\.offset).filter { $0 != 0 }
        #expect(shared == [0.5, -0.5])
    }

    @Test func `many lines on one street overlap rather than cover the town`() {
        let street = way((0, 0), (900, 0))
        let offsets = ParallelLines(Array(repeating: [street], count: 41)).stretches.map {
            $0[0].offset
        }
        #expect(offsets == offsets.sorted() && offsets.first == -3 && offsets.last == 3)
    }

    @Test func `whoever has no way, a way of one place, or one across the world is no trouble`() {
        let far = [
            Coordinate(latitude: 89.9, longitude: -179.9),
            Coordinate(latitude: -89.9, longitude: 179.9),
        ]
        let lines = ParallelLines([[], [[]], [way((0, 0))], [way((0, 0), (0, 0))], [far]]).stretches
        #expect(lines.map(\.count) == [0, 0, 0, 0, 1])
        #expect(lines[4].first?.offset == 0)
    }

    @Test func `the same lines give the same picture`() {
        var random = SeededRandom(seed: 7)
        let lines = (0..<8).map { _ in
            (0..<2).map { _ in
                (0..<6).map { _ in
                    Coordinate(
                        latitude: 47 + (Double.random(in: 0...0.03, using: &random) * 100).rounded()
                            / 100,
                        longitude: 8 + (Double.random(in: 0...0.03, using: &random) * 100).rounded()
                            / 100)
                }
            }
        }
        let (one, other) = (ParallelLines(lines).stretches, ParallelLines(lines).stretches)
        #expect(one == other)
        let isBounded = one.joined().allSatisfy { abs($0.offset) <= 3 && $0.points.count > 1 }
        #expect(isBounded)
    }
}
