package import TransitModel

/// How far the pairing of another device has come.
package struct RiderPairing: Equatable, Sendable {
    /// The number of the rider's devices; one more once a code was used.
    package let devices: Int
    /// When the code expires that no device has used yet; nil if there is none.
    package let until: UnixTime?
}
