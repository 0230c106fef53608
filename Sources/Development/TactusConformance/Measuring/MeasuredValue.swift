/// A method of measuring a number in a trial's audio.
package struct MeasuredValue: Sendable {
  /// The unit of the number in the table.
  package let unit: String
  /// Measures the number in the first take. The second take is the reference; if the row has none, both takes are the
  /// same.
  package let read: @Sendable (Take, Take) -> Double

  package init(_ unit: String, _ read: @escaping @Sendable (Take) -> Double) {
    self.unit = unit
    self.read = { take, _ in read(take) }
  }

  package init(_ unit: String, comparing read: @escaping @Sendable (Take, Take) -> Double) {
    self.unit = unit
    self.read = read
  }
}

extension MeasuredValue {
  // MARK: Level

  /// The mean level of a range of frames, in decibels relative to full level.
  static func level(_ range: Range<Int> = 480..<960) -> MeasuredValue {
    MeasuredValue("dB") { SystemMath.decibels(mean($0.amplitudes[range])) }
  }
  /// The mean level of the left channel.
  static var leftLevel: MeasuredValue { MeasuredValue("dB") { SystemMath.decibels(mean($0.left[480..<960])) } }
  /// The mean level of the right channel.
  static var rightLevel: MeasuredValue { MeasuredValue("dB") { SystemMath.decibels(mean($0.right[480..<960])) } }
  /// The mean amplitude of a range of frames, as a fraction of full level.
  static func amplitude(_ range: Range<Int> = 480..<960) -> MeasuredValue {
    MeasuredValue("× full") { mean($0.amplitudes[range]) }
  }
  /// The mean amplitude of the left channel.
  static func leftAmplitude(_ range: Range<Int> = 480..<960) -> MeasuredValue {
    MeasuredValue("× full") { mean($0.left[range]) }
  }
  /// The mean amplitude of the right channel.
  static var rightAmplitude: MeasuredValue { MeasuredValue("× full") { mean($0.right[480..<960]) } }
  /// The amplitude at a frame.
  static func amplitude(at frame: Int) -> MeasuredValue { MeasuredValue("× full") { $0.amplitudes[frame] } }
  /// The largest step between consecutive frames of a range.
  static func step(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("× full") { take in
      range.dropFirst().reduce(0) { max($0, abs(take.left[$1] - take.left[$1 - 1])) }
    }
  }

  /// The RMS amplitude of a range of frames after the end of the dry sound, in percent of the reference's.
  static func wet(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("%", comparing: { 100 * (energy($0, range) / energy($1, range)).squareRoot() })
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func energy(_ take: Take, _ range: Range<Int>) -> Double {
    range.reduce(0) { $0 + take.left[$1] * take.left[$1] + take.right[$1] * take.right[$1] }
  }

  // MARK: Pitch

  /// The pitch in cents above the recorded pitch, from a line fitted to the phases in a range of frames.
  static func cents(_ range: Range<Int> = 480..<4_320) -> MeasuredValue {
    MeasuredValue("cents") { Take.cents(turnsPerFrame: LinearFit(through: $0.phases(in: range), in: range).slope) }
  }
  /// The deviation of the pitch divided by the modulator's amount, both in cents. This equals the output of the
  /// modulator's source.
  static func curve(of amount: Double, _ range: Range<Int> = 480..<2_400) -> MeasuredValue {
    MeasuredValue("× amount") {
      Take.cents(turnsPerFrame: LinearFit(through: $0.phases(in: range), in: range).slope) / amount
    }
  }
  /// The pitch in cents at a frame.
  static func cents(at frame: Int) -> MeasuredValue {
    MeasuredValue("cents") { $0.cents(in: frame..<frame + 1)[frame] }
  }
  /// The largest deviation of the phase from the line fitted to it.
  static func phaseDeviation(_ range: Range<Int>) -> MeasuredValue {
    MeasuredValue("° of phase") { take in
      let phases = take.phases(in: range)
      let line = LinearFit(through: phases, in: range)
      return 360 * range.reduce(0) { max($0, abs(phases[$1] - line.value(at: Double($1)))) }
    }
  }

  // MARK: Frames

  /// The first audible frame.
  static var firstFrame: MeasuredValue {
    MeasuredValue("frame") { take in Double(take.amplitudes.firstIndex { $0 > 1e-5 } ?? -1) }
  }
  /// The last audible frame.
  static var lastFrame: MeasuredValue {
    MeasuredValue("frame") { take in Double(take.amplitudes.lastIndex { $0 > 1e-6 } ?? -1) }
  }
  /// The index of the point of `TestWave.ramp` that sounds at a frame.
  static func point(at frame: Int) -> MeasuredValue {
    MeasuredValue("point") { $0.left[frame] * TestWave.amplitude / Double(TestWave.rampStep) }
  }
}
