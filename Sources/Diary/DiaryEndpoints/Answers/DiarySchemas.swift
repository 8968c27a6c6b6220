/// The schemas of requests; those of answers are declared beside them.
enum DiarySchemas {
    /// The schemas of requests.
    static let requests: [String: String] = [
        "Agreement": "consentVersion:int!",
        "NewCorrection": """
        kind:text! start:text! end:text mode:text name:text everywhere:flag
        """,
        "NewStudy": """
        id:text! name:text! mode:text! recipient:text consent:Consent! retentionDays:int
        """,
        "StudyChange": "name:text consent:Consent retentionDays:int",
        "StudyCode": "code:text!",
        "ResearcherToken": "researcherToken:text!",
        "Joining": "code:text! consentVersion:int!",
        "Agreeing": "consentVersion:int",
        "Fixes": "locations:[any]!",
        "Thresholds": "",
    ]
}
