/// The schemas of live data.
enum LiveSchemas {
    /// The schemas by name.
    static let all: [String: String] = [
        "Vehicles": "asOf:int! sequence:int! vehicles:[Vehicle]!",
        "Vehicle": """
        id:text! label:text route:text line:text mode:text! colour:text! textColour:text! \
        headsign:text trip:text serviceDay:text delaySeconds:int occupancy:Occupancy state:text! updatedAt:int! \
        nextStop:NextStop heading:number pathStart:int! path:[[number]]!
        """,
        "Occupancy": "status:text! percentage:int carriages:[Carriage]",
        "Carriage": "label:text status:text percentage:int",
        "NextStop": """
        id:text! name:text! scheduled:text! expected:text! expectedEarliest:text \
        expectedLatest:text
        """,
        "Alerts": "asOf:int! alerts:[Alert]! more:flag! next:text",
        "Alert": """
        id:text! header:{text}! description:{text}! url:text urls:{text} images:{text} imageTexts:{text} \
        periods:[Period] cause:text effect:text \
        severity:text routes:[text] stops:[text] trips:[text]
        """,
        "Sources": "now:int! sources:[LiveSource]!",
        "LiveSource": """
        id:text! kind:text! state:text! since:int! dataTime:int ageSeconds:int heardAt:int \
        trouble:text counts:SourceCounts! taken:Taken quarantined:{int}!
        """,
        "SourceCounts": """
        asked:int! fetched:int! unchanged:int! failed:{int} failuresInARow:int! bytes:int! entities:int!
        """,
        "Taken": """
        vehiclesMatched:int! vehiclesAssigned:int! vehiclesUnmatched:int! unmatchedReasons:{int}! \
        vehiclesRepeated:int! updatesMatched:int! updatesUnmatched:int! alerts:int! alertsUnknown:int!
        """,
        "Predictions": "today:text routes:[PredictedRoute]!",
        "PredictedRoute": "route:text! fallback:flag! days:[PredictedDay]!",
        "PredictedDay": """
        date:text! fallback:flag! learnt:Measures! timetableAndDelay:Measures!
        """,
        "Matching": "sources:[MatchedSource]! feeds:[text]!",
        "MatchedSource": """
        id:text! feed:text vehiclesBy:{int}! updatesBy:{int}! contradicted:int! \
        unmatched:[UnmatchedTrip]! advice:[text]!
        """,
        "UnmatchedTrip": "trip:text route:text nearest:text",
        "Measures": "count:int! meanErrorSeconds:number transitShare:number mbtaShare:number",
    ]
}
