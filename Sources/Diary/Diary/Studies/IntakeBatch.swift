package import DiarySensing

/// What one request of a phone brought.
package struct IntakeBatch: Sendable {
    /// Whose it is.
    package let participant: Participant
    /// As the logger calls itself; cut to ``longestDevice`` characters.
    package let device: String
    /// What it told, in any order.
    package let trace: PhoneTrace

    /// The longest name of a device, in characters.
    package static let maximumDevice = 64

    /// A batch of somebody's device.
    package init(_ trace: PhoneTrace, from device: String, of participant: Participant) {
        self.participant = participant
        self.device = String(device.prefix(Self.maximumDevice))
        self.trace = trace
    }

    /// How much it weighs against the bound of what waits.
    var weight: Int { trace.fixes.count + trace.motions.count + 1 }
}

/// What became of a batch, once it is on the disk.
package struct IntakeReceipt: Sendable, Hashable {
    /// How many fixes were new.
    package var stored = 0
    /// How many were there already, or twice in the batch.
    package var repeated = 0
    /// Whether the participant is recording; if not, nothing was stored.
    package var isRecording = true
    /// The state of the device's machine; nil if it knows nothing of the device yet.
    package var state: SensingState?
    /// The state that the phone is to be told to take over; nil if it knows.
    package var changedTo: SensingState?

    /// Nothing yet.
    package init() {}
}
