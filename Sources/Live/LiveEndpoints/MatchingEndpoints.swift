import APISchema
package import HTTPServing
package import Hummingbird

/// How live sources match the network, for operators: public answers do not name trips that failed
/// to match.
package struct MatchingEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let answer: @Sendable () async -> MatchingAnswer

    /// Serves the result of `answer` to requests that pass the gate.
    package init(gate: OperatorGate, answer: @escaping @Sendable () async -> MatchingAnswer) {
        self.gate = gate
        self.answer = answer
    }

    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)").add(middleware: gate)
        operators.get("matching") { _, _ in try Response.personal(await answer()) }
    }
}
