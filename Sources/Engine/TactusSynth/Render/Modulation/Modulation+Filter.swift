import TactusDSP

/// The parameters of a filter at one moment. The coefficients follow from the cutoff and the damping.
struct FilterParameters {
  /// The cutoff in absolute cents, clamped to 1500…13500.
  var cutoff = 0.0
  var damping = 0.0
  var gain = 1.0
  var coefficients = FilterCoefficients(b: 0, c: 0, h: 0)
}

extension Modulation {
  /// Returns a voice's filter parameters at an age in frames. They depend on the age alone, not on the time of the
  /// call.
  ///
  /// - Parameters:
  ///   - cutoff: the cutoff at this age.
  ///   - last: parameters computed before, whose coefficients are used again if cutoff and damping are the same.
  func filterParameters(
    _ voice: UnsafeMutablePointer<Voice>, at age: Double, cutoff: Double, last: FilterParameters
  ) -> FilterParameters {
    var parameters = FilterParameters(cutoff: cutoff, damping: voice.pointee.ramp.to.damping)
    parameters.gain = voice.pointee.ramp.to.filterGain
    if let part = part(voice, at: age) {
      parameters.damping = Self.between(voice.pointee.ramp.from.damping, parameters.damping, part)
      parameters.gain = Self.between(voice.pointee.ramp.from.filterGain, parameters.gain, part)
    }
    if parameters.cutoff == last.cutoff, parameters.damping == last.damping {
      parameters.coefficients = last.coefficients
    } else {
      parameters.coefficients = FilterCoefficients(filterPoint(parameters.cutoff), damping: parameters.damping)
    }
    return parameters
  }

  /// Returns the cutoff at a voice's age in frames, which may lie beyond the envelope's current stage.
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

  /// Returns how much of the static parameters' ramp is complete at a voice's age, 0…1, or nil after the ramp.
  @inline(__always)
  private func part(_ voice: UnsafeMutablePointer<Voice>, at age: Double) -> Double? {
    let rest = voice.pointee.age(at: voice.pointee.ramp.end) - age
    guard rest > 0 else { return nil }
    return 1 - rest / Double(voice.pointee.ramp.end &- voice.pointee.ramp.start)
  }
}
