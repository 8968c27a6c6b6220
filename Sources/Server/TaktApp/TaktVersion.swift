/// The version of this program; docs/versions.md explains its numbers.
package enum TaktVersion {
    /// The version, as in `0.1.0`; `CHANGELOG.md` begins with it.
    package static let current = "0.1.0"
}
