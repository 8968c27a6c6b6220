/// The schemas of answers about the network.
enum NetworkSchemas {
    /// The schemas of the network, its places and its boards.
    static let network: [String: String] = [
        "Network": """
        name:text! invented:flag! timeZone:text! languages:[text]! now:int! clockSpeed:number! \
        bounds:Box core:Box counts:Counts! serviceDays:ServiceDays! feeds:[Feed]! \
        attributions:[Attribution]! revision:text! live:LiveState! landscape:flag! addresses:flag! \
        streets:NetworkStreets campus:flag! phone:NetworkPhone
        """,
        "NetworkStreets": "updatedAt:int tiles:text layers:[text]",
        "NetworkPhone": """
        address:text! bytes:int! compressedBytes:int! digest:text! firstDay:text! lastDay:text!
        """,
        "TileList": "tiles:[Tile]! bytes:int!",
        "Tile": "z:int! x:int! y:int! bytes:int!",
        "Box": "west:number! south:number! east:number! north:number!",
        "Counts": """
        stops:int! stations:int! routes:int! trips:int! stopTimes:int! patterns:int! \
        notices:NoticeCounts!
        """,
        "NoticeCounts": "error:int! warning:int! info:int!",
        "ServiceDays": "from:text! to:text!",
        "Feed": """
        id:text! name:text! publisher:text publisherURL:text version:text language:text from:text to:text
        """,
        "Alerts": "asOf:int! alerts:[Alert]! more:flag! next:text",
        "Alert": """
        id:text! header:{text}! description:{text}! url:text urls:{text} images:{text} imageTexts:{text} \
        periods:[Period] cause:text effect:text \
        severity:text routes:[text] stops:[text] trips:[text]
        """,
        "Occupancy": "status:text! percentage:int carriages:[Carriage]",
        "Carriage": "label:text status:text percentage:int",
        "Attribution": "organization:text! url:text roles:[text]!",
        "LiveState": "source:text! vehicles:int! state:text! updatedAt:int",
        "Routes": "routes:[Route]! more:flag! next:text",
        "Route": """
        id:text! shortName:text longName:text mode:text! type:int! colour:text! textColour:text! \
        agency:text sortOrder:int directions:[Direction]
        """,
        "Direction": "direction:int headsigns:[text]! stops:[Place]! shape:[[number]]!",
        "LineMap": "type:text! features:[LineFeature]!",
        "LineFeature": "type:text! geometry:any! properties:LineProperties!",
        "LineProperties": """
        id:text! shortName:text! mode:text! colour:text! textColour:text! sortOrder:int offset:number
        """,
        "GeoJSON": "type:text! features:[Feature]!",
        "Feature": "type:text! id:any geometry:any! properties:any!",
        "Stops": """
        stops:[Stop]! more:flag! next:text
        """,
        "Stop": """
        id:text! name:text! code:text platform:text latitude:number longitude:number \
        locationType:text parent:text wheelchair:text timeZone:text url:text modes:[text] \
        lines:int platforms:[Stop] routes:[Route]
        """,
        "FoundStops": "stops:[FoundStop]!",
        "FoundStop": """
        id:text! name:text! code:text latitude:number longitude:number locationType:text! \
        wheelchair:text! modes:[text]! routes:int! members:[text]! match:text! matched:text \
        matchedLanguage:text highlights:[[int]]! importance:number! distanceMetres:number
        """,
        "Places": "places:[FoundPlace]!",
        "Reachable": "stops:[ReachableStop]! estimated:flag!",
        "ReachableStop": """
        id:text! name:text! latitude:number! longitude:number! seconds:int! metres:int!
        """,
        "FoundPlace": """
        kind:text! name:text! latitude:number! longitude:number! id:text street:text \
        houseNumber:text postcode:text locality:text district:text category:text matched:text \
        matchedLanguage:text interpolated:flag match:text! distanceMetres:number
        """,
        "Addresses": "addresses:[Address]!",
        "Address": "name:text! latitude:number! longitude:number!",
        "Moment": """
        scheduled:text expected:text expectedEarliest:text expectedLatest:text leaveBy:text \
        delaySeconds:int
        """,
        "Board": """
        stop:Place! kind:text! timeZone:text! calls:[Call]! earlier:text! later:text! \
        empty:EmptyBoard alerts:[text]! alertTexts:[AlertText]!
        """,
        "EmptyBoard": "reason:text! detail:text! firstDay:text lastDay:text next:text",
        "Call": """
        trip:text! serviceDay:text! route:text! line:text! mode:text! colour:text! textColour:text! \
        direction:int headsign:text! origin:Place! destination:Place! stop:Place! scheduledStop:Place \
        scheduled:text expected:text expectedEarliest:text expectedLatest:text leaveBy:text delaySeconds:int \
        occupancy:text status:text! live:flag! last:flag! added:flag! \
        replacement:flag! approximate:flag! headwaySeconds:int estimated:flag! onRequest:text booking:Booking \
        alerts:[text]! further:[FurtherCall]
        """,
        "Booking": """
        earliest:text latest:text phone:text message:text bookingURL:text infoURL:text
        """,
        "FurtherCall": "stop:Place! scheduled:text expected:text skipped:flag!",
        "BoardGroups": """
        stop:Place! kind:text! timeZone:text! lines:[BoardGroup]!
        """,
        "BoardGroup": "route:text! line:text! direction:int headsign:text calls:[Call]!",
        "LineTimetable": """
        route:text! line:text! direction:int directions:[int]! serviceDay:text! timeZone:text! \
        stops:[Place]! trips:[LineTrip]! more:flag!
        """,
        "LineTrip": """
        trip:text! headsign:text! cancelled:flag! headwaySeconds:int lastDeparture:text \
        cells:[LineCell]!
        """,
        "LineCell": """
        row:int! passes:flag stop:text platform:text arrival:text departure:text \
        expectedArrival:text expectedDeparture:text skipped:flag pickup:text dropOff:text \
        pickupBooking:Booking dropOffBooking:Booking
        """,
        "TripRun": """
        trip:text! serviceDay:text! timeZone:text! route:text! line:text! direction:int headsign:text! \
        cancelled:flag! added:flag! headwaySeconds:int calls:[TripCall]! vehicle:RideVehicle
        """,
        "TripCall": """
        stop:Place! scheduledStop:Place arrival:text! departure:text! expectedArrival:text \
        expectedDeparture:text skipped:flag pickup:text dropOff:text pickupBooking:Booking \
        dropOffBooking:Booking occupancy:text
        """,
        "AlertText": """
        id:text! header:{text}! description:{text}! url:text urls:{text} images:{text} imageTexts:{text} \
        periods:[Period] cause:text effect:text \
        severity:text
        """,
        "Period": "start:int end:int",
        "Place": "id:text! name:text! platform:text",
        "RideVehicle": "id:text! latitude:number! longitude:number! state:text!",
    ]
}
