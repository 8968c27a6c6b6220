import Synchronization

/// A client of the tracker socket, with its queue of messages.
///
/// Only the newest state of each vehicle is queued, so a slow client misses states but the queue is
/// bounded. All answers to its requests are queued up to a limit, beyond which it is dropped.
package final class TrackerViewer: Sendable {
    /// The client's number within the server.
    let number: Int
    /// Yields when there are frames to send; finishes when the client is to be dropped.
    package let signals: AsyncStream<Void>
    /// Calls ``flush()`` after this many milliseconds.
    private let schedule: @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    /// The maximum size of queued answers, in bytes.
    package static let maximumAnswerBytes = 16 << 20
    /// The maximum wait in milliseconds that `BUFFER` can set.
    private static let maximumWait = 10_000
    private static let maximumBatch = 1000
    /// The wait of vehicles without `BUFFER`, in milliseconds.
    ///
    /// Clients send the area first and `BUFFER` next.
    private static let shortWait = 20
    /// The approximate maximum size of a frame with several messages, in bytes.
    private static let batchBytes = 256 << 10

    private enum Update {
        case changed(TrackerVehicle, GeneralisationLevel?)
        case gone(String)

        func message(_ timestamp: Int64) -> [UInt8] {
            switch self {
            case .changed(let vehicle, let level): vehicle.message(level)
            case .gone(let trainID):
                TrackerEnvelope.json(
                    source: "deleted_vehicles", timestamp: timestamp, text: trainID)
            }
        }
    }

    private struct Waiting {
        var answers: [[UInt8]] = []
        var answerBytes = 0
        var updates: [Int: Update] = [:]
        /// The vehicles of `updates` in the order in which they were added.
        var order: [Int] = []
        /// The maximum number and the maximum wait of collected messages; nil sends them at once.
        var buffer: (count: Int, milliseconds: Int)?
        var isTimed = false
        var isDropped = false

        var count: Int { answers.count + updates.count }
    }

    /// Creates a client with an empty queue; `schedule` calls `flush` after some milliseconds.
    init(
        number: Int, schedule: @escaping @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    ) {
        self.number = number
        self.schedule = schedule
        (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Signals that the queued messages are to be sent now.
    package func flush() {
        waiting.withLock { $0.isTimed = false }
        signal.yield()
    }

    func setBuffer(count: Int, milliseconds: Int) {
        waiting.withLock {
            $0.buffer =
                count <= 1 || milliseconds == 0
                ? nil
                : (min(count, Self.maximumBatch), min(milliseconds, Self.maximumWait))
        }
        signal.yield()
    }

    func answer(_ message: [UInt8]) {
        add { waiting in
            waiting.answers.append(message)
            waiting.answerBytes += message.count
            if waiting.answerBytes > Self.maximumAnswerBytes { waiting.isDropped = true }
        }
    }

    func send(_ vehicle: TrackerVehicle, _ level: GeneralisationLevel?) {
        add { waiting in
            if waiting.updates.updateValue(.changed(vehicle, level), forKey: vehicle.number) == nil
            {
                waiting.order.append(vehicle.number)
            }
        }
    }

    func sendRemoval(_ vehicle: TrackerVehicle) {
        add { waiting in
            if waiting.updates.updateValue(
                .gone(vehicle.trajectory.trainID), forKey: vehicle.number)
                == nil
            {
                waiting.order.append(vehicle.number)
            }
        }
    }

    /// Removes queued messages about vehicles.
    func forgetVehicles() {
        waiting.withLock {
            $0.updates = [:]
            $0.order = []
        }
    }

    /// Marks the client as dropped, and ends its signals.
    package func drop() {
        waiting.withLock { $0.isDropped = true }
        signal.finish()
    }

    /// Ends the signals, so that the connection closes.
    func end() { signal.finish() }

    private func add(_ change: (inout Waiting) -> Void) {
        enum Step { case none, send, wait(Int), drop }
        let step: Step = waiting.withLock { waiting in
            change(&waiting)
            if waiting.isDropped { return .drop }
            if let buffer = waiting.buffer {
                if waiting.count >= buffer.count { return .send }
            } else if !waiting.answers.isEmpty {
                return .send
            }
            guard !waiting.isTimed else { return .none }
            waiting.isTimed = true
            return .wait(waiting.buffer?.milliseconds ?? Self.shortWait)
        }
        switch step {
        case .none: break
        case .send: signal.yield()
        case .wait(let milliseconds): schedule(self, milliseconds)
        case .drop: signal.finish()
        }
    }

    /// Removes and returns the queued messages, as frames in order.
    ///
    /// `timestamp`: The timestamp of collections and of messages about deleted vehicles.
    package func drain(timestamp: Int64) -> [TrackerFrame] {
        let taken = waiting.withLock { waiting in
            let taken = waiting
            waiting = Waiting()
            waiting.buffer = taken.buffer
            waiting.isTimed = taken.isTimed
            waiting.isDropped = taken.isDropped
            return taken
        }
        let messages =
            taken.answers + taken.order.compactMap { taken.updates[$0]?.message(timestamp) }
        guard let buffer = taken.buffer else {
            return messages.map { TrackerFrame(messages: [$0], timestamp: nil) }
        }
        var frames: [TrackerFrame] = []
        var batch: [[UInt8]] = []
        var bytes = 0
        for message in messages {
            batch.append(message)
            bytes += message.count
            guard batch.count == buffer.count || bytes >= Self.batchBytes else { continue }
            frames.append(TrackerFrame(messages: batch, timestamp: timestamp))
            batch = []
            bytes = 0
        }
        if !batch.isEmpty { frames.append(TrackerFrame(messages: batch, timestamp: timestamp)) }
        return frames
    }

    /// Whether the client is to be dropped because too many answers were queued.
    package var isDropped: Bool { waiting.withLock { $0.isDropped } }
}

/// A text frame of the tracker socket: one message or a collection.
///
/// A collection is encoded when it is sent, so that queues hold no copies.
package struct TrackerFrame: Sendable {
    fileprivate let messages: [[UInt8]]
    /// The timestamp of the collection; nil for a single message.
    fileprivate let timestamp: Int64?

    package var bytes: [UInt8] {
        guard let timestamp else { return messages.first ?? [] }
        return TrackerEnvelope.buffer(messages, timestamp: timestamp)
    }
}
