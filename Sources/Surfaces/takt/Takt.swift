import ArgumentParser
@main struct Takt: AsyncParsableCommand { mutating func run() async throws { print("takt") } }
