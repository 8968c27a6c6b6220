import APISchema
package import HTTPServing
package import Hummingbird
package import TransitModel

/// The status of the live sources: for display, and with reasons for operators.
package struct SourceEndpoints: EndpointGroup {
    private let clock: any WallClock
    private let gate: OperatorGate
    private let answer: @Sendable (UnixTime, _ forOperators: Bool) async -> SourcesAnswer

    /// Serves the result of `answer` for the current time; the gate authenticates operators.
    package init(
        clock: any WallClock, gate: OperatorGate,
        answer: @escaping @Sendable (UnixTime, _ forOperators: Bool) async -> SourcesAnswer
    ) {
        self.clock = clock
        self.gate = gate
        self.answer = answer
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.sources)") { request, _ in
            try CachedBody(json: await answer(clock.now(), false)).response(to: request)
        }
        let operators = router.group("\(APIPaths.operators)/sources").add(middleware: gate)
        operators.get { _, _ in try Response.personal(await answer(clock.now(), true)) }
    }
}
