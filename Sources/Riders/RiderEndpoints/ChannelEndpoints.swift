import APISchema
package import HTTPServing
package import Hummingbird
import JSONWriting
package import Notifications
package import Riders
import Secrets
import TransitModel

/// The endpoints for a rider's notification channels.
package struct ChannelEndpoints: EndpointGroup {
    private let access: RiderAccess
    private let sender: ChannelSender
    /// Tests and codes are sent at once and to any address, so each rider may send only a few.
    private let sends = RateLimit(burst: 6, perSecond: 1.0 / 60)
    /// Limits the codes sent to one mailbox, however it is spelt, across all riders.
    private let codes = RateLimit(burst: 3, perSecond: 1.0 / 3600)
    /// The addresses that are looked up at once for riders who add them: a name whose servers never
    /// answer takes a thread for seconds, and messages need most of these.
    private let lookUps = Permits(limit: 4)

    private var store: RiderStore { access.store }

    struct Code: Decodable {
        let code: String

        static let schema = JSONSchema("Code", .text("code"))
    }

    /// Serves the channels of a store's riders; tests and codes are sent by `sender`.
    package init(_ store: RiderStore, sender: ChannelSender) {
        access = RiderAccess(store: store)
        self.sender = sender
    }

    package func add(to router: Router<TaktRequestContext>) {
        router.get("\(APIPaths.push)") { _, _ in
            try Response.personal(
                PushAnswer(
                    applicationServerKey: sender.applicationServerKey, kinds: sender.kinds))
        }
        let path = "\(APIPaths.rider)/channels"
        router.get("\(path)") { request, _ in
            let rider = try await access.rider(request)
            return try Response.personal(
                try await store.channels(rider).map { ChannelAnswer($0) })
        }
        router.post("\(path)") { request, _ in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: NewChannel.self)
            return try await add(wanted, of: rider)
        }
        router.delete("\(path)/:id") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            try await store.deleteChannel(id, of: rider)
            return Response.noContent
        }
        router.post("\(path)/:id/confirm") { request, context in
            let rider = try await access.rider(request)
            let wanted = try await JSONBody.decode(request, as: Code.self)
            let id = try context.parameters.require("id")
            return try await confirm(id, wanted.code, of: rider)
        }
        router.post("\(path)/:id/test") { request, context in
            let rider = try await access.rider(request)
            let id = try context.parameters.require("id")
            return try await test(id, of: rider)
        }
    }

    private func add(_ wanted: NewChannel, of rider: RiderID) async throws -> Response {
        let secret = store.newSecret()
        let address = try wanted.channel(secret: secret)
        try await check(address)
        guard case .email = address else {
            let (channel, isNew) = try await store.add(address, code: nil, of: rider)
            return try Response.personal(
                ChannelAnswer(channel, secret: address.kind == .webhook ? secret : nil),
                status: isNew ? .created : .ok)
        }
        return try await addMailbox(address, of: rider)
    }

    /// - Throws: A problem if riders may not use this address, or too many are looked up.
    private func check(_ address: ChannelAddress) async throws {
        guard let permit = lookUps.acquire() else {
            throw Problem.busy("Too many addresses are looked up at once.", retryAfterSeconds: 5)
        }
        defer { permit.release() }
        if let problem = await sender.problem(of: address) { throw RiderError.invalid(problem) }
    }

    private func addMailbox(_ address: ChannelAddress, of rider: RiderID) async throws -> Response {
        let known = try await store.channels(rider).first { $0.address == address }
        if let known, known.isConfirmed { return try Response.personal(ChannelAnswer(known)) }
        try codes.take(address.limitKey, "too many codes for one mailbox")
        try sends.take(rider.rawValue, "too many messages at once")
        let code = store.newCode()
        let (channel, isNew) = try await store.add(address, code: code, of: rider)
        let settings = try await store.settings(rider)
        let message = try ChannelMessages.code(
            code, id: "code.\(store.newID())", language: settings.language,
            app: sender.settings.appName)
        switch await send(message, to: address) {
        case .delivered:
            return try Response.personal(ChannelAnswer(channel), status: isNew ? .created : .ok)
        case .gone:
            try await store.deleteChannel(channel.id, of: rider)
            throw RiderError.invalid("There is no such mailbox.")
        case .wait, .failed:
            if isNew { try await store.deleteChannel(channel.id, of: rider) }
            throw Problem.busy(
                "The code cannot be sent just now; try again later.", retryAfterSeconds: 60)
        case .refused(let sentence):
            if isNew { try await store.deleteChannel(channel.id, of: rider) }
            throw RiderError.invalid(sentence)
        }
    }

    private func confirm(_ id: String, _ code: String, of rider: RiderID) async throws -> Response {
        guard let code = PairingCode(text: code, length: RiderStore.codeLength),
            try await store.confirm(id, code: code, of: rider)
        else {
            throw RiderError.invalid("The code is wrong or too old; add the mailbox again.")
        }
        guard let channel = try await store.channels(rider).first(where: { $0.id == id }) else {
            throw RiderError.notFound
        }
        return try Response.personal(ChannelAnswer(channel))
    }

    private func test(_ id: String, of rider: RiderID) async throws -> Response {
        guard let channel = try await store.channels(rider).first(where: { $0.id == id }) else {
            throw RiderError.notFound
        }
        guard channel.isConfirmed else {
            throw RiderError.invalid("This mailbox waits for its code.")
        }
        try sends.take(rider.rawValue, "too many messages at once")
        let settings = try await store.settings(rider)
        let message = try ChannelMessages.test(
            id: "test.\(store.newID())", language: settings.language,
            app: sender.settings.appName)
        let outcome = await send(message, to: channel.address)
        if outcome == .gone { try await store.deleteChannel(id, of: rider) }
        return try Response.personal(ChannelTestAnswer(outcome))
    }

    private func send(_ message: RiderMessage, to address: ChannelAddress) async -> SendOutcome {
        let expires = SystemWallClock().now().advanced(
            bySeconds: Double(message.timeToLiveSeconds))
        return await sender.send(message, to: address, expires: expires)
    }
}
