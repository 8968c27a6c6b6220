import ArgumentParser

/// `takt diary`: processes recorded travel diaries, for researchers.
struct DiaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diary",
        abstract:
            "Recorded travel diaries: replay them, tune their battery saving, infer trips and modes.",
        discussion: "What the states and thresholds mean is in docs/diary-sensing.md.",
        subcommands: [
            DiaryReplayCommand.self, DiaryCompareCommand.self, DiaryImportCommand.self,
            DiaryConfigCommand.self, DiarySealCommand.self, DiaryOpenCommand.self,
            DiarySegmentCommand.self, DiaryDatasetCommand.self,
        ])
}
