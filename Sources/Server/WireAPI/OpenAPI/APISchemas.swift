import Matching
import Sources

/// The JSON schemas of the requests and responses of Takt's own API.
///
/// A schema is written as its members: `name:type`, with `!` if the member is always present, and
/// `?` if it may be null. Types are `text`, `int`, `number`, `flag`, `any`, the name of another
/// schema, one of two as in `Walk|Ride`, a list in brackets, or a map from text to values in
/// braces. A schema without members may have any.
enum APISchemas {
    private static let shapes: [String: String] = [
        "Problem": """
        type:text! title:text! status:int! detail:text! instance:text! parameter:text \
        candidates:[Candidate] firstDay:text lastDay:text nextDay:text
        """,
        "Candidate": "id:text! name:text!",
        "Network": """
        name:text! invented:flag! timeZone:text! languages:[text]! now:int! clockSpeed:number! \
        bounds:Box core:Box counts:Counts! serviceDays:ServiceDays! feeds:[Feed]! \
        attributions:[Attribution]! revision:text! live:LiveState! landscape:flag! addresses:flag! \
        streets:NetworkStreets campus:flag!
        """,
        "NetworkStreets": "updatedAt:int tiles:text layers:[text]",
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
        platforms:[Stop] routes:[Route]
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
        "AlertText": """
        id:text! header:{text}! description:{text}! url:text urls:{text} images:{text} imageTexts:{text} \
        periods:[Period] cause:text effect:text \
        severity:text
        """,
        "Period": "start:int end:int",
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
        "Description": "openapi:text! info:any! servers:[any]! paths:any! components:any!",
        "Place": "id:text! name:text! platform:text",
    ]

    /// The schemas by name, for `components`.
    static let all = JSONValue.object(
        [shapes, ways, riders, operators, diaries, timelines].reduce(into: [:]) { all, some in
            // No two lists have a schema of the same name.
            all.merge(some.mapValues(schema)) { first, _ in first }
        })

    /// Returns the schema of a request or response: a name, a list of a schema in brackets, or
    /// `Text`.
    static func reference(_ name: String) -> JSONValue {
        if name == "Text" { return ["type": "string"] }
        if name.hasPrefix("[") { return type(name[...]) }
        return ["$ref": .text("#/components/schemas/\(name)")]
    }

    private static func schema(_ shape: String) -> JSONValue {
        var members: [String: JSONValue] = [:]
        var required: [JSONValue] = []
        for word in shape.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: ":")
            guard parts.count == 2 else { continue }
            let isRequired = parts[1].hasSuffix("!")
            members[String(parts[0])] = type(isRequired ? parts[1].dropLast() : parts[1])
            if isRequired { required.append(.text(String(parts[0]))) }
        }
        var object: [String: JSONValue] = ["type": "object", "properties": .object(members)]
        if !required.isEmpty { object["required"] = .list(required) }
        return .object(object)
    }

    private static func type(_ word: Substring) -> JSONValue {
        if word.hasSuffix("?") { return ["anyOf": [type(word.dropLast()), ["type": "null"]]] }
        return switch word {
        case "text": ["type": "string"]
        case "int": ["type": "integer"]
        case "number": ["type": "number"]
        case "flag": ["type": "boolean"]
        case "any": .object([:])
        case _ where word.hasPrefix("["):
            ["type": "array", "items": type(word.dropFirst().dropLast())]
        case _ where word.hasPrefix("{"):
            ["type": "object", "additionalProperties": type(word.dropFirst().dropLast())]
        case _ where word.contains("|"):
            ["anyOf": .list(word.split(separator: "|").map(type))]
        default: reference(String(word))
        }
    }
}
