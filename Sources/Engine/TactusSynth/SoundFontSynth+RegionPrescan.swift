import TactusRender

extension SoundFontSynth {
  /// Returns the regions that a score would start. Channels without voices interpret the score, so nothing is rendered.
  ///
  /// - Parameter play: passes the events of the score to its argument, in order.
  /// - Thread: control, any time
  package func regionsStarted(by play: (_ hear: (EventList) -> Void) -> Void) -> [Int] {
    let started = UnsafeMutableBufferPointer<Bool>.allocate(capacity: max(1, bank.regionCount))
    started.initialize(repeating: false)
    defer { started.deallocate() }
    let recorder = RegionRecorder(bank: bank.tables, polyphony: settings.clampedPolyphony, started: started)
    let channels = ChannelInterpreter(
      presets: bank.tables.presets, startSystem: SoundSystem(settings.bankSelect), voices: recorder)
    play { events in
      for index in 0..<events.count { channels.receive(events[index].message) }
    }
    return started.indices.filter { started[$0] }
  }
}

/// A receiver of voice commands that only records which regions would start.
private struct RegionRecorder: VoiceCommands {
  let bank: BankTables
  let polyphony: Int
  /// Whether each region has been started.
  let started: UnsafeMutableBufferPointer<Bool>

  func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {
    bank.forEachRegion(of: preset, key: key, velocity: velocity, atMost: polyphony) { started[$0] = true }
  }

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
