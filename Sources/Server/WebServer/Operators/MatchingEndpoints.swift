package import Hummingbird
package import WireAPI

/// How live sources match the network, for operators: public answers do not name trips that went wrong.
package struct MatchingEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let answer: @Sendable () async -> MatchingAnswer

    /// Lets in who passes the gate, and answers with what `answer` gives.
    package init(gate: OperatorGate, answer: @escaping @Sendable () async -> MatchingAnswer) {
        self.gate = gate
        self.answer = answer
    }

    /// Adds the answer.
    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)").add(middleware: gate)
        operators.get("matching") { _, _ in try Response.personal(await answer()) }
    }
}
