package import Hummingbird
package import TransitModel
package import WireAPI

/// How the live sources are doing, for operators and for screens that say so.
package struct SourceEndpoints: EndpointGroup {
    private let clock: any WallClock
    private let answer: @Sendable (UnixTime) async -> SourcesAnswer

    /// Tells what `answer` gives for a moment.
    package init(
        clock: any WallClock, answer: @escaping @Sendable (UnixTime) async -> SourcesAnswer
    ) {
        self.clock = clock
        self.answer = answer
    }

    /// Adds the list of sources.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.sources)") { request, _ in
            try CachedBody(json: await answer(clock.now())).response(to: request)
        }
    }
}
