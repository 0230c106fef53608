import TactusDSP

/// The delay that takes the reverb's part in GS: reverb macros and characters 6 (Delay) and 7 (Panning Delay).
///
/// Source: Roland SC-55mkII owner's manual for the macros. The units are unpublished; those of time, level and feedback
/// are what TiMidity++ found.
struct ReverbDelay {
  /// Whether the echoes alternate between the sides.
  var isPanning = false
  /// The gain of the output.
  var level: Float = 1
  var time: UInt8 = 32
  var feedback: UInt8 = 40
  /// The cutoff of the pre-low-pass in steps; 0 is no filter.
  var lowPass: UInt8 = 0

  init() {}

  /// Creates the delay of macro 6 or 7; nil for other macros.
  init?(macro: UInt8) {
    switch macro {
    case 6: break
    case 7: (isPanning, time, feedback) = (true, 64, 32)
    default: return nil
    }
  }

  /// The longest delay in seconds.
  static var longest: Double { 127 * 0.00375 }

  var settings: DelaySettings {
    let seconds = Float(time) * 0.003_75
    let back = DelayTap(time: seconds, gain: 0.98 * Float(ExactMath.squareRoot(Double(feedback) / 127)))
    var settings = DelaySettings()
    settings.left = DelayTap(time: seconds, gain: 1)
    settings.right = DelayTap(time: seconds, gain: 1)
    settings.leftFeedback = back
    settings.rightFeedback = back
    // Panning: the sound enters on one side only, and its echoes alternate.
    settings.routing = isPanning ? .crossed : .stereo
    if isPanning { (settings.leftInput, settings.rightInput) = (0, 1) }
    settings.level = level
    settings.highCut = DelayScale.highCut(lowPass)
    return settings
  }
}
