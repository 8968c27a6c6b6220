package import Logging
import Persistence
import Synchronization
package import TransitModel

/// Sends the messages of an outbox until it is stopped.
package final class OutboxWorker: Sendable {
    /// The longest sleep, in seconds, if no message is due earlier.
    private static let maximumSleepSeconds = 30.0
    /// The same where other nodes add messages, and may die before they send them.
    private static let maximumSharedSleepSeconds = 2.0
    /// The pause after a failed write to the outbox.
    private static let pauseOfTrouble = Duration.seconds(1)

    /// Sends one message that expires at the given time.
    package typealias Send =
        @Sendable (RiderMessage, ChannelAddress, UnixTime) async -> SendOutcome

    private struct State {
        var reports: [SendReport] = []
        var isStopping = false
    }

    private let outbox: Outbox
    private let limits: @Sendable (ChannelKind) -> OriginLimits
    private let atOnce: Int
    private let jitter: @Sendable () -> Double
    private let logger: Logger
    private let send: Send
    private let forget: @Sendable (ChannelAddress) async -> Void
    private let state = Mutex(State())

    /// Creates the only worker of an outbox.
    ///
    /// `atOnce` limits the concurrent attempts; `jitter` returns random numbers from 0 to 1 for the
    /// length of pauses; `forget` receives addresses that no longer exist, at least once each.
    package init(
        outbox: Outbox, logger: Logger,
        limits: @escaping @Sendable (ChannelKind) -> OriginLimits = { .usual(for: $0) },
        atOnce: Int = 256, jitter: @escaping @Sendable () -> Double, send: @escaping Send,
        forget: @escaping @Sendable (ChannelAddress) async -> Void
    ) {
        self.outbox = outbox
        self.logger = logger
        self.limits = limits
        self.atOnce = max(1, atOnce)
        self.jitter = jitter
        self.send = send
        self.forget = forget
    }

    /// Completes attempts under way, starts no new ones, and ends ``run()``.
    package func stop() {
        state.withLock { $0.isStopping = true }
        outbox.workAvailable.signal()
    }

    /// Works until it is stopped or cancelled.
    ///
    /// Attempts interrupted by cancellation are repeated after the next start.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var pass = OutboxPass(limits: limits)
            var running = 0
            var reports: [SendReport] = []
            while !Task.isCancelled {
                let isStopping = state.withLock { state in
                    reports += state.reports
                    state.reports = []
                    return state.isStopping
                }
                let limit = isStopping ? 0 : atOnce - (running - reports.count)
                guard let next = await self.lease(reports, limit: limit, from: pass) else {
                    try? await Task.sleep(for: Self.pauseOfTrouble)
                    continue
                }
                pass = next
                running -= reports.count
                reports = []
                for address in pass.gone { await forget(address) }
                running += pass.leased.count
                for leased in pass.leased { group.addTask { await self.attempt(leased) } }
                if isStopping, running == 0 { return }
                await sleep(until: isStopping ? nil : pass.next)
            }
        }
    }

    private func lease(
        _ reports: [SendReport], limit: Int, from previous: OutboxPass
    ) async -> OutboxPass? {
        do {
            return try await outbox.lease(reports, limit: limit, from: previous)
        } catch {
            if !Task.isCancelled {
                logger.error("the outbox cannot be used", metadata: ["error": "\(error)"])
            }
            return nil
        }
    }

    private func attempt(_ leased: LeasedMessage) async {
        let outcome = await send(leased.message, leased.address, leased.expires)
        // Interrupted: the outcome is unknown, so the message stays in the outbox unchanged.
        if Task.isCancelled, outcome != .delivered { return }
        log(outcome, of: leased)
        let report = SendReport(
            leased: leased, outcome: outcome, time: outbox.clock.now(), jitter: jitter())
        state.withLock { $0.reports.append(report) }
        outbox.workAvailable.signal()
    }

    private func log(_ outcome: SendOutcome, of leased: LeasedMessage) {
        let about: Logger.Metadata = ["address": "\(leased.address)"]
        switch outcome {
        case .delivered, .gone:
            logger.debug("\(outcome == .gone ? "address gone" : "delivered")", metadata: about)
        case .wait(let pause):
            logger.info("a service asks to wait: \(pause.map { "\($0)" } ?? "")", metadata: about)
        case .failed(let reason):
            logger.info("not delivered yet: \(reason)", metadata: about)
        case .refused(let reason):
            logger.notice("not delivered: \(reason)", metadata: about)
        }
    }

    /// Waits for the signal, at most until the given time.
    private func sleep(until time: UnixTime?) async {
        let maximumSeconds =
            outbox.store.isShared ? Self.maximumSharedSleepSeconds : Self.maximumSleepSeconds
        let requested = time?.seconds(since: outbox.clock.now()) ?? maximumSeconds
        let seconds = min(max(requested, 0.001), maximumSeconds)
        let workAvailable = outbox.workAvailable
        let alarm = Task {
            try await Task.sleep(for: .milliseconds(Int64((seconds * 1000).rounded(.up))))
            workAvailable.signal()
        }
        defer { alarm.cancel() }
        await withTaskCancellationHandler {
            await workAvailable.wait()
        } onCancel: {
            workAvailable.signal()
        }
    }
}
