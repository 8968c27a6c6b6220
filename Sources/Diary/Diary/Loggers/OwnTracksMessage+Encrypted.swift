import Foundation
package import PhoneRecords
import Secrets

extension OwnTracksMessage {
    /// The content of an encrypted payload; nil if the participant's secret does not open it.
    ///
    /// A nested payload is not opened.
    package static func opened(_ data: String, of participant: Participant) -> OwnTracksMessage? {
        guard let box = Data(base64Encoded: data),
            let opened = SecretBox.open(Array(box), key: Array(participant.secret.utf8))
        else { return nil }
        return OwnTracksMessage(Data(opened))
    }
}
