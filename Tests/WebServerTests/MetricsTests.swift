import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import WebServer

/// Metrics in Prometheus's text format.
@Suite struct MetricsTests {
    @Test func `values, their labels and what they are come out as Prometheus reads them`() {
        var text = MetricsText()
        text.family("a_total", "Back\\slash\nand line.", .counter)
        text.sample("a_total", 3)
        text.sample("a_total", 0.25, ["source": "a \"b\"\\\n", "kind": "x"])
        text.figure("b", "Nothing.", .gauge, .nan)
        text.figure("c", "Much.", .gauge, .infinity)
        text.figure("d", "Large.", .gauge, 1e20)
        #expect(
            text.text == #"""
                # HELP a_total Back\\slash\nand line.
                # TYPE a_total counter
                a_total 3
                a_total{source="a \"b\"\\\n",kind="x"} 0.25
                # HELP b Nothing.
                # TYPE b gauge
                b NaN
                # HELP c Much.
                # TYPE c gauge
                c +Inf
                # HELP d Large.
                # TYPE d gauge
                d 1e+20

                """#)
    }

    @Test func `requests are counted by template and status, never by what was asked for`()
        async throws
    {
        let metrics = RequestMetrics()
        let figures = MetricsEndpoints {
            var text = MetricsText()
            metrics.write(to: &text)
            return text
        }
        let router = WebServer.router([Places(), figures], metrics: metrics)
        let text = try await Application(router: router).test(.router) { client in
            for path in ["stops/secret-stop", "stops/other?q=secret", "broken", "nowhere/secret"] {
                _ = try await client.execute(uri: "/api/v1/\(path)", method: .get)
            }
            _ = try await client.execute(
                uri: "/api/v1/stops/secret", method: #require(HTTPRequest.Method("BREW")))
            let response = try await client.execute(uri: "/metrics", method: .get)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            return String(buffer: response.body)
        }
        let name = "takt_http_requests_total"
        #expect(
            text.contains(
                name + #"{route="/api/v1/stops/{id}",method="GET",status="204"} 2"#))
        #expect(text.contains(name + #"{route="/api/v1/broken",method="GET",status="500"} 1"#))
        #expect(text.contains(name + #"{route="none",method="GET",status="404"} 1"#))
        #expect(text.contains(#"{route="none",method="other",status="405"} 1"#))
        #expect(!text.contains("secret"))
        let seconds = "takt_http_request_duration_seconds"
        #expect(text.contains(seconds + #"_bucket{route="/api/v1/stops/{id}",le="+Inf"} 2"#))
        #expect(text.contains(seconds + #"_count{route="/api/v1/stops/{id}"} 2"#))
    }
}
