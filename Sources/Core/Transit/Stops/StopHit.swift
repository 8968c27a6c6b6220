package import Timetables

/// A place that was found: a station with its platforms, or a stop.
package struct StopHit: Sendable, Equatable {
    /// The station, or the stop that stands for all of them.
    package let stop: StopIndex
    /// The stops where vehicles call, in the order of the feed.
    ///
    /// The platforms, or the stop itself and its neighbours of the same name; empty for a station
    /// without platforms.
    package let members: [StopIndex]
    /// The name to show.
    package let name: String
    /// The name that was found if it is another one (a translation, a platform's own name), else nil.
    package let matchedName: String?
    /// The language of ``matchedName``, as in `fr`; nil if the feed does not say.
    package let matchedLanguage: String?
    /// The parts of ``matchedName``, else of ``name``, that were typed, in UTF-16 units and in order.
    package let highlights: [Range<Int>]
    /// How much happens there, 0...1: the network's main station has 1.
    package let importance: Double
    /// Metres to the place of interest as the crow flies, nil without one or if the stop has no
    /// coordinate.
    package let distanceMetres: Double?
    /// How well it fits.
    package let match: Match

    /// How well a place fits what was typed, the best first.
    package enum Match: Sendable, Comparable {
        /// The whole name, a stop code or a stop id.
        case exact
        /// The name begins so.
        case nameBeginning
        /// Every word typed begins a word of the name.
        case words
        /// So many letters are wrong, missing, too many or exchanged.
        case typos(Int)
        /// Nothing was typed: the place is important, or near.
        case listed
    }
}
