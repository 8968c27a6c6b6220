package import Hummingbird
import WireAPI

/// Where operators ask for a look at the feeds before it is due.
package struct FeedLookEndpoints: EndpointGroup {
    private let gate: OperatorGate
    private let requestPoll: (@Sendable () -> Void)?

    /// Asks for whoever the gate lets in; nil says that the network is not made of feeds here.
    package init(gate: OperatorGate, requestPoll: (@Sendable () -> Void)?) {
        self.gate = gate
        self.requestPoll = requestPoll
    }

    /// Adds the endpoint.
    package func add(to router: Router<TaktRequestContext>) {
        router.group("\(APIPaths.operators)").add(middleware: gate).post("feeds/look") { _, _ in
            guard let requestPoll else {
                throw Problem.notFound(
                    "No feeds are configured in 'feed.urls', so there is nothing to look at.")
            }
            requestPoll()
            // What comes of it takes a while, and is told in the log.
            return Response(status: .accepted)
        }
    }
}
