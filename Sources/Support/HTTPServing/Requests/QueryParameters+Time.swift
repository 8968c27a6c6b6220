package import TransitModel

extension QueryParameters {
    /// Returns an instant, in the zone's local time unless it has an offset; nil if the parameter
    /// is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a time.
    package func instant(
        _ name: String, in zone: TransitTimeZone
    ) throws(Problem) -> UnixTime? {
        guard let text = text(name) else { return nil }
        if let time = TimestampText.instant(text, in: zone) { return time }
        throw .badParameter(
            name, expected: "a time as in 2026-05-04T08:00 or 2026-05-04T08:00:00+02:00",
            given: text)
    }

    /// Returns a day, nil if the parameter is absent.
    ///
    /// - Throws: A problem with status 400 if the text is not a day.
    package func day(_ name: String) throws(Problem) -> ServiceDay? {
        guard let text = text(name) else { return nil }
        if let day = ServiceDay(text) { return day }
        throw .badParameter(name, expected: "a day as in 2026-05-04", given: text)
    }
}
