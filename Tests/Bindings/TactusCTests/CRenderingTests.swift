import CTactus
import Tactus
import TestSupport
import Testing

/// Rendering through the C interface equals that of the engine, bit for bit.
@Suite struct CRenderingTests {
  private func bits(_ audio: BounceAudio, _ channel: Int) -> [UInt32] {
    audio.samples(ofChannel: channel).map(\.bitPattern)
  }

  @Test func wholeSongsWithNotesAndStems() throws {
    let seed = seed(of: "wholeSongsWithNotesAndStems")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(6) {
      let item = try CSong(&random)
      var settings = CSong.settings
      (settings.stems, settings.notes) = (random.pick([0, 1, 2, 3, 4]), 1)
      settings.threads = random.pick([0, 1, 3])
      var report = tactus_report()
      report.size = UInt32(MemoryLayout<tactus_report>.size)
      let audio = try handle(tactus_render(item.song, item.bank, &settings, &report))
      defer { tactus_audio_free(audio) }

      let bouncer = try Bouncer(
        item.file, bank: item.soundBank, settings: CSong.bounceSettings, choice: .concatenated)
      let splits: [StemSplit?] = [nil, .channels, .tracks, .programs, .groups]
      let plan = try splits[Int(settings.stems)].map { try bouncer.stems(by: $0) }
      let collector = NoteCollector(for: bouncer)
      let expected = try bouncer.audio(stems: plan, trace: { collector.take($0) })
      let notes = collector.finish()

      var view = tactus_audio_view()
      view.size = UInt32(MemoryLayout<tactus_audio_view>.size)
      #expect(tactus_audio_get(audio, &view) == 1)
      #expect(Int(view.channels) == expected.channelCount && Int(view.frames) == expected.frameCount, "seed \(seed)")
      #expect(report.frames == view.frames && report.peak == expected.report.peak)
      for channel in 0..<Int(view.channels) {
        let start = try #require(view.samples) + channel * Int(view.stride)
        let found = (0..<Int(view.frames)).map { start[$0].bitPattern }
        #expect(found == bits(expected, channel), "seed \(seed), round \(round), channel \(channel)")
      }
      #expect(tactus_audio_notes(audio, 0, nil, 0, 0) == Int64(notes.count))
      var found = [tactus_note](repeating: tactus_note(), count: notes.count + 1)
      let count = tactus_audio_notes(audio, 0, &found, MemoryLayout<tactus_note>.stride, Int64(found.count))
      #expect(count == Int64(notes.count))
      for (note, expected) in zip(found, notes) {
        #expect(note.onset == expected.onset && note.end == min(expected.end, view.frames) && note.key == expected.key)
        #expect(Int(note.track) == expected.track ?? -1 && Int(note.stem) == expected.stem ?? -1)
      }
      for (index, stem) in expected.stems.enumerated() {
        var described = tactus_stem()
        described.size = UInt32(MemoryLayout<tactus_stem>.size)
        #expect(tactus_audio_stem(audio, Int32(index), &described) == 1)
        #expect(String(cString: described.name) == stem.name && Int(described.number) == stem.number)
      }
    }
  }

  /// A program that was built with a newer header has larger notes; what this library does not know becomes zero.
  @Test func notesOfANewerHeader() throws {
    var random = SeededGenerator(seed: 5)
    let item = try CSong(&random)
    var settings = CSong.settings
    settings.notes = 1
    let audio = try handle(tactus_render(item.song, item.bank, &settings, nil))
    defer { tactus_audio_free(audio) }
    let (known, size) = (MemoryLayout<tactus_note>.size, MemoryLayout<tactus_note>.size + 16)
    let count = Int(tactus_audio_notes(audio, 0, nil, 0, 0))
    try #require(count > 0)
    var notes = [tactus_note](repeating: tactus_note(), count: count)
    #expect(tactus_audio_notes(audio, 0, &notes, known, Int64(count)) == Int64(count))
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count * size, alignment: 8)
    defer { room.deallocate() }
    room.initializeMemory(as: UInt8.self, repeating: 0xAA)
    let target = try #require(room.baseAddress).assumingMemoryBound(to: tactus_note.self)
    #expect(tactus_audio_notes(audio, 0, target, size, Int64(count)) == Int64(count))
    for index in 0..<count {
      #expect(room.loadUnaligned(fromByteOffset: index * size, as: Int64.self) == notes[index].onset)
      #expect(room[index * size + known..<(index + 1) * size].allSatisfy { $0 == 0 })
    }
  }

  @Test func blocksOfAnySize() throws {
    let seed = seed(of: "blocksOfAnySize")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(6) {
      let item = try CSong(&random)
      var settings = CSong.settings
      let expected = try Bouncer(
        item.file, bank: item.soundBank, settings: CSong.bounceSettings, choice: .concatenated
      ).audio()
      let renderer = try handle(tactus_renderer_new(item.song, item.bank, &settings))
      defer { tactus_renderer_free(renderer) }
      #expect(tactus_renderer_maximum_frames(renderer) >= Int64(expected.frameCount))
      var left: [UInt32] = []
      while true {
        let frames = Int.random(in: 1...3_000, using: &random)
        let channels = Channels(2, frames: frames)
        let count = Int(tactus_renderer_read(renderer, channels.pointers, 2, Int64(frames)))
        left += channels.bits(0, count)
        if count < frames { break }
      }
      #expect(left == bits(expected, 0), "seed \(seed)")
      var report = tactus_report()
      report.size = UInt32(MemoryLayout<tactus_report>.size)
      #expect(tactus_renderer_report(renderer, &report) == 1 && report.frames == Int64(expected.frameCount))
    }
  }

  @Test("a renderer plays on when its song and its bank are freed")
  func handlesMayBeFreedFirst() throws {
    var random = SeededGenerator(seed: 3)
    var item: CSong? = try CSong(&random)
    var settings = CSong.settings
    let audio = try handle(tactus_render(item!.song, item!.bank, &settings, nil))
    let renderer = try handle(tactus_renderer_new(item!.song, item!.bank, &settings))
    item = nil
    var view = tactus_audio_view()
    view.size = UInt32(MemoryLayout<tactus_audio_view>.size)
    #expect(tactus_audio_get(audio, &view) == 1)
    let channels = Channels(2, frames: Int(view.frames))
    #expect(tactus_renderer_read(renderer, channels.pointers, 2, view.frames) == view.frames)
    let expected = (0..<Int(view.frames)).map { view.samples[$0].bitPattern }
    #expect(channels.bits(0, Int(view.frames)) == expected)
    tactus_renderer_free(renderer)
    tactus_audio_free(audio)
  }
}
