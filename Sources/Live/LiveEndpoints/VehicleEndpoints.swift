import APISchema
import Foundation
package import HTTPServing
import HTTPTypes
package import Hummingbird
package import LiveMap
package import Realtime
import Synchronization
package import Timetables

/// The vehicles, as a list or as a stream of changes.
package struct VehicleEndpoints: EndpointGroup {
    private let encodings: VehicleEncodings
    private let frames: Broadcast<MapFrame>
    private let limiter: StreamLimiter

    /// Serves the vehicles of one network; `places` limits the open streams.
    package init(_ timetable: Timetable, frames: Broadcast<MapFrame>, limiter: StreamLimiter) {
        encodings = VehicleEncodings(timetable)
        self.frames = frames
        self.limiter = limiter
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.vehicles)") { request, _ in
            let box = try QueryParameters(request).box("bbox")
            let frame = frames.current
            let bytes = encodings.answer(frame, frame.vehicles(in: box))
            return CachedBody(bytes, contentType: "application/json")
                .response(to: request, cacheControl: CachePolicy.none)
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
        return try EventStream.response(to: request, limiter: limiter, ticks: ticks) { frame in
            let update = holder.update(frame)
            guard !update.isEmpty else { return nil }
            encodings.prune(to: frame)
            return EventStream.Event(
                id: "\(update.sequence)", name: "vehicles", data: encodings.event(update))
        }
    }

    /// Returns the last sequence that the client received: browsers send the header when they
    /// reconnect, apps that open a new stream themselves may use the parameter.
    private func lastSequence(_ request: Request) -> UInt64? {
        let header = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        return (header ?? QueryParameters(request).text("last-event-id")).flatMap { UInt64($0) }
    }
}

/// One stream's session; it processes one frame at a time.
private final class SessionHolder: Sendable {
    private let session: Mutex<MapSession>

    init(_ session: MapSession) {
        self.session = Mutex(session)
    }

    func update(_ frame: MapFrame) -> MapSession.Update {
        session.withLock { $0.update(frame) }
    }
}
