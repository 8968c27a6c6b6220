import Foundation
import HTTPFetching
import Logging
import Notifications

import TransitModel

/// A small program with the outbox and the channels, for tests that need a separate process: one
/// that is killed, measured, or connected to services written in another language.
///
/// It reads one JSON object from standard input and prints lines. Loopback counts as the public
/// internet here.
@main
struct NotifierProbe {
    static func main() async throws {
        let input = try FileHandle.standardInput.readToEnd() ?? Data()
        let order = try JSONDecoder().decode(Order.self, from: input)
        switch order.mode {
        case .send: try await Sending(order).run()
        case .outbox: try await Producing(order).run()
        case .measure: try await Measuring(order).run()
        }
    }

    /// Prints a line unbuffered, so that it is not lost in a kill.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// The task of the probe.
struct Order: Decodable {
    enum Mode: String, Decodable {
        /// Sends messages at once and prints their outcomes.
        case send
        /// Adds messages to an outbox and sends from it, until it is killed or the outbox is empty.
        case outbox
        /// Prints the throughput of each part, in messages per second.
        case measure
    }

    struct Mail: Decodable {
        let host: String
        let port: Int
        let encryption: String
        let user: String?
        let password: String?
        let authorities: String?
        let sender: String
    }

    struct Message: Decodable {
        let address: ChannelAddress
        let id: String
        let topic: String
        let title: String
        let body: String?
        let link: String?
    }

    let mode: Mode
    /// The folder for key and outbox.
    let folder: String
    let mail: Mail?
    let messages: [Message]?
    let addresses: [ChannelAddress]?
    /// The operator's address for push services.
    let contact: String?
    /// For `outbox`: the number of the first message, the number of topics, and the seed.
    let first: Int?
    let topics: Int?
    let seed: UInt64?
    /// For `outbox`: adds nothing and ends when the outbox is empty.
    let drains: Bool?

    func sender() throws -> ChannelSender {
        var dependencies = FetchDependencies()
        dependencies.scope = { $0.scope == .thisMachine ? .publicInternet : $0.scope }
        var settings = ChannelSender.Settings(
            home: "https://takt.example/", contact: contact ?? "mailto:operator@example.org")
        var server: MailServer?
        if let mail {
            settings.mailSender = mail.sender
            var mailSettings = MailServer.Settings(
                host: mail.host, port: mail.port,
                encryption: mail.encryption == "implicit"
                    ? .implicit : mail.encryption == "starttls" ? .startTLS : .none)
            mailSettings.user = mail.user
            mailSettings.password = mail.password
            mailSettings.authorityFile = mail.authorities
            mailSettings.timeout = .seconds(10)
            server = MailServer(mailSettings)
        }
        return ChannelSender(
            settings: settings, key: try VapidKey(file: folder + "/push-key.pem"),
            fetcher: HTTPFetcher(dependencies: dependencies), mailServer: server)
    }
}

/// Sends messages one after another.
struct Sending {
    let order: Order

    init(_ order: Order) {
        self.order = order
    }

    func run() async throws {
        let sender = try order.sender()
        for wanted in order.messages ?? [] {
            let message = try RiderMessage(
                id: wanted.id, topic: wanted.topic, title: wanted.title, body: wanted.body ?? "",
                link: wanted.link, timeToLiveSeconds: 600, language: "de-CH")
            let outcome = await sender.send(
                message, to: wanted.address,
                expires: SystemWallClock().now().advanced(bySeconds: 600))
            NotifierProbe.say("\(wanted.id) \(outcome)")
        }
    }
}

/// Adds numbered messages to an outbox while a worker sends from it.
///
/// Prints `try N R T` before message N for rider R on topic T is added, and `done N ANSWER` after
/// it is on the disk.
struct Producing {
    private static let maximumBatch: UInt64 = 5

    let order: Order

    init(_ order: Order) {
        self.order = order
    }

    func run() async throws {
        let outbox = try Outbox(path: order.folder + "/outbox.sqlite")
        let sender = try order.sender()
        let worker = OutboxWorker(
            outbox: outbox, logger: Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() },
            jitter: { 0.5 }
        ) { message, address, expires in
            await sender.send(message, to: address, expires: expires)
        } forget: { address in
            NotifierProbe.say("gone \(address.key)")
        }
        NotifierProbe.say("open")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await worker.run() }
            if order.drains ?? false {
                while try await outbox.counts().waiting > 0 {
                    try await Task.sleep(for: .milliseconds(10))
                }
            } else {
                try await produce(into: outbox)
            }
            worker.stop()
            try await group.waitForAll()
        }
        try outbox.close()
    }

    /// Runs until the program is killed.
    private func produce(into outbox: Outbox) async throws {
        var random = SeededRandom(seed: order.seed ?? 1)
        let addresses = order.addresses ?? []
        var number = order.first ?? 1
        while true {
            var batch: [AddressedMessage] = []
            var places: Set<[Int]> = []
            for _ in 0...(random.next() % Self.maximumBatch) {
                // A message that was not acknowledged is added again after a restart, so its
                // content depends on its number alone.
                var own = SeededRandom(seed: UInt64(number))
                let rider = Int(own.next() % UInt64(addresses.count))
                let topic = Int(own.next() % UInt64(order.topics ?? 1))
                // After a crash the newest message of each topic is added again, never two.
                guard places.insert([rider, topic]).inserted else { break }
                NotifierProbe.say("try \(number) \(rider) \(topic)")
                batch.append(
                    AddressedMessage(
                        try RiderMessage(
                            id: "n\(number)", topic: "t\(topic)", title: "Message \(number)",
                            timeToLiveSeconds: 3600),
                        to: addresses[rider]))
                number += 1
            }
            let answers = try await outbox.add(batch)
            for (index, answer) in answers.enumerated() {
                NotifierProbe.say("done \(number - batch.count + index) \(answer)")
            }
            try await Task.sleep(for: .microseconds(Int64(random.next() % 4000)))
        }
    }
}
