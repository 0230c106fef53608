import TactusSynth

/// A receiver of voice commands that does nothing.
struct NoVoices: VoiceCommands {
  func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {}
  func releaseKey(_ part: Int, key: UInt8) {}
  func releaseKeys(_ part: Int) {}
  func releaseSustained(_ part: Int) {}
  func catchHeldKeys(_ part: Int) {}
  func releaseCaughtKeys(_ part: Int) {}
  func fade(_ part: Int) {}
  func fadeDisplaced(_ part: Int, by key: UInt8?) {}
  func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool { false }
  func holds(_ part: Int, key: UInt8) -> Bool { false }
  func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey? { nil }
  func channelChanged(_ part: Int, reachesReleased: Bool) {}
  func dampersChanged(_ part: Int) {}
  func tuningChanged(_ part: Int) {}
  func drumsChanged(_ part: Int) {}
  func expressionChanged(_ part: Int, key: UInt8, _ expression: NoteExpression) {}
  func expressionsReset(_ part: Int) {}
  func detachNotes(_ part: Int, key: UInt8) {}
  func chokeKey(_ part: Int, key: UInt8) {}
}
