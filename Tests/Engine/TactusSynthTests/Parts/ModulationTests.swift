#if DEBUG
  import TactusDSP
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// Parameters as a function of region, channel and voice: without a note, a lane or audio.
  @Suite struct ModulationTests {
    /// The parameters of a new voice.
    private func parameters(
      _ parts: SynthParts, key: UInt8 = 60, velocity: UInt8 = 127, channel: Int = 0, region: Int = 0
    )
      -> StaticParameters
    {
      var voice = Voice()
      (voice.key, voice.velocity, voice.channel) = (key, velocity, Int32(channel))
      voice.region = parts.regions + region
      parts.modulation.prepare(&voice, parts.regions + region)
      return voice.ramp.to
    }

    @Test func keysAreHundredCentsApart() throws {
      let parts = SynthParts(try .sine())
      for key in 0..<128 as Range<UInt8> {
        #expect(parameters(parts, key: key).cents - parameters(parts).cents == 100 * (Double(key) - 60))
      }
      let quarters = SynthParts(try .sine([.init(.scaleTuning, 50)]))
      #expect(parameters(quarters, key: 72).cents - parameters(quarters, key: 60).cents == 600)
    }

    @Test func gainsFollowAttenuationPanAndVolume() throws {
      let full = parameters(SynthParts(try .sine()))
      // 40 % of the generator counts, as on the hardware
      let soft = parameters(SynthParts(try .sine([.init(.initialAttenuation, 100)])))
      #expect(abs(soft.left / full.left - ExactMath.gain(attenuationCentibels: 40)) < 1e-12)
      let left = parameters(SynthParts(try .sine([.init(.pan, -500)])))
      #expect(left.right.magnitude < 1e-12 && abs(left.left / full.left - ExactMath.squareRoot(2)) < 1e-9)
      let parts = SynthParts(try .sine())
      // controller 7 at 127 is 960 · (100/127 → 1) of its concave curve: (v/127)² in amplitude
      parts.channels[0].controllers[7] = 127
      let loud = parameters(parts)
      parts.channels[0].controllers[7] = 64
      #expect(abs(parameters(parts).left / loud.left - (64.0 / 127) * (64.0 / 127)) < 1e-6)
      parts.channels[0].controllers[7] = 0
      #expect(parameters(parts).left == 0 && parameters(parts).right == 0)
    }

    /// No state carries over from one voice to the next: whatever was derived before, the same voice gets the same
    /// bits.
    @Test func theResultDependsOnItsArgumentsAlone() throws {
      let seed = seed(of: "theResultDependsOnItsArgumentsAlone")
      var random = SeededGenerator(seed: seed)
      let parts = SynthParts(try SoundBank(random.font(isWild: false)))
      for channel in 0..<16 {
        for controller in 0..<120 where controller != 32 && controller != 0 {
          parts.channels[channel].controllers[controller] = .random(in: 0...127, using: &random)
        }
        parts.channels[channel].pitchBend = .random(in: 0..<16_384, using: &random)
      }
      let count = parts.bank.regionCount
      let cases = (0..<rounds(300)).map { _ in
        (
          key: UInt8.random(in: 0...127, using: &random), velocity: UInt8.random(in: 1...127, using: &random),
          channel: Int.random(in: 0..<16, using: &random), region: Int.random(in: 0..<count, using: &random)
        )
      }
      func derive(_ number: Int) -> StaticParameters {
        let one = cases[number]
        return parameters(parts, key: one.key, velocity: one.velocity, channel: one.channel, region: one.region)
      }
      let inOrder = cases.indices.map(derive)
      for number in cases.indices.shuffled(using: &random) { #expect(derive(number) == inOrder[number]) }
    }

    /// A controller change ramps from the present value to the new one, which is reached at a grid point 32 to 95
    /// frames later.
    @Test func changesRampToAGridPoint() throws {
      let parts = SynthParts(try .sine())
      for now in [1, 31, 32, 33, 63, 64, 1_000] as [Int64] {
        parts.channels[0].controllers[10] = 64
        var voice = Voice()
        (voice.key, voice.velocity, voice.region) = (60, 100, parts.regions)
        parts.modulation.prepare(&voice, parts.regions)
        let before = voice.ramp.to
        parts.channels[0].controllers[10] = 127
        parts.modulation.modulate(&voice, at: now)
        #expect(voice.ramp.from == before && voice.ramp.to.left < before.left)
        #expect(voice.ramp.start == now && voice.ramp.end % 64 == 0 && (32...95).contains(voice.ramp.end - now))
        let half = parts.modulation.staticParameters(&voice, at: now, ahead: Double(voice.ramp.end - now) / 2)
        #expect(abs(half.left - (before.left + voice.ramp.to.left) / 2) < 1e-9 * before.left)
      }
    }
  }
#endif
