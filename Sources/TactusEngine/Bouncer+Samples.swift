import TactusRender
import TactusSequencer
import TactusSynth

extension Bouncer {
  /// Decodes those of the bank's compressed samples that the song plays; gives those that cannot be read.
  func decodeSamples(with work: some ParallelWork) throws(SampleDecoderMissing) -> [SampleFailure] {
    guard bank.hasCompressedSamples else { return [] }
    let synth = SoundFontSynth(bank: bank, settings: settings.synth)
    synth.prepare(sampleRate: settings.sampleRate, replicas: 1)
    let events = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: max(1_024, timeline.mostEventsInOneFrame))
    defer { events.deallocate() }
    let regions = synth.regionsStarted { hear in
      var scout = SequencePlayer(timeline)
      var next: Int64 = 0
      while !scout.isAtEnd {
        let delivery = scout.render(RenderCycle(firstFrame: next, frameCount: 1 << 24), into: events)
        hear(EventList(rebasing: events[..<delivery.count]))
        next = delivery.endFrame
      }
    }
    return try bank.decode(regions: regions) { work.perform($0, $1) }
  }
}
