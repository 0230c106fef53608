import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Non-registered parameters of single drum keys.
@Suite struct DrumParameterTests {
  private let full = Stage.unit * 32_000 / 32_768

  private func stage(_ generators: [SoundFont.Generator] = [], settings: SynthSettings = .dry) throws -> Stage {
    let stage = try Stage(.sine(bank: 128, generators), settings: settings)
    stage.send(.controller(7, 127, channel: 9), .controller(10, 0, channel: 9))
    return stage
  }

  private func drum(_ number: UInt8, _ key: UInt8, _ value: UInt8) -> [ChannelMessage] {
    ChannelMessage.nonRegistered(number, key, value, channel: 9)
  }

  @Test func pitchOfOneKey() throws {
    let stage = try stage()
    stage.send(drum(24, 60, 76), drum(25, 60, 44))
    stage.send(.noteOn(60, channel: 9))
    let heard = cents(of: stage.render(6_000))
    #expect(abs(heard - 1_180) < 0.2, "\(heard)")
    stage.send(.controller(120, 0, channel: 9))
    stage.render(700)
    stage.send(.noteOn(62, channel: 9))
    let other = cents(of: stage.render(6_000))
    #expect(abs(other - 200) < 0.2, "\(other)")
  }

  /// A level of 64 is −11.91 dB, as velocity and volume: (64/127)² in amplitude.
  @Test func level() throws {
    let stage = try stage()
    stage.send(drum(26, 60, 64))
    stage.send(.noteOn(60, channel: 9))
    #expect(abs(decibels(stage.render(500).peak / full) - -11.906) < 0.01)
    stage.send(drum(26, 60, 0))
    stage.render(96)
    #expect(stage.render(500).peak == 0)
  }

  @Test func pan() throws {
    let stage = try stage([.init(.pan, 200)])
    stage.send(.controller(10, 64, channel: 9))
    stage.send(drum(28, 60, 127))
    stage.send(.noteOn(60, channel: 9))
    stage.render(500)
    #expect(stage.left.peak < 1e-6 && abs(stage.right.peak / full - 1) < 0.001)
    stage.send(drum(28, 60, 64))
    stage.render(96)
    let frames = stage.right.count
    stage.render(500)
    #expect(abs(decibels(stage.right[frames...].reduce(0) { max($0, abs($1)) } / full) - -3.01) < 0.01)
  }

  /// The part's pan moves all drums, also those that have a pan of their own.
  @Test func panOfThePart() throws {
    let stage = try stage([.init(.pan, 200)])
    stage.send(drum(28, 60, 64))
    stage.send(.noteOn(60, channel: 9))
    stage.render(500)
    #expect(stage.right.peak < 1e-6 && abs(stage.left.peak / full - 1) < 0.001)
    stage.send(drum(28, 60, 127))
    stage.render(96)
    let frames = stage.left.count
    stage.render(500)
    for side in [stage.left, stage.right] {
      #expect(abs(decibels(Array(side[frames...]).peak / full) - -3.01) < 0.01)
    }
  }

  /// Pan 0 is pseudo-random: a different position for each velocity, the same in every run.
  @Test func randomPan() throws {
    func places() throws -> [Float] {
      let stage = try stage()
      stage.send(drum(28, 60, 0))
      return (100..<108).map { velocity in
        stage.send(.noteOn(60, UInt8(velocity), channel: 9), .noteOff(60, channel: 9))
        let first = stage.right.count
        stage.render(700)
        return stage.right[first...].reduce(0) { max($0, abs($1)) }
      }
    }
    let first = try places()
    #expect(Set(first).count == 8)
    #expect(try places() == first)
  }

  /// A drum without a send is dry, whatever the channel's send is.
  @Test func sends() throws {
    func play(_ settings: SynthSettings, _ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try stage([.init(.reverbEffectsSend, 500)], settings: settings)
      stage.send(messages)
      stage.send(.noteOn(60, channel: 9))
      return stage.render(6_000)
    }
    let dry = try play(.dry, [])
    #expect(try play(SynthSettings(), drum(29, 60, 0)) == dry)
    #expect(try play(SynthSettings(), drum(29, 61, 0)) != dry)
  }

  /// On a melodic channel they mean nothing.
  @Test func melodicChannels() throws {
    let stage = try Stage(.sine())
    stage.send(ChannelMessage.nonRegistered(24, 60, 76))
    stage.send(.noteOn(60))
    #expect(abs(cents(of: stage.render(6_000))) < 0.2)
  }

  /// Snapshots restore each of them, with the number that sets it.
  @Test func snapshots() {
    let numbers: Set<UInt8> = [20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31, 48, 49, 52, 53]
    for number in UInt8(0)...127 {
      let channels = (0..<2).map { _ in ChannelInterpreter(bankSelect: .gs, voices: NoVoices()) }
      for message in drum(number, 60, 32) { channels[0].receive(message) }
      let restored = channels[1].restore(channels[0].snapshots)
      // parts have parameters of their own, and generators are not restored
      guard number != 1, number != 120, number != 127 else { continue }
      #expect(Set(restored).isSuperset(of: drum(number, 60, 32)) == numbers.contains(number), "NRPN \(number) 60")
      #expect(channels[1].restore(channels[0].snapshots).isEmpty)
    }
    for number in UInt8(48)...53 {
      let channels = (0..<2).map { _ in ChannelInterpreter(bankSelect: .gs, voices: NoVoices()) }
      for message in drum(1, number, 32) { channels[0].receive(message) }
      let restored = channels[1].restore(channels[0].snapshots)
      #expect(Set(restored).isSuperset(of: drum(1, number, 32)) == [48, 49, 52, 53].contains(number))
    }
  }
}
