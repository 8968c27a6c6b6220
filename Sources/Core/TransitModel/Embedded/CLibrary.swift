#if hasFeature(Embedded)

// The functions of the C library that Core calls; natively they come with Foundation.

@_extern(c) package func exp(_ power: Double) -> Double
@_extern(c) package func log(_ number: Double) -> Double
@_extern(c) package func sin(_ radians: Double) -> Double
@_extern(c) package func cos(_ radians: Double) -> Double
@_extern(c) package func asin(_ sine: Double) -> Double
@_extern(c) package func atan2(_ y: Double, _ x: Double) -> Double

#endif
