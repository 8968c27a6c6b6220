package import Realtime
import Synchronization

/// Publishes updates to the clients of the shuttle tracker's socket by topic.
///
/// It never waits for a client. For each vehicle only the newest location and arrivals are queued.
package final class FusionHub: Sendable {
    private let id: String
    private let listings: ShuttleListings
    private let state = Mutex(State())

    private struct State {
        var clients: [Int: Seat] = [:]
        var lastClient = 0
        /// The last published messages, by vehicle.
        var locations: [Int64: ShuttleUpdate] = [:]
        var arrivals: [Int64: ShuttleArrivals] = [:]
    }

    private struct Seat {
        let client: FusionClient
        var topics: Set<FusionTopic> = []
    }

    /// Creates a hub; `id` must differ after each start of the server.
    package init(_ listings: ShuttleListings, id: String) {
        self.listings = listings
        self.id = id
    }

    package var hasClients: Bool { state.withLock { !$0.clients.isEmpty } }

    /// Publishes what changed in a snapshot; call it from one task, once per snapshot.
    package func advance(to snapshot: NetworkSnapshot, arrivals: [ShuttleArrivals]) {
        let updates = listings.updates(snapshot)
        state.withLock { state in
            for update in updates {
                guard let vehicle = update.vehicleID else { continue }
                guard state.locations[vehicle]?.time != update.time else { continue }
                send(.locations, vehicle, update, &state)
            }
            for arrival in arrivals {
                let known = state.arrivals[arrival.vehicleID]
                guard known == nil || known?.differs(from: arrival) == true else { continue }
                send(.arrivals, arrival.vehicleID, arrival, &state)
            }
            state.locations = Dictionary(
                updates.compactMap { update in update.vehicleID.map { ($0, update) } },
                uniquingKeysWith: { first, _ in first })
            state.arrivals = Dictionary(
                arrivals.map { ($0.vehicleID, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Ends the signals of all clients, so that their connections close.
    package func close() {
        for seat in state.withLock({ $0.clients.values }) { seat.client.end() }
    }

    /// Adds a client, and sends it the server's id.
    package func join() -> FusionClient {
        let client = state.withLock { state in
            state.lastClient += 1
            let client = FusionClient(number: state.lastClient)
            state.clients[client.number] = Seat(client: client)
            return client
        }
        client.say(FusionMessage.serverID(id))
        return client
    }

    package func leave(_ client: FusionClient) {
        state.withLock { $0.clients[client.number] = nil }
    }

    /// Handles a client's command.
    ///
    /// Clients' positions are discarded; nobody is tracked.
    package func handle(_ command: FusionCommand, from client: FusionClient) {
        state.withLock { state in
            switch command {
            case .subscribe(let topic):
                let isNew = state.clients[client.number]?.topics.insert(topic).inserted ?? false
                if isNew { catchUp(client, topic, state) }
            case .unsubscribe(let topic):
                state.clients[client.number]?.topics.remove(topic)
            case .position: break
            case .busButton(let button):
                let message = FusionMessage.update(.busButton, button)
                for seat in state.clients.values where seat.topics.contains(.busButton) {
                    seat.client.say(message)
                }
            }
        }
    }

    private func catchUp(_ client: FusionClient, _ topic: FusionTopic, _ state: State) {
        switch topic {
        case .arrivals:
            for (vehicle, arrivals) in state.arrivals {
                client.send(topic, of: vehicle, FusionMessage.update(topic, arrivals))
            }
        case .locations:
            for (vehicle, location) in state.locations {
                client.send(topic, of: vehicle, FusionMessage.update(topic, location))
            }
        case .busButton: break
        }
    }

    private func send(
        _ topic: FusionTopic, _ vehicle: Int64, _ update: some Encodable, _ state: inout State
    ) {
        let listeners = state.clients.values.filter { $0.topics.contains(topic) }
        guard !listeners.isEmpty else { return }
        let message = FusionMessage.update(topic, update)
        for seat in listeners { seat.client.send(topic, of: vehicle, message) }
    }
}

/// A client of the shuttle tracker's socket, with its queue of messages.
package final class FusionClient: Sendable {
    let number: Int
    /// Yields when there are messages to send.
    package let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    /// The maximum number of queued messages about no vehicle; the oldest are dropped.
    private static let maximumMessages = 100

    private struct Key: Hashable {
        let topic: FusionTopic
        let vehicle: Int64
    }

    private struct Waiting {
        var messages: [[UInt8]] = []
        var updates: [Key: [UInt8]] = [:]
        var order: [Key] = []
    }

    init(number: Int) {
        self.number = number
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func say(_ message: [UInt8]) {
        waiting.withLock {
            if $0.messages.count == Self.maximumMessages { $0.messages.removeFirst() }
            $0.messages.append(message)
        }
        signal.yield()
    }

    func send(_ topic: FusionTopic, of vehicle: Int64, _ message: [UInt8]) {
        let key = Key(topic: topic, vehicle: vehicle)
        waiting.withLock {
            if $0.updates.updateValue(message, forKey: key) == nil { $0.order.append(key) }
        }
        signal.yield()
    }

    func end() { signal.finish() }

    /// Removes and returns the queued messages, in order.
    package func drain() -> [[UInt8]] {
        waiting.withLock { waiting in
            let taken = waiting
            waiting = Waiting()
            return taken.messages + taken.order.compactMap { taken.updates[$0] }
        }
    }
}

extension ShuttleArrivals {
    /// The smallest change of an arrival worth sending, in seconds.
    private static let minimumChangeSeconds: Int64 = 5

    /// Whether the change matters to riders.
    fileprivate func differs(from other: ShuttleArrivals) -> Bool {
        routeID != other.routeID || stops.count != other.stops.count
            || zip(stops, other.stops).contains {
                $0.stopID != $1.stopID || $0.isArriving != $1.isArriving
                    || abs($0.time.seconds - $1.time.seconds) >= Self.minimumChangeSeconds
            }
    }
}
