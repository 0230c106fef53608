import TactusFiles
import TactusLV2
import TactusPlugin
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("LV2: everything on its frame")
struct FrameTests {
  /// A file with a bank whose only sound is a single point, on a note's own frame.
  private func clickFile() throws -> String {
    let path = temporaryPath(".sf2")
    var builder = SoundFontBuilder(name: "click")
    let point = builder.add(.init(name: "click", frames: [32_767], sampleRate: 48_000))
    builder.addPreset([.init(target: point, generators: SoundFont.Generator.atOnce + [.init(.scaleTuning, 0)])])
    let bytes = try builder.write()
    let file = try #require(fopen(path, "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
    return path
  }

  @Test("a bank comes by its property, is told of, and its notes sound on their frames")
  func notes() throws {
    let path = try clickFile()
    defer { unlink(path) }
    let host = try #require(SimulatedHost(Plugins.sampler))
    host["reverb"] = 0
    host["chorus"] = 0
    host.input.addSet(LV2Names.bank, path: path)
    for _ in 0..<4 { host.run(256) }
    #expect(host.told.contains { $0.contains(Array(path.utf8)) })
    let told = host.told.count
    host.input.addGet()
    host.run(64)
    #expect(host.told.dropFirst(told).contains { $0.contains(Array(path.utf8)) })

    var generator = SeededGenerator(seed: seed(of: "notes"))
    var (expected, heard): ([Int], [Int]) = ([], [])
    for _ in 0..<rounds(100) {
      let (start, frames) = (host.now, Int.random(in: 1...1_500, using: &generator))
      var frame = Int.random(in: 0..<200, using: &generator)
      while frame < frames {
        expected.append(start + frame)
        let key = UInt8.random(in: 0..<128, using: &generator)
        host.input.addMIDI([0x90, key, 100], at: frame)
        host.input.addMIDI([0x80, key, 64], at: min(frame + 20, frames - 1))
        frame += Int.random(in: 40..<300, using: &generator)
      }
      host.run(frames)
      heard += host.audio[0].enumerated().filter { abs($0.element) > 0.01 }.map { start + $0.offset }
    }
    #expect(heard == expected)
    #expect(expected.count > 100)
  }

  @Test("the sequencer's steps lie on the frames of the host's beat, wherever in a cycle it starts")
  func sequencer() throws {
    var generator = SeededGenerator(seed: seed(of: "sequencer"))
    for _ in 0..<rounds(5) {
      let host = try #require(SimulatedHost(Plugins.sequencer))
      host.run(512)
      let start = Int.random(in: 0..<400, using: &generator)
      let begin = host.now + start
      host.input.addPosition(frame: start, transport: 0, beat: 0, tempo: 120)
      host.run(512)
      while host.now < begin + 200_000 { host.run(Int.random(in: 1...4_000, using: &generator)) }
      // the kick: four in sixteen sixteenths at 120 beats a minute, so one each quarter
      let kicks = host.sent.filter { $0.bytes[0] & 0xF0 == 0x90 && $0.bytes[1] == 36 }.map { $0.frame - begin }
      #expect(kicks == (0..<kicks.count).map { $0 * 24_000 })
      #expect(kicks.count >= 8)
      let hats = host.sent.filter { $0.bytes[0] & 0xF0 == 0x90 && $0.bytes[1] == 42 }
      #expect(hats.allSatisfy { ($0.frame - begin) % 6_000 == 0 } && hats.count > 15)
    }
  }

  @Test("beats that a host rounds to its ticks do not move the sequencer's steps")
  func roundedBeats() throws {
    let host = try #require(SimulatedHost(Plugins.sequencer))
    var transport = 0
    for _ in 0..<800 {
      let ticks = (Double(transport) / 24_000 * 1_920).rounded(.down)
      host.input.addPosition(frame: 0, transport: Int64(transport), beat: ticks / 1_920, tempo: 120)
      host.run(256)
      transport += 256
    }
    #expect(host.sent.onsets.allSatisfy { $0 % 6_000 == 0 } && host.sent.onsets.count > 20)
  }

  @Test("the arpeggiator's steps lie on the frames of the host's beat")
  func arpeggiator() throws {
    var generator = SeededGenerator(seed: seed(of: "arpeggiator"))
    let host = try #require(SimulatedHost(Plugins.arpeggiator))
    host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 125)
    host.input.addMIDI([0x90, 60, 100], at: 0)
    host.input.addMIDI([0x90, 64, 100], at: 0)
    host.run(100)
    while host.now < 300_000 { host.run(Int.random(in: 1...3_000, using: &generator)) }
    let onsets = host.sent.onsets
    #expect(onsets == (0..<onsets.count).map { $0 * 5_760 })
    #expect(onsets.count > 50)
    host.input.addMIDI([0x80, 60, 0], at: 0)
    host.input.addMIDI([0x80, 64, 0], at: 0)
    for _ in 0..<4 { host.run(8_192) }
    #expect(host.sent.soundingNotes.isEmpty)
  }

  @Test("what is not the plug-in's own passes whole, on its frame", arguments: HostileHostTests.noteSenders)
  func passing(_ identifier: String) throws {
    let host = try #require(Plugins.all.first { $0.identifier == identifier }.flatMap { SimulatedHost($0) })
    host.run(64)
    let messages: [(Int, [UInt8])] = [
      (3, [0xF0] + (0..<300).map { UInt8($0 % 128) } + [0xF7]), (37, [0xB0, 7, 99]), (37, [0xE1, 0, 64]),
      (63, [0xC5, 12]), (63, [0xF0, 0x7E, 0xF7]),
    ]
    for (frame, bytes) in messages { host.input.addMIDI(bytes, at: frame) }
    host.run(64)
    #expect(host.sent == messages.map { SentEvent(frame: 64 + $0.0, bytes: $0.1) })
  }
}

extension [UInt8] {
  /// Whether it contains these bytes.
  func contains(_ other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
