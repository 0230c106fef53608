import TactusDSP

/// A filter at one moment.
struct FilterParameters {
  /// In absolute cents, within bounds.
  var cutoff = 0.0
  var damping = 0.0
  var gain = 1.0
  var coefficients = FilterCoefficients(b: 0, c: 0, h: 0)
}

extension Modulation {
  /// A voice's filter at a frame of its life. It depends on that frame alone, whenever it is asked for.
  func filterParameters(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> FilterParameters {
    var parameters = FilterParameters(cutoff: filterCutoff(voice, at: age), damping: voice.pointee.ramp.to.damping)
    parameters.gain = voice.pointee.ramp.to.filterGain
    if let part = part(voice, at: age) {
      parameters.damping = Self.between(voice.pointee.ramp.from.damping, parameters.damping, part)
      parameters.gain = Self.between(voice.pointee.ramp.from.filterGain, parameters.gain, part)
    }
    parameters.coefficients = FilterCoefficients(filterPoint(parameters.cutoff), damping: parameters.damping)
    return parameters
  }

  /// The cutoff at a frame of a voice's life, which may lie beyond the envelope's present stage.
  func filterCutoff(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> Double {
    let part = part(voice, at: age)
    var cutoff = voice.pointee.ramp.to.cutoff
    var byLFO = voice.pointee.ramp.to.modLfoToFilter
    var byEnvelope = voice.pointee.ramp.to.modEnvToFilter
    if let part {
      cutoff = Self.between(voice.pointee.ramp.from.cutoff, cutoff, part)
      byLFO = Self.between(voice.pointee.ramp.from.modLfoToFilter, byLFO, part)
      byEnvelope = Self.between(voice.pointee.ramp.from.modEnvToFilter, byEnvelope, part)
    }
    if byLFO != 0 { cutoff += voice.pointee.movers.modLFO.value(at: age) * byLFO }
    if byEnvelope != 0 {
      var envelope = voice.pointee.movers.envelope
      envelope.advance(to: age, voice.pointee.movers.times)
      cutoff += envelope.level(at: age) * byEnvelope
    }
    return max(1_500, min(13_500, cutoff))
  }

  @inline(__always)
  private static func between(_ from: Double, _ to: Double, _ part: Double) -> Double { from + (to - from) * part }

  /// What part of its way the standing part of a tone has gone at a frame of the voice's life; nil where it has arrived.
  @inline(__always)
  private func part(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> Double? {
    let rest = voice.pointee.age(at: voice.pointee.ramp.end) - age
    guard rest > 0 else { return nil }
    return 1 - rest / Double(voice.pointee.ramp.end &- voice.pointee.ramp.start)
  }
}
