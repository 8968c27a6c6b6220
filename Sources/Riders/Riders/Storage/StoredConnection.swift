import TransitModel

/// Decodes saved connections that the store wrote.
///
/// After a start, a tenth of a million of them are decoded before the first alerts.
enum StoredConnection {
    /// Decodes a stored connection.
    ///
    /// - Throws: A `DecodingError`.
    static func connection(_ text: String) throws -> SavedConnection {
        try quickly(text) ?? RiderStore.value(text)
    }

    /// Decodes a connection in the form that ``StoredTextReader`` reads; nil for others.
    static func quickly(_ text: String) -> SavedConnection? {
        var reader = StoredTextReader(text)
        do {
            let connection = try reader.connection()
            try reader.finish()
            return connection
        } catch {
            return nil
        }
    }
}

// The members of each type come in the order of their names.
extension StoredTextReader {
    fileprivate mutating func connection() throws(Unexpected) -> SavedConnection {
        try beginObject()
        try need("from")
        let from = try place()
        try need("id")
        let id = try string()
        let name = has("name") ? try string() : nil
        let modified = has("networkModified") ? try integer() : nil
        try need("routes")
        let routes = try list { reader throws(Unexpected) in try reader.route() }
        try need("to")
        let to = try place()
        try need("vias")
        let vias = try list { reader throws(Unexpected) in try reader.place() }
        let walking = has("walking") ? try walking() : nil
        try endObject()
        var connection = SavedConnection(
            id: id, name: name, from: from, to: to, vias: vias, routes: routes)
        connection.walking = walking
        connection.networkModified = modified.map(Int64.init)
        return connection
    }

    private mutating func place() throws(Unexpected) -> SavedPlace {
        try beginObject()
        let latitude = has("latitude") ? try real() : nil
        let longitude = has("longitude") ? try real() : nil
        try need("name")
        let name = try string()
        let stop = has("stop") ? try string() : nil
        try endObject()
        return SavedPlace(stop: stop, name: name, latitude: latitude, longitude: longitude)
    }

    private mutating func walking() throws(Unexpected) -> SavedWalking {
        try beginObject()
        let bicycle = has("bicycle") ? try flag() : nil
        let minutes = has("minutes") ? try integer() : nil
        let speed = has("speed") ? try real() : nil
        let wheelchair = has("wheelchair") ? try flag() : nil
        try endObject()
        return SavedWalking(
            speed: speed, minutes: minutes, wheelchair: wheelchair, bicycle: bicycle)
    }

    private mutating func route() throws(Unexpected) -> SavedRoute {
        try beginObject()
        try need("changeSeconds")
        let changeSeconds = try list { reader throws(Unexpected) in try reader.integer() }
        try need("id")
        let id = try string()
        try need("reminders")
        let reminders = try list { reader throws(Unexpected) in try reader.reminder() }
        try need("rides")
        let rides = try list { reader throws(Unexpected) in try reader.ride() }
        try need("walkAfterSeconds")
        let walkAfterSeconds = try integer()
        try need("walkBeforeSeconds")
        let walkBeforeSeconds = try integer()
        try endObject()
        return SavedRoute(
            id: id, rides: rides, changeSeconds: changeSeconds,
            walkBeforeSeconds: walkBeforeSeconds, walkAfterSeconds: walkAfterSeconds,
            reminders: reminders)
    }

    private mutating func reminder() throws(Unexpected) -> SavedReminder {
        try beginObject()
        try need("minute")
        let minute = try integer()
        try need("weekdays")
        let weekdays = try list { reader throws(Unexpected) in try reader.integer() }
        try endObject()
        // Others are kept as they are.
        guard zip(weekdays, weekdays.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw Unexpected()
        }
        return SavedReminder(minute: minute, sorted: weekdays)
    }

    private mutating func ride() throws(Unexpected) -> SavedRide {
        try beginObject()
        try need("from")
        let from = try stop()
        let headsign = has("headsign") ? try string() : nil
        try need("line")
        let line = try string()
        try need("mode")
        guard let mode = TransitMode(rawValue: try string()) else { throw Unexpected() }
        try need("passed")
        let passed = try list { reader throws(Unexpected) in try reader.string() }
        try need("seconds")
        let seconds = try integer()
        try need("to")
        let to = try stop()
        try endObject()
        return SavedRide(
            line: line, mode: mode, from: from, to: to, headsign: headsign, seconds: seconds,
            passed: passed)
    }

    private mutating func stop() throws(Unexpected) -> SavedStop {
        try beginObject()
        try need("id")
        let id = try string()
        let latitude = has("latitude") ? try real() : nil
        let longitude = has("longitude") ? try real() : nil
        try need("name")
        let name = try string()
        try endObject()
        return SavedStop(id: id, name: name, latitude: latitude, longitude: longitude)
    }
}
