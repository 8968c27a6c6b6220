/// The schemas of diaries.
enum DiarySchemas {
    /// The schemas of a diary's days.
    static let timelines: [String: String] = [
        "Agreement": "consentVersion:int!",
        "DiaryDays": "zone:text! first:text last:text days:[DiaryDaySum]!",
        "DiaryDaySum": """
        date:text! trips:int! stays:int! distanceMetres:int! travelSeconds:int! modes:[ModeSum]! \
        fixes:int! corrected:flag open:flag
        """,
        "ModeSum": "mode:text! legs:int! distanceMetres:int! seconds:int! co2Grams:int!",
        "DiaryDay": """
        date:text! zone:text! start:text! end:text! open:flag! device:text devices:[text]! \
        distanceMetres:int! travelSeconds:int! items:[DiaryItem]! corrections:[Correction]!
        """,
        "DiaryItem": """
        kind:text! id:text start:text! end:text! latitude:number longitude:number name:text \
        named:text nearStop:DiaryStop continuesBefore:flag continuesAfter:flag distanceMetres:int \
        seconds:int joined:flag split:flag legs:[DiaryLeg] reason:text
        """,
        "DiaryLeg": """
        id:text! start:text! end:text! distanceMetres:int! mode:text! probability:number! \
        inferredMode:text corrected:flag geometry:LineString gaps:[Gap] lines:[DiaryLine]
        """,
        "LineString": "type:text! coordinates:[[number]]!",
        "Gap": "start:text! end:text!",
        "DiaryStop": "id:text! name:text!",
        "DiaryLine": """
        route:text! line:text! mode:text! colour:text! textColour:text! headsign:text \
        probability:number! boarding:DiaryStop! alighting:DiaryStop! trip:text serviceDay:text \
        delaySeconds:int seen:flag
        """,
        "NewCorrection": """
        kind:text! start:text! end:text mode:text name:text everywhere:flag
        """,
        "Correction": """
        id:int! kind:text! start:text! end:text! mode:text name:text everywhere:flag made:text! \
        applies:flag
        """,
        "DiaryPlaces": "places:[DiaryPlace]!",
        "DiaryPlace": "id:int! name:text! latitude:number! longitude:number!",
        "DiaryStatistics": """
        from:text! to:text! zone:text! days:int! recordedDays:int! trips:int! distanceMetres:int! \
        travelSeconds:int! co2Grams:int! modes:[ModeSum]! lines:[LineSum]! \
        places:[PlaceSum]! co2:EmissionFactors!
        """,
        "LineSum": """
        route:text! line:text! mode:text! colour:text! textColour:text! rides:int! \
        distanceMetres:int! timedRides:int! onTimeRides:int! medianDelaySeconds:int \
        maximumDelaySeconds:int
        """,
        "PlaceSum": "name:text! seconds:int! stays:int!",
        "EmissionFactors": "source:text! url:text! gramsPerKilometre:{number}!",
        "RideSuggestions": "suggestions:[RideSuggestion]!",
        "RideSuggestion": """
        route:text! line:text! mode:text! colour:text! textColour:text! from:DiaryStop! \
        to:DiaryStop! departure:text! arrival:text! weekdays:[int]! rides:int! weeks:int!
        """,
    ]

    /// The schemas of studies and their participants.
    static let studies: [String: String] = [
        "Consent": "version:int! text:text!",
        "Study": "id:text! name:text! mode:text! consent:Consent! retentionDays:int!",
        "WholeStudy": """
        id:text! name:text! mode:text! recipient:text consent:Consent! retentionDays:int! \
        sensing:Thresholds
        """,
        "NewStudy": """
        id:text! name:text! mode:text! recipient:text consent:Consent! retentionDays:int
        """,
        "StudyChange": "name:text consent:Consent retentionDays:int",
        "StudyCode": "code:text!",
        "ResearcherToken": "researcherToken:text!",
        "Founding": "study:Study! code:text! researcherToken:text!",
        "Studies": "studies:[StudyWithCount]! waitingUploads:int!",
        "StudyWithCount": "study:Study! participants:int!",
        "StudyReport": "study:WholeStudy! participants:[ParticipantSummary]! next:text",
        "ParticipantSummary": """
        participant:text! state:text! consentVersion:int! joined:text! seen:text fixes:int!
        """,
        "Joining": "code:text! consentVersion:int!",
        "Agreeing": "consentVersion:int",
        "Enrolment": """
        participant:text! token:text! secret:text! study:Study! overland:OverlandSetup! \
        ownTracks:OwnTracksSetup!
        """,
        "OverlandSetup": "url:text! setup:text!",
        "OwnTracksSetup": "url:text! user:text! password:text!",
        "Participant": """
        participant:text! state:text! consentVersion:int! joined:text! study:Study! \
        devices:[DiaryDevice]!
        """,
        "DiaryDevice": "name:text! state:text",
        "Fixes": "locations:[any]!",
        "Receipt": """
        stored:int! repeated:int! skipped:{int}! recording:flag! state:text desiredAccuracyMetres:number
        """,
        "Thresholds": "",
    ]
}
