import JSONWriting

/// A message of the tracker socket with its channel.
package struct TrackerEnvelope: Sendable {
    /// The channel, as the client requested it.
    package let source: String
    /// Unix milliseconds; nil if the server did not say.
    package let timestamp: Int64?
    /// The reference that the client sent with its request; nil for none.
    package let clientReference: String?
    package let content: TrackerContent

    /// Returns a message as a server sends it: one JSON object.
    ///
    /// `content` is JSON; nil means that there is none.
    package static func json(
        source: String, timestamp: Int64, clientReference: String? = nil, content: [UInt8]?
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("source", source)
            $0.member("timestamp", timestamp)
            $0.member("client_reference", clientReference ?? "")
            $0.key("content")
            if let content { $0.value(encoded: content) } else { $0.null() }
        }
        return writer.bytes
    }

    /// Returns a message whose content is a string.
    package static func json(source: String, timestamp: Int64, text: String) -> [UInt8] {
        var content = JSONWriter()
        content.value(text)
        return json(source: source, timestamp: timestamp, content: content.bytes)
    }

    /// Returns several messages as one, with the null at the end that clients of the service
    /// expect.
    package static func buffer(_ messages: some Sequence<[UInt8]>, timestamp: Int64) -> [UInt8] {
        var content = JSONWriter()
        content.array { list in
            for message in messages { list.value(encoded: message) }
            list.null()
        }
        return json(source: "buffer", timestamp: timestamp, content: content.bytes)
    }
}

/// The content of a message, as far as it is understood.
package enum TrackerContent: Sendable {
    case trajectory(TrackerTrajectory)
    /// The vehicle of that id is removed.
    case deletedVehicle(String)
    case stopSequences([TrackerStopSequence])
    case departure(TrackerDeparture)
    /// The connection is open, or the answer to a `PING`.
    case status(String)
    /// No content.
    case nothing
    /// Content of another kind, or malformed.
    case unknown
}

extension TrackerEnvelope {
    /// The maximum number of messages in one frame.
    package static let maximumMessages = 10_000

    /// Returns the messages of a frame, with buffers unpacked; nil if the frame is not a message.
    package static func messages(in frame: some Sequence<UInt8>) -> [TrackerEnvelope]? {
        guard let node = JSONNode(frame), node.isObject, let source = node["source"].string
        else { return nil }
        guard source == "buffer" else { return [TrackerEnvelope(node, source: source)] }
        guard let list = node["content"].array, list.count <= maximumMessages else { return nil }
        // The last one may be null. Nested buffers are not unpacked.
        return list.compactMap { message in
            message["source"].string.map { TrackerEnvelope(message, source: $0) }
        }
    }

    private init(_ node: JSONNode, source: String) {
        self.source = source
        timestamp = node["timestamp"].integer
        clientReference = node["client_reference"].string
        content = TrackerContent(node["content"], source: source)
    }
}

extension TrackerContent {
    /// The maximum number of stop sequences in one message.
    private static let maximumSequences = 50

    init(_ node: JSONNode, source: String) {
        guard !node.isNull else {
            self = .nothing
            return
        }
        self = Self.content(node, source: source) ?? .unknown
    }

    private static func content(_ node: JSONNode, source: String) -> TrackerContent? {
        // Client references and the schematic map are distinguished by what follows the channel's
        // name.
        let channel = source.split(separator: " ").first.map(String.init) ?? source
        if channel.hasPrefix("trajectory") || channel.hasPrefix("partial_trajectory_") {
            return TrackerTrajectory(node).map { .trajectory($0) }
        }
        if channel.hasPrefix("deleted_vehicles") { return node.id.map { .deletedVehicle($0) } }
        if channel == "websocket" {
            return (node.string ?? node["status"].string).map { .status($0) }
        }
        if channel.hasPrefix("stopsequence_") {
            let items = node.array ?? [node]
            guard items.count <= maximumSequences else { return nil }
            return .stopSequences(items.compactMap { TrackerStopSequence($0) })
        }
        if channel.hasPrefix("timetable_") { return TrackerDeparture(node).map { .departure($0) } }
        return nil
    }
}
