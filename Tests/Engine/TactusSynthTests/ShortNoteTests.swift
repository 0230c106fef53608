import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Notes that end before their attack does. Files often give drums no length, or that of a tick.
@Suite struct ShortNoteTests {
  /// An attack of 6 ms, and a release of a second.
  private func stage(_ more: SoundFont.Generator...) throws -> Stage {
    var settings = SynthSettings.dry
    settings.shortestNote = SynthSettings().shortestNote
    return try Stage(.sine([.init(.attackVolEnv, -8_858), .init(.releaseVolEnv, 0)] + more), settings: settings)
  }

  private func sound(frames: Int) throws -> [Float] {
    let stage = try stage()
    stage.send(.noteOn(60))
    if frames > 0 { stage.render(frames) }
    stage.send(.noteOff(60))
    stage.render(4_800 - frames)
    return stage.left
  }

  /// A note of any length up to 10 ms is one of 10 ms: 480 frames.
  @Test(arguments: [0, 1, 5, 48, 200, 479]) func soundsLikeTenMilliseconds(frames: Int) throws {
    let (short, whole) = (try sound(frames: frames), try sound(frames: 480))
    #expect(whole.peak > 0.1)
    #expect(zip(short, whole).allSatisfy { ($0 - $1).magnitude < 1e-6 })
  }

  @Test func longerNotesEndAtTheirNoteOff() throws {
    let (one, other) = (try sound(frames: 481), try sound(frames: 960))
    #expect(one[..<481].elementsEqual(other[..<481]))
    #expect((one[900] - other[900]).magnitude > 0 || (one[905] - other[905]).magnitude > 0)
  }

  /// A pedal that is let go within 10 ms, half pedal, and a choke do what they do to other notes.
  @Test func pedalsAndChokes() throws {
    let stage = try stage()
    stage.send(.controller(64, 127), .noteOn(60), .noteOff(60), .controller(64, 0))
    stage.render(4_800)
    #expect(stage.left.peak > 0.1 && stage.synth.voiceCount == 1)
    let silenced = try self.stage()
    silenced.send(.noteOn(60), .noteOff(60), .controller(120, 0))
    silenced.render(4_800)
    #expect(silenced.synth.voiceCount == 0)
  }

  /// A key that is struck again ends its note at once: two notes on one frame are not twice as loud as one.
  @Test func aRepeatedKeyIsNotLouder() throws {
    let (one, other) = (try stage(), try stage())
    one.send(.noteOn(60))
    other.send(.noteOn(60), .noteOff(60), .noteOn(60), .noteOn(60))
    for stage in [one, other] { stage.render(4_800) }
    #expect(other.left.peak <= one.left.peak * 1.01)
  }

  /// A loop that lasts until the release (mode 3) goes on until the release begins.
  @Test func theLoopLastsUntilTheRelease() throws {
    let bank = try stage(.init(.sampleModes, 3))
    bank.send(.noteOn(60), .noteOff(60))
    bank.render(480)
    #expect(bank.left.peak > 0.1 && bank.synth.voiceCount == 1)
    #expect(bank.left[400..<480].contains { $0.magnitude > 0.05 })
  }

  /// With 0, the release begins at the note-off, as SoundFont has it.
  @Test func theShortestNoteIsASetting() throws {
    let stage = try Stage(.sine([.init(.attackVolEnv, -8_858), .init(.releaseVolEnv, 0)]))
    stage.send(.noteOn(60), .noteOff(60))
    stage.render(480)
    #expect(stage.left.peak == 0 && stage.synth.voiceCount == 0)
  }
}
