package import Realtime
import Synchronization
import Timetables
package import TransitModel

/// Publishes snapshots to the clients of the tracker socket.
///
/// The clients' areas are indexed, so that a change is offered only to those who see it. Each state
/// of a vehicle is encoded once for all clients. It never waits for a client.
package final class TrackerHub: Sendable {
    let timetable: Timetable
    /// The ids used on the socket.
    package let names: TrackerNames
    let mapper: RunMapper
    let board: SharedDeparture.Board
    let state: Mutex<TrackerState>
    private let refresh: @Sendable (TrackerHub) -> Void

    /// Creates a hub without vehicles and clients.
    ///
    /// `board` returns a station's departures. `refresh` publishes the newest snapshot; it is
    /// called when the first client comes, before which none need be published.
    package init(
        _ first: NetworkSnapshot, refresh: @escaping @Sendable (TrackerHub) -> Void = { _ in },
        board: @escaping SharedDeparture.Board
    ) {
        self.refresh = refresh
        timetable = first.timetable
        names = TrackerNames(timetable)
        mapper = RunMapper(timetable: timetable, names: names)
        self.board = board
        state = Mutex(TrackerState(TrackerScene(first)))
    }

    /// Publishes a newer snapshot; call it from one task, once per snapshot, and to refresh.
    package func advance(to snapshot: NetworkSnapshot, showing vehicles: [SharedVehicle]) {
        let before = state.withLock { $0.scene }
        let (scene, changes) = before.next(snapshot, vehicles, names)
        let isNewest = state.withLock { state in
            guard snapshot.sequence >= state.scene.snapshot.sequence else { return false }
            state.scene = scene
            state.send(changes)
            return true
        }
        guard isNewest else { return }
        sendToFollowers(changes)
    }

    /// Forgets all vehicles if there are no clients; returns whether there are none.
    package func rest(at snapshot: NetworkSnapshot) -> Bool {
        state.withLock { state in
            guard state.viewers.isEmpty else { return false }
            state.scene = state.scene.emptied(at: snapshot)
            return true
        }
    }

    /// Adds a client, and sends it the status of the connection.
    ///
    /// `schedule`: Calls the client's ``TrackerViewer/flush()`` after some milliseconds.
    package func join(
        schedule: @escaping @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    ) -> TrackerViewer {
        let number = state.withLock { state in
            state.nextViewer += 1
            return state.nextViewer
        }
        let viewer = TrackerViewer(number: number, schedule: schedule)
        let isFirst = state.withLock { state in
            state.viewers[number] = TrackerState.Seat(viewer: viewer)
            return state.viewers.count == 1
        }
        if isFirst { refresh(self) }
        let now = state.withLock { $0.scene.snapshot.asOf }
        viewer.answer(
            TrackerEnvelope.json(
                source: "websocket", timestamp: now.milliseconds,
                content: Array(#"{"status":"open"}"#.utf8)))
        return viewer
    }

    /// Ends the signals of all clients, so that their connections close.
    package func close() {
        for seat in state.withLock({ $0.viewers.values }) { seat.viewer.end() }
    }

    package func leave(_ viewer: TrackerViewer) {
        state.withLock { $0.remove(viewer.number) }
    }

    /// Handles a client's command.
    package func handle(_ command: TrackerCommand, from viewer: TrackerViewer, now: UnixTime) {
        switch command {
        case .ping:
            viewer.answer(
                TrackerEnvelope.json(
                    source: "websocket", timestamp: now.milliseconds, text: "PONG"))
        case .buffer(let count, let milliseconds):
            viewer.setBuffer(count: count, milliseconds: milliseconds)
        case .showArea(let area): state.withLock { $0.show(area, to: viewer.number) }
        case .reset: state.withLock { $0.reset(viewer.number) }
        case .get(let channel, let reference):
            answer(channel, reference, to: viewer, now: now)
        case .subscribe(let channel):
            state.withLock { $0.subscribe(viewer.number, to: channel) }
        case .unsubscribe(let channel):
            state.withLock { $0.unsubscribe(viewer.number, from: channel) }
        }
    }
}
