extension ChannelAddress: Codable {
    private enum Key: String, CodingKey {
        case kind, endpoint, p256dh, auth, server, topic, token, url, secret, address
    }

    /// Reads what ``encode(to:)`` wrote, or what the rider's app sends, and validates it.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let kind = try values.decode(ChannelKind.self, forKey: .kind)
        do {
            switch kind {
            case .webPush:
                self = .webPush(
                    try WebPushAddress(
                        endpoint: try values.decode(String.self, forKey: .endpoint),
                        publicKey: try values.decode(String.self, forKey: .p256dh),
                        secret: try values.decode(String.self, forKey: .auth)))
            case .ntfy:
                self = .ntfy(
                    try NtfyAddress(
                        server: try values.decode(String.self, forKey: .server),
                        topic: try values.decode(String.self, forKey: .topic),
                        token: try values.decodeIfPresent(String.self, forKey: .token)))
            case .webhook:
                self = .webhook(
                    try WebhookAddress(
                        url: try values.decode(String.self, forKey: .url),
                        secret: try values.decode(String.self, forKey: .secret)))
            case .email:
                self = .email(
                    try EmailAddress(try values.decode(String.self, forKey: .address)))
            }
        } catch let problem as AddressProblem {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: problem.description,
                    underlyingError: problem))
        }
    }

    /// Writes an object whose `kind` determines its other members.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(kind, forKey: .kind)
        switch self {
        case .webPush(let address):
            try values.encode(address.endpoint, forKey: .endpoint)
            try values.encode(Base64URL.encode(address.publicKey), forKey: .p256dh)
            try values.encode(Base64URL.encode(address.secret), forKey: .auth)
        case .ntfy(let address):
            try values.encode(address.server, forKey: .server)
            try values.encode(address.topic, forKey: .topic)
            try values.encodeIfPresent(address.token, forKey: .token)
        case .webhook(let address):
            try values.encode(address.url, forKey: .url)
            try values.encode(address.secret, forKey: .secret)
        case .email(let address):
            try values.encode(address.address, forKey: .address)
        }
    }
}
