extension APISchemas {
    /// The shapes of a diary's days.
    static let timelines: [String: String] = [
        "Agreement": "consentVersion:int!",
        "DiaryDays": "zone:text! first:text last:text days:[DiaryDaySum]!",
        "DiaryDaySum": """
        date:text! trips:int! stays:int! distanceMetres:int! travelSeconds:int! modes:[any]! \
        fixes:int! corrected:flag open:flag
        """,
        "DiaryDay": """
        date:text! zone:text! start:text! end:text! open:flag! device:text devices:[text]! \
        distanceMetres:int! travelSeconds:int! items:[DiaryItem]! corrections:[Correction]!
        """,
        "DiaryItem": """
        kind:text! id:text start:text! end:text! latitude:number longitude:number name:text \
        named:text nearStop:any continuesBefore:flag continuesAfter:flag distanceMetres:int \
        seconds:int joined:flag split:flag legs:[DiaryLeg] reason:text
        """,
        "DiaryLeg": """
        id:text! start:text! end:text! distanceMetres:int! mode:text! probability:number! \
        inferredMode:text corrected:flag geometry:any gaps:[any] lines:[DiaryLine]
        """,
        "DiaryLine": """
        route:text! line:text! mode:text! colour:text! textColour:text! headsign:text \
        probability:number! boarding:any! alighting:any! trip:text serviceDay:text \
        delaySeconds:int seen:flag
        """,
        "NewCorrection": """
        kind:text! start:text! end:text mode:text name:text everywhere:flag
        """,
        "Correction": """
        id:int! kind:text! start:text! end:text! mode:text name:text everywhere:flag made:text! \
        applies:flag
        """,
        "DiaryPlaces": "places:[any]!",
        "DiaryStatistics": """
        from:text! to:text! zone:text! days:int! recordedDays:int! trips:int! distanceMetres:int! \
        travelSeconds:int! co2Grams:int! modes:[any]! lines:[any]! places:[any]! co2:any!
        """,
        "RideSuggestions": "suggestions:[any]!",
    ]
}
