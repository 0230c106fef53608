import TactusRender
import TactusSequencer
import TactusSynth

extension Bouncer {
  /// Decodes or generates the samples of the bank that will be heard, and returns those that cannot be decoded.
  ///
  /// - Parameter isLive: whether any part of the song may be played, not only the bounced range. Samples are then also
  ///   read in advance, because live playback cannot wait for a disk.
  package func prepareSamples(
    with work: any ParallelWork, on reusable: ReusableSynth, isLive: Bool = false
  ) throws(SampleDecoderMissing) -> [SampleFailure] {
    guard bank.needsPreparation || isLive else { return [] }
    let synth = reusable.take(for: self, replicas: work.width)
    defer { reusable.put(back: synth) }
    let isRange = renderRange.first > 0 && renderRange.heldNotes != .sounding
    var regions: Set<Int> = []
    if isRange { regions.formUnion(regionsStarted(on: synth, from: renderRange.first)) }
    if !isRange || isLive { regions.formUnion(regionsStarted(on: synth, from: 0)) }
    if isLive { bank.readIn(regions: regions) }
    return try bank.prepareSamples(ofRegions: regions) { work.perform($0, $1) }
  }

  /// Returns the regions that notes start from a frame to the end of the range. The channels have the state that they
  /// have in a bounce from this frame, so that a note restarted there uses the right preset.
  private func regionsStarted(on synth: SoundFontSynth, from first: Int64) -> [Int] {
    synth.regionsStarted { hear in
      if first > 0 {
        let state = RangeOpening(timeline, before: first)
        for part in [state.settings, state.struck(if: renderRange.heldNotes == .struck)] {
          part.withUnsafeBufferPointer { hear($0) }
        }
      }
      var events: [TimedEvent] = []
      events.reserveCapacity(Self.prescannedEvents)
      func send() {
        events.withUnsafeBufferPointer { hear($0) }
        events.removeAll(keepingCapacity: true)
      }
      let end = renderRange.isCut ? renderRange.end : .max
      for event in timeline where event.frame >= first {
        guard event.frame < end else { break }
        events.append(TimedEvent(offset: 0, message: event.message))
        if events.count == Self.prescannedEvents { send() }
      }
      send()
    }
  }

  /// The number of events that are interpreted at a time.
  private static var prescannedEvents: Int { 1_024 }
}
