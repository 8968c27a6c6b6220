import Foundation
import HTTPTypes
package import Hummingbird
package import LiveMap
package import Realtime
import Synchronization
package import Timetables
import WireAPI

/// What moves: the vehicles, at once or as a stream of changes.
package struct VehicleEndpoints: EndpointGroup {
    private let encodings: VehicleEncodings
    private let frames: Broadcast<MapFrame>
    private let places: StreamLimiter

    /// Serves the vehicles of one network; `places` bounds the open streams.
    package init(_ timetable: Timetable, frames: Broadcast<MapFrame>, places: StreamLimiter) {
        encodings = VehicleEncodings(timetable)
        self.frames = frames
        self.places = places
    }

    /// Adds what moves.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.vehicles)") { request, _ in
            let box = try QueryParameters(request).box("bbox")
            let frame = frames.current
            let bytes = try encodings.answer(frame, frame.vehicles(in: box))
            return CachedBody(bytes, contentType: "application/json")
                .response(to: request, cacheControl: "no-store")
        }
        router.get("\(APIPaths.vehicleStream)") { request, _ in
            try stream(request)
        }
    }

    private func stream(_ request: Request) throws -> Response {
        let box = try QueryParameters(request).box("bbox")
        let encodings = encodings
        let ticks = frames.updates()
        let holder = SessionHolder(MapSession(box: box, lastSequence: lastSequence(request)))
        return try EventStream.response(to: request, places: places, ticks: ticks) { frame in
            let update = holder.update(frame)
            guard !update.isEmpty else { return nil }
            encodings.prune(to: frame)
            return EventStream.Event(
                id: "\(update.sequence)", name: "vehicles", data: try encodings.event(update))
        }
    }

    /// What the client saw last: browsers send the header when they connect again, apps that open a
    /// new stream themselves may use the parameter.
    private func lastSequence(_ request: Request) -> UInt64? {
        let header = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        return (header ?? QueryParameters(request).text("last-event-id")).flatMap { UInt64($0) }
    }
}

/// One stream's session; frames are handed to it one after the other.
private final class SessionHolder: Sendable {
    private let session: Mutex<MapSession>

    init(_ session: MapSession) {
        self.session = Mutex(session)
    }

    func update(_ frame: MapFrame) -> MapSession.Update {
        session.withLock { $0.update(frame) }
    }
}
