import APISchema
import DiaryEndpoints
import LiveEndpoints
import RiderEndpoints
import WireAPI

extension TaktApplication {
    /// The description of the whole API.
    static let description = APIDescription(
        APIDescription.network + APIDescription.live + APIDescription.riders
            + APIDescription.diary)
}
