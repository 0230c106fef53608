#if DEBUG
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// The voice pool, controlled by its commands alone: without MIDI and without rendering.
  @Suite struct VoicePoolTests {
    @Test func aNoteStartsAVoiceForEachRegionThatItReaches() throws {
      let parts = SynthParts(
        try .made { bank in
          let wave = bank.add(.sine())
          bank.addPreset([
            .init(target: wave, keyRange: .init(low: 0, high: 60)),
            .init(target: wave, keyRange: .init(low: 60, high: 127)),
          ])
        })
      for (key, count) in [(59, 1), (60, 2), (61, 1)] as [(UInt8, Int)] {
        parts.pool.pointee.startNote(3, preset: 0, key: key, velocity: 100)
        #expect(parts.activeVoices.filter { parts.voices[$0].key == key }.count == count)
      }
      #expect(parts.activeVoices.allSatisfy { parts.voices[$0].channel == 3 && parts.voices[$0].velocity == 100 })
      // the two voices of key 60 belong to one note
      #expect(Set(parts.activeVoices.map { parts.voices[$0].note }).count == 3)
      parts.pool.pointee.startNote(3, preset: -1, key: 40, velocity: 100)
      #expect(parts.pool.pointee.counters.silentNotes == 1)
    }

    @Test func pedalsSustainWhatKeysRelease() throws {
      let parts = SynthParts(try .sine())
      for key in [60, 64, 67] as [UInt8] { parts.pool.pointee.startNote(0, preset: 0, key: key, velocity: 90) }
      parts.pool.pointee.releaseKey(0, key: 60)
      #expect(parts.keys(.released) == [60])
      parts.channels[0].controllers[Channel.sustainPedal] = 127
      parts.pool.pointee.releaseKey(0, key: 64)
      parts.pool.pointee.catchHeldKeys(0)
      parts.pool.pointee.releaseKey(0, key: 67)
      #expect(parts.keys(.sustained) == [64, 67])
      parts.channels[0].controllers[Channel.sustainPedal] = 0
      parts.pool.pointee.releaseSustained(0)
      // sostenuto still holds 67
      #expect(parts.keys(.sustained) == [67])
      parts.pool.pointee.releaseCaughtKeys(0)
      #expect(parts.keys(.released) == [60, 64, 67])
    }

    @Test func sostenutoHoldsACaughtKeyThatIsStruckAgain() throws {
      let parts = SynthParts(try .sine())
      parts.pool.pointee.startNote(0, preset: 0, key: 60, velocity: 90)
      parts.channels[0].controllers[Channel.sostenutoPedal] = 127
      parts.pool.pointee.catchHeldKeys(0)
      parts.pool.pointee.releaseKey(0, key: 60)
      for key in [60, 62] as [UInt8] {
        parts.pool.pointee.startNote(0, preset: 0, key: key, velocity: 90)
        parts.pool.pointee.releaseKey(0, key: key)
      }
      #expect(parts.keys(.sustained) == [60], "62 was not caught")
      parts.channels[0].controllers[Channel.sostenutoPedal] = 0
      parts.pool.pointee.releaseCaughtKeys(0)
      #expect(parts.keys(.sustained).isEmpty)
    }

    @Test func theSameKeyReleasesItsOlderVoice() throws {
      let parts = SynthParts(try .sine())
      parts.pool.pointee.startNote(0, preset: 0, key: 60, velocity: 90)
      parts.pool.pointee.startNote(1, preset: 0, key: 60, velocity: 90)
      parts.pool.pointee.startNote(0, preset: 0, key: 60, velocity: 90)
      #expect(parts.keys(.held).count == 2 && parts.keys(.released).count == 1)
    }

    @Test func theVoiceThatIsMissedLeastIsStolen() throws {
      let parts = SynthParts(try .sine(), polyphony: 3)
      for (key, velocity) in [(60, 127), (62, 20), (64, 127)] as [(UInt8, UInt8)] {
        parts.pool.pointee.startNote(0, preset: 0, key: key, velocity: velocity)
      }
      parts.pool.pointee.startNote(0, preset: 0, key: 65, velocity: 127)
      #expect(parts.keys(.fading) == [62], "the softest voice")
      parts.pool.pointee.releaseKey(0, key: 64)
      parts.pool.pointee.startNote(0, preset: 0, key: 67, velocity: 127)
      #expect(parts.keys(.fading) == [62, 64], "a released voice before a held one")
      #expect(parts.pool.pointee.counters.stolenVoices == 2 && parts.pool.pointee.soundingVoices == 3)
    }

    @Test func exclusiveClassesChokeOtherNotesOfTheirChannel() throws {
      let parts = SynthParts(try .sine([.init(.exclusiveClass, 5)]))
      parts.pool.pointee.startNote(9, preset: 0, key: 42, velocity: 90)
      parts.pool.pointee.startNote(8, preset: 0, key: 42, velocity: 90)
      parts.pool.pointee.startNote(9, preset: 0, key: 46, velocity: 90)
      #expect(parts.keys(.fading) == [42] && parts.keys(.held) == [42, 46])
    }

    @Test func aVoiceTakesAnotherKeyWhereTheSameRegionsAnswer() throws {
      let parts = SynthParts(
        try .made { bank in
          let wave = bank.add(.sine())
          bank.addPreset([
            .init(target: wave, keyRange: .init(low: 0, high: 70)),
            .init(target: wave, keyRange: .init(low: 71, high: 127)),
          ])
        })
      parts.pool.pointee.startNote(0, preset: 0, key: 60, velocity: 90)
      let reachesTheOtherRegion = parts.pool.pointee.moveNote(0, preset: 0, from: 60, to: 72)
      #expect(!reachesTheOtherRegion)
      let staysInItsRegion = parts.pool.pointee.moveNote(0, preset: 0, from: 60, to: 65)
      #expect(staysInItsRegion)
      let holds = (old: parts.pool.pointee.holds(0, key: 60), new: parts.pool.pointee.holds(0, key: 65))
      #expect(parts.keys(.held) == [65] && !holds.old && holds.new)
    }

    /// After any commands, the pool's lists and counts agree with a search through all voices.
    @Test func listsAndCountsAreThoseOfTheVoices() throws {
      let bank = try SoundBank.sine([.init(.exclusiveClass, 0)])
      let seed = seed(of: "listsAndCountsAreThoseOfTheVoices")
      for round in 0..<rounds(20) {
        var random = SeededGenerator(seed: seed &+ UInt64(round))
        let polyphony = Int.random(in: 1...40, using: &random)
        let parts = SynthParts(bank, polyphony: polyphony)
        for _ in 0..<200 {
          command(parts, &random)
          #expect(parts.pool.pointee.soundingVoices <= polyphony)
          #expect(isConsistent(parts), "TACTUS_SEED=\(seed &+ UInt64(round)) TACTUS_ROUNDS=0.01 replays it")
        }
      }
    }

    private func command(_ parts: SynthParts, _ random: inout SeededGenerator) {
      let channel = Int.random(in: 0..<3, using: &random) * 16  // the same channel of three ports
      let key = UInt8.random(in: 60..<64, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...5:
        parts.pool.pointee.startNote(channel, preset: 0, key: key, velocity: .random(in: 1...127, using: &random))
      case 6: parts.pool.pointee.releaseKey(channel, key: key)
      case 7: parts.pool.pointee.releaseKeys(channel)
      case 8: parts.channels[channel].controllers[Channel.sustainPedal] = Bool.random(using: &random) ? 127 : 0
      case 9: parts.pool.pointee.releaseSustained(channel)
      case 10: _ = parts.pool.pointee.moveNote(channel, preset: 0, from: key, to: key ^ 1)
      default: if Int.random(in: 0..<4, using: &random) == 0 { parts.pool.pointee.fade(part: channel) }
      }
    }

    private func isConsistent(_ parts: SynthParts) -> Bool {
      let active = parts.activeVoices
      guard parts.pool.pointee.soundingVoices == active.filter({ parts.voices[$0].state != .fading }).count else {
        return false
      }
      for channel in [0, 16, 32] {
        let expected = active.filter { parts.voices[$0].channel == Int32(channel) }
        var listed: [Int] = []
        parts.pool.pointee.forEachVoice(of: channel) { _, index in listed.append(index) }
        guard listed.sorted() == expected else { return false }
        for key in 60..<64 as Range<UInt8> {
          listed = []
          parts.pool.pointee.forEachVoice(of: channel, key: key) { _, index in listed.append(index) }
          guard listed.sorted() == expected.filter({ parts.voices[$0].key == key }) else { return false }
        }
      }
      return true
    }
  }
#endif
