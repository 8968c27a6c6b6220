import Glibc
import NIOPosix
import Synchronization

/// A bounded number of connections to one database, each used on a thread of the pool's own.
///
/// Threads and connections are equally many, so none waits for a connection, and tasks never block.
/// A lost connection is made anew with pauses that double; whoever asks meanwhile waits for some
/// seconds, then gets an error.
final class PostgresPool: Sendable {
    /// So many requests wait for a thread at most.
    private static let maximumWaiting = 4096
    /// So long a request waits for a server that is away, in seconds.
    private static let timeout = Duration.seconds(6)
    private static let firstPause = Duration.milliseconds(100)
    private static let maximumPause = Duration.seconds(3)
    /// So often a transaction is tried in which others stood in the way.
    private static let maximumTries = 5

    /// A connection, handed from thread to thread by the state's lock: one has it at a time.
    private struct Slot: @unchecked Sendable {
        let connection: PostgresConnection
    }

    private struct State {
        var idle: [Slot] = []
        var waiting = 0
        var isClosed = false
        /// When the next attempt to connect may be made, after one failed.
        var notBefore: ContinuousClock.Instant?
        var pause = PostgresPool.firstPause
    }

    private let address: PostgresAddress
    private let searchPath: String
    private let threads: NIOThreadPool
    private let state = Mutex(State())

    init(_ address: PostgresAddress, searchPath: String) {
        self.address = address
        self.searchPath = searchPath
        threads = NIOThreadPool(numberOfThreads: address.connections)
        threads.start()
    }

    /// Runs `body` with a connection on a thread of the pool.
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
        return try await threads.runIfActive { try self.now(body) }
    }

    /// Runs `body` with a connection while the caller waits.
    ///
    /// It is run again on another connection when the first was lost before a change was confirmed,
    /// and where others stood in the way.
    func now<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        let end = ContinuousClock.now + Self.timeout
        var tries = 0
        while true {
            let connection = try connection(until: end)
            do {
                let value = try body(connection)
                giveBack(connection)
                return value
            } catch let error as PostgresError {
                giveBack(connection)
                tries += 1
                let mayPass = error.reason == .unreachable || error.reason == .conflict
                guard mayPass, tries < Self.maximumTries, ContinuousClock.now < end else {
                    throw error
                }
                // All connections of a server that ended are as dead as this one.
                if error.reason == .unreachable { dropIdle() }
            } catch {
                giveBack(connection)
                throw error
            }
        }
    }

    /// What to throw for rows that no program of ours wrote so.
    var damage: PostgresError {
        PostgresError(.other, at: address.name, detail: "what '\(searchPath)' holds is damaged")
    }

    /// Ends the threads; further calls throw.
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
            // After a failure others wait for what one attempt brings.
            state.notBefore = state.notBefore.map { _ in .now + state.pause }
            return .connect
        }
    }

    /// A new connection; nil if the server is away and may be asked again before `end`.
    private func connect(until end: ContinuousClock.Instant) throws -> PostgresConnection? {
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
            guard time < end else { throw error }
            return nil
        }
    }

    private func giveBack(_ connection: PostgresConnection) {
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
