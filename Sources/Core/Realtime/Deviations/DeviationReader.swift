package import Timetables
import TransitModel

/// Why a frame cannot be used: a device begins again with a snapshot.
package enum DeviationError: Error, Equatable {
    /// The bytes are not a frame, or were changed on the way.
    case damaged
    /// The frame is of another format than this reader knows.
    case otherFormat
    /// The frame does not follow the one before; `expected` is the number that would.
    case gap(expected: UInt64)
}

/// Reads the frames of a ``DeviationWriter`` on a device, whose file of the network may have other
/// rows or fewer days than the server's.
///
/// Runs, stops and routes that the file does not have are skipped, and so are runs whose stops or
/// times differ there.
package struct DeviationReader {
    /// More calls than any frame has in a byte: those of a run that is as predicted take the
    /// twentieth part of a bit.
    private static let callsPerByte = 400

    private let timetable: Timetable
    private var received: DeviationState?
    private var predictor = BitPredictor()
    /// The rows of the runs with a deviation; nil for those that the network does not have.
    private var rows: [DatedRun?] = []
    private var version: UInt64 = 0
    private var changes: [DatedRun: RunChange] = [:]

    /// What is known; nil before the first snapshot and after a frame that could not be used.
    package private(set) var snapshot: NetworkSnapshot?

    package init(_ timetable: Timetable) {
        self.timetable = timetable
    }

    /// The number of the last frame; nil if a snapshot is needed.
    package var sequence: UInt64? { received?.sequence }

    /// Takes in the next frame.
    ///
    /// - Throws: ``DeviationError``; what was known is forgotten then.
    package mutating func read(_ frame: [UInt8]) throws(DeviationError) {
        do throws(DeviationError) {
            try take(frame)
        } catch {
            received = nil
            snapshot = nil
            changes = [:]
            throw error
        }
    }

    private mutating func take(_ frame: [UInt8]) throws(DeviationError) {
        let start = DeviationState.checksumBytes
        guard frame.count > start + 2 else { throw .damaged }
        let sum = frame.withUnsafeBytes {
            StableHash.checksum(UnsafeRawBufferPointer(rebasing: $0[start...]))
        }
        for index in 0..<start
        where frame[index] != UInt8(truncatingIfNeeded: sum >> UInt64(8 * index)) {
            throw .damaged
        }
        guard frame[start] == DeviationState.format else { throw .otherFormat }
        guard let kind = DeviationState.Kind(rawValue: frame[start + 1]) else { throw .damaged }
        var reader = ByteReader(frame, from: start + 2)
        let sequence: UInt64
        do throws(ByteReader.Malformed) { sequence = try reader.number() } catch { throw .damaged }
        if kind == .changes {
            guard let received else { throw .gap(expected: 0) }
            guard sequence == received.sequence &+ 1 else {
                throw .gap(expected: received.sequence &+ 1)
            }
        }
        do throws(ByteReader.Malformed) {
            try apply(kind, sequence, &reader, frame)
        } catch {
            throw .damaged
        }
    }

    private mutating func apply(
        _ kind: DeviationState.Kind, _ sequence: UInt64, _ reader: inout ByteReader,
        _ frame: [UInt8]
    ) throws(ByteReader.Malformed) {
        var state = kind == .changes ? received ?? DeviationState() : DeviationState()
        if kind == .snapshot { (rows, changes) = ([], [:]) }
        state.sequence = sequence
        try state.readHead(&reader, kind)
        var isNew = try state.readNotices(&reader, in: timetable) || kind == .snapshot
        var predictor = predictor
        let following = kind == .snapshot ? try BitPredictor(&reader) : nil
        if following != nil { predictor = BitPredictor() }
        var coder = try RangeDecoder(frame[reader.position...])
        let names = state.runs.names
        let change = try state.runs.code(
            RunDeviations.Change(), &predictor, &coder,
            maximumCalls: 10_000 + Self.callsPerByte * frame.count)
        if kind == .snapshot { try state.runs.codeRests([], &predictor, &coder) }
        self.predictor = following ?? predictor
        renumber(change, names, state.runs.names)
        for (row, deviation) in change.changed {
            guard let run = rows[row] else { continue }
            changes[run] = deviation.change(of: run.run, in: timetable)
        }
        isNew = isNew || !change.isEmpty
        if isNew { version += 1 }
        let overlay =
            isNew
            ? RealtimeOverlay(
                version: version, changes: changes,
                added: state.added.notices.compactMap { $0 },
                alerts: state.alerts.notices.compactMap { $0 })
            : snapshot?.overlay ?? .none
        snapshot = NetworkSnapshot(
            timetable: timetable, sequence: sequence, asOf: state.asOf, vehicles: [],
            source: state.source, overlay: overlay)
        received = state
    }

    /// Finds the rows of new runs, and forgets those without a deviation.
    private mutating func renumber(
        _ change: RunDeviations.Change, _ old: [RunName], _ new: [RunName]
    ) {
        guard !change.removed.isEmpty || !change.names.isEmpty else { return }
        for row in change.removed {
            if let run = rows[row] { changes[run] = nil }
        }
        let gone = Set(change.removed)
        var kept = old.indices.lazy.filter { !gone.contains($0) }.makeIterator()
        var next = kept.next()
        let known = rows
        rows = new.map { name in
            if let row = next, old[row] == name {
                next = kept.next()
                return known[row]
            }
            return name.run(in: timetable)
        }
    }
}
