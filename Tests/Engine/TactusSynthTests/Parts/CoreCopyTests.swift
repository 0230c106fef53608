#if DEBUG
  import TactusMIDI
  import TactusRealtime
  import TactusRender
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// A core that takes over the state of another plays on exactly as the other would have done.
  @Suite struct CoreCopyTests {
    /// One core plays without interruption. The other has played something else, takes over the state of a third core
    /// that has played the same as the first, and the third then plays something else too.
    @Test func copiesPlayOn() throws {
      for round in 0..<rounds(12) {
        let seed = UInt64(47_000 + round)
        var random = SeededGenerator(seed: seed)
        let bank = try SoundBank(random.font(isWild: Bool.random(using: &random)))
        var settings = SynthSettings()
        settings.polyphony = [4, 16, 64][Int.random(in: 0..<3, using: &random)]
        let players = (0..<3).map { _ in CorePlayer(bank, settings) }
        let (whole, source, copy) = (players[0], players[1], players[2])
        let first = random.everything(length: random.pick([1_024, 2_500, 5_000]))
        let opening = whole.play(first)
        #expect(source.play(first) == opening, "seed \(seed)")
        _ = copy.play(random.everything(length: 3_000))
        copy.core.pointee.take(source.core.pointee)
        _ = source.play(random.everything(length: 2_000))
        let rest = random.everything(length: 6_000)
        let (expected, played) = (whole.play(rest), copy.play(rest))
        let difference = zip(expected, played).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(difference == nil, "seed \(seed)")
        #expect(whole.core.pointee.counters == copy.core.pointee.counters, "seed \(seed)")
        #expect(whole.core.pointee.state.missingPresets == copy.core.pointee.state.missingPresets, "seed \(seed)")
      }
    }
  }

  /// A core with effects of its own.
  private final class CorePlayer {
    private let bank: SoundBank
    private let memory: SynthMemory
    var core: UnsafeMutablePointer<SynthCore> { memory.core }

    init(_ bank: SoundBank, _ settings: SynthSettings) {
      self.bank = bank
      memory = SynthMemory(of: bank, settings: settings, sampleRate: 48_000)
    }

    /// Plays a score chunk by chunk; returns the bits of the sums of all buses that are used, and of the master gains.
    func play(_ score: Score) -> [UInt32] {
      let events = score.events.map { TimedEvent(offset: Int32($0.frame), message: $0.message) }
      var bits: [UInt32] = []
      events.withUnsafeBufferPointer { events in
        var (done, index) = (0, 0)
        while done < score.length {
          let rest = EventList(rebasing: events[index...])
          let count = core.pointee.chunkLength(score.length - done, rest, at: done)
          index += core.pointee.renderVoices(count, events: rest, base: done)
          var chunk = core.pointee.takeChunk(count)
          sumMixes(&chunk)
          var buses = chunk.used.dry != 0 ? [chunk.mix.left, chunk.mix.right] : []
          if chunk.used.reverb != 0 { buses += [chunk.mix.reverb_left, chunk.mix.reverb_right] }
          if chunk.used.chorus != 0 { buses += [chunk.mix.chorus_left, chunk.mix.chorus_right] }
          if chunk.used.delay != 0 { buses += [chunk.mix.delay_left, chunk.mix.delay_right] }
          for case let bus? in buses { bits += (0..<count).map { bus[$0].bitPattern } }
          let gains = [chunk.master.leftGain, chunk.master.rightGain, chunk.master.fineTuning]
          bits += gains.map { UInt32(truncatingIfNeeded: $0.bitPattern >> 20) }
          done += count
        }
      }
      return bits
    }
  }

  extension SeededGenerator {
    /// Gestures, system-exclusive messages, and the beginning of one that another score may continue.
    fileprivate mutating func everything(length: Int) -> Score {
      var score = gestures(length: length, density: 20)
      for _ in 0..<8 {
        let frame = Int.random(in: 0..<length, using: &self)
        score.events += exclusive(isWild: false).packets.map { (frame, $0) }
      }
      if oneIn(2) { score.events.append((length - 1, (Exclusive.gsReset + Exclusive.gsReset).packets[0])) }
      let order = score.events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
      score.events = order.map(\.element)
      return score
    }
  }
#endif
