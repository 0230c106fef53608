import TactusEngine
import TactusFiles
import TactusRealtime

/// A bounce that JavaScript reads block by block.
final class WebBounce {
  static let mostFrames = 16_384

  let reader: BounceReader
  let block: WebBlock
  /// The metadata for the bounce's audio file.
  let metadata: AudioFileMetadata

  init(_ reader: BounceReader, _ metadata: AudioFileMetadata) {
    (self.reader, self.metadata) = (reader, metadata)
    block = WebBlock(channelCount: reader.channelCount, frameCount: Self.mostFrames)
  }
}

/// Memory for blocks that JavaScript reads: channel after channel, each with room for `frameCount` samples.
final class WebBlock {
  let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let samples: UnsafeMutablePointer<Float>
  let channelCount: Int

  init(channelCount: Int, frameCount: Int) {
    self.channelCount = channelCount
    channels = .allocate(capacity: channelCount)
    samples = .allocate(capacity: channelCount * frameCount)
    samples.initialize(repeating: 0, count: channelCount * frameCount)
    for channel in 0..<channelCount { (channels + channel).initialize(to: samples + channel * frameCount) }
  }

  deinit {
    samples.deallocate()
    channels.deallocate()
  }

  /// Returns the block's first frames.
  func frames(_ count: Int) -> AudioBlock {
    AudioBlock(channels: channels, channelCount: channelCount, frameCount: count)
  }
}

/// Begins a bounce; null if the song cannot be bounced. `quality` is 0 draft, 1 live, 2 best; `depth`, 0 to 3, is the
/// sample format that determines where the tail ends: 16, 24, 32 bits or floating point. `chain` holds MIDI effects;
/// null for none. The levels of reverb and chorus are in decibels, −96…24.
@_cdecl("web_bounce_new")
package func newBounce(
  _ bank: UnsafeMutableRawPointer, _ song: UnsafeMutableRawPointer, _ rate: Int32, _ quality: Int32,
  _ depth: Int32, _ chain: UnsafeMutableRawPointer?, _ reverbLevel: Double, _ chorusLevel: Double
) -> UnsafeMutableRawPointer? {
  guard
    var bouncer = bouncer(
      bank, song, rate: rate, quality: quality, chain: chain, reverbLevel: reverbLevel, chorusLevel: chorusLevel)
  else { return nil }
  bouncer.sampleFormat = sampleFormat(depth)
  do throws(BounceError) { return hold(WebBounce(try BounceReader(bouncer), metadata(of: song))) } catch {
    return fail(error.description)
  }
}

/// Renders the next frames, at most 16,384, and returns their number; 0 at the end.
@_cdecl("web_bounce_read")
package func readBounce(_ bounce: UnsafeMutableRawPointer, _ frames: Int32) -> Int32 {
  let bounce = held(bounce, WebBounce.self)
  return Int32(bounce.reader.read(into: bounce.block.frames(min(max(0, Int(frames)), WebBounce.mostFrames))))
}

/// The samples of a channel that ``readBounce(_:_:)`` has rendered.
@_cdecl("web_bounce_channel")
package func bounceChannel(_ bounce: UnsafeMutableRawPointer, _ channel: Int32) -> UnsafeMutablePointer<Float> {
  held(bounce, WebBounce.self).block.channels[Int(channel)]
}

/// How much of the bounce has been rendered, 0…1.
@_cdecl("web_bounce_progress")
package func bounceProgress(_ bounce: UnsafeMutableRawPointer) -> Double {
  held(bounce, WebBounce.self).reader.progress.fraction
}
