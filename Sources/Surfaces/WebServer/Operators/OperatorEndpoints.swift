package import Hummingbird
import WireAPI

/// What only operators see.
package struct OperatorEndpoints: EndpointGroup {
    private let gate: OperatorGate

    /// Tells whoever the gate lets in.
    package init(gate: OperatorGate) {
        self.gate = gate
    }

    /// Adds what is for operators.
    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)").add(middleware: gate)
        // Screens ask here whether a token is good.
        operators.get { _, _ in Response.noContent }
    }
}
