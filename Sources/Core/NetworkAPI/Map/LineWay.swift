import Timetables
import TransitModel

/// A path of a route on the map, in pieces that follow a known way or are straight because nothing
/// is known.
struct LineWay: Sendable {
    /// A part of the path; it begins where the last one ends.
    struct Piece: Sendable {
        var points: [Coordinate]
        /// Whether its corners are stops, with nothing known of the ways between them.
        let isStraight: Bool
    }

    let pieces: [Piece]

    /// The corners of all pieces.
    var points: [Coordinate] {
        pieces.enumerated().flatMap { $0.element.points.dropFirst($0.offset == 0 ? 0 : 1) }
    }

    /// Creates a path whose ways are known.
    init(_ points: [Coordinate]) {
        self.init(pieces: [Piece(points: points, isStraight: false)])
    }

    init(_ path: RunPath) {
        guard path.isInferred else {
            self.init(Array(path.points))
            return
        }
        var pieces: [Piece] = []
        let calls = path.callDistances
        // What a shape has before the first call and after the last belongs to their hops.
        var from = 0.0
        for hop in calls.indices.dropLast() {
            let to = hop + 2 == calls.count ? path.length : calls[hop + 1]
            guard to > from else { continue }
            let isStraight = path.isStraight(from: calls[hop], to: calls[hop + 1])
            let points = path.part(from: from, to: to)
            if let last = pieces.last, last.isStraight == isStraight {
                pieces[pieces.count - 1].points += points.dropFirst()
            } else {
                pieces.append(Piece(points: points, isStraight: isStraight))
            }
            from = to
        }
        self.init(pieces: pieces)
    }

    init(pieces: [Piece]) {
        self.pieces = pieces
    }
}
