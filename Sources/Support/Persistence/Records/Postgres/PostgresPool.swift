import Glibc
import NIOPosix
import Synchronization

/// A limited number of connections to one database, each used on one of the pool's own threads.
///
/// There are as many threads as connections, so no thread waits for a connection and tasks never
/// block. A lost connection is reopened with pauses that double. Requests made meanwhile wait for
/// some seconds, in which they also wait for a thread, and then fail.
final class PostgresPool: Sendable {
    /// The maximum number of requests that wait for a thread.
    private static let maximumWaiting = 4096
    private static let firstPause = Duration.milliseconds(100)
    private static let maximumPause = Duration.seconds(3)
    /// The maximum number of attempts for a transaction that conflicts with others.
    private static let maximumTries = 5

    /// A connection, passed between threads under the state's lock; only one thread has it at a
    /// time.
    private struct Slot: @unchecked Sendable {
        let connection: PostgresConnection
    }

    private struct State {
        var idle: [Slot] = []
        var waiting = 0
        var isClosed = false
        /// The earliest time of the next attempt to connect, after a failed one.
        var notBefore: ContinuousClock.Instant?
        var pause = PostgresPool.firstPause
    }

    private let address: PostgresAddress
    private var timeouts: PostgresTimeouts { address.timeouts }
    private let searchPath: String
    private let threads: NIOThreadPool
    private let state = Mutex(State())

    init(_ address: PostgresAddress, searchPath: String) {
        self.address = address
        self.searchPath = searchPath
        threads = NIOThreadPool(numberOfThreads: address.connections)
        threads.start()
    }

    /// Whatever uses a pool may be given up without being closed, as when a network is replaced.
    deinit { close() }

    /// Runs `body` with a connection on one of the pool's threads.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        let refusal: PostgresError.Reason? = state.withLock { state in
            if state.isClosed { return .closed }
            guard state.waiting < Self.maximumWaiting else { return .busy }
            state.waiting += 1
            return nil
        }
        if let refusal { throw PostgresError(refusal, at: address.name) }
        defer { state.withLock { $0.waiting -= 1 } }
        let end = ContinuousClock.now + .seconds(timeouts.request)
        return try await threads.runIfActive {
            // All threads waited for a server that does not answer.
            guard ContinuousClock.now < end else {
                throw PostgresError(.timeout, at: self.address.name)
            }
            return try self.now(until: end, silence: self.timeouts.request, body)
        }
    }

    /// Runs `body` with a connection and blocks the caller, for startup and commands.
    ///
    /// It is repeated on another connection if the first was lost before a commit, and after a
    /// conflict with others.
    func now<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        let end = ContinuousClock.now + .seconds(timeouts.request)
        return try now(until: end, silence: timeouts.command, body)
    }

    private func now<Value>(
        until end: ContinuousClock.Instant, silence: Double,
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        var tries = 0
        while true {
            let connection = try connection(until: end)
            connection.silence = silence
            do {
                let value = try body(connection)
                release(connection)
                return value
            } catch let error as PostgresError {
                release(connection)
                // If a server ended or hangs, its other idle connections are lost too.
                if connection.isBroken { dropIdle() }
                tries += 1
                let mayPass = error.reason == .unreachable || error.reason == .conflict
                guard mayPass, tries < Self.maximumTries, ContinuousClock.now < end else {
                    throw error
                }
            } catch {
                release(connection)
                throw error
            }
        }
    }

    /// The error to throw for rows that this program never wrote.
    var damage: PostgresError {
        PostgresError(.other, at: address.name, detail: "the content of '\(searchPath)' is damaged")
    }

    /// The error to throw for a server that takes no changes.
    var standby: PostgresError {
        PostgresError(.unreachable, at: address.name, detail: "it is a standby")
    }

    /// Ends the threads; later calls throw.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle = []
        }
        threads.shutdownGracefully { _ in }
    }

    // MARK: - Connections

    private enum Next {
        case use(Slot)
        case wait(ContinuousClock.Instant)
        case connect
        case closed
    }

    private func connection(until end: ContinuousClock.Instant) throws -> PostgresConnection {
        while true {
            switch next() {
            case .closed:
                throw PostgresError(.closed, at: address.name)
            case .use(let slot):
                return slot.connection
            case .wait(let time):
                guard time < end else {
                    throw PostgresError(
                        .unreachable, at: address.name, detail: "it did not answer a moment ago")
                }
                Self.sleep(until: time)
            case .connect:
                if let made = try connect(until: end) { return made }
            }
        }
    }

    private func next() -> Next {
        state.withLock { state in
            if state.isClosed { return .closed }
            if let slot = state.idle.popLast() { return .use(slot) }
            if let time = state.notBefore, time > .now { return .wait(time) }
            // After a failure, other requests wait for the result of a single attempt.
            state.notBefore = state.notBefore.map { _ in .now + state.pause }
            return .connect
        }
    }

    /// Returns a new connection; nil if the server is unreachable and may be tried again before
    /// `end`.
    private func connect(until end: ContinuousClock.Instant) throws -> PostgresConnection? {
        let start = ContinuousClock.now
        do {
            let made = try PostgresConnection(address, searchPath: searchPath)
            state.withLock { state in
                state.notBefore = nil
                state.pause = Self.firstPause
            }
            return made
        } catch let error as PostgresError {
            guard error.reason == .unreachable else { throw error }
            let time = state.withLock { state in
                let time = ContinuousClock.now + state.pause
                state.notBefore = time
                state.pause = min(state.pause * 2, Self.maximumPause)
                return time
            }
            // A server that took the whole timeout of a connection is not tried again.
            let hangs = start.duration(to: .now) >= timeouts.hang
            guard !hangs, time < end else { throw error }
            return nil
        }
    }

    private func release(_ connection: PostgresConnection) {
        guard !connection.isBroken else { return }
        let slot = Slot(connection: connection)
        state.withLock { state in
            if !state.isClosed, state.idle.count < address.connections { state.idle.append(slot) }
        }
    }

    private func dropIdle() {
        state.withLock { $0.idle = [] }
    }

    private static func sleep(until time: ContinuousClock.Instant) {
        let left = (time - .now) / .microseconds(1)
        if left > 0 { usleep(UInt32(min(left, 900_000))) }
    }
}
