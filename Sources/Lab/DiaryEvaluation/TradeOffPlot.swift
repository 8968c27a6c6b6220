/// Draws the cost of recording policies against their accuracy as an SVG picture.
package enum TradeOffPlot {
    private static let left = 60.0
    private static let top = 20.0
    private static let size = (width: 760.0, height: 420.0)

    /// Returns the picture with a dot for each report.
    ///
    /// The x axis is the modelled drain, the y axis the share of the moving time recorded at 10 m.
    /// Reports without movement are omitted.
    package static func svg(_ reports: [(name: String, report: ReplayReport)]) -> String {
        var text = SVGText(width: left + size.width + 160, height: top + size.height + 60)
        text.add("<title>Battery drain and precision of the diary</title>")
        let most = max(5, reports.map(\.report.drain.percentPerHour).max() ?? 5).rounded(.up)
        func x(_ drain: Double) -> Double { left + drain / most * size.width }
        func y(_ share: Double) -> Double { top + (1 - share) * size.height }
        for step in 0...Int(most) {
            text.label(
                "\(step)", x: x(Double(step)), y: top + size.height + 18, anchor: "middle")
        }
        for step in stride(from: 0.0, through: 1, by: 0.25) {
            text.line(fromX: left, fromY: y(step), toX: left + size.width, toY: y(step))
            text.label("\(Int(step * 100)) %", x: left - 6, y: y(step) + 4, anchor: "end")
        }
        text.label(
            "modelled drain, % an hour", x: left + size.width / 2, y: top + size.height + 42,
            anchor: "middle")
        text.label("time under way at 10 m", x: left, y: top - 6, anchor: "start")
        for (name, report) in reports {
            guard let share = report.preciseShare else { continue }
            let place = (x: x(report.drain.percentPerHour), y: y(share))
            text.dot(x: place.x, y: place.y, colour: "#d7301f")
            text.label(name, x: place.x + 9, y: place.y + 4, anchor: "start")
        }
        return text.closed
    }
}
