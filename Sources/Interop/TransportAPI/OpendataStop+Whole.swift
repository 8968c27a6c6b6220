import TransitModel

/// The constant texts between the values of a stop call with all its fields.
private enum Between {
    static let start: StaticString = #"{"station":"#
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
    static let end: StaticString = "}"
}

extension OpendataStop {
    /// Writes all fields, the usual case.
    ///
    /// A board has some thousand stop calls, and most of their text is constant.
    func writeWhole(to writer: inout AnswerWriter) {
        writer.begin()
        writer.add(Between.start)
        writer.add(location)
        write(
            arrival, to: &writer, Between.arrival, Between.arrivalTimestamp, Between.noArrival)
        write(
            departure, to: &writer, Between.departure, Between.departureTimestamp,
            Between.noDeparture)
        writer.add(Between.delay)
        writer.add(delay)
        writer.add(Between.platform)
        writer.add(platform)
        if prognosis == OpendataPrognosis() {
            writer.add(Between.noPrognosis)
        } else {
            writer.add(Between.prognosis)
            writer.alone { prognosis.write(to: &$0, .everything) }
        }
        writer.add(Between.location)
        writer.addPlaceAgain()
        if isCancelled { writer.add(Between.cancelled) }
        writer.add(Between.end)
        writer.finish()
    }

    private func write(
        _ time: OffsetTime?, to writer: inout AnswerWriter, _ name: StaticString,
        _ timestamp: StaticString, _ missing: StaticString
    ) {
        guard let time else { return writer.add(missing) }
        writer.add(name)
        writer.add(time)
        writer.add(timestamp)
        writer.add(Int(time.time.seconds))
    }
}
