package import Diary
package import DiaryDays
import DiaryInference
package import TransitModel

/// The places that a person named.
package struct DiaryPlacesAnswer: Encodable, Sendable {
    let places: [Place]

    struct Place: Encodable, Sendable {
        let id: Int64
        let name: String
        let latitude: Double
        let longitude: Double
    }

    /// Lists the names that apply everywhere; the last one of each place.
    package init(_ corrections: [KeptCorrection]) {
        var places: [Place] = []
        for kept in corrections {
            guard let place = kept.correction.place, let name = kept.correction.name else {
                continue
            }
            places.removeAll {
                place.distanceMetres(
                    to: Coordinate(latitude: $0.latitude, longitude: $0.longitude)) < 1
            }
            guard !name.isEmpty else { continue }
            places.append(
                Place(
                    id: kept.id, name: name, latitude: place.latitude, longitude: place.longitude))
        }
        self.places = places
    }
}

extension DiarySchemas {
    /// The schemas of the answers above.
    static let timelines: [String: String] = [
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
        "Correction": """
        id:int! kind:text! start:text! end:text! mode:text name:text everywhere:flag made:text! \
        applies:flag
        """,
        "DiaryPlaces": "places:[DiaryPlace]!",
        "DiaryPlace": "id:int! name:text! latitude:number! longitude:number!",
    ]
}
