// The components of the app and the server: name, licence, address. A test compares them with docs/dependencies.md.

/** @type {[string, string, string][]} */
export const APP_PARTS = [
  ["MapLibre GL JS", "BSD-3-Clause", "https://maplibre.org"],
  ["Material Design Icons", "Apache-2.0", "https://pictogrammers.com"],
  ["Inter", "OFL-1.1", "https://rsms.me/inter/"],
];

/** @type {[string, string, string][]} */
export const SERVER_PARTS = [
  ["async-http-client", "Apache-2.0", "https://github.com/swift-server/async-http-client"],
  ["GRDB.swift", "MIT", "https://github.com/groue/GRDB.swift"],
  ["hummingbird", "Apache-2.0", "https://github.com/hummingbird-project/hummingbird"],
  ["swift-algorithms", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-algorithms.git"],
  ["swift-argument-parser", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-argument-parser"],
  ["swift-async-algorithms", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-async-algorithms.git"],
  ["swift-atomics", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-atomics.git"],
  ["swift-collections", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-collections.git"],
  ["swift-configuration", "Apache-2.0", "https://github.com/apple/swift-configuration.git"],
  ["swift-crypto", "Apache-2.0", "https://github.com/apple/swift-crypto"],
  ["swift-distributed-tracing", "Apache-2.0", "https://github.com/apple/swift-distributed-tracing.git"],
  ["swift-http-types", "Apache-2.0", "https://github.com/apple/swift-http-types"],
  ["swift-log", "Apache-2.0", "https://github.com/apple/swift-log"],
  ["swift-metrics", "Apache-2.0", "https://github.com/apple/swift-metrics.git"],
  ["swift-nio", "Apache-2.0", "https://github.com/apple/swift-nio"],
  ["swift-nio-extras", "Apache-2.0", "https://github.com/apple/swift-nio-extras.git"],
  ["swift-nio-http2", "Apache-2.0", "https://github.com/apple/swift-nio-http2.git"],
  ["swift-nio-ssl", "Apache-2.0", "https://github.com/apple/swift-nio-ssl.git"],
  ["swift-numerics", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-numerics.git"],
  ["swift-protobuf", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-protobuf"],
  ["swift-service-context", "Apache-2.0", "https://github.com/apple/swift-service-context.git"],
  ["swift-service-lifecycle", "Apache-2.0", "https://github.com/swift-server/swift-service-lifecycle"],
  ["swift-system", "Apache-2.0 with Runtime Library Exception", "https://github.com/apple/swift-system.git"],
  ["Yams", "MIT", "https://github.com/jpsim/Yams"],
  ["Swift: standard library, Foundation, Dispatch", "Apache-2.0 with Runtime Library Exception", "https://www.swift.org"],
  ["ICU", "Unicode-3.0", "https://icu.unicode.org"],
  ["BoringSSL", "Apache-2.0", "https://boringssl.googlesource.com/boringssl"],
  ["Fiat cryptography", "MIT", "https://github.com/mit-plv/fiat-crypto"],
  ["XKCP", "CC0-1.0", "https://github.com/XKCP/XKCP"],
  ["llhttp", "MIT", "https://github.com/nodejs/llhttp"],
  ["SHA-1 of the WIDE project", "BSD-3-Clause", "https://github.com/freebsd/freebsd-src"],
  ["zlib", "Zlib", "https://zlib.net"],
  ["libyaml", "MIT", "https://github.com/yaml/libyaml"],
  ["GTFS-Realtime's message definitions", "Apache-2.0", "https://github.com/google/transit"],
  ["wasi-libc", "MIT", "https://github.com/WebAssembly/wasi-libc"],
];
