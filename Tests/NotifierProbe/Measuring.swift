import Foundation
import Logging
import Notifications

/// Measures parts and prints `NAME COUNT WALL-SECONDS PROCESSOR-SECONDS`.
struct Measuring {
    let order: Order

    init(_ order: Order) {
        self.order = order
    }

    func run() async throws {
        try await measureOutbox(batch: 1, count: 2000)
        try await measureOutbox(batch: 100, count: 20_000)
        try await measureWorker(count: 20_000)
        try await measureSending(count: order.first ?? 5000)
    }

    private func message(_ number: Int) throws -> RiderMessage {
        try RiderMessage(
            id: "n\(number)", topic: "ride-\(number % 7)", title: "Tram 4: 8 min später",
            body: "Bahnhofplatz ab 07:12 → 07:20, Gleis 3. Der Anschluss in Seewil wird erreicht.",
            link: "https://takt.example/connections/\(number)", timeToLiveSeconds: 3600,
            language: "de-CH")
    }

    private func address(_ number: Int) throws -> ChannelAddress {
        guard let addresses = order.addresses, let first = addresses.first else {
            preconditionFailure("An address is needed.")
        }
        guard case .webPush(let push) = first else { return first }
        // Riders differ by their path.
        let json = try JSONEncoder().encode(ChannelAddress.webPush(push))
        let text = String(decoding: json, as: UTF8.self)
            .replacing("\\/r\\/0", with: "\\/r\\/\(number)")
        return try JSONDecoder().decode(ChannelAddress.self, from: Data(text.utf8))
    }

    private func withOutbox(_ body: (Outbox) async throws -> Void) async throws {
        let path = order.folder + "/measured-\(UUID().uuidString).sqlite"
        var rules = OutboxRules()
        rules.maximumMessages = 1_000_000
        let outbox = try Outbox(path: path, rules: rules)
        try await body(outbox)
        try outbox.close()
    }

    /// Runs `body` and prints its duration and the CPU time of all threads.
    private func measure(_ name: String, _ count: Int, _ body: () async throws -> Void) async throws
    {
        let before = Self.processorSeconds
        let wall = try await ContinuousClock().measure(body)
        let seconds = Double(wall.components.attoseconds) / 1e18 + Double(wall.components.seconds)
        NotifierProbe.say("\(name) \(count) \(seconds) \(Self.processorSeconds - before)")
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func all(_ count: Int) throws -> [AddressedMessage] {
        try (0..<count).map { AddressedMessage(try message($0), to: try address($0)) }
    }

    private func measureOutbox(batch: Int, count: Int) async throws {
        let all = try all(count)
        try await withOutbox { outbox in
            try await measure("put-in-by-\(batch)", count) {
                for start in stride(from: 0, to: count, by: batch) {
                    _ = try await outbox.add(Array(all[start..<min(start + batch, count)]))
                }
            }
        }
    }

    /// Measures the outbox and its worker without a network.
    private func measureWorker(count: Int) async throws {
        let all = try all(count)
        try await withOutbox { outbox in
            _ = try await outbox.add(all)
            try await measure("leased-and-done", count) {
                try await drain(outbox) { _, _, _ in .delivered }
            }
        }
    }

    /// Measures all parts, over loopback.
    private func measureSending(count: Int) async throws {
        let (all, sender) = (try all(count), try order.sender())
        try await withOutbox { outbox in
            _ = try await outbox.add(all)
            try await measure("sent", count) {
                try await drain(outbox) { await sender.send($0, to: $1, expires: $2) }
            }
            let counts = try await outbox.counts()
            precondition(counts.delivered == count, "not all were delivered: \(counts)")
        }
    }

    private func drain(_ outbox: Outbox, send: @escaping OutboxWorker.Send) async throws {
        let worker = OutboxWorker(
            outbox: outbox, logger: Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() },
            limits: { _ in OriginLimits(atOnce: 64, perSecond: 1_000_000) }, jitter: { 0.5 },
            send: send, forget: { _ in })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            while try await outbox.counts().waiting > 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            worker.stop()
            try await group.waitForAll()
        }
    }
}
