package import Realtime
import Synchronization
import TransitModel

/// The switchboard of the shuttle tracker's socket: tells each client what it subscribed to.
///
/// Nothing here waits for a client. Of each vehicle only the newest place and arrivals wait.
package final class FusionHub: Sendable {
    private let id: String
    private let listings: ShuttleListings
    private let state = Mutex(State())

    private struct State {
        var clients: [Int: Seat] = [:]
        var lastClient = 0
        /// What was told last of each vehicle, by its number.
        var locations: [Int64: ShuttleUpdate] = [:]
        var arrivals: [Int64: ShuttleArrivals] = [:]
    }

    private struct Seat {
        let client: FusionClient
        var topics: Set<FusionTopic> = []
    }

    /// Starts without vehicles and clients; `id` is another one after each start of the server.
    package init(_ listings: ShuttleListings, id: String) {
        self.listings = listings
        self.id = id
    }

    /// Whether anybody listens.
    package var hasClients: Bool { state.withLock { !$0.clients.isEmpty } }

    /// Tells what is news in a snapshot; called by one task, once a snapshot.
    package func advance(to snapshot: NetworkSnapshot, arrivals: [ShuttleArrivals]) {
        let updates = listings.updates(snapshot)
        state.withLock { state in
            for update in updates {
                guard let vehicle = update.vehicleID else { continue }
                guard state.locations[vehicle]?.time != update.time else { continue }
                tell(.locations, vehicle, update, &state)
            }
            for arrival in arrivals {
                let known = state.arrivals[arrival.vehicleID]
                guard known == nil || known?.differs(from: arrival) == true else { continue }
                tell(.arrivals, arrival.vehicleID, arrival, &state)
            }
            state.locations = Dictionary(
                updates.compactMap { update in update.vehicleID.map { ($0, update) } },
                uniquingKeysWith: { first, _ in first })
            state.arrivals = Dictionary(
                arrivals.map { ($0.vehicleID, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Ends all clients' signals: they are told to go.
    package func close() {
        for seat in state.withLock({ $0.clients.values }) { seat.client.end() }
    }

    /// Lets a client take part; it is told who the server is.
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

    /// Forgets a client.
    package func leave(_ client: FusionClient) {
        state.withLock { $0.clients[client.number] = nil }
    }

    /// Does what a client asks for.
    ///
    /// Positions of clients are read and forgotten: nobody's way is followed.
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
                let message = FusionMessage.news(.busButton, button)
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
                client.tell(topic, of: vehicle, FusionMessage.news(topic, arrivals))
            }
        case .locations:
            for (vehicle, location) in state.locations {
                client.tell(topic, of: vehicle, FusionMessage.news(topic, location))
            }
        case .busButton: break
        }
    }

    private func tell(
        _ topic: FusionTopic, _ vehicle: Int64, _ news: some Encodable, _ state: inout State
    ) {
        let listeners = state.clients.values.filter { $0.topics.contains(topic) }
        guard !listeners.isEmpty else { return }
        let message = FusionMessage.news(topic, news)
        for seat in listeners { seat.client.tell(topic, of: vehicle, message) }
    }
}

/// One client of the shuttle tracker's socket: what it is still to be told.
package final class FusionClient: Sendable {
    let number: Int
    /// A value whenever something is to be sent.
    package let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let waiting = Mutex(Waiting())

    /// At most so many messages that are not about a vehicle wait; the oldest are forgotten.
    private static let maximumMessages = 100

    private struct Key: Hashable {
        let topic: FusionTopic
        let vehicle: Int64
    }

    private struct Waiting {
        var messages: [[UInt8]] = []
        var news: [Key: [UInt8]] = [:]
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

    func tell(_ topic: FusionTopic, of vehicle: Int64, _ message: [UInt8]) {
        let key = Key(topic: topic, vehicle: vehicle)
        waiting.withLock {
            if $0.news.updateValue(message, forKey: key) == nil { $0.order.append(key) }
        }
        signal.yield()
    }

    func end() { signal.finish() }

    /// Takes what waits, in order.
    package func take() -> [[UInt8]] {
        waiting.withLock { waiting in
            let taken = waiting
            waiting = Waiting()
            return taken.messages + taken.order.compactMap { taken.news[$0] }
        }
    }
}

extension ShuttleArrivals {
    /// Arrivals that moved by less are no news, in seconds.
    private static let newsSeconds: Int64 = 5

    /// Whether riders would want to know.
    fileprivate func differs(from other: ShuttleArrivals) -> Bool {
        routeID != other.routeID || stops.count != other.stops.count
            || zip(stops, other.stops).contains {
                $0.stopID != $1.stopID || $0.isArriving != $1.isArriving
                    || abs($0.time.seconds - $1.time.seconds) >= Self.newsSeconds
            }
    }
}
