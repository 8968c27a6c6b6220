package import HTTPServing
package import Hummingbird
package import Sources
package import TransitModel

/// Recorded answers, served at the paths where they were recorded, as they were at the clock's
/// time.
///
/// A path that two sources share leads to the first one; below a source's id it leads to that
/// source.
package struct RecordingEndpoints: EndpointGroup {
    private let recording: Recording
    private let clock: any WallClock

    package init(_ recording: Recording, clock: any WallClock) {
        self.recording = recording
        self.clock = clock
    }

    package func add(to router: Router<TaktRequestContext>) {
        var taken = Set<String>()
        let order = recording.manifest.sources.map(\.id)
        let endpoints = recording.answers.keys.sorted {
            ($0.path, order.firstIndex(of: $0.source) ?? order.count)
                < ($1.path, order.firstIndex(of: $1.source) ?? order.count)
        }
        for endpoint in endpoints {
            for path in [endpoint.path, "/\(endpoint.source)\(endpoint.path)"]
            where taken.insert(path).inserted {
                router.get("\(path)") { request, _ in try answer(endpoint, to: request) }
            }
        }
    }

    private func answer(
        _ endpoint: SourceEndpoint, to request: Request
    ) throws(Problem) -> Response {
        guard let number = recording.newest(endpoint, at: clock.now()),
            let answer = recording.answers[endpoint]?[number]
        else {
            throw Problem.notFound("Nothing was recorded here by the time that the clock shows.")
        }
        guard answer.status == 200, let body = recording.body(answer) else {
            return Response(status: .init(code: answer.status == 0 ? 504 : answer.status))
        }
        return CachedBody(
            body, contentType: answer.type ?? "application/octet-stream", isText: false
        ).response(to: request)
    }
}
