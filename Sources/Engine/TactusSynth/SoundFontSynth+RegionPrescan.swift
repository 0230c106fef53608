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
    let channels = ChannelInterpreter(bank: bank, bankSelect: settings.bankSelect, voices: recorder)
    play { events in
      for index in 0..<events.count { channels.receive(events[index].message) }
    }
    return started.indices.filter { started[$0] }
  }
}

/// A receiver of voice commands that only records which regions would start.
private struct RegionRecorder: VoiceRecorder {
  let bank: BankTables
  let polyphony: Int
  /// Whether each region has been started.
  let started: UnsafeMutableBufferPointer<Bool>

  func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {
    bank.forEachRegion(of: preset, key: key, velocity: velocity, atMost: polyphony) { started[$0] = true }
  }
}
