import ServiceLifecycle
import Testing

@testable import TaktApp

@Suite struct ServiceNameTests {
    private struct Large: Service {
        let content = [Int](0..<10_000)
        func run() async throws {}
    }

    @Test func `a service is named by its type, not by its content`() {
        let configuration = ServiceGroupConfiguration.ServiceConfiguration(
            Large(), onSuccess: .ignore)
        #expect(configuration.serviceName == "Large")
    }
}
