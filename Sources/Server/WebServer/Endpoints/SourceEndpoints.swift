package import Hummingbird
package import TransitModel
package import WireAPI

/// How the live sources are doing: for screens that say so, and with the reasons for operators.
package struct SourceEndpoints: EndpointGroup {
    private let clock: any WallClock
    private let gate: OperatorGate
    private let answer: @Sendable (UnixTime, _ forOperators: Bool) async -> SourcesAnswer

    /// Tells what `answer` gives for a moment; whoever the gate lets in is an operator.
    package init(
        clock: any WallClock, gate: OperatorGate,
        answer: @escaping @Sendable (UnixTime, _ forOperators: Bool) async -> SourcesAnswer
    ) {
        self.clock = clock
        self.gate = gate
        self.answer = answer
    }

    /// Adds the lists of sources.
    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.sources)") { request, _ in
            try CachedBody(json: await answer(clock.now(), false)).response(to: request)
        }
        let operators = router.group("\(APIPaths.operators)/sources").add(middleware: gate)
        operators.get { _, _ in try Response.personal(await answer(clock.now(), true)) }
    }
}
