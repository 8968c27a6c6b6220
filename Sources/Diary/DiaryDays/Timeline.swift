import TransitModel

/// A diary for its owner: the inferred pieces without deleted spans, with corrections applied.
package struct Timeline: Sendable {
    /// The pieces in order of time, without overlap.
    package private(set) var pieces: [TimelinePiece]
    /// The ids of the corrections that changed something.
    package private(set) var applied: Set<Int64> = []

    /// The longest hole between two stays that is added to the first one, in seconds.
    ///
    /// The person stayed, because otherwise there would be a trip.
    private static let maximumHole: Int64 = 1800
    /// The shortest hole next to a trip that becomes a gap, in seconds.
    private static let minimumGapSeconds: Int64 = 300

    /// Applies corrections and deletions to inferred pieces.
    ///
    /// `inferred` are pieces of one device in order of time, `deleted` spans of Unix seconds that
    /// the person deleted.
    package init(
        _ inferred: [TimelinePiece], corrections: [KeptCorrection] = [],
        deleted: [ClosedRange<Int64>] = []
    ) {
        pieces = inferred.flatMap { Self.withoutSilences($0, deleted: deleted) }
        for span in deleted { pieces = pieces.flatMap { Self.outside(span, $0) } }
        fillHoles()
        for span in deleted {
            pieces.append(
                TimelinePiece(start: span.lowerBound, end: span.upperBound, .gap(.deleted)))
        }
        pieces.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        dropCoveredGaps()
        let inOrder = corrections.sorted { $0.id < $1.id }
        for kept in inOrder where kept.correction.kind == .join {
            note(kept, join(kept.correction))
        }
        for kept in inOrder where kept.correction.kind == .split {
            note(kept, split(at: kept.correction.start))
        }
        for kept in inOrder where kept.correction.kind == .mode {
            note(kept, correctMode(kept.correction))
        }
        name(by: inOrder.filter { $0.correction.kind == .name })
    }

    private mutating func note(_ kept: KeptCorrection, _ found: Bool) {
        if found { applied.insert(kept.id) }
    }

    // MARK: - Gaps

    /// Splits a stay at its silences, which become gaps; there is no silence in deleted spans.
    private static func withoutSilences(
        _ piece: TimelinePiece, deleted: [ClosedRange<Int64>]
    ) -> [TimelinePiece] {
        guard var stay = piece.stay, !stay.silences.isEmpty else { return [piece] }
        let silences = stay.silences.filter { silence in
            silence.count == 2
                && !deleted.contains {
                    $0.lowerBound < silence[1] && $0.upperBound > silence[0]
                }
        }
        stay.silences = []
        var parts: [TimelinePiece] = []
        var from = piece.start
        for silence in silences where silence[0] >= from {
            parts.append(TimelinePiece(start: from, end: silence[0], .stay(stay)))
            parts.append(TimelinePiece(start: silence[0], end: silence[1], .gap(.silence)))
            from = silence[1]
        }
        parts.append(TimelinePiece(start: from, end: piece.end, .stay(stay)))
        return parts
    }

    /// The parts of a piece outside a span.
    private static func outside(
        _ span: ClosedRange<Int64>, _ piece: TimelinePiece
    ) -> [TimelinePiece] {
        guard piece.start < span.upperBound, piece.end > span.lowerBound else { return [piece] }
        let sides = [(piece.start, span.lowerBound), (span.upperBound, piece.end)]
        return sides.compactMap { start, end in
            end > start ? piece.cut(from: start, to: end) : nil
        }
    }

    private mutating func fillHoles() {
        var filled: [TimelinePiece] = []
        for piece in pieces {
            if let last = filled.last, piece.start > last.end {
                let hole = piece.start - last.end
                if last.stay != nil, piece.stay != nil, hole <= Self.maximumHole {
                    filled[filled.count - 1].end = piece.start
                } else if hole >= Self.minimumGapSeconds {
                    filled.append(
                        TimelinePiece(start: last.end, end: piece.start, .gap(.silence)))
                }
            }
            filled.append(piece)
        }
        pieces = filled
    }

    /// Removes silences within deleted spans, and merges adjacent deleted spans.
    private mutating func dropCoveredGaps() {
        let deleted = pieces.filter { $0.content == .gap(.deleted) }
        var kept: [TimelinePiece] = []
        for piece in pieces {
            if piece.content == .gap(.silence),
                deleted.contains(where: { $0.start < piece.end && $0.end > piece.start })
            {
                var rest = [piece]
                for span in deleted {
                    rest = rest.flatMap { Self.outside(span.start...span.end, $0) }
                }
                kept += rest.filter { $0.seconds >= Self.minimumGapSeconds }
            } else if piece.content == .gap(.deleted), let last = kept.last,
                last.content == .gap(.deleted), piece.start <= last.end
            {
                kept[kept.count - 1].end = max(last.end, piece.end)
            } else {
                kept.append(piece)
            }
        }
        pieces = kept.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    // MARK: - Corrections

    /// Joins two trips and what is between them.
    private mutating func join(_ correction: Correction) -> Bool {
        let row = pieces.indices.dropFirst().dropLast().first { row in
            pieces[row].trip == nil && pieces[row].content != .gap(.deleted)
                && pieces[row - 1].trip != nil && pieces[row + 1].trip != nil
                && pieces[row].share(within: correction.span) >= 0.5
        }
        guard let row, let first = pieces[row - 1].trip, let second = pieces[row + 1].trip else {
            return false
        }
        var trip = TimelineTrip(first.legs + second.legs)
        trip.isJoined = true
        let joined = TimelinePiece(
            start: pieces[row - 1].start, end: pieces[row + 1].end, .trip(trip))
        pieces.replaceSubrange(row - 1...row + 1, with: [joined])
        return true
    }

    /// The shortest part of a split trip, in seconds.
    package static let minimumPartSeconds: Int64 = 30

    /// Splits the trip at a time; a stay of zero length separates the parts.
    private mutating func split(at time: Int64) -> Bool {
        let row = pieces.firstIndex { piece in
            piece.trip != nil && piece.start + Self.minimumPartSeconds <= time
                && time <= piece.end - Self.minimumPartSeconds
        }
        guard let row, var first = pieces[row].cut(from: pieces[row].start, to: time),
            var second = pieces[row].cut(from: time, to: pieces[row].end),
            var before = first.trip, var after = second.trip
        else { return false }
        (before.isSplit, after.isSplit) = (true, true)
        (first.content, second.content) = (.trip(before), .trip(after))
        let corner = before.legs.last?.corners.last ?? after.legs.first?.corners.first
        var parts = [first, second]
        if let corner {
            parts.insert(
                TimelinePiece(start: time, end: time, .stay(TimelineStay(at: corner.place))), at: 1)
        }
        pieces.replaceSubrange(row...row, with: parts)
        return true
    }

    private mutating func correctMode(_ correction: Correction) -> Bool {
        guard let mode = correction.mode else { return false }
        var found = false
        for row in pieces.indices {
            guard var trip = pieces[row].trip, pieces[row].start <= correction.span.upperBound,
                pieces[row].end >= correction.span.lowerBound
            else { continue }
            for leg in trip.legs.indices
            where TimelinePiece.share(
                trip.legs[leg].start, trip.legs[leg].end, within: correction.span) >= 0.5
            {
                trip.legs[leg].inferredMode = trip.legs[leg].inferredMode ?? trip.legs[leg].mode
                trip.legs[leg].mode = mode
                found = true
            }
            pieces[row].content = .trip(trip)
        }
        guard found else { return false }
        return true
    }

    /// Stays within this distance of a named place get its name, in metres.
    private static let placeRadius = 100.0

    private mutating func name(by names: [KeptCorrection]) {
        let own = names.filter { $0.correction.place == nil }
        let places = names.filter { $0.correction.place != nil }
        for row in pieces.indices {
            guard var stay = pieces[row].stay else { continue }
            let here = own.last { pieces[row].share(within: $0.correction.span) >= 0.5 }
            let there = places.last { kept in
                kept.correction.place.map { $0.distanceMetres(to: stay.place) <= Self.placeRadius }
                    ?? false
            }
            // The latest correction applies: of this stay, or of all stays here.
            let latest = [here, there].compactMap { $0 }.max { $0.id < $1.id }
            guard let latest, let name = latest.correction.name else { continue }
            applied.insert(latest.id)
            if name.isEmpty { continue }
            stay.name = name
            stay.named = latest.correction.place == nil ? .stay : .place
            pieces[row].content = .stay(stay)
        }
    }

    // MARK: - Days

    /// The pieces in a span of Unix seconds; only gaps are cut to it.
    package func pieces(from start: Int64, to end: Int64) -> [TimelinePiece] {
        let first = pieces.partitioningIndex {
            $0.end > start || ($0.end == start && $0.start == start)
        }
        return pieces[first...].prefix { $0.start < end }.compactMap { piece in
            guard case .gap = piece.content else { return piece }
            return piece.cut(from: max(piece.start, start), to: min(piece.end, end))
        }
    }
}

extension TimelinePiece {
    /// The part of a piece between two times within it; nil if no leg of a trip remains.
    func cut(from start: Int64, to end: Int64) -> TimelinePiece? {
        var part = TimelinePiece(start: start, end: end, content)
        guard var trip else { return part }
        trip.legs = trip.legs.compactMap { $0.cut(from: start, to: end) }
        part.content = .trip(trip)
        return trip.legs.isEmpty ? nil : part
    }
}

extension TimelineLeg {
    /// The part of a leg between two times; nil if they do not overlap it.
    fileprivate func cut(from start: Int64, to end: Int64) -> TimelineLeg? {
        let from = max(self.start, start)
        let to = min(self.end, end)
        guard from < to else { return nil }
        if from == self.start, to == self.end { return self }
        var part = self
        (part.start, part.end) = (from, to)
        if !corners.isEmpty {
            part.corners =
                [Corner(time: from, place: place(at: from))]
                + corners.filter { $0.time > from && $0.time < to }
                + [Corner(time: to, place: place(at: to))]
            part.metres = Self.metres(part.corners).rounded()
        } else {
            part.metres = (metres * Double(to - from) / Double(self.end - self.start)).rounded()
        }
        part.silences = silences.compactMap { span in
            guard span.count == 2, max(span[0], from) < min(span[1], to) else { return nil }
            return [max(span[0], from), min(span[1], to)]
        }
        return part
    }

    private func place(at time: Int64) -> Coordinate {
        let next = corners.firstIndex { $0.time >= time } ?? corners.count - 1
        guard next > 0 else { return corners[0].place }
        let (a, b) = (corners[next - 1], corners[next])
        guard b.time > a.time else { return b.place }
        return a.place.interpolated(
            to: b.place,
            fraction: min(1, Double(time - a.time) / Double(b.time - a.time)))
    }
}
