import TactusDSP
import TactusPictures

/// A recording in memory: a function of frame and channel.
struct Tone: AudioPictureSource {
  typealias Failure = Never
  var sampleRate = 48_000.0
  var channelCount = 1
  var frameCount = 48_000
  var fullScale: Float = 1
  var sampleWords: String { "floats" }
  let value: @Sendable (_ frame: Int, _ channel: Int) -> Float

  /// A sine.
  static func sine(_ hertz: Double, amplitude: Double = 0.5, frames: Int = 48_000, channels: Int = 1) -> Tone {
    Tone(channelCount: channels, frameCount: frames) { frame, _ in
      Float(amplitude * ExactMath.sin2Pi(hertz / 48_000 * Double(frame)))
    }
  }

  func samples(channel: Int, frames: Range<Int>) -> [Float] { frames.map { value($0, channel) } }
}
