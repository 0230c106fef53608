import CTactus
import Tactus
import TestSupport
import Testing

/// Live playback through the C interface equals that of the engine, in blocks of any size.
@Suite struct CLiveTests {
  @Test func eventsAtTheirOffsets() throws {
    let seed = seed(of: "eventsAtTheirOffsets")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(4) {
      let item = try CSong(&random)
      var settings = CSong.settings
      let synth = try handle(tactus_synth_new(item.bank, &settings))
      defer { tactus_synth_free(synth) }
      let expected = LiveSynth(sampleRate: 22_050, settings: CSong.bounceSettings.synth)
      expected.publish(item.soundBank)
      var frame: Int64 = 0
      for _ in 0..<40 {
        let frames = Int.random(in: 0...900, using: &random)
        let range = 0..<Int32(max(1, frames))
        let offsets = (0..<(frames == 0 ? 0 : 3)).map { _ in Int32.random(in: range, using: &random) }.sorted()
        let events = offsets.map { offset in
          tactus_event(
            offset: offset, status: random.pick([0x90, 0x90, 0x80, 0xB0, 0xE0, 0xC0]),
            data1: UInt8.random(in: 0...127, using: &random), data2: UInt8.random(in: 0...127, using: &random), port: 0)
        }
        let (found, wanted) = (Channels(2, frames: frames), Channels(2, frames: frames))
        #expect(tactus_synth_render(synth, events, events.count, found.pointers, 2, Int32(frames)) == 1)
        let timed = events.map {
          TimedEvent(
            offset: $0.offset, message: ChannelMessage(status: $0.status, $0.data1, $0.data2, port: $0.port))
        }
        timed.withUnsafeBufferPointer { list in
          wanted.withBlock(of: frames) {
            expected.render(RenderCycle(firstFrame: frame, frameCount: frames), events: list, into: $0)
          }
        }
        frame += Int64(frames)
        #expect(found.bits(0, frames) == wanted.bits(0, frames), "seed \(seed), frame \(frame)")
      }
      #expect(tactus_synth_voices(synth) == Int32(expected.voiceCount))
    }
  }

  /// A system-exclusive reset, which selects program 0.
  private let reset: [UInt8] = [0xF0, 0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41, 0xF7]

