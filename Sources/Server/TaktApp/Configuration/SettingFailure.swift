/// The error of a setting that cannot be used, such as a file that cannot be read.
package struct SettingFailure: Error, Equatable, CustomStringConvertible {
    /// One sentence for people, without secrets.
    package let description: String
}
