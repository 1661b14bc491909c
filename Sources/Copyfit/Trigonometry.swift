private import Glibc

/// Of an angle in radians.
func sine(_ angle: Double) -> Double { sin(angle) }
/// Of an angle in radians.
func cosine(_ angle: Double) -> Double { cos(angle) }
/// The angle of a direction, in radians.
func angle(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
