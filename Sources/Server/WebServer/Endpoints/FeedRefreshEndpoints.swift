import APISchema
package import HTTPServing
package import Hummingbird

/// The endpoint with which operators request a check of the feeds before it is due.
package struct FeedRefreshEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let requestPoll: (@Sendable () -> Void)?

    /// Accepts requests that pass the gate; nil means that the network is not made from feeds.
    package init(gate: OperatorGate, requestPoll: (@Sendable () -> Void)?) {
        self.gate = gate
        self.requestPoll = requestPoll
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.group("\(APIPaths.operators)").add(middleware: gate).post("feeds/look") { _, _ in
            guard let requestPoll else {
                throw Problem.notFound(
                    "No feeds are configured in 'feed.urls', so there is nothing to look at.")
            }
            requestPoll()
            // The check takes a while, and its result is in the log.
            return Response(status: .accepted)
        }
    }
}
