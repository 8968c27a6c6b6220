/// The shapes of what Takt's own API says and reads, as JSON Schema.
///
/// A shape is written as its members: `name:type`, with `!` where it is always there, and `?` where it may be
/// null. Types are `text`, `int`, `number`, `flag`, `any`, the name of another shape, or a list of one in
/// brackets. A shape without members may have any.
enum APISchemas {
    private static let shapes: [String: String] = [
        "Problem": """
        type:text! title:text! status:int! detail:text! instance:text! parameter:text \
        candidates:[Candidate] firstDay:text lastDay:text nextDay:text
        """,
        "Candidate": "id:text! name:text!",
        "Network": """
        name:text! invented:flag! timeZone:text! languages:[text]! now:int! clockSpeed:number! \
        bounds:any core:any counts:any! serviceDays:any! feeds:[any]! attributions:[any]! \
        revision:text! live:any! landscape:flag! addresses:flag! campus:flag!
        """,
        "Routes": "routes:[Route]! more:flag! next:text",
        "Route": """
        id:text! shortName:text longName:text mode:text! type:int! colour:text! textColour:text! \
        agency:text sortOrder:int directions:[any]
        """,
        "GeoJSON": "type:text! features:[any]!",
        "Stops": """
        stops:[Stop]! more:flag! next:text
        """,
        "Stop": """
        id:text! name:text! code:text platform:text latitude:number longitude:number \
        locationType:text parent:text wheelchair:text timeZone:text modes:[text] platforms:[any] routes:[any]
        """,
        "FoundStops": "stops:[any]!",
        "Addresses": "addresses:[any]!",
        "Connections": """
        origin:any! destination:any! connections:[Connection]! walk:any onlyWalking:flag! \
        earlier:text later:text windowStart:text! windowEnd:text! alertTexts:[any]
        """,
        "Connection": """
        id:text! departure:Moment! arrival:Moment! durationSeconds:int! vehicles:int! walkMetres:int! \
        status:text! troubles:[any] live:flag! wheelchair:text legs:[any]! transfers:[any]! alerts:[text]
        """,
        "Moment": """
        scheduled:text expected:text expectedEarliest:text expectedLatest:text leaveBy:text \
        delaySeconds:int
        """,
        "SavedRides": """
        date:text! connection:any rides:[any]! next:[Connection] alertTexts:[any]
        """,
        "Board": """
        stop:Place! kind:text! timeZone:text! calls:[Call]! earlier:text! later:text! empty:any \
        alerts:[text]! alertTexts:[any]!
        """,
        "Call": """
        trip:text! serviceDay:text! route:text! line:text! mode:text! colour:text! textColour:text! \
        direction:int headsign:text! origin:Place! destination:Place! stop:Place! scheduled:text \
        expected:text expectedEarliest:text expectedLatest:text leaveBy:text delaySeconds:int \
        status:text! live:flag! last:flag! added:flag! \
        replacement:flag! approximate:flag! onRequest:text alerts:[text]! further:[any]
        """,
        "BoardGroups": """
        stop:Place! kind:text! timeZone:text! lines:[any]!
        """,
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
        expectedArrival:text expectedDeparture:text skipped:flag pickup:text dropOff:text
        """,
        "Vehicles": "asOf:int! sequence:int! vehicles:[Vehicle]!",
        "Vehicle": """
        id:text! label:text route:text line:text mode:text! colour:text! textColour:text! \
        headsign:text trip:text serviceDay:text delaySeconds:int state:text! updatedAt:int! \
        nextStop:NextStop heading:number pathStart:int! path:[any]!
        """,
        "NextStop": """
        id:text! name:text! scheduled:text! expected:text! expectedEarliest:text \
        expectedLatest:text
        """,
        "Alerts": "asOf:int! alerts:[Alert]! more:flag! next:text",
        "Alert": """
        id:text! header:any! description:any! url:text urls:any cause:text effect:text \
        severity:text routes:[text] stops:[text] trips:[text]
        """,
        "Sources": "now:int! sources:[LiveSource]!",
        "LiveSource": """
        id:text! kind:text! state:text! since:int! dataTime:int ageSeconds:int heardAt:int \
        trouble:text counts:any! taken:any quarantined:any!
        """,
        "Description": "openapi:text! info:any! servers:[any]! paths:any! components:any!",
        "Place": "id:text! name:text! platform:text",
    ]

    /// The schemas by name, for `components`.
    static let all = JSONValue.object(
        [shapes, riders, operators, diaries, timelines].reduce(into: [:]) { all, some in
            // No two lists have a shape of the same name.
            all.merge(some.mapValues(schema)) { first, _ in first }
        })

    /// What an operation says or reads: a shape, a list of one in brackets, or `Text`.
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
        default:
            word.hasPrefix("[")
                ? ["type": "array", "items": type(word.dropFirst().dropLast())]
                : reference(String(word))
        }
    }
}
