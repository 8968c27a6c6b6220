import APISchema
package import HTTPServing
package import Hummingbird
package import Prediction

/// The endpoints for operators only.
package struct OperatorEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let scores: @Sendable () async -> PredictionScores

    package init(
        gate: OperatorGate, scores: @escaping @Sendable () async -> PredictionScores
    ) {
        self.gate = gate
        self.scores = scores
    }

    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)").add(middleware: gate)
        // The app checks here whether a token is valid.
        operators.get { _, _ in Response.noContent }
        operators.get("predictions") { _, _ in
            try Response.personal(PredictionsAnswer(await scores()))
        }
    }
}
