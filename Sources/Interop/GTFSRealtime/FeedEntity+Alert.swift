package import TransitModel

extension TransitRealtime_FeedEntity {
    /// Creates the entity of an alert, with the alert's id.
    ///
    /// Texts are ordered by language, so that equal alerts have equal bytes. A cause or effect
    /// unknown to GTFS-Realtime becomes the one for others.
    package init(_ alert: AlertUpdate) {
        self.init()
        id = alert.id
        self.alert.headerText = .init(alert.texts.header)
        // A `TranslatedString` needs at least one translation.
        if !alert.texts.description.isEmpty {
            self.alert.descriptionText = .init(alert.texts.description)
        }
        if !alert.texts.url.isEmpty { self.alert.url = .init(alert.texts.url) }
        if !alert.texts.image.isEmpty {
            self.alert.image.localizedImage = alert.texts.image.sorted { $0.key < $1.key }
                .map { language, url in
                    var image = TransitRealtime_TranslatedImage.LocalizedImage()
                    image.url = url
                    image.mediaType = "image/*"
                    if !language.isEmpty { image.language = language }
                    return image
                }
        }
        if !alert.texts.imageText.isEmpty {
            self.alert.imageAlternativeText = .init(alert.texts.imageText)
        }
        if let cause = alert.classes.cause {
            self.alert.cause = .init(named: cause, by: AlertUpdate.name) ?? .otherCause
        }
        if let effect = alert.classes.effect {
            self.alert.effect = .init(named: effect, by: AlertUpdate.name) ?? .otherEffect
        }
        if let level = alert.classes.severity.flatMap({
            TransitRealtime_Alert.SeverityLevel(named: $0, by: AlertUpdate.name)
        }) {
            self.alert.severityLevel = level
        }
        self.alert.activePeriod = alert.periods.map { period in
            var range = TransitRealtime_TimeRange()
            if let start = period.start { range.start = start.wireSeconds }
            if let end = period.end { range.end = end.wireSeconds }
            return range
        }
        self.alert.informedEntity = alert.subjects.map(TransitRealtime_EntitySelector.init)
    }
}

extension TransitRealtime_TranslatedString {
    fileprivate init(_ texts: [String: String]) {
        self.init()
        translation = texts.sorted { $0.key < $1.key }.map { language, text in
            var translation = Translation()
            translation.text = text
            if !language.isEmpty { translation.language = language }
            return translation
        }
    }
}

extension TransitRealtime_EntitySelector {
    fileprivate init(_ subject: AlertUpdate.Subject) {
        self.init()
        if let id = subject.agencyID { agencyID = id }
        if let type = subject.routeType { routeType = Int32(clamping: type) }
        if let id = subject.routeID { routeID = id }
        if let direction = subject.directionID { directionID = UInt32(clamping: direction) }
        if let id = subject.stopID { stopID = id }
        guard let reference = subject.trip else { return }
        if let id = reference.tripID { trip.tripID = id }
        if let id = reference.routeID { trip.routeID = id }
        if let day = reference.serviceDay { trip.startDate = day.compactDescription }
        if let start = reference.startTime { trip.startTime = start.description }
    }
}

/// Finds values by their names in GTFS-Realtime, such as `TECHNICAL_PROBLEM`.
extension CaseIterable where Self: Hashable {
    fileprivate init?(named name: String, by naming: (Self) -> String?) {
        guard let found = Self.allCases.first(where: { naming($0) == name }) else { return nil }
        self = found
    }
}