  /// Returns a synthesizer with a bank in which only program 5 sounds.
  private func synthWithProgram5() throws -> OpaquePointer {
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset(program: 5, [.init(target: wave)])
    }
    let bytes = Array(font.file.bytes)
    let bank = try handle(tactus_bank_open_bytes(bytes, bytes.count, nil, nil))
    defer { tactus_bank_free(bank) }
    var settings = CSong.settings
    return try handle(tactus_synth_new(bank, &settings))
  }

  /// A block without frames plays what waits, so that resets and selections keep their order, and long messages find
  /// room.
  @Test(arguments: [false, true]) func blocksWithoutFramesPlayWhatWaits(selectsLast: Bool) throws {
    let synth = try synthWithProgram5()
    defer { tactus_synth_free(synth) }
    let block = Channels(2, frames: 16)
    func flush() -> Int32 { tactus_synth_render(synth, nil, 0, block.pointers, 2, 0) }
    let dump = [0xF0, 0x7D] + [UInt8](repeating: 0, count: 4_093) + [0xF7]
    if !selectsLast { #expect(tactus_synth_set_program(synth, 0, 0, 5) == 1 && flush() == 1) }
    for message in [dump, dump, reset] {
      #expect(tactus_synth_send_sysex(synth, message, message.count, 0) == 1)
      #expect(flush() == 1)
    }
    if selectsLast { #expect(tactus_synth_set_program(synth, 0, 0, 5) == 1) }
    let events = [tactus_event(offset: 0, status: 0x90, data1: 60, data2: 100, port: 0)]
    #expect(tactus_synth_render(synth, events, 1, block.pointers, 2, 16) == 1)
    #expect(tactus_synth_voices(synth) == (selectsLast ? 1 : 0))
  }

  /// Messages and selections that wait are played in the order in which they were sent.
  @Test(arguments: [false, true]) func selectionsKeepTheirOrder(selectsLast: Bool) throws {
    let synth = try synthWithProgram5()
    defer { tactus_synth_free(synth) }
    if !selectsLast { #expect(tactus_synth_set_program(synth, 0, 0, 5) == 1) }
    #expect(tactus_synth_send_sysex(synth, reset, reset.count, 0) == 1)
    if selectsLast { #expect(tactus_synth_set_program(synth, 0, 0, 5) == 1) }
    let block = Channels(2, frames: 16)
    let events = [tactus_event(offset: 0, status: 0x90, data1: 60, data2: 100, port: 0)]
    #expect(tactus_synth_render(synth, events, 1, block.pointers, 2, 16) == 1)
    #expect(tactus_synth_voices(synth) == (selectsLast ? 1 : 0))
  }

  /// Each note has the preset that was selected before it, if all wait for the same block.
  @Test func eachNoteHasItsOwnPreset() throws {
    // program p has p voices; there is no program 0
    let font = try SoundFont.made { bank in
      let wave = bank.add(.sine())
      for program: UInt16 in 1...3 {
        bank.addPreset(program: program, Array(repeating: .init(target: wave), count: Int(program)))
      }
    }
    let bytes = Array(font.file.bytes)
    let bank = try handle(tactus_bank_open_bytes(bytes, bytes.count, nil, nil))
    defer { tactus_bank_free(bank) }
    var settings = CSong.settings
    let synth = try handle(tactus_synth_new(bank, &settings))
    defer { tactus_synth_free(synth) }
    for program: Int32 in 1...3 {
      #expect(tactus_synth_set_program(synth, 0, 0, program) == 1)
      var note = tactus_event(offset: 0, status: 0x90, data1: UInt8(60 + program), data2: 100, port: 0)
      #expect(tactus_synth_send(synth, &note) == 1)
    }
    let block = Channels(2, frames: 16)
    #expect(tactus_synth_render(synth, nil, 0, block.pointers, 2, 16) == 1)
    #expect(tactus_synth_voices(synth) == 1 + 2 + 3)
  }

  @Test func aSequenceIsEditedWhileItPlays() throws {
    var random = SeededGenerator(seed: 9)
    let item = try CSong(&random)
    var settings = CSong.settings
    let first = MIDISequence([Track(Pattern(.euclid(3, of: 8)))], tempo: Tempo(bpm: 140)).document()
    let second = MIDISequence([Track(Pattern(.euclid(5, of: 8)))], tempo: Tempo(bpm: 140)).document()
    let sequencer = try handle(tactus_sequencer_new(first, first.count, item.bank, &settings))
    defer { tactus_sequencer_free(sequencer) }
    let expected = try LiveSequence(
      MIDISequence(reading: FileBytes(copying: first, name: "first")), sampleRate: 22_050,
      synth: CSong.bounceSettings.synth)
    expected.sampler.publish(item.soundBank)
    #expect(tactus_sequencer_play(sequencer, 0) == 1)
    expected.sequencer.play(from: 0)
    for block in 0..<60 {
      if block == 30 {
        #expect(tactus_sequencer_edit(sequencer, second, second.count) == 1)
        try expected.sequencer.publish(MIDISequence(reading: FileBytes(copying: second, name: "second")))
      }
      let (found, wanted) = (Channels(2, frames: 700), Channels(2, frames: 700))
      #expect(tactus_sequencer_render(sequencer, found.pointers, 2, 700) == 1)
      wanted.withBlock(of: 700) {
        _ = expected.core.pointee.render(
          RenderCycle(firstFrame: Int64(block) * 700, frameCount: 700), transport: LiveTransport(), into: $0)
      }
      #expect(found.bits(0, 700) == wanted.bits(0, 700), "block \(block)")
    }
  }

  /// The members of a document that are not known can be queried until the next document is read.
  @Test func unknownMembersOfDocuments() throws {
    var random = SeededGenerator(seed: 11)
    let item = try CSong(&random)
    let track = #"{"channel": 10, "swng": 1, "pattern": {"key": "kick", "steps": "x..."}}"#
    let first = Array(#"{"tempoo": 99, "tracks": [\#(track)]}"#.utf8)
    let tooLarge = Array(#"{"tracks": [\#(track), \#(track)]}"#.utf8)
    let second = Array(#"{"tempo": 99, "tracks": []}"#.utf8)
    let sequencer = try handle(tactus_sequencer_new(first, first.count, item.bank, nil))
    defer { tactus_sequencer_free(sequencer) }
    var expected: [String] = []
    _ = try MIDISequence(reading: FileBytes(copying: first, name: "first"), unknown: &expected)
    #expect(expected.count == 2)
    for edit in [nil, tooLarge] {  // a document that is refused changes nothing
      if let edit { #expect(tactus_sequencer_edit(sequencer, edit, edit.count) == Int32(TACTUS_ERROR_SETTING)) }
      #expect(Int(tactus_sequencer_unknown_count(sequencer)) == expected.count)
      for (index, member) in expected.enumerated() {
        let found = try #require(tactus_sequencer_unknown(sequencer, Int32(index)))
        #expect(String(cString: found) == member)
      }
    }
    #expect(tactus_sequencer_edit(sequencer, second, second.count) == 1)
    #expect(tactus_sequencer_unknown_count(sequencer) == 0 && tactus_sequencer_unknown(sequencer, 0) == nil)
    #expect(tactus_error_status() == Int32(TACTUS_ERROR_ARGUMENT))
  }

  /// A long block plays all of its messages, even if a short one would not have room for so many.
  @Test func longBlocksPlayEverything() throws {
    var random = SeededGenerator(seed: 10)
    let item = try CSong(&random)
    var settings = CSong.settings
    (settings.sample_rate, settings.polyphony) = (8_000, 4)
    let tracks = (0..<40).map { _ in Track(Pattern(.euclid(16, of: 16))) }
    let document = MIDISequence(tracks, tempo: Tempo(bpm: 300)).document()
    let frames = 400_000
    var results: [[UInt32]] = []
    for size in [frames, 4_000] {
      let sequencer = try handle(tactus_sequencer_new(document, document.count, item.bank, &settings))
      defer { tactus_sequencer_free(sequencer) }
      #expect(tactus_sequencer_play(sequencer, 0) == 1)
      var bits: [UInt32] = []
      for _ in 0..<frames / size {
        let block = Channels(2, frames: size)
        #expect(tactus_sequencer_render(sequencer, block.pointers, 2, Int32(size)) == 1)
        bits += block.bits(0, size)
      }
      results.append(bits)
    }
    let isSame = results[0] == results[1]
    #expect(isSame && results[0].suffix(1_000).contains { $0 & 0x7FFF_FFFF != 0 })
  }
}
