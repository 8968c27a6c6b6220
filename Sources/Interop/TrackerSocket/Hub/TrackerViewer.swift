import Synchronization

/// One client of the tracker socket: what it is still to be told.
///
/// Of a vehicle only the newest state waits, so a client that reads slowly misses states but
/// nothing piles up. Answers to its own questions all wait, up to a bound, beyond which it is to be
/// dropped.
package final class TrackerViewer: Sendable {
    /// Stands for the client inside the server.
    let number: Int
    /// A value whenever something is to be sent now; it ends when the client is to be dropped.
    package let signals: AsyncStream<Void>
    /// Lets `flush` be called after that many milliseconds.
    private let schedule: @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    /// Answers may take this much memory while they wait, in bytes.
    package static let maximumAnswerBytes = 16 << 20
    /// Longest wait and largest number that `BUFFER` can ask for.
    private static let maximumWait = 10_000
    private static let largestBatch = 1000
    /// Without `BUFFER`, vehicles still wait so long, in milliseconds: clients ask for the area
    /// first and for collections next.
    private static let shortWait = 20
    /// Frames of several messages are kept near this size, in bytes.
    private static let batchBytes = 256 << 10

    private enum News {
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
        var news: [Int: News] = [:]
        /// The vehicles of `news` in the order in which they came up.
        var order: [Int] = []
        /// Messages are collected up to this many or for this long; nil for not at all.
        var buffer: (count: Int, milliseconds: Int)?
        var isTimed = false
        var isDropped = false

        var count: Int { answers.count + news.count }
    }

    /// A client with nothing to be told; `schedule` calls `flush` after some milliseconds.
    init(
        number: Int, schedule: @escaping @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    ) {
        self.number = number
        self.schedule = schedule
        (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Sends now what is waiting.
    package func flush() {
        waiting.withLock { $0.isTimed = false }
        signal.yield()
    }

    func setBuffer(count: Int, milliseconds: Int) {
        waiting.withLock {
            $0.buffer =
                count <= 1 || milliseconds == 0
                ? nil
                : (min(count, Self.largestBatch), min(milliseconds, Self.maximumWait))
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

    func tell(of vehicle: TrackerVehicle, _ level: GeneralisationLevel?) {
        add { waiting in
            if waiting.news.updateValue(.changed(vehicle, level), forKey: vehicle.number) == nil {
                waiting.order.append(vehicle.number)
            }
        }
    }

    func tellGone(_ vehicle: TrackerVehicle) {
        add { waiting in
            if waiting.news.updateValue(.gone(vehicle.trajectory.trainID), forKey: vehicle.number)
                == nil
            {
                waiting.order.append(vehicle.number)
            }
        }
    }

    /// Forgets vehicles that were to be told.
    func forgetVehicles() {
        waiting.withLock {
            $0.news = [:]
            $0.order = []
        }
    }

    /// Lets the client be dropped.
    package func drop() {
        waiting.withLock { $0.isDropped = true }
        signal.finish()
    }

    /// Lets the client be told to go, for no fault of its own.
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

    /// Takes what waits, as frames to be sent in order.
    ///
    /// `timestamp` is that of messages about vehicles that are gone and of collections.
    package func take(timestamp: Int64) -> [TrackerFrame] {
        let taken = waiting.withLock { waiting in
            let taken = waiting
            waiting = Waiting()
            waiting.buffer = taken.buffer
            waiting.isTimed = taken.isTimed
            waiting.isDropped = taken.isDropped
            return taken
        }
        let messages = taken.answers + taken.order.compactMap { taken.news[$0]?.message(timestamp) }
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

    /// Whether too many answers waited.
    package var isDropped: Bool { waiting.withLock { $0.isDropped } }
}

/// A text frame of the tracker socket: one message, or a collection that is put together when it is
/// sent, so that slow readers hold no copies.
package struct TrackerFrame: Sendable {
    fileprivate let messages: [[UInt8]]
    /// That of the collection; nil for a single message.
    fileprivate let timestamp: Int64?

    /// The text.
    package var bytes: [UInt8] {
        guard let timestamp else { return messages.first ?? [] }
        return TrackerEnvelope.buffer(messages, timestamp: timestamp)
    }
}
