/// The rules in which browser engines differ, as one value.
///
/// A profile is chosen once for a document; every stage asks it, by rule, what to do. Sections name `browser-rules`: the rules as
/// measured in WebKitGTK 2.50 and Chromium 156.
public struct Profile: Hashable, Sendable {
    /// The engine whose behaviour a profile follows where rules come as a bundle (tables, form controls, fallback).
    public enum Engine: Hashable, Sendable { case webkit, chromium }

    /// The engine whose tables, form controls, fallback and break rules apply.
    public let engine: Engine

    /// How ascent, descent and line gap become whole pixels (§1.2).
    package var metricRounding: MetricRounding
    /// Whether line boxes are whole pixels (§4.1) or keep fractions, as newer WebKit does (§0.4).
    package var lineBoxRounding: LineBoxRounding
    /// Whether `font-optical-sizing: auto` sets the `opsz` axis from the font size (§1.3).
    package var appliesOpticalSize: Bool

    package enum MetricRounding: Hashable, Sendable { case round, ceil }
    package enum LineBoxRounding: Hashable, Sendable { case wholePixels, layoutUnits, fractional }

    /// WebKit as measured: the default.
    public static let webkit = Profile(engine: .webkit, metricRounding: .round, lineBoxRounding: .wholePixels, appliesOpticalSize: false)
    /// Chromium at a device pixel ratio of 1, as measured.
    public static let chromium = Profile(engine: .chromium, metricRounding: .round, lineBoxRounding: .layoutUnits, appliesOpticalSize: true)
    /// WebKit with the metric rounding of iOS, taken from its source. **Unverified**: no iOS device was measured (§0.5).
    public static let webkitIOS = Profile(engine: .webkit, metricRounding: .ceil, lineBoxRounding: .wholePixels, appliesOpticalSize: true)
    /// WebKit with fractional line boxes, as newer versions have them. **Unverified**: no such build was measured (§0.4).
    public static let webkitSubpixel = Profile(engine: .webkit, metricRounding: .round, lineBoxRounding: .fractional, appliesOpticalSize: false)

    package var isChromium: Bool { engine == .chromium }
}
