import TransitModel

/// Names objects so that nothing identifies a person.
package enum ObjectKey {
    /// `<study>/<participant>/<yyyy-mm-dd>/<128 random bits>.age`.
    ///
    /// `random` must hold 16 random bytes; the key is used for one object only.
    package static func sealed(
        study: String, participant: String, day: some CustomStringConvertible, random: [UInt8]
    ) -> String {
        precondition(random.count == 16, "a key has 128 random bits")
        return "\(study)/\(participant)/\(day)/\(random.hexText).age"
    }
}
