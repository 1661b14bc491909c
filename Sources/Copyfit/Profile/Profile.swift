/// The rules in which browser engines differ, as one value.
///
/// A profile is chosen once for a document; every stage asks it, by rule, what to do, and never which engine it is. The rules stand
/// beside this file by subject (`Profile+Fonts.swift`, `Profile+Lines.swift`, …), each with the section of `browser-rules` that holds its
/// measurements: the rules as measured in WebKitGTK 2.50 and Chromium 156. All are answered from one byte, so that loops may ask.
public struct Profile: Hashable, Sendable {
    /// The engine whose behaviour a profile follows where rules come as a bundle (style sheets, break tables, families).
    public enum Engine: Hashable, Sendable { case webkit, chromium }

    /// The engine that all rules follow but those that are stored beside it.
    public let engine: Engine

    /// How ascent, descent and line gap become whole pixels (§1.2).
    package var metricRounding: MetricRounding
    /// What line heights and positions in lines are cut to.
    package var lineBoxRounding: LineBoxRounding
    /// Whether `font-optical-sizing: auto` sets the `opsz` axis from the font size (§1.3).
    package var appliesOpticalSize: Bool

    package enum MetricRounding: Hashable, Sendable { case round, ceil }
    package enum LineBoxRounding: Hashable, Sendable {
        /// WebKit (§4.1): line heights are floored; the heights of lines add up in f32 and are cut to 1/64 px once (§3.2).
        case wholePixels
        /// Chromium: every line, and every shift inside it, is cut to 1/64 px (§3.2, §4.3).
        case layoutUnits
        /// Newer WebKit (§0.4): nothing is floored.
        case fractional
    }

    /// WebKit as measured: the default.
    public static let webkit = Profile(engine: .webkit, metricRounding: .round, lineBoxRounding: .wholePixels, appliesOpticalSize: false)
    /// Chromium at a device pixel ratio of 1, as measured.
    public static let chromium = Profile(engine: .chromium, metricRounding: .round, lineBoxRounding: .layoutUnits, appliesOpticalSize: true)
    /// WebKit with the metric rounding of iOS, taken from its source. **Unverified**: no iOS device was measured (§0.5).
    public static let webkitIOS = Profile(engine: .webkit, metricRounding: .ceil, lineBoxRounding: .wholePixels, appliesOpticalSize: true)
    /// WebKit with fractional line boxes, as newer versions have them. **Unverified**: no such build was measured (§0.4).
    public static let webkitSubpixel = Profile(engine: .webkit, metricRounding: .round, lineBoxRounding: .fractional, appliesOpticalSize: false)

    /// The engine's name as people write it.
    package var engineName: String { engine == .chromium ? "Chromium" : "WebKit" }
}
