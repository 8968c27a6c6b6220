import TransitModel

/// The constant texts between the values of a stop call with all its fields.
private enum Between {
    static let start: StaticString = #""station":"#
    static let arrival: StaticString = #","arrival":"#
    static let arrivalTimestamp: StaticString = #","arrivalTimestamp":"#
    static let noArrival: StaticString = #","arrival":null,"arrivalTimestamp":null"#
    static let departure: StaticString = #","departure":"#
    static let departureTimestamp: StaticString = #","departureTimestamp":"#
    static let noDeparture: StaticString = #","departure":null,"departureTimestamp":null"#
    static let delay: StaticString = #","delay":"#
    static let platform: StaticString = #","platform":"#
    static let prognosis: StaticString = #","prognosis":"#
    static let noPrognosis: StaticString = """
        ,"prognosis":{"platform":null,"arrival":null,"departure":null,"capacity1st":null,\
        "capacity2nd":null}
        """
    static let location: StaticString = #","realtimeAvailability":null,"location":"#
    static let cancelled: StaticString = #","cancelled":true"#
}

extension OpendataStop {
    /// Writes all fields, the usual case.
    ///
    /// A board has some thousand stop calls, and most of their text is constant.
    func writeWhole(to writer: inout AnswerWriter) {
        writer.beginRaw()
        writer.raw(Between.start)
        writer.value(location)
        write(
            arrival, to: &writer, Between.arrival, Between.arrivalTimestamp, Between.noArrival)
        write(
            departure, to: &writer, Between.departure, Between.departureTimestamp,
            Between.noDeparture)
        writer.raw(Between.delay)
        writer.value(delay)
        writer.raw(Between.platform)
        writer.value(platform)
        if prognosis == OpendataPrognosis() {
            writer.raw(Between.noPrognosis)
        } else {
            writer.raw(Between.prognosis)
            prognosis.write(to: &writer, .everything)
        }
        writer.raw(Between.location)
        writer.valueOfLastPlace()
        if isCancelled { writer.raw(Between.cancelled) }
        writer.endRaw()
    }

    private func write(
        _ time: OffsetTime?, to writer: inout AnswerWriter, _ name: StaticString,
        _ timestamp: StaticString, _ missing: StaticString
    ) {
        guard let time else { return writer.raw(missing) }
        writer.raw(name)
        writer.value(time)
        writer.raw(timestamp)
        writer.value(Int(time.time.seconds))
    }
}
