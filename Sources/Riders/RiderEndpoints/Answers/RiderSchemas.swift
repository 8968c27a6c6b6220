/// The schemas of riders' requests and of what they saved; those of answers are declared beside
/// them.
enum RiderSchemas {
    /// The schemas of riders' requests and of what they saved.
    static let requests: [String: String] = [
        "NewRider": "language:text?",
        "NewDevice": "code:text!",
        "Code": "code:text!",
        "NewChannel": """
        kind:text! endpoint:text keys:PushKeys p256dh:text auth:text server:text topic:text token:text \
        url:text address:text
        """,
        "PushKeys": "p256dh:text auth:text",
        "AlertSettings": "thresholdMinutes:int! leadMinutes:int!",
        "RiderSettings": """
        language:text! notifies:flag! stepFree:flag! alerts:AlertSettings! quietFrom:int? quietUntil:int? \
        mapVehicles:int? showsPredictions:flag! visibleRoutes:[text]? vehicleRadiusMetres:int! \
        nearbyRoutes:[text]! nearbyMinutes:int? nearbyPlaces:[SavedPlace]! nearbyKilometres:number!
        """,
        "NewSettings": """
        language:text notifies:flag stepFree:flag alerts:AlertSettings quietFrom:int? quietUntil:int? \
        mapVehicles:int? showsPredictions:flag visibleRoutes:[text]? vehicleRadiusMetres:int \
        nearbyRoutes:[text] nearbyMinutes:int? nearbyPlaces:[SavedPlace] nearbyKilometres:number
        """,
        "StoredRide": "id:text! trip:text! day:text! start:int! board:int! alight:int!",
        "NewLogger": "diary:text",
        "SavedPlace": "stop:text name:text! latitude:number longitude:number",
        "SavedStop": "id:text! name:text! latitude:number longitude:number",
        "SavedConnection": """
        id:text! name:text from:SavedPlace! to:SavedPlace! vias:[SavedPlace]! routes:[SavedRoute]! \
        walking:Walking
        """,
        "Walking": "speed:number minutes:int wheelchair:flag bicycle:flag",
        "EndNames": "from:text to:text",
        "NewConnection": """
        name:text from:SavedPlace! to:SavedPlace! vias:[SavedPlace] routes:[SavedRoute] walking:Walking
        """,
        "SavedRoute": """
        id:text! rides:[SavedRide]! changeSeconds:[int]! walkBeforeSeconds:int! \
        walkAfterSeconds:int! reminders:[Reminder]!
        """,
        "SavedRide": """
        line:text! mode:text! from:SavedStop! to:SavedStop! headsign:text seconds:int! passed:[text]!
        """,
        "Reminder": "minute:int! weekdays:[int]!",
        "NewRoute": "connection:text! weekdays:[int] walking:Walking names:EndNames",
        "Order": "ids:[text]!",
        "PlannedTrip": """
        id:text! from:SavedStop! to:SavedStop! arriveBy:int! day:text weekdays:[int]! route:SavedRoute
        """,
        "NewTrip": """
        from:text|SavedStop to:text|SavedStop arriveBy:text connection:text route:SavedRoute day:text weekdays:[int] \
        walking:Walking names:EndNames
        """,
        "NewRide": "trip:text! day:text start:int from:text to:text!",
        "Location": "latitude:number! longitude:number!",
        "RiderCounts": """
        riders:int! waiting:int! delivered:int! gone:int! waits:int! failures:int! givenUp:int! \
        expired:int! replaced:int!
        """,
    ]
}
