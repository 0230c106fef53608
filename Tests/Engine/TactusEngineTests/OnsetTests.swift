import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSynth
import TestSupport
import Testing

/// The frame law, checked in the audio: every onset is on the frame that exact arithmetic gives.
@Suite struct OnsetTests {
  /// The frames that contain sound, and the number of the first frame in the song.
  private func onsets(_ bouncer: Bouncer) throws -> [Int64] {
    var found: [Int64] = []
    var frame: Int64 = 0
    _ = try bouncer.render { block in
      for index in 0..<block.frameCount where block[0][index] != 0 || block[1][index] != 0 {
        found.append(frame + Int64(index))
      }
      frame += Int64(block.frameCount)
    }
    return found
  }

  private func settings(_ rate: Int) -> BounceSettings {
    var settings = BounceSettings()
    settings.sampleRate = rate
    settings.synth = .dry
    settings.maximumLength = 1e6
    return settings
  }

  @Test(arguments: [44_100, 48_000, 96_000])
  func everyClickIsOnItsFrame(rate: Int) throws {
    let seed: UInt64 = 31
    var random = SeededGenerator(seed: seed)
    let length = Int64(3_000)  // some seconds
    let song = TempoSong(
      ticks: length, division: 479, notes: 400, tempi: 60, micros: 250_000...700_000, random: &random)
    // through the bytes of a file, as a user's song
    let file = try MIDIFile(reading: FileBytes(copying: song.file.written(), name: "clicks"))
    let bouncer = try Bouncer(file, bank: .click(sampleRate: rate), settings: settings(rate))
    #expect(try onsets(bouncer) == song.frames(sampleRate: rate), "seed \(seed)")
  }

  @Test func leadInMovesEveryClickByItsFrames() throws {
    var random = SeededGenerator(seed: 32)
    let song = TempoSong(ticks: 400, division: 96, notes: 50, tempi: 10, micros: 250_000...700_000, random: &random)
    var settings = settings(44_100)
    settings.leadIn = 0.1234
    let bouncer = try Bouncer(song.file, bank: .click(sampleRate: 44_100), settings: settings)
    #expect(bouncer.leadInFrames == 5_442)  // 5441.94
    #expect(try onsets(bouncer) == song.frames(sampleRate: 44_100).map { $0 + 5_442 })
  }

  /// Ten hours with 100,000 tempo changes: all frames of the timeline, and the sound of its last seconds.
  @Test func tenHoursWithAHundredThousandTempi() throws {
    let (seed, rate) = (UInt64(33), 48_000)
    var random = SeededGenerator(seed: seed)
    let song = TempoSong(
      ticks: 72_000 * 480, division: 480, notes: 5_000, tempi: 100_000, micros: 300_000...700_000, random: &random)
    let expected = song.frames(sampleRate: rate)
    let bouncer = try Bouncer(song.file, bank: .click(sampleRate: rate), settings: settings(rate))
    #expect(bouncer.timeline.filter { $0.message.status == 0x90 }.map(\.frame) == expected, "seed \(seed)")
    #expect(try #require(expected.last) > 9 * 3_600 * Int64(rate))
    let window = try #require(expected.dropLast(3).last) - 100
    #expect(try listen(bouncer, from: window) == expected.suffix(4), "seed \(seed)")
    if wantsLongRounds { #expect(try onsets(bouncer) == expected, "seed \(seed)") }
  }

  /// The frames with sound, from a frame to the song's end.
  private func listen(_ bouncer: Bouncer, from first: Int64) throws -> [Int64] {
    var player = SequencePlayer(bouncer.timeline)
    player.seek(toFrame: first)
    let stage = Stage(bouncer.bank, sampleRate: bouncer.settings.sampleRate, isLoud: false)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    var frame = first
    var found: [Int64] = []
    while frame < bouncer.timeline.endFrame {
      let cycle = RenderCycle(firstFrame: frame, frameCount: 4_096)
      let got = player.render(cycle, into: buffer)
      #expect(got.endFrame == frame + 4_096)
      let sound = stage.render(4_096, events: Array(buffer.prefix(got.count)))
      found += sound.indices.filter { sound[$0] != 0 }.map { frame + Int64($0) }
      frame += 4_096
    }
    return found
  }
}
