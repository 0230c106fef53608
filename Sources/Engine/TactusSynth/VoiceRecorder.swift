import TactusMIDI

/// A receiver of voice commands without voices, which records the commands that it implements and ignores all others.
package protocol VoiceRecorder: VoiceCommands {}

extension VoiceRecorder {
  package func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {}
  package func releaseKey(_ part: Int, key: UInt8) {}
  package func releaseKeys(_ part: Int) {}
  package func releaseSustained(_ part: Int) {}
  package func catchHeldKeys(_ part: Int) {}
  package func releaseCaughtKeys(_ part: Int) {}
  package func fade(_ part: Int) {}
  package func fadeDisplaced(_ part: Int, by key: UInt8?) {}
  package func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool { false }
  package func holds(_ part: Int, key: UInt8) -> Bool { false }
  package func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey? { nil }
  package func channelChanged(_ part: Int, reachesReleased: Bool) {}
  package func dampersChanged(_ part: Int) {}
  package func tuningChanged(_ part: Int) {}
  package func drumsChanged(_ part: Int) {}
  package func expressionChanged(_ part: Int, key: UInt8, _ expression: NoteExpression) {}
  package func expressionsReset(_ part: Int) {}
  package func detachNotes(_ part: Int, key: UInt8) {}
  package func chokeKey(_ part: Int, key: UInt8) {}
}

/// A receiver of voice commands that ignores all of them.
package struct NoVoices: VoiceRecorder {
  /// Gives the value an address of its own. Without a stored property, a value at the end of an object has the address
  /// of the next heap block, and ThreadSanitizer reports calls of its methods as accesses to that block.
  private var unused: UInt8 = 0

  package init() {}
}
