import Notifications

/// Decodes the addresses of channels that the store wrote: each message needs one.
enum StoredAddress {
    /// Decodes a stored address.
    ///
    /// - Throws: A `DecodingError`.
    static func address(_ text: String) throws -> ChannelAddress {
        try quickly(text) ?? RiderStore.value(text)
    }

    /// Decodes an address in the form that ``StoredTextReader`` reads; nil for others, and for
    /// addresses that are invalid.
    static func quickly(_ text: String) -> ChannelAddress? {
        var reader = StoredTextReader(text)
        do {
            let address = try reader.address()
            try reader.finish()
            return address
        } catch {
            return nil
        }
    }
}

// The members of each kind come in the order of their names.
extension StoredTextReader {
    fileprivate mutating func address() throws -> ChannelAddress {
        try beginObject()
        if has("kind") { return try ntfyOrWebhook() }
        if has("address") {
            let address = try string()
            try pass(.email)
            try endObject()
            return .email(try EmailAddress(address))
        }
        try need("auth")
        let secret = try string()
        try need("endpoint")
        let endpoint = try string()
        try pass(.webPush)
        try need("p256dh")
        let key = try string()
        try endObject()
        return .webPush(try WebPushAddress(endpoint: endpoint, publicKey: key, secret: secret))
    }

    private mutating func ntfyOrWebhook() throws -> ChannelAddress {
        switch ChannelKind(rawValue: try string()) {
        case .ntfy:
            try need("server")
            let server = try string()
            let token = has("token") ? try string() : nil
            try need("topic")
            let topic = try string()
            try endObject()
            return .ntfy(try NtfyAddress(server: server, topic: topic, token: token))
        case .webhook:
            try need("secret")
            let secret = try string()
            try need("url")
            let url = try string()
            try endObject()
            return .webhook(try WebhookAddress(url: url, secret: secret))
        default: throw Unexpected()
        }
    }

    private mutating func pass(_ kind: ChannelKind) throws(Unexpected) {
        try need("kind")
        guard try string() == kind.rawValue else { throw Unexpected() }
    }
}
