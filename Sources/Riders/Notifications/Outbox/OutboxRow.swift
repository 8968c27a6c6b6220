import JSONWriting
import TransitModel

/// A stored message.
struct OutboxRow: Sendable {
    let addressKey: String
    let origin: String
    let kind: ChannelKind
    let topic: String
    let id: String
    let address: String
    let message: String
    let due: Int64
    let expires: Int64

    init(_ addressed: AddressedMessage, now: UnixTime) throws {
        let encoder = JSONTextEncoder()
        addressKey = addressed.address.key
        origin = addressed.address.origin
        kind = addressed.address.kind
        topic = addressed.message.topic
        id = addressed.message.id
        address = String(decoding: try encoder.encode(addressed.address), as: UTF8.self)
        message = String(decoding: try encoder.encode(addressed.message), as: UTF8.self)
        due = now.milliseconds
        expires = now.milliseconds + Int64(addressed.message.timeToLiveSeconds) * 1000
    }
}
