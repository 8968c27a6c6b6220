package import Hummingbird
package import Prediction
import WireAPI

/// What only operators see.
package struct OperatorEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let scores: @Sendable () async -> PredictionScores

    /// Tells whoever the gate lets in.
    package init(
        gate: OperatorGate, scores: @escaping @Sendable () async -> PredictionScores
    ) {
        self.gate = gate
        self.scores = scores
    }

    /// Adds what is for operators.
    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)").add(middleware: gate)
        // Screens ask here whether a token is good.
        operators.get { _, _ in Response.noContent }
        operators.get("predictions") { _, _ in
            try Response.personal(PredictionsAnswer(await scores()))
        }
    }
}
