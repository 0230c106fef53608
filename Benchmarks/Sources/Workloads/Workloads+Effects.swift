import Tactus

extension WorkloadKind {
  private static let frames = 4_096

  /// Reverb, chorus, and the encoding of floats as the bytes of an audio file.
  static let effects: [WorkloadKind] = [
    WorkloadKind("reverb") { name in
      let room = Box(Reverb(sampleRate: 48_000))
      return effect(name) {
        room.value.render(inputLeft: $0, inputRight: $1, outputLeft: $2, outputRight: $3, count: $4)
      }
    },
    WorkloadKind("chorus") { name in
      let chorus = Box(Chorus(sampleRate: 48_000))
      return effect(name) {
        chorus.value.render(inputLeft: $0, inputRight: $1, outputLeft: $2, outputRight: $3, count: $4)
      }
    },
    WorkloadKind("encoding 16 bits") { try encoding($0, .int16) },
    WorkloadKind("encoding 24 bits") { try encoding($0, .int24) },
    WorkloadKind("encoding 32-bit floats") { try encoding($0, .float32) },
  ]

  private static func encoding(_ name: String, _ format: SampleFormat) throws -> Workload {
    var encoder = try AudioFileEncoder(
      AudioFileDescription(format: .wav, sampleFormat: format, sampleRate: 48_000))
    _ = try encoder.begin(seekable: true)
    let samples = noise()
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
    channels.initialize(to: samples)
    (channels + 1).initialize(to: samples + frames)
    let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frames)
    return Workload(name, 2 * frames, "samples") {
      try? encoder.encode(block) { _ in }
    }
  }

  /// Returns a workload in which an effect processes noise and adds to outputs that are cleared after each run.
  private static func effect(
    _ name: String,
    _ render:
      @escaping (
        UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, Int
      ) -> Void
  ) -> Workload {
    let (input, output) = (noise(), noise())
    return Workload(name, frames, "stereo frames") {
      render(input, input + frames, output, output + frames, frames)
      output.update(repeating: 0, count: 2 * frames)
    }
  }

  /// Returns two channels of noise with a peak of −12 dBFS. They are never deallocated.
  private static func noise() -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
    var state: UInt64 = 1
    for index in 0..<2 * frames {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      (samples + index).initialize(to: Float(Int64(bitPattern: state) >> 40) * 0x1p-25)
    }
    return samples
  }
}

/// An object that holds a noncopyable value.
private final class Box<Value: ~Copyable> {
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}
