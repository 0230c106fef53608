#if DEBUG
  import TactusCodecs
  import TactusFiles
  import TactusRealtime
  import TestSupport
  import Testing

  @testable import TactusVorbis

  /// The frames are those of libvorbis, within one step of 16 bits for each multiple of full scale that the largest one
  /// has; libsndfile decodes with it.
  @Suite(
    .enabled(if: (try? SoundFileLibrary.shared()) != nil, "libsndfile is not installed (Debian: libsndfile1)"))
  struct LibraryComparisonTests {
    private func compare(_ bytes: [UInt8], _ name: String, limit: Float = 8) throws {
      let reader = try CompressedAudioReader(FileBytes(copying: bytes, name: name), library: .shared())
      let (channels, rate) = try Decoded.channels(bytes)
      #expect(reader.channelCount == channels.count && reader.sampleRate == Double(rate))
      for channel in channels.indices {
        let expected = reader.samples(channel: channel, frames: 0..<reader.frameCount)
        #expect(channels[channel].count == expected.count, "\(name)")
        // Floors of type 0 can amplify by anything; the error is relative to the largest value.
        let peak = channels.reduce(0) { $1.reduce($0) { max($0, abs($1)) } }
        guard peak < limit else { continue }
        let differences = zip(Decoded.rounded(channels[channel]), Decoded.rounded(expected)).map { abs($0 - $1) }
        #expect(differences.max() ?? 0 <= max(1, Int(peak.rounded(.up))), "\(name), channel \(channel), peak \(peak)")
      }
    }

    @Test(arguments: 1...3) func randomStreamsAgree(channels: Int) throws {
      var random = SeededGenerator(seed: seed(of: "randomStreamsAgree"))
      for _ in 0..<rounds(12, unoptimized: 3) {
        let seed = random.next()
        for residues in 0...2 {
          for floors in 0...1 {
            let kind = RandomVorbis.Kind(
              channels: channels, floors: floors...floors, residues: residues...residues, isCut: residues > 0)
            let vorbis = RandomVorbis(kind, seed: seed)
            try compare(vorbis.ogg(cut: 5), "floor \(floors), residue \(residues), seed \(seed)")
          }
        }
      }
    }

    @Test(arguments: [1, 2, 63, 64, 576, 577, 1_024, 2_000, 9_999, 30_000]) func encodedSoundsAgree(frames: Int) throws
    {
      for (index, level) in [0, 0.3, 1].enumerated() {
        for channels in 1...2 {
          let rate = [8_000, 22_050, 44_100, 48_000][(index + channels) % 4]
          try compare(
            encode(frames, channels, rate, level), "\(frames) frames, \(channels) channels, level \(level)", limit: 99)
        }
      }
    }

    private func encode(_ frames: Int, _ channels: Int, _ rate: Int, _ level: Double) throws -> [UInt8] {
      let description = AudioFileDescription(
        format: .ogg, sampleFormat: .int16, sampleRate: rate, channelCount: channels)
      let sink = MemorySink()
      let writer = try CompressedFileWriter(description, compressionLevel: level, library: .shared(), to: sink)
      var random = SeededGenerator(seed: UInt64(frames))
      let sounds = (0..<channels).map { channel in
        (0..<frames).map { frame in
          let square: Float = frame * 300 / rate % 2 == channel ? 0.6 : -0.6
          return frame < frames / 2 ? square : Float.random(in: -1...1, using: &random)
        }
      }
      let copies = sounds.map { sound in
        let copy = UnsafeMutablePointer<Float>.allocate(capacity: frames)
        copy.initialize(from: sound, count: frames)
        return copy
      }
      defer { copies.forEach { $0.deallocate() } }
      try copies.withUnsafeBufferPointer {
        try writer.write(AudioBlock(channels: $0.baseAddress!, channelCount: channels, frameCount: frames))
      }
      _ = try writer.finish()
      return sink.bytes
    }

    @Test func theSharedDecoderAgrees() throws {
      let bytes = try encode(20_000, 1, 44_100, 0.5)
      let ours = try Decoded.frames(bytes)
      var theirs = [Int16](repeating: 0, count: 30_000)
      let count = try bytes.withUnsafeBytes { bytes in
        try theirs.withUnsafeMutableBufferPointer { try SoundFileLibrary.shared().decode(bytes, into: $0) }
      }
      #expect(count == ours.count)
      #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }
#endif
