#if !canImport(Darwin)
  import AVFAudio
  import Synchronization
  import TactusAVFAudio
  import TactusEngine
  import TactusSynth
  import TestSupport
  import Testing

  /// The stand-in's next fault is shared by the whole process.
  @Suite(.serialized) struct AppleFileTests {
    private func bouncer(sampleRate: Int = 48_000) throws -> Bouncer {
      var random = SeededGenerator(seed: 77)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = BounceSettings()
      (settings.tail, settings.sampleRate) = (.seconds(0.1), sampleRate)
      return try Bouncer(random.score(length: 14_000, density: 15, isWild: false).song, bank: bank, settings: settings)
    }

    /// A separate folder, which is removed afterwards.
    private func inFolder(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tactus-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }

    private func names(_ folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    @Test(
      "The encoder gets the samples of every bounce",
      arguments: [
        ("a.m4a", AppleFileFormat.aac(bitRate: 256_000)), ("a.caf", .lossless()), ("a.m4a", .lossless(bitDepth: 16)),
      ])
    func contents(name: String, format: AppleFileFormat) throws {
      try inFolder { folder in
        let bouncer = try bouncer()
        var expected: [[Float]] = [[], []]
        let report = try bouncer.render { block in
          for channel in 0..<2 {
            expected[channel] += UnsafeBufferPointer(start: block[channel], count: block.frameCount)
          }
        }
        let url = folder.appendingPathComponent(name)
        try Data("older".utf8).write(to: url)
        var steps: [Double] = []
        let written = try bouncer.write(to: url, as: format) { step in
          steps.append(step.fraction)
          // the older file stays until the new one is complete
          return FileManager.default.contents(atPath: url.path) == Data("older".utf8)
        }
        let contents = try #require(AVAudioFile.contents(of: url.path))
        #expect(contents.channels == expected && contents.sampleRate == 48_000)
        #expect(
          contents.id
            == (name == "a.m4a" && format != .lossless(bitDepth: 16) ? kAudioFormatMPEG4AAC : kAudioFormatAppleLossless)
        )
        #expect(written == report)
        #expect(steps == steps.sorted() && steps.last == 1)
        #expect(try names(folder) == [name])
      }
    }

    @Test("Cancelled or broken, it leaves nothing, and the older file", arguments: 0..<4)
    func failures(kind: Int) throws {
      try inFolder { folder in
        let bouncer = try bouncer()
        let url = folder.appendingPathComponent("a.m4a")
        try Data("older".utf8).write(to: url)
        func write(_ progress: (BounceProgress) -> Bool = { _ in true }) throws {
          try bouncer.write(to: url, as: .aac(), progress: progress)
        }
        switch kind {
        case 0: #expect(throws: BounceError.cancelled) { try write { $0.frame < 10_000 } }
        case 1:
          AVAudioFile.nextFault = .opening
          #expect(throws: AppleFileError.cannotOpen(path: url.path, code: 1_718_449_215)) { try write() }
        case 2:
          AVAudioFile.nextFault = .write(3)
          #expect(throws: AppleFileError.cannotWrite(path: url.path, code: -40)) { try write() }
        default:
          var writer: AppleFileWriter? = try AppleFileWriter(url, as: .aac(), sampleRate: 48_000)
          let count = try names(folder).count
          #expect(count == 2 && writer?.frameCount == 0)
          writer = nil
        }
        #expect(try names(folder) == ["a.m4a"])
        #expect(FileManager.default.contents(atPath: url.path) == Data("older".utf8))
      }
    }

    @Test("What cannot work is said before anything is rendered") func refusals() throws {
      try inFolder { folder in
        func refusal(_ name: String, _ format: AppleFileFormat, _ rate: Int = 48_000) -> AppleFileError? {
          let url = folder.appendingPathComponent(name)
          do { try AppleFileWriter(url, as: format, sampleRate: rate).cancel() } catch { return error }
          return nil
        }
        let path = { (name: String) in folder.appendingPathComponent(name).path }
        #expect(refusal("a.wav", .aac()) == .badName(path: path("a.wav"), expected: ".m4a"))
        #expect(refusal("a", .lossless()) == .badName(path: path("a"), expected: ".m4a or .caf"))
        #expect(refusal("a.m4a", .aac(), 96_000) == .sampleRate(96_000))
        #expect(refusal("a.m4a", .lossless(), 96_000) == nil)
        #expect(refusal("a.m4a", .aac(bitRate: 3)) == .bitRate(3))
        #expect(refusal("a.m4a", .lossless(bitDepth: 12)) == .bitDepth(12))
        if case .cannotOpen = refusal("missing/a.m4a", .aac()) {} else { Issue.record("a folder that is not there") }
        #expect(
          "\(AppleFileError.sampleRate(96_000))"
            == "AAC holds at most 48000 frames per second, not 96000; choose Apple Lossless, or 48000")
        let left = try names(folder)
        #expect(left == [])
      }
    }

    @Test("A task that is cancelled cancels its bounce") func task() async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "tactus-\(UInt64.random(in: 0 ... .max))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("a.m4a")
      let bouncer = try bouncer()
      let steps = Atomic(0)
      let report = try await bouncer.bounce(to: url, as: .lossless()) { _ in steps.add(1, ordering: .relaxed) }
      #expect(AVAudioFile.contents(of: url.path)?.channels[0].count == Int(report.frameCount))
      #expect(steps.load(ordering: .relaxed) > 3)
      try FileManager.default.removeItem(at: url)
      let waiting = Task {
        try await bouncer.bounce(to: url, as: .lossless()) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }
      await #expect(throws: BounceError.cancelled) { try await waiting.value }
      #expect(try names(folder) == [])
    }
  }
#endif
