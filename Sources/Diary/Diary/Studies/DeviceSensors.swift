import DiarySensing
import Foundation
import PhoneRecords
import TransitModel

/// The sensing state machines of phones that leave the decision to the server.
///
/// State machines of sealed diaries stay in memory, because they know where the participant was
/// during the last quarter of an hour. After a restart such a phone starts again at 10 m, as every
/// recording does.
struct DeviceSensors {
    private struct Entry {
        let owner: Int64
        var sensor: DiarySensor
        var sentState: SensingState?
        /// Whether the machine is stored.
        var isKept: Bool
        /// The number of spans that the person had deleted when the machine began.
        let deletions: Int
        /// The latest event's time.
        var fed: Date
        var isUnsaved = false
        var isChanged = false
        var saved: UnixTime
        var used: UInt64
    }

    /// The largest number of state machines in memory.
    static let maximum = 20_000
    /// The interval of writing an active machine, in seconds; a crash loses this much of its
    /// history.
    private static let savingSeconds = 60.0
    private static let checkSeconds = 1.0
    /// How far phones' clocks may be ahead, in seconds; records with a later time are stored, but
    /// do not affect the state machine.
    private static let maximumLeadSeconds = 300.0

    private var entries: [Int64: Entry] = [:]
    private var uses: UInt64 = 0
    /// Devices whose state changed since they were written.
    private var urgent: Set<Int64> = []
    /// When due devices were last searched for.
    private var checked: UnixTime?

    /// Removes a machine of a person who has deleted a span, or whose phone was sent another state
    /// by another node meanwhile: that node's saved machine knows more.
    mutating func reconcile(_ stored: IntakeWriting.Stored) {
        let device = stored.device
        guard let entry = entries[device] else { return }
        if entry.deletions != stored.deletions { return remove(device) }
        guard !entry.isUnsaved, entry.sentState?.rawValue != stored.sentState else { return }
        if entry.isKept {
            remove(device)
        } else {
            entries[device]?.sentState = stored.sentState.flatMap { SensingState(rawValue: $0) }
        }
    }

    /// Removes the machines of participants who withdrew or deleted a span.
    mutating func forget(_ owners: Set<Int64>) {
        for device in entries.filter({ owners.contains($0.value.owner) }).keys { remove(device) }
    }

    private mutating func remove(_ device: Int64) {
        entries[device] = nil
        urgent.remove(device)
    }

    func holds(_ device: Int64) -> Bool { entries[device] != nil }

    /// Restores a saved machine; without readable data it starts again.
    ///
    /// Does nothing if the batch has no fix.
    mutating func restore(
        _ stored: IntakeWriting.Stored, from data: Data?, now: UnixTime,
        _ configuration: SensingConfiguration
    ) {
        guard let first = stored.batch.trace.fixes.map(\.time).min() else { return }
        let participant = stored.batch.participant
        let saved = data.flatMap { try? JSONDecoder().decode(Saved.self, from: $0) }
        entries[stored.device] = Entry(
            owner: participant.number,
            sensor: saved?.sensor
                ?? DiarySensor(configuration: configuration, startingAt: first),
            sentState: stored.sentState.flatMap { SensingState(rawValue: $0) },
            isKept: participant.study.mode == .personal, deletions: stored.deletions,
            fed: saved?.fed ?? .distantPast, saved: now, used: uses)
    }

    /// Applies a device's records; returns the machine's state and whether the phone must be sent
    /// it.
    ///
    /// A machine that took records of a deleted span steers the phone, but is not stored any more.
    mutating func apply(
        _ stored: IntakeWriting.Stored, now: UnixTime, _ configuration: SensingConfiguration
    ) -> (state: SensingState, changedTo: SensingState?)? {
        let (device, trace) = (stored.device, stored.batch.trace)
        // Nothing was new, so the phone did not receive the last reply.
        let isRepeat = stored.new == 0 && !trace.fixes.isEmpty
        // Removed while it changes, to avoid copying its memory.
        guard var entry = entries.removeValue(forKey: device) else { return nil }
        if stored.hasDiscarded { entry.isKept = false }
        uses += 1
        entry.used = uses
        if entry.sensor.configuration != configuration { entry.sensor.configure(configuration) }
        let latest = Date(
            timeIntervalSince1970: now.fractionalSeconds + Self.maximumLeadSeconds)
        var events = trace.motions.map { (time: $0.start, event: SensingEvent.motion($0)) }
        events += trace.fixes.map { (time: $0.time, event: SensingEvent.fix($0)) }
        // A motion at the same time comes first, as in the list: sorting is stable.
        for (time, event) in events.sorted(by: { $0.time < $1.time })
        where time >= entry.fed && time <= latest {
            entry.sensor.receive(event, at: time)
            entry.fed = time
            entry.isChanged = true
        }
        let state = entry.sensor.decision.state
        let changedTo = entry.sentState != state || isRepeat ? state : nil
        if entry.sentState != state {
            entry.sentState = state
            entry.isUnsaved = true
            urgent.insert(device)
        }
        entries[device] = entry
        return (state, changedTo)
    }

    /// Returns the machines to write now: changed states, and machines not written for a while.
    mutating func takeUnsaved(now: UnixTime, limit: Int, all: Bool = false)
        -> [IntakeWriting.Memory]
    {
        var devices = Array(urgent.prefix(limit))
        // Searching all of them in every round would take longer than writing.
        if all || checked.map({ now.seconds(since: $0) >= Self.checkSeconds }) ?? true {
            checked = now
            let due = entries.lazy.filter { _, entry in
                entry.isKept && entry.isChanged && !entry.isUnsaved
                    && (all || now.seconds(since: entry.saved) >= Self.savingSeconds)
            }
            devices += due.prefix(limit).map(\.key)
        }
        return devices.compactMap { device in
            urgent.remove(device)
            guard var entry = entries[device] else { return nil }
            let saved = Saved(sensor: entry.sensor, fed: entry.fed)
            entry.isUnsaved = false
            entry.isChanged = false
            entry.saved = now
            entries[device] = entry
            return IntakeWriting.Memory(
                device: device, sentState: entry.sentState?.rawValue,
                sensor: entry.isKept ? try? JSONEncoder().encode(saved) : nil,
                deletions: entry.deletions)
        }
    }

    /// Marks machines as unsaved after a failed write.
    mutating func putBack(_ memories: [IntakeWriting.Memory]) {
        for memory in memories where entries[memory.device] != nil {
            entries[memory.device]?.isUnsaved = true
            entries[memory.device]?.isChanged = true
            urgent.insert(memory.device)
        }
    }

    /// Evicts the least recently used saved machines if there are too many.
    mutating func forget() {
        guard entries.count > Self.maximum else { return }
        let idle = entries.filter {
            !$0.value.isUnsaved && !($0.value.isKept && $0.value.isChanged)
        }
        .sorted { $0.value.used < $1.value.used }
        for (device, _) in idle.prefix(entries.count - Self.maximum * 9 / 10) {
            entries[device] = nil
        }
    }

    private struct Saved: Codable {
        let sensor: DiarySensor
        let fed: Date
    }
}
