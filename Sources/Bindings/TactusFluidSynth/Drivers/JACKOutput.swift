import TactusJACK

/// Plays through JACK: two outputs, "left" and "right".
final class JACKOutput: JACKDriver {
  private let source: AudioSource
  /// The sample rate of the source.
  private var sampleRate: Int

  init(_ settings: FluidSettings, _ source: AudioSource) throws {
    (self.source, sampleRate) = (source, source.sampleRate(settings))
    try super.init(settings, "audio", name: "fluidsynth", ["left", "right"], .audio, .output)
    follow(client.sampleRate)
    try start(connecting: "audio.jack.autoconnect") {
      zip(0..<2, client.ports(.audio, .input, isPhysical: true)).map { (own: $0, other: $1) }
    }
    // PipeWire may report its rate only when the client is active
    client.watch.wait(milliseconds: 100) { client.watch.sampleRate > 0 }
    follow(client.watch.sampleRate)
  }

  /// Renders at the server's sample rate.
  private func follow(_ rate: Int) {
    guard rate > 0, rate != sampleRate else { return }
    source.adapt(from: sampleRate, to: rate)
    sampleRate = rate
  }

  override func process(_ frames: UInt32) {
    guard let left = memory(0, frames), let right = memory(1, frames) else { return }
    source.render(
      left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self), Int(frames))
  }
}
