package import HTTPServing
import HummingbirdCore
import NIOCore
import NIOSSL
import Synchronization

/// Tracks the open connections and closes the slowest ones when there are too many.
///
/// When the server is full, the connection whose client has kept the server waiting longest (idle,
/// in the middle of a request, or not reading) is closed to admit the next one. A connection that
/// is being answered or that reads a stream is kept.
package final class ConnectionRoster: Sendable {
    private struct Present {
        var marks: [ObjectIdentifier: ConnectionMark] = [:]
        var counts: [String: Int] = [:]
        var isPollDue = false
    }

    private let maximum: Int
    private let maximumPerAddress: Int
    private let proxies: TrustedProxies
    private let accepted = Atomic<Int>(0)
    private let present = Mutex(Present())

    /// A connection is closed only after its client has kept the server waiting for this long,
    /// since a new client may be about to send its request.
    static let idleAllowance = TimeAmount.seconds(1)

    /// Allows `maximum` connections, `maximumPerAddress` of them from one address.
    ///
    /// Proxies and programs on this machine have no limit of their own, because they forward for
    /// many clients.
    package init(maximum: Int, maximumPerAddress: Int, proxies: TrustedProxies) {
        self.maximum = max(1, maximum)
        self.maximumPerAddress = max(1, maximumPerAddress)
        self.proxies = proxies
    }

    var count: Int { present.withLock { $0.marks.count } }

    var hasRoom: Bool { accepted.load(ordering: .relaxed) < maximum }

    /// Counts an accepted connection and closes others, repeatedly, until there is room.
    func opened(_ loop: any EventLoop) {
        accepted.add(1, ordering: .relaxed)
        makeRoom(loop)
    }

    /// Counts a closed connection, and closes the next one if there is still no room: several are
    /// accepted at once, so there may be more than the maximum.
    func closed(_ loop: any EventLoop) {
        accepted.subtract(1, ordering: .relaxed)
        makeRoom(loop)
    }

    private func makeRoom(_ loop: any EventLoop) {
        guard !hasRoom else { return }
        if let mark = present.withLock({ Self.removeSlowest(&$0, now: loop.now) { _ in true } }) {
            return mark.end()
        }
        let isDue = present.withLock { present in
            defer { present.isPollDue = true }
            return present.isPollDue
        }
        guard !isDue else { return }
        loop.scheduleTask(in: Self.idleAllowance) { [weak self] in
            self?.present.withLock { $0.isPollDue = false }
            self?.makeRoom(loop)
        }
    }

    /// Admits a connection; returns false if its address has reached its limit and all of its
    /// connections are busy.
    func enter(_ mark: ConnectionMark, now: NIODeadline) -> Bool {
        let (isIn, slowest) = present.withLock { present -> (Bool, ConnectionMark?) in
            var slowest: ConnectionMark?
            if let key = bounded(mark), present.counts[key, default: 0] >= maximumPerAddress {
                slowest = Self.removeSlowest(&present, now: now) { $0.key == key }
                if slowest == nil { return (false, nil) }
            }
            present.marks[ObjectIdentifier(mark)] = mark
            if let key = mark.key { present.counts[key, default: 0] += 1 }
            return (true, slowest)
        }
        slowest?.end()
        return isIn
    }

    func leave(_ mark: ConnectionMark) {
        present.withLock { Self.remove(mark, &$0) }
    }

    /// Returns the key for the limit per address; nil for proxies.
    private func bounded(_ mark: ConnectionMark) -> String? {
        mark.address.map(proxies.include) == false ? mark.key : nil
    }

    private static func remove(_ mark: ConnectionMark, _ present: inout Present) {
        guard present.marks.removeValue(forKey: ObjectIdentifier(mark)) != nil, let key = mark.key
        else { return }
        let left = present.counts[key, default: 0] - 1
        present.counts[key] = left > 0 ? left : nil
    }

    private static func removeSlowest(
        _ present: inout Present, now: NIODeadline, among isMeant: (ConnectionMark) -> Bool
    ) -> ConnectionMark? {
        let latest = now - idleAllowance
        var slowest: (mark: ConnectionMark, since: NIODeadline)?
        for mark in present.marks.values where isMeant(mark) {
            guard let since = mark.waitingSince, since <= latest,
                slowest.map({ since < $0.since }) ?? true
            else { continue }
            slowest = (mark, since)
        }
        if let slowest { remove(slowest.mark, &present) }
        return slowest?.mark
    }
}

/// The state of one connection that any thread may read.
final class ConnectionMark: Sendable {
    /// The client's address; nil where it does not matter.
    let address: String?
    /// The key by which the address is counted.
    let key: String?
    private let channel: any Channel
    private let since = Atomic<UInt64>(0)

    init(_ channel: any Channel, address: String?) {
        self.channel = channel
        self.address = address
        key = address.map(ClientAddress.key)
    }

    /// The time since which the server has waited for the client; nil while the client waits for
    /// the server.
    var waitingSince: NIODeadline? {
        get {
            let nanoseconds = since.load(ordering: .relaxed)
            return nanoseconds == 0 ? nil : .uptimeNanoseconds(nanoseconds)
        }
        set { since.store(newValue.map { max(1, $0.uptimeNanoseconds) } ?? 0, ordering: .relaxed) }
    }

    /// Closes the connection at once, without TLS's closing handshake, which a client could delay.
    func end() {
        channel.eventLoop.execute { [channel] in
            let handlers = channel.pipeline.syncOperations
            if let encryption = try? handlers.context(handlerType: NIOSSLServerHandler.self) {
                encryption.close(promise: nil)
            } else {
                channel.close(promise: nil)
            }
        }
    }
}

/// Accepts connections while there is room.
struct ConnectionGate: AvailableConnectionsDelegate {
    let roster: ConnectionRoster
    let loop: any EventLoop

    mutating func connectionOpened() { roster.opened(loop) }

    mutating func connectionClosed() { roster.closed(loop) }

    func isAcceptingNewConnections() -> Bool { roster.hasRoom }
}
