// Octave tuning: twelve cents for each part, from C to B. MIDI's octave forms, GS and XG scale tuning all end here.

extension SynthCore {
  /// Tunes a key class (0 is C) of a part; what sounds of it follows.
  mutating func setOctaveTuning(_ part: Int, keyClass: Int, cents: Double) {
    let place = octaveTunings + (part &* 12 &+ keyClass)
    guard place.pointee != cents else { return }
    place.pointee = cents
    touch(part)
  }

  /// Equal temperament again.
  mutating func resetOctaveTuning(_ part: Int) { (octaveTunings + part &* 12).update(repeating: 0, count: 12) }

  /// The cents of a key of a part.
  @inline(__always)
  func octaveTuning(_ part: Int, key: UInt8) -> Double { octaveTunings[part &* 12 &+ Int(key % 12)] }
}
