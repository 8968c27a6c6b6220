import DiarySensing
import Engine
import Foundation

/// Searches a connection in a network file, and asks when to measure the phone's place.
///
/// `NativeApp network.takt Seewil Zinkwil 2026-05-04T08:00`
@main enum NativeApp {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            print("usage: NativeApp NETWORK FROM TO LOCAL-TIME")
            exit(64)
        }
        let engine = try NetworkEngine(contentsOf: arguments[1])
        var address = URLComponents()
        address.path = "/api/v1/connections"
        address.queryItems = zip(["from", "to", "at"], arguments[2...]).map(URLQueryItem.init)
        let answer = engine.get(address.string ?? "", at: Date())
        print(answer.status, String(decoding: answer.body, as: UTF8.self))

        var sensor = DiarySensor(startingAt: Date())
        let decision = sensor.startRecording(at: Date())
        print("measure the place: \(decision)")
    }
}
