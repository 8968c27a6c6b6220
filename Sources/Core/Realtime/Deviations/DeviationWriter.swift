#if !hasFeature(Embedded)

package import Timetables
import TransitModel

/// Writes what differs from the timetable as frames for devices that have the timetable too: a
/// snapshot to begin with, then the changes from one instant to the next.
///
/// All devices get the same frames.
package struct DeviationWriter: Sendable {
    /// The interval between two frames; the double for a large network.
    package static let intervalSeconds = 20
    /// The number of changed runs above which a network is large; about 2,500 vehicles have as
    /// many.
    private static let manyRuns = 6000

    /// Returns the seconds from a frame with that many changed runs to the next one.
    package static func intervalSeconds(changedRuns: Int) -> Int {
        changedRuns > manyRuns ? intervalSeconds * 2 : intervalSeconds
    }

    private let timetable: Timetable
    private var sent = DeviationState()
    private var predictor = BitPredictor()
    /// The names of the runs with a deviation.
    private var names: [DatedRun: RunName] = [:]
    /// The overlay of the last frame, only to recognise it: it has megabytes and is replaced long
    /// before the next frame.
    private weak var overlay: RealtimeOverlay?

    /// Begins without deviations; the first frame gets the number after `sequence`.
    package init(_ timetable: Timetable, sequence: UInt64) {
        self.timetable = timetable
        sent.sequence = sequence
    }

    /// The number of the last frame.
    package var sequence: UInt64 { sent.sequence }

    /// Returns the frame from the last one to a snapshot.
    package mutating func next(_ snapshot: NetworkSnapshot) -> [UInt8] {
        sent.sequence += 1
        sent.asOf = snapshot.asOf
        sent.source = snapshot.source
        let overlay = snapshot.overlay
        var head = ByteWriter()
        sent.writeHead(.changes, to: &head)
        let isSame = overlay === self.overlay
        self.overlay = overlay
        sent.writeNotices(
            isSame ? nil : (overlay.alerts, overlay.added), to: &head, in: timetable)
        var coder = RangeEncoder()
        let change = isSame ? RunDeviations.Change() : change(to: overlay)
        write(change, onto: &sent.runs, &predictor, &coder)
        return DeviationState.sealed(head, coder.finish())
    }

    /// Returns the last frame as a snapshot, with which a device can begin.
    package func snapshot() -> [UInt8] {
        var (state, fresh) = (sent, BitPredictor())
        state.forgetContent()
        var head = ByteWriter()
        state.writeHead(.snapshot, to: &head)
        state.writeNotices(
            (sent.alerts.notices.compactMap(\.self), sent.added.notices.compactMap(\.self)),
            to: &head, in: timetable)
        predictor.write(to: &head)
        var change = RunDeviations.Change()
        change.names = sent.runs.names
        change.changed = sent.runs.runs.enumerated().map { ($0.offset, $0.element) }
        var coder = RangeEncoder()
        write(change, onto: &state.runs, &fresh, &coder, rests: sent.runs.rests)
        return DeviationState.sealed(head, coder.finish())
    }

    private func write(
        _ change: RunDeviations.Change, onto runs: inout RunDeviations,
        _ predictor: inout BitPredictor, _ coder: inout RangeEncoder, rests: [Int]? = nil
    ) {
        do throws(ByteReader.Malformed) {
            _ = try runs.code(change, &predictor, &coder)
            if let rests { try runs.codeRests(rests, &predictor, &coder) }
        } catch {
            preconditionFailure("a writer only codes what holds")
        }
    }

    /// Returns the difference between the deviations that were sent and an overlay.
    private mutating func change(to overlay: RealtimeOverlay) -> RunDeviations.Change {
        var known: [DatedRun: RunName] = [:]
        var new: [RunName: RunDeviation] = [:]
        for (run, change) in overlay.changes {
            let name = names[run] ?? RunName(run, in: timetable)
            guard let deviation = RunDeviation(change, of: run.run, in: timetable)
            else { continue }
            known[run] = name
            new[name] = deviation
        }
        names = known
        var change = RunDeviations.Change()
        var row = 0
        var all: [(name: RunName, old: RunDeviation?)] = []
        for (old, name) in sent.runs.names.enumerated() {
            if new[name] == nil {
                change.removed.append(old)
            } else {
                all.append((name, sent.runs.runs[old]))
            }
        }
        let old = Set(all.map(\.name))
        change.names = new.keys.filter { !old.contains($0) }.sorted()
        change.names.removeLast(
            max(0, change.names.count + all.count - RunDeviations.maximumRuns))
        all += change.names.map { ($0, nil) }
        for (name, old) in all.sorted(by: { $0.name < $1.name }) {
            if let deviation = new[name], deviation != old {
                change.changed.append((row, deviation))
            }
            row += 1
        }
        return change
    }
}

#endif
