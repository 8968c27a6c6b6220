import Hummingbird
import HummingbirdTesting
import HTTPServing
import Logging
import Synchronization
import Testing
import Timetables
import TransitTesting

@testable import TaktApp
@testable import WebServer

@Suite struct RollingServingTests {
    /// Supplies the same network again after some requests.
    private final class Networks: NetworkSupply {
        private let timetable: Timetable
        private let counts = Mutex((assembled: 0, asked: 0))

        init() throws {
            timetable = try TextFeed("red-1: A 8:00  B 8:10").compiled()
        }

        var assembled: Int { counts.withLock { $0.assembled } }

        func ask() { counts.withLock { $0.asked += 1 } }

        func assemble() throws -> NetworkServing {
            counts.withLock { $0.assembled += 1 }
            return try NetworkServing(
                timetable, options: TaktApplication.Options(), logger: Logger(label: "test"))
        }

        func waitForNext() async {
            let enough = counts.withLock { $0.asked } + 5
            while counts.withLock({ $0.asked }) < enough, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    @Test func `a server stays ready while one network replaces another`() async throws {
        let networks = try Networks()
        let current = NetworkSwitch()
        let serving = try RollingServing(
            networks, showingOn: current, limits: RequestLimits(), logger: Logger(label: "test"))
        let router = Router(context: TaktRequestContext.self)
        router.get("**") { try await current.respond($0, $1) }
        try await Application(router: router).test(.router) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await serving.run() }
                while networks.assembled < 8 {
                    for path in ["/health/ready", "/api/v1/network", "/api/v1/vehicles"] {
                        let answer = try await client.execute(uri: path, method: .get)
                        #expect(answer.status == .ok, "\(path)")
                        networks.ask()
                    }
                }
                group.cancelAll()
            }
        }
    }
}
