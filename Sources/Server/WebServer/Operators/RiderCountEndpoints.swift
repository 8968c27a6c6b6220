package import Hummingbird
import WireAPI

/// How many riders there are and how many messages, for operators: never whose.
package struct RiderCountEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let counts: @Sendable () async throws -> [String: Int]

    /// Tells the counts to whoever the gate lets in.
    package init(
        gate: OperatorGate, counts: @escaping @Sendable () async throws -> [String: Int]
    ) {
        self.gate = gate
        self.counts = counts
    }

    /// Adds the counts.
    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)/riders").add(middleware: gate)
        operators.get { _, _ in try Response.personal(try await counts()) }
    }
}
