import TransitModel

extension NetworkSchemas {
    /// The schemas of connections and their parts.
    static let journeys: [String: String] = [
        "Connections": """
        origin:WayPlace! destination:WayPlace! connections:[Connection]! walk:Walk onlyWalking:flag! \
        earlier:text later:text windowStart:text! windowEnd:text! alertTexts:[AlertText]
        """,
        "Connection": """
        id:text! departure:Moment! arrival:Moment! durationSeconds:int! vehicles:int! walkMetres:int! \
        status:text! troubles:[Trouble] live:flag! wheelchair:text bicycles:text legs:[Walk|Ride]! \
        transfers:[Transfer]! alerts:[text]
        """,
        "Trouble": "kind:text! ride:int transfer:int detail:text!",
        "SavedRides": """
        date:text! connection:Connection rides:[RideMatch]! next:[Connection] alertTexts:[AlertText]
        """,
        "RideMatch": "match:text! shiftSeconds:int",
        "WayPlace": "id:text name:text! latitude:number longitude:number",
        "Walk": """
        kind:text! from:WayPlace! to:WayPlace! departure:text! arrival:text! seconds:int! metres:int! \
        estimated:flag! stairsMetres:int riddenMetres:int lifts:int path:[[number]] steps:[WalkStep]
        """,
        "WalkStep": """
        turn:text! way:text! name:text metres:int! pushed:flag level:number latitude:number! longitude:number!
        """,
        "Ride": """
        kind:text! trip:text! serviceDay:text! line:Line! headsign:text from:LegCall! to:LegCall! \
        passed:[LegCall] cancelled:flag! added:flag! approximate:flag! headwaySeconds:int \
        estimated:flag! staysSeated:flag! live:flag! \
        wheelchair:text! bicycles:text! alternatives:[Alternative] path:[[number]]
        """,
        "Line": "route:text! name:text! mode:text! colour:text! textColour:text!",
        "LegCall": """
        stop:WayPlace! platform:text scheduledPlatform:text arrival:Moment departure:Moment \
        skipped:flag! occupancy:text onRequest:text booking:Booking
        """,
        "Alternative": """
        trip:text! serviceDay:text! line:Line! headsign:text from:LegCall! to:LegCall!
        """,
        "Transfer": """
        from:WayPlace! to:WayPlace! availableSeconds:int! neededSeconds:int! marginSeconds:int! \
        state:text!
        """,
    ]
}
