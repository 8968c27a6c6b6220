import HummingbirdCore
import NIOCore
import NIOSSL
import Synchronization

/// Who is connected, how long each lets us wait, and who goes first when there are too many.
///
/// Where all places are taken, the client that has let us wait longest - idle, in the midst of a request, or
/// not reading - makes room for the next one. Whoever is being answered or listens to a stream stays.
package final class ConnectionRoster: Sendable {
    private struct Present {
        var marks: [ObjectIdentifier: ConnectionMark] = [:]
        var counts: [String: Int] = [:]
        var isPollDue = false
    }

    private let most: Int
    private let mostPerAddress: Int
    private let proxies: TrustedProxies
    private let accepted = Atomic<Int>(0)
    private let present = Mutex(Present())

    /// Nobody has to make room who has not let us wait for so long: they may be about to ask.
    static let politeness = TimeAmount.seconds(1)

    /// Takes `most` connections, of which `mostPerAddress` may come from one address; proxies, and programs
    /// of this machine, stand for many and may have as many as they like.
    package init(most: Int, mostPerAddress: Int, proxies: TrustedProxies) {
        self.most = max(1, most)
        self.mostPerAddress = max(1, mostPerAddress)
        self.proxies = proxies
    }

    /// How many are connected.
    var count: Int { present.withLock { $0.marks.count } }

    var hasRoom: Bool { accepted.load(ordering: .relaxed) < most }

    /// A connection was taken up; others may have to go, and are looked at again until there is room.
    func opened(_ loop: any EventLoop) {
        accepted.add(1, ordering: .relaxed)
        makeRoom(loop)
    }

    func closed() {
        accepted.subtract(1, ordering: .relaxed)
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
        loop.scheduleTask(in: Self.politeness) { [weak self] in
            self?.present.withLock { $0.isPollDue = false }
            self?.makeRoom(loop)
        }
    }

    /// Lets a connection in; false if its address has as many as it may, all of them busy.
    func enter(_ mark: ConnectionMark, now: NIODeadline) -> Bool {
        let (isIn, slowest) = present.withLock { present -> (Bool, ConnectionMark?) in
            var slowest: ConnectionMark?
            if let key = bounded(mark), present.counts[key, default: 0] >= mostPerAddress {
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

    /// A connection ended.
    func leave(_ mark: ConnectionMark) {
        present.withLock { Self.remove(mark, &$0) }
    }

    /// What its connections are counted by; nil for proxies.
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
        let latest = now - politeness
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

/// What is known of one connection from any thread.
final class ConnectionMark: Sendable {
    /// Where it comes from; nil where that is no matter.
    let address: String?
    /// What its address is counted by.
    let key: String?
    private let channel: any Channel
    private let since = Atomic<UInt64>(0)

    init(_ channel: any Channel, address: String?) {
        self.channel = channel
        self.address = address
        key = address.map(ClientAddress.key)
    }

    /// Since when we wait for the client; nil while the client waits for us.
    var waitingSince: NIODeadline? {
        get {
            let nanoseconds = since.load(ordering: .relaxed)
            return nanoseconds == 0 ? nil : .uptimeNanoseconds(nanoseconds)
        }
        set { since.store(newValue.map { max(1, $0.uptimeNanoseconds) } ?? 0, ordering: .relaxed) }
    }

    /// Ends the connection at once, without the farewell of TLS, which a client could keep us waiting for.
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

/// Lets the server take up connections as long as there is room.
struct ConnectionGate: AvailableConnectionsDelegate {
    let roster: ConnectionRoster
    let loop: any EventLoop

    mutating func connectionOpened() { roster.opened(loop) }

    mutating func connectionClosed() { roster.closed() }

    func isAcceptingNewConnections() -> Bool { roster.hasRoom }
}
