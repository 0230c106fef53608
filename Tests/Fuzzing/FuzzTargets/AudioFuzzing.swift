import TactusFiles

/// The laws of the readers of audio files.
enum AudioFuzzing {
  static func violation(_ bytes: [UInt8]) -> String? {
    let file = FileBytes(copying: bytes, name: "fuzz")
    let reader: AudioFileReader
    do throws(AudioFileError) { reader = try AudioFileReader(file) } catch {
      return error.description.isEmpty ? "an error without words" : nil
    }
    if reader.frameCount * reader.channelCount > bytes.count { return "more samples than bytes" }
    if !(reader.sampleRate > 0 && reader.sampleRate.isFinite) { return "a rate of \(reader.sampleRate)" }
    let channel = reader.channelCount - 1
    let samples = reader.samples(channel: channel)
    if samples.count != reader.frameCount { return "\(samples.count) samples of \(reader.frameCount) frames" }
    if !reader.samples(channel: 0, frames: -5..<Int.max).elementsEqual(reader.samples(channel: 0), by: isSame) {
      return "a range beyond the file reads something else"
    }
    let integers = reader.integers(channel: channel)
    return integers.isEmpty || integers.count == samples.count ? nil : "integers and samples differ in number"
  }

  private static func isSame(_ first: Float, _ second: Float) -> Bool { first.bitPattern == second.bitPattern }

  /// A small file of each container.
  static var seeds: [[UInt8]] {
    let kinds: [(AudioFileFormat, SampleFormat)] = [
      (.wav, .int16), (.aiff, .int24), (.caf, .float32), (.aiff, .float32),
    ]
    return kinds.compactMap { format, samples in
      let sink = MemorySink()
      let description = AudioFileDescription(format: format, sampleFormat: samples, sampleRate: 8_000, channelCount: 2)
      guard let writer = try? AudioFileWriter(description, to: sink),
        (try? writer.write([[0, 1, -1], [0.5, 0, 0]])) != nil,
        (try? writer.finish()) != nil
      else { return nil }
      return sink.bytes
    }
  }
}
