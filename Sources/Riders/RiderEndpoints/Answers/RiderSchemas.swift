/// The schemas of riders' data.
enum RiderSchemas {
    /// The schemas by name.
    static let all: [String: String] = [
        "Device": "rider:text! token:text!",
        "Pairing": "code:text! until:text!",
        "NewRider": "language:text?",
        "NewDevice": "code:text!",
        "Code": "code:text!",
        "Push": "applicationServerKey:text! kinds:[text]!",
        "Channel": """
        id:text! kind:text! name:text! state:text! created:text! secret:text
        """,
        "NewChannel": """
        kind:text! endpoint:text keys:PushKeys p256dh:text auth:text server:text topic:text token:text \
        url:text address:text
        """,
        "PushKeys": "p256dh:text auth:text",
        "ChannelTest": "result:text! detail:text",
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
        "RiderExport": """
        rider:text! settings:RiderSettings! connections:[SavedConnection]! trips:[PlannedTrip]! \
        channels:[Channel]! rides:[StoredRide]! logger:RiderLogger!
        """,
        "StoredRide": "id:text! trip:text! day:text! start:int! board:int! alight:int!",
        "RiderLogger": """
        linked:flag! diary:flag since:text lastFix:text token:text ownTracks:text overland:text
        """,
        "NewLogger": "diary:text",
        "SavedPlace": "stop:text name:text! latitude:number longitude:number",
        "SavedStop": "id:text! name:text! latitude:number longitude:number",
        "SavedConnection": """
        id:text! name:text from:SavedPlace! to:SavedPlace! vias:[SavedPlace]! routes:[SavedRoute]!
        """,
        "NewConnection": """
        name:text from:SavedPlace! to:SavedPlace! vias:[SavedPlace] routes:[SavedRoute]
        """,
        "SavedRoute": """
        id:text! rides:[SavedRide]! changeSeconds:[int]! walkBeforeSeconds:int! \
        walkAfterSeconds:int! reminders:[Reminder]!
        """,
        "SavedRide": """
        line:text! mode:text! from:SavedStop! to:SavedStop! headsign:text seconds:int! passed:[text]!
        """,
        "Reminder": "minute:int! weekdays:[int]!",
        "NewRoute": "connection:text! weekdays:[int]",
        "Order": "ids:[text]!",
        "Home": "nearby:[ConnectionAtHome]! other:[ConnectionAtHome]!",
        "ConnectionAtHome": """
        id:text! name:text from:SavedPlace! to:SavedPlace! metres:int routes:[RouteAtHome]! \
        stepFreeAlerts:[AlertText]
        """,
        "RouteAtHome": """
        id:text! lines:[text]! modes:[text]! reminders:[Reminder]! stored:flag! \
        departures:[DepartureAtHome]!
        """,
        "DepartureAtHome": """
        connection:text! departure:CallTime! arrival:CallTime status:text! platform:text \
        rides:[RideAtHome]!
        """,
        "RideAtHome": """
        trip:text! serviceDay:text! line:text! headsign:text departure:CallTime! arrival:CallTime! \
        cancelled:flag! approximate:flag! headwaySeconds:int estimated:flag!
        """,
        "CallTime": """
        scheduled:text expected:text expectedEarliest:text expectedLatest:text leaveBy:text \
        delaySeconds:int
        """,
        "PlannedTrip": """
        id:text! from:SavedStop! to:SavedStop! arriveBy:int! day:text weekdays:[int]! route:SavedRoute
        """,
        "NewTrip": """
        from:text|SavedStop to:text|SavedStop arriveBy:text connection:text route:SavedRoute day:text weekdays:[int]
        """,
        "Trip": "trip:PlannedTrip! next:NextRun problem:TripProblem",
        "NextRun": """
        day:text! line:text! headsign:text trip:text! departure:CallTime! arrival:CallTime! \
        approximate:flag! headwaySeconds:int estimated:flag! way:DepartureAtHome
        """,
        "TripProblem": "kind:text! detail:text!",
        "NewRide": "trip:text! day:text start:int from:text to:text!",
        "CurrentRide": """
        id:text! trip:text! serviceDay:text! line:text! headsign:text cancelled:flag! \
        passed:[RideStop]! left:[RideStop]! vehicle:RideVehicle
        """,
        "RideStop": "id:text! name:text! arrival:CallTime! departure:CallTime!",
        "Location": "latitude:number! longitude:number!",
        "RiderCounts": """
        riders:int! waiting:int! delivered:int! gone:int! waits:int! failures:int! givenUp:int! \
        expired:int! replaced:int!
        """,
    ]
}
