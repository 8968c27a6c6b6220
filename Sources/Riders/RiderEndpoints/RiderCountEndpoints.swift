import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting

/// The numbers of riders and of messages, for operators, without any identity.
package struct RiderCountEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let counts: @Sendable () async throws -> [String: Int]

    static let schema = JSONSchema(
        "RiderCounts", .int("riders"), .int("waiting", "Messages that wait"),
        .int("delivered gone waits failures", "Attempts by their outcome, since the server began"),
        .int("givenUp expired replaced", "Messages that were not delivered, by the reason"))

    /// Serves the counts to requests that pass the gate.
    package init(
        gate: OperatorGate, counts: @escaping @Sendable () async throws -> [String: Int]
    ) {
        self.gate = gate
        self.counts = counts
    }

    package func add(to router: Router<TaktRequestContext>) {
        let operators = router.group("\(APIPaths.operators)/riders").add(middleware: gate)
        operators.get { _, _ in try Response.personal(try await counts()) }
    }
}
