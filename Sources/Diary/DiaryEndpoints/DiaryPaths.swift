package import APISchema

extension APIPaths {
    /// Fixes that the web app recorded while it was open.
    package static let diaryFixes = "/api/v1/diary/fixes"
    /// The thresholds of the diary's state machine.
    package static let diaryConfiguration = "/api/v1/diary/config"
    /// The study that belongs to a code.
    package static let diaryEnrolment = "/api/v1/diary/enrolment"
    /// A personal diary, without a code.
    package static let diaryPersonal = "/api/v1/diary/personal"
    /// Days of a personal diary; `/{date}` for one.
    package static let diaryDays = "/api/v1/diary/days"
    /// The same days as files, each with its extension.
    package static let diaryExports = diaryDays
    package static let diaryCorrections = "/api/v1/diary/corrections"
    /// Named places of a diary.
    package static let diaryPlaces = "/api/v1/diary/places"
    /// Sums over days.
    package static let diaryStatistics = "/api/v1/diary/statistics"
    /// Repeated rides, as suggestions.
    package static let diarySuggestions = "/api/v1/diary/suggestions"
    /// New participants.
    package static let diaryParticipants = "/api/v1/diary/participants"
    /// The participant whose token the request has; all of the participant's data is below.
    package static let diaryParticipant = "/api/v1/diary/participant"
    /// The study whose researchers' token the request has.
    package static let diaryStudy = "/api/v1/diary/study"
    package static let studies = "/api/v1/operator/studies"
}
