private import DiarySensing
private import Foundation

/// Draws states over time as an SVG picture, with one band per recording policy.
package enum StatesPlot {
    /// One band of the picture.
    package struct Band: Sendable {
        /// The label to the left of the band.
        package let label: String
        package let timeline: StateTimeline

        package init(label: String, timeline: StateTimeline) {
            self.label = label
            self.timeline = timeline
        }
    }

    private static let left = 170.0
    private static let width = 900.0
    private static let bandHeight = 26.0

    /// Returns the picture; its lowest band shows the movement.
    ///
    /// It is empty without bands.
    package static func svg(_ bands: [Band], movement: Movement) -> String {
        guard let first = bands.map(\.timeline.start.timeIntervalSince1970).min(),
            let last = bands.map(\.timeline.end.timeIntervalSince1970).max()
        else { return "" }
        let scale = width / max(last - first, 1)
        func x(_ seconds: Double) -> Double { left + (seconds - first) * scale }
        let rows = Double(bands.count + 1)
        let height = rows * (bandHeight + 8) + 70
        var text = SVGText(width: left + width + 20, height: height)
        text.add("<title>States of the diary over time</title>")
        for (row, band) in bands.enumerated() {
            let y = 10 + Double(row) * (bandHeight + 8)
            text.label(band.label, x: left - 8, y: y + 17, anchor: "end")
            for (state, span) in band.timeline.spans {
                text.box(
                    x: x(span.lowerBound), y: y, width: (span.upperBound - span.lowerBound) * scale,
                    height: bandHeight, colour: colour(of: state))
            }
        }
        let y = 10 + Double(bands.count) * (bandHeight + 8)
        text.label("under way", x: left - 8, y: y + 17, anchor: "end")
        for span in movement.spans {
            let from = max(span.lowerBound, first)
            let to = min(span.upperBound, last)
            if to > from {
                text.box(
                    x: x(from), y: y + 8, width: (to - from) * scale, height: 10, colour: "#333333")
            }
        }
        let axis = y + bandHeight + 18
        for tick in 0...6 {
            let seconds = (last - first) * Double(tick) / 6
            text.label(hours(seconds), x: x(first + seconds), y: axis, anchor: "middle")
        }
        for (index, state) in SensingState.allCases.enumerated() {
            let x = left + Double(index) * 200
            text.box(x: x, y: axis + 12, width: 14, height: 14, colour: colour(of: state))
            text.label(
                "\(state) (\(Int(state.desiredAccuracyMetres)) m)", x: x + 20, y: axis + 24,
                anchor: "start")
        }
        return text.closed
    }

    private static func hours(_ seconds: Double) -> String {
        let minutes = Int((seconds / 60).rounded())
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// Colours that also differ in lightness, for colour-blind readers.
    private static func colour(of state: SensingState) -> String {
        switch state {
        case .activelyMoving: "#d7301f"
        case .stopped: "#fdae61"
        case .notMoving: "#d9e6f2"
        case .inFastVehicle: "#4575b4"
        }
    }
}
