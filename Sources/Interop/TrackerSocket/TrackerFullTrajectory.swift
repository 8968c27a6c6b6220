import JSONWriting
import TransitModel

/// The whole path of a run, from its first stop to its last: `full_trajectory_`.
package struct TrackerFullTrajectory: Hashable, Sendable {
    /// Identifies the vehicle and its run.
    package let trainID: String
    /// The line that the vehicle serves; nil if unknown.
    package let line: TrackerLine?
    package let mode: TrackerMode
    /// The path, in order of travel.
    package let corners: [MercatorPoint]
    /// The locations of the stops, in order of travel.
    package let stops: [MercatorPoint]
    /// The degree to which the path was simplified; nil for not at all.
    package let level: GeneralisationLevel?

    /// The GeoJSON feature collection: one feature, with the path and the stops in one geometry.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { collection in
            collection.member("type", "FeatureCollection")
            collection.array("features") { list in
                list.object { feature in
                    feature.member("type", "Feature")
                    feature.object("geometry", geometry)
                    feature.object("properties") { properties in
                        properties.member("train_id", trainID)
                        properties.member("journey_id", trainID)
                        properties.member("line_id", line?.id)
                        properties.member("line_name", line?.name)
                        properties.member("stroke", line?.colour?.hex.lowercased())
                        properties.member("type", mode.rawValue)
                        generalisation(&properties)
                    }
                }
            }
            collection.object("properties") { properties in
                properties.member("train_id", trainID)
                generalisation(&properties)
                properties.member("publisher", nil as String?)
                properties.member("license", nil as String?)
            }
        }
        return writer.bytes
    }

    private func geometry(_ geometry: inout JSONWriter) {
        geometry.member("type", "GeometryCollection")
        geometry.array("geometries") { parts in
            parts.object {
                $0.member("type", "LineString")
                $0.array("coordinates") { list in
                    for corner in corners { list.point(corner) }
                    if corners.count == 1 { list.point(corners[0]) }
                }
            }
            parts.object {
                $0.member("type", "MultiPoint")
                $0.array("coordinates") { list in
                    for stop in stops { list.point(stop) }
                }
            }
        }
    }

    private func generalisation(_ properties: inout JSONWriter) {
        properties.member("gen_level", level?.rawValue)
        properties.array("gen_range") { list in
            list.value(GeneralisationLevel.five.rawValue)
            list.value(GeneralisationLevel.hundred.rawValue)
        }
        properties.member("graph", "osm")
    }
}
