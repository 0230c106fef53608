import TactusRender

extension SoundFontSynth {
  /// The regions that a score would start, found by playing it without sound. Afterwards all is as after `prepare`.
  ///
  /// - Parameter play: hands over the events of the score, in their order.
  /// - Thread: control, while nobody renders
  package func regionsStarted(by play: (_ hear: (EventList) -> Void) -> Void) -> [Int] {
    guard let core = scout else { return [] }
    let wanted = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bank.regionCount))
    wanted.initialize(repeating: 0)
    defer { wanted.deallocate() }
    core.pointee.wanted = wanted.baseAddress
    play { events in
      for index in 0..<events.count { core.pointee.receive(events[index].message) }
    }
    core.pointee.wanted = nil
    core.pointee.reset()
    return wanted.indices.filter { wanted[$0] != 0 }
  }
}
