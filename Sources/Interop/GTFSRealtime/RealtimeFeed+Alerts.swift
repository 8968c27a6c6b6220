package import TransitModel

extension RealtimeFeed {
    /// Converts the feed's alerts, in order.
    ///
    /// Deleted entities and alerts without text are skipped. A text without a language has an empty
    /// code; the first text of a language counts, without control characters and cut to
    /// ``AlertUpdate/maximumHeader`` or ``AlertUpdate/maximumDescription``. Addresses that are not
    /// http or https are skipped, and so are empty selectors, since they would select everything.
    package func alerts() -> [AlertUpdate] {
        entities.compactMap(alert)
    }

    /// Converts the alert of an entity; nil if it is skipped.
    func alert(of entity: TransitRealtime_FeedEntity) -> AlertUpdate? {
        guard entity.hasAlert, !entity.isDeleted else { return nil }
        return AlertUpdate(entity.alert, id: entity.id)
    }
}

extension AlertUpdate {
    /// The maximum length of the short text and of an image's description, in Unicode scalars.
    static let maximumHeader = 1000
    /// The maximum length of the full text, in Unicode scalars.
    static let maximumDescription = 10_000
    /// The maximum length of an address, in bytes.
    private static let maximumAddress = 4096

    fileprivate init?(_ alert: TransitRealtime_Alert, id: String) {
        var texts = Texts()
        texts.header = Self.byLanguage(alert.headerText, Self.maximumHeader)
        texts.description = Self.byLanguage(alert.descriptionText, Self.maximumDescription)
        texts.url = Self.byLanguage(alert.url, .max).filter { Self.isOfTheWeb($0.value) }
        texts.image = Dictionary(
            alert.image.localizedImage.filter { Self.isOfTheWeb($0.url) }
                .map { ($0.language, $0.url) }, uniquingKeysWith: { first, _ in first })
        texts.imageText = Self.byLanguage(alert.imageAlternativeText, Self.maximumHeader)
        guard !texts.header.isEmpty || !texts.description.isEmpty else { return nil }
        var classes = Classes()
        if alert.hasCause { classes.cause = Self.name(alert.cause) }
        if alert.hasEffect { classes.effect = Self.name(alert.effect) }
        if alert.hasSeverityLevel { classes.severity = Self.name(alert.severityLevel) }
        let subjects = alert.informedEntity.compactMap(Subject.init)
        // If all selectors are empty, the alert is skipped rather than applied to the whole
        // network.
        guard alert.informedEntity.isEmpty || !subjects.isEmpty else { return nil }
        self.init(
            id: id, texts: texts, classes: classes,
            periods: alert.activePeriod.map { period in
                Period(
                    start: UnixTime(wireSeconds: period.start),
                    end: UnixTime(wireSeconds: period.end))
            },
            subjects: subjects)
    }

    private static func byLanguage(
        _ text: TransitRealtime_TranslatedString, _ maximum: Int
    ) -> [String: String] {
        let pairs = text.translation
            .map {
                let clean = ControlCharacters.leftOut(of: $0.text, keepingLines: true)
                return ($0.language, clean.beginning(scalars: maximum))
            }
            .filter { !$0.1.isEmpty }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private static func isOfTheWeb(_ address: String) -> Bool {
        guard address.utf8.count <= maximumAddress else { return false }
        let start = address.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    static func name(_ cause: TransitRealtime_Alert.Cause) -> String? {
        switch cause {
        case .unknownCause: nil
        case .otherCause: "OTHER_CAUSE"
        case .technicalProblem: "TECHNICAL_PROBLEM"
        case .strike: "STRIKE"
        case .demonstration: "DEMONSTRATION"
        case .accident: "ACCIDENT"
        case .holiday: "HOLIDAY"
        case .weather: "WEATHER"
        case .maintenance: "MAINTENANCE"
        case .construction: "CONSTRUCTION"
        case .policeActivity: "POLICE_ACTIVITY"
        case .medicalEmergency: "MEDICAL_EMERGENCY"
        case .specialEvent: "SPECIAL_EVENT"
        }
    }

    static func name(_ effect: TransitRealtime_Alert.Effect) -> String? {
        switch effect {
        case .unknownEffect: nil
        case .noService: "NO_SERVICE"
        case .reducedService: "REDUCED_SERVICE"
        case .significantDelays: "SIGNIFICANT_DELAYS"
        case .detour: "DETOUR"
        case .additionalService: "ADDITIONAL_SERVICE"
        case .modifiedService: "MODIFIED_SERVICE"
        case .otherEffect: "OTHER_EFFECT"
        case .stopMoved: "STOP_MOVED"
        case .noEffect: "NO_EFFECT"
        case .accessibilityIssue: "ACCESSIBILITY_ISSUE"
        }
    }

    static func name(_ severity: TransitRealtime_Alert.SeverityLevel) -> String? {
        switch severity {
        case .unknownSeverity: nil
        case .info: "INFO"
        case .warning: "WARNING"
        case .severe: "SEVERE"
        }
    }
}

extension AlertUpdate.Subject {
    fileprivate init?(_ selector: TransitRealtime_EntitySelector) {
        self.init(
            agencyID: selector.agencyID.isEmpty ? nil : selector.agencyID,
            routeType: selector.hasRouteType && selector.routeType >= 0
                ? Int(selector.routeType) : nil,
            routeID: selector.routeID.isEmpty ? nil : selector.routeID,
            directionID: selector.hasDirectionID && selector.directionID <= 1
                ? Int(selector.directionID) : nil,
            stopID: selector.stopID.isEmpty ? nil : selector.stopID,
            trip: selector.hasTrip ? TripReference(selector.trip) : nil)
        guard agencyID != nil || routeType != nil || routeID != nil || stopID != nil || trip != nil
        else { return nil }
    }
}
