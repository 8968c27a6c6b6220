import DiaryEvaluation
import DiarySensing
import Foundation
import Testing

@Suite struct PlotTests {
    private func parses(_ svg: String) -> Bool {
        // Each element except the root is on a line of its own and is closed there.
        let lines = svg.split(separator: "\n")
        return lines.first?.hasPrefix("<svg xmlns=") == true && lines.last == "</svg>"
            && lines.dropFirst().dropLast().allSatisfy {
                $0.hasPrefix("<") && ($0.hasSuffix("/>") || $0.contains("</"))
            }
    }

    @Test func `states over time are drawn as boxes, labels are made harmless`() throws {
        let morning = DiaryText.morning
        let outcome = try #require(
            DiaryReplay(.machine(SensingConfiguration())).run(morning.fixes, morning.motions))
        let svg = StatesPlot.svg(
            [.init(label: "<script>&\u{1}\"", timeline: outcome.timeline)],
            movement: morning.diary.movement)
        #expect(parses(svg))
        #expect(svg.contains("&lt;script&gt;&amp; &quot;"))
        // The background, five states, one path, four boxes of the legend.
        #expect(svg.components(separatedBy: "<rect ").count - 1 == 11)
        #expect(StatesPlot.svg([], movement: morning.diary.movement).isEmpty)
    }

    @Test func `cost and precision are drawn as dots`() throws {
        let diaries = [DiaryText.morning.diary]
        let policies: [(String, DiaryReplay.Policy)] = [
            ("machine", .machine(SensingConfiguration())), ("always", .always(.activelyMoving)),
        ]
        let reports = try policies.map { name, policy in
            (name: name, report: try #require(ReplayReport(policy, over: diaries)))
        }
        let svg = TradeOffPlot.svg(reports)
        #expect(parses(svg))
        #expect(svg.components(separatedBy: "<circle ").count - 1 == 2)
    }
}
