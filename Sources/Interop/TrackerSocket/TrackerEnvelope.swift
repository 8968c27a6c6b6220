/// A message of the tracker socket: what comes from which channel.
package struct TrackerEnvelope: Sendable {
    /// The channel, as it was asked for.
    package let source: String
    /// Unix milliseconds; nil if the server did not say.
    package let timestamp: Int64?
    /// What the client wrote beside its question; nil for none.
    package let clientReference: String?
    /// What it tells.
    package let content: TrackerContent

    /// A message as a server sends it: one JSON object.
    ///
    /// `content` is JSON, nil stands for "there is none".
    package static func json(
        source: String, timestamp: Int64, clientReference: String? = nil, content: [UInt8]?
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("source", source)
            $0.member("timestamp", timestamp)
            $0.member("client_reference", clientReference ?? "")
            $0.key("content")
            if let content { $0.written(content) } else { $0.null() }
        }
        return writer.bytes
    }

    /// A message whose content is a text.
    package static func json(source: String, timestamp: Int64, text: String) -> [UInt8] {
        var content = JSONWriter()
        content.string(text)
        return json(source: source, timestamp: timestamp, content: content.bytes)
    }

    /// Several messages as one, with the null at the end that clients of the service know.
    package static func buffer(_ messages: some Sequence<[UInt8]>, timestamp: Int64) -> [UInt8] {
        var content = JSONWriter()
        content.array { list in
            for message in messages { list.written(message) }
            list.null()
        }
        return json(source: "buffer", timestamp: timestamp, content: content.bytes)
    }
}

/// What a message tells, as far as it is understood.
package enum TrackerContent: Sendable {
    case trajectory(TrackerTrajectory)
    /// The vehicle of that id is gone.
    case deletedVehicle(String)
    case stopSequences([TrackerStopSequence])
    case departure(TrackerDeparture)
    /// The connection stands, or the answer to a `PING`.
    case status(String)
    /// There is none.
    case nothing
    /// Something of another kind, or malformed.
    case unknown
}

extension TrackerEnvelope {
    /// More messages than this in one frame are nobody's buffer.
    package static let maximumMessages = 10_000

    /// The messages of a frame, those of a buffer one by one; nil if the frame is no message.
    package static func messages(in frame: some Sequence<UInt8>) -> [TrackerEnvelope]? {
        guard let node = JSONNode(frame), node.isObject, let source = node["source"].string
        else { return nil }
        guard source == "buffer" else { return [TrackerEnvelope(node, source: source)] }
        guard let list = node["content"].array, list.count <= maximumMessages else { return nil }
        // The last one may be null. A buffer within a buffer is not opened.
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
    /// How many stop sequences one message may hold.
    private static let maximumSequences = 50

    init(_ node: JSONNode, source: String) {
        guard !node.isNull else {
            self = .nothing
            return
        }
        self = Self.content(node, source: source) ?? .unknown
    }

    private static func content(_ node: JSONNode, source: String) -> TrackerContent? {
        // Client references and the schematic map are told by what follows the channel's name.
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
