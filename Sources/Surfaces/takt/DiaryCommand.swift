import ArgumentParser

/// `takt diary`: what researchers do with recorded travel diaries.
struct DiaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diary",
        abstract: "Replay recorded travel diaries, tune their battery saving, import records.",
        discussion: "What the states and thresholds mean is in docs/diary-sensing.md.",
        subcommands: [
            DiaryReplayCommand.self, DiaryCompareCommand.self, DiaryImportCommand.self,
            DiaryConfigCommand.self, DiarySealCommand.self, DiaryOpenCommand.self,
        ])
}
