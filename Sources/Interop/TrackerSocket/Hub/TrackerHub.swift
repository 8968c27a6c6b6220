package import Realtime
import Synchronization
import Timetables
package import TransitModel

/// The tracker socket's switchboard: takes each snapshot once and tells every client what concerns
/// it.
///
/// Clients' views are indexed, so that a change is offered to those alone who see it; each state of
/// a vehicle is written once, whoever reads it. Nothing here waits for a client.
package final class TrackerHub: Sendable {
    let timetable: Timetable
    /// What things are called on the socket.
    package let names: TrackerNames
    let mapper: RunMapper
    let board: SharedDeparture.Board
    let state: Mutex<TrackerState>

    /// Starts with no vehicles and no clients; `board` gives the departures of a station.
    package init(_ first: NetworkSnapshot, board: @escaping SharedDeparture.Board) {
        timetable = first.timetable
        names = TrackerNames(timetable)
        mapper = RunMapper(timetable: timetable, names: names)
        self.board = board
        state = Mutex(TrackerState(TrackerScene(first)))
    }

    /// How many clients there are.
    package var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// Takes in a newer snapshot and tells everybody; called by one task, once a snapshot.
    package func advance(to snapshot: NetworkSnapshot, showing vehicles: [SharedVehicle]) {
        let before = state.withLock { $0.scene }
        let (scene, changes) = before.next(snapshot, vehicles, names)
        state.withLock { state in
            state.scene = scene
            state.tell(changes)
        }
        tellFollowers(of: changes)
    }

    /// Lets a client take part; it is told that the connection stands.
    ///
    /// `schedule` calls the client's `flush` after some milliseconds.
    package func join(
        schedule: @escaping @Sendable (TrackerViewer, _ milliseconds: Int) -> Void
    ) -> TrackerViewer {
        let number = state.withLock { state in
            state.nextViewer += 1
            return state.nextViewer
        }
        let viewer = TrackerViewer(number: number, schedule: schedule)
        let now = state.withLock { state in
            state.viewers[number] = TrackerState.Seat(viewer: viewer)
            return state.scene.snapshot.asOf
        }
        viewer.answer(
            TrackerEnvelope.json(
                source: "websocket", timestamp: now.milliseconds,
                content: Array(#"{"status":"open"}"#.utf8)))
        return viewer
    }

    /// Ends all clients' signals: they are told to go.
    package func close() {
        for seat in state.withLock({ $0.viewers.values }) { seat.viewer.end() }
    }

    /// Forgets a client.
    package func leave(_ viewer: TrackerViewer) {
        state.withLock { $0.remove(viewer.number) }
    }

    /// Does what a client asks for.
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
