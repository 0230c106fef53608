import Tactus
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Notes as data: their frames, and the channels and tracks that play them.
@Suite struct BounceNoteTests {
  private func notes(_ bouncer: Bouncer, stems plan: StemPlan? = nil) throws -> (notes: [BounceNote], frames: Int64) {
    let collector = NoteCollector(for: bouncer)
    let audio = try bouncer.audio(stems: plan, trace: { collector.take($0) })
    return (collector.finish(), Int64(audio.frameCount))
  }

  /// A track of messages at frames of 48 kHz.
  private func track(_ events: [(Int64, ChannelMessage)]) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    for (frame, message) in events { track.append(message, at: frame) }
    track.endTick = 12_000
    return track
  }

  private func song(_ tracks: [MIDIFile.Track]) -> MIDIFile {
    MIDIFile(format: .simultaneous, division: .ticksPerQuarter(24_000), tracks: tracks)
  }

  private var settings: BounceSettings {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.tail = .automatic(maximum: 2)
    return settings
  }

  /// A pedal holds one note, the other ends with its key; both fade for a tenth of a second.
  @Test func keyPedalAndEnd() throws {
    let bank = try SoundBank.sine(program: 5, [.init(.releaseVolEnv, -3_986)])  // 96 dB in 0.1 s
    let file = song([
      track([]),
      track([
        (0, .program(5)), (1_000, .noteOn(60, 90)), (2_000, .controller(64, 127)), (4_000, .noteOff(60)),
        (9_000, .controller(64, 0)),
      ]),
      track([(0, .program(5, channel: 3)), (1_500, .noteOn(72, 80, channel: 3)), (3_000, .noteOff(72, channel: 3))]),
    ])
    let bouncer = try Bouncer(file, bank: bank, settings: settings)
    let (notes, frames) = try notes(bouncer)
    try #require(notes.count == 2)
    #expect(notes[0].onset == 1_000 && notes[0].keyUp == 4_000 && notes[0].release == 9_000)
    #expect(notes[1].onset == 1_500 && notes[1].keyUp == 3_000 && notes[1].release == 3_000)
    // 96 dB in 4,801 frames; a voice may end before, at its noise floor
    #expect((9_000 + 2_400...9_000 + 4_801).contains(notes[0].end) && notes[0].end <= frames)
    #expect((3_000 + 2_400...3_000 + 4_801).contains(notes[1].end))
    #expect(notes.map(\.key) == [60, 72] && notes.map(\.velocity) == [90, 80] && notes.map(\.channel) == [0, 3])
    #expect(notes.map(\.track) == [1, 2] && notes.map(\.stem) == [nil, nil] && notes.map(\.voices) == [1, 1])
    #expect(notes.allSatisfy { $0.program == 5 && $0.bank == 0 && $0.preset == "preset" && $0.missing == nil })
    let plan = try bouncer.stems(by: .channels)
    let inStems = try self.notes(bouncer, stems: plan).notes
    #expect(inStems.map(\.stem) == [0, 1] && inStems.map(\.track) == [1, 2])
    #expect(inStems.map(\.end) == notes.map(\.end))
  }

  /// One track plays two channels, and two tracks play one channel, even on the same frame.
  @Test func tracksOfSharedChannels() throws {
    let first = (0..<8).flatMap { (index: Int64) -> [(Int64, ChannelMessage)] in
      let message = ChannelMessage.noteOn(40 + UInt8(index), 100, channel: UInt8(index % 2))
      return [(1_000 * index, message)]
    }
    let second = (0..<8).map { (index: Int64) in (500 * index, ChannelMessage.noteOn(80 + UInt8(index), 100)) }
    let bouncer = try Bouncer(
      song([track(first), track(second)]), bank: .click(sampleRate: 48_000), settings: settings)
    let notes = try notes(bouncer).notes
    #expect(notes.count == 16)
    #expect(notes.allSatisfy { $0.track == ($0.key >= 80 ? 1 : 0) })
    for note in notes {
      #expect(note.keyUp == note.end && note.release == note.end && note.end > note.onset, "\(note)")
    }
  }

  /// A note that ends before the range is omitted, and one that sustains into it is included, however much silence
  /// precedes them.
  @Test(arguments: [0, 0.1]) func notesOfARange(leadIn: Double) throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, -3_986)])
    let file = song([
      track(
        [
          (0, .noteOn(60)), (500, .noteOff(60)), (8_000, .noteOn(64)), (14_000, .noteOff(64)), (11_000, .noteOn(67)),
          (11_500, .noteOff(67)),
        ].sorted { $0.0 < $1.0 })
    ])
    var settings = settings
    settings.leadIn = leadIn
    settings.range = SongRange(from: .tick(10_000), to: nil, heldNotes: .sounding)
    let notes = try notes(Bouncer(file, bank: bank, settings: settings)).notes
    let shift = Int64(leadIn * 48_000) - 10_000
    #expect(notes.map(\.key) == [64, 67] && notes.map(\.onset) == [8_000 + shift, 11_000 + shift])
    #expect(notes.map(\.keyUp) == [14_000 + shift, 11_500 + shift])
  }

  /// Legato in mono mode: one voice, three notes; the last one without a note-on of its own.
  @Test func legato() throws {
    let file = song([
      track([
        (0, .controller(126, 1)), (0, .controller(68, 127)), (100, .noteOn(60, 90)), (1_000, .noteOn(64, 90)),
        (2_000, .noteOff(64)), (3_000, .noteOff(60)),
      ])
    ])
    let notes = try notes(Bouncer(file, bank: .sine(), settings: settings)).notes
    #expect(notes.map(\.key) == [60, 64, 60] && notes.map(\.onset) == [100, 1_000, 2_000])
    #expect(notes.map(\.keyUp) == [1_000, 2_000, 3_000] && notes.map(\.voices) == [1, 1, 1])
  }

  /// A synthesizer that has played tracks does not reuse old track numbers if no message assigns a track.
  @Test func aReusedSynthesizerForgetsTracks() throws {
    let file = song([track([]), track([(0, .noteOn(60)), (500, .noteOff(60))])])
    let synth = ReusableSynth()
    var settings = settings
    for chain in [nil, ProcessorChain([.transpose(Transpose(1))])] {
      settings.chain = chain
      let bouncer = try Bouncer(file, bank: .sine(), settings: settings)
      let collector = NoteCollector(for: bouncer)
      _ = try bouncer.audio(on: synth, trace: { collector.take($0) })
      #expect(collector.finish().map(\.track) == [chain == nil ? 1 : nil])
    }
  }

  @Test func silentNotes() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset([.init(target: wave, keyRange: .init(low: 60, high: 60), generators: [.init(.sampleModes, 1)])])
    }
    let file = song([
      track([(100, .noteOn(60)), (200, .noteOn(61)), (300, .noteOff(60))])
    ])
    let notes = try notes(Bouncer(file, bank: bank, settings: settings)).notes
    #expect(notes.map(\.missing) == [nil, .noRegion] && notes.map(\.voices) == [1, 0])
    #expect(notes.map(\.onset) == [100, 200] && notes[1].end == 200)
  }

  /// Laws for random songs: a note for each note-on, its times in order, and silence outside all notes.
  @Test func laws() throws {
    let seed = seed(of: "laws")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(6) {
      let bank = try SoundBank(random.font(isWild: round % 2 == 1))
      var settings = settings
      settings.synth.polyphony = random.pick([3, 40])
      settings.synth.insertions = false  // their delays and filters sound after all notes
      let song = random.score(length: 8_000, density: 12, isWild: round % 2 == 1).song
      let bouncer = try Bouncer(song, bank: bank, settings: settings)
      let collector = NoteCollector(for: bouncer)
      let audio = try bouncer.audio(trace: { collector.take($0) })
      let notes = collector.finish()
      for note in notes {
        #expect(
          note.onset <= note.keyUp && note.keyUp <= note.release && note.release <= note.end, "\(note), seed \(seed)")
        #expect((note.voices == 0) == (note.missing != nil), "\(note), seed \(seed)")
      }
      if round % 2 == 0 {
        let noteOns = bouncer.timeline.filter { $0.message.startsNote }
        #expect(noteOns.count <= notes.count && audio.report.noteCount == noteOns.count, "seed \(seed)")
        let found = Set(notes.map { [Int($0.onset), Int($0.channel), Int($0.key)] })
        for event in noteOns {
          let wanted = [Int(event.frame), Int(event.message.channel), Int(event.message.data1)]
          #expect(found.contains(wanted), "\(wanted), seed \(seed)")
        }
      }
      var sounds = [Bool](repeating: false, count: audio.frameCount)
      for note in notes where note.voices > 0 {
        // the end of a fade is rounded up to the grid
        let end = min(Int64(audio.frameCount), note.end + 64)
        for frame in max(0, note.onset)..<max(note.onset, max(0, end)) { sounds[Int(frame)] = true }
      }
      let (left, right) = (audio.samples(ofChannel: 0), audio.samples(ofChannel: 1))
      let stray = (0..<audio.frameCount).first { !sounds[$0] && (abs(left[$0]) > 1e-4 || abs(right[$0]) > 1e-4) }
      #expect(stray == nil, "frame \(stray ?? 0), round \(round), seed \(seed)")
    }
  }
}
