package import DiarySensing
package import PhoneRecords

/// The records of one request by a phone.
package struct IntakeBatch: Sendable {
    package let participant: Participant
    /// The logger's name for the device, cut to ``maximumDevice`` scalars.
    package let device: String
    /// The records, in any order.
    package let trace: PhoneTrace

    /// The longest name of a device, in Unicode scalars: a character may have thousands of accents.
    package static let maximumDevice = 64

    package init(_ trace: PhoneTrace, from device: String, of participant: Participant) {
        self.participant = participant
        let isShort = device.utf8.count <= Self.maximumDevice && !device.utf8.contains(0)
        // Databases do not store NUL in texts.
        if isShort {
            self.device = device
        } else {
            let name = String.UnicodeScalarView(
                device.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(Self.maximumDevice))
            self.device = String(name)
        }
        self.trace = trace
    }

    /// The batch's share of the queue limit.
    var weight: Int { trace.fixes.count + trace.motions.count + 1 }
}

/// The result of a batch, once it is on disk.
package struct IntakeReceipt: Sendable, Hashable {
    /// The number of new fixes.
    package var stored = 0
    /// The number of fixes stored before, or duplicated in the batch.
    package var repeated = 0
    /// Whether the participant is recording; if not, nothing was stored.
    package var isRecording = true
    /// The state of the device's state machine; nil if it has none yet.
    package var state: SensingState?
    /// The state to send to the phone; nil if the phone already has it.
    package var changedTo: SensingState?

    package init() {}
}
