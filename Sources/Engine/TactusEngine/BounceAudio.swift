import CTactusShims
import TactusRealtime
import TactusSequencer
import TactusSynth

/// The audio of a bounce in memory.
///
///     let audio = try Bouncer(song, bank: bank).audio()
///     let left = audio.samples(ofChannel: 0)
///
/// The memory is planar: channel *c* starts at `base + c · stride`, and its first ``frameCount`` samples are valid.
/// - Thread: any
public final class BounceAudio: @unchecked Sendable {  // immutable once created
  /// The number of channels: two for each stem, in the order of ``stems``, and two for the mix.
  public let channelCount: Int
  /// The number of frames in each channel.
  public let frameCount: Int
  /// The distance between the first samples of two channels, in samples.
  public let stride: Int
  /// The first sample of the first channel; valid as long as this object exists.
  public let base: UnsafePointer<Float>
  /// The stems; empty if only the mix was rendered.
  public let stems: [Stem]
  /// The report of the bounce.
  public let report: BounceReport

  /// Frames per second.
  public var sampleRate: Int { report.sampleRate }

  /// Returns a copy of the samples of a channel, 0 ..< ``channelCount``.
  public func samples(ofChannel channel: Int) -> [Float] { withSamples(ofChannel: channel) { Array($0) } }

  /// Calls `body` with the samples of a channel, 0 ..< ``channelCount``, in place.
  ///
  /// - Parameters:
  ///   - channel: the channel, counted from 0.
  ///   - body: receives the samples; it must not keep the buffer.
  public func withSamples<Result, Failure>(
    ofChannel channel: Int, _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition((0..<channelCount).contains(channel), "there are \(channelCount) channels, counted from 0")
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: base + channel * stride, count: frameCount))
  }

  /// Reads a bounce to its end.
  ///
  /// - Parameter progress: called after each block; returns false to cancel.
  init(reading reader: BounceReader, _ progress: (BounceProgress) -> Bool) throws(BounceError) {
    channelCount = reader.channelCount
    let most = reader.bouncer.maximumFrames
    // the song and a short tail; longer tails are rare
    let guess = min(most, reader.bouncer.songFrames + 2 * Int64(reader.bouncer.settings.sampleRate))
    // one extra frame, so that the read call that finds the end has room
    var memory = try Planes(channelCount: channelCount, capacity: Int(guess) + 1)
    var frames = 0
    do throws(BounceError) {
      while reader.report == nil {
        if frames == memory.capacity {
          try memory.grow(to: max(frames + 1, min(Int(most) + 1, 2 * frames)))
        }
        frames += memory.read(reader, at: frames)
        guard progress(reader.progress) else { throw .cancelled }
      }
    } catch {
      ctactus_free(memory.samples)
      throw error
    }
    guard let report = reader.report else { preconditionFailure("the loop ends with a report") }
    (frameCount, stride, base) = (frames, memory.capacity, UnsafePointer(memory.samples))
    (stems, self.report) = (reader.plan?.stems ?? [], report)
  }

  deinit { ctactus_free(UnsafeMutablePointer(mutating: base)) }

  /// Memory for planar samples. Only the first frames of each channel's plane are in use.
  private struct Planes {
    let channelCount: Int
    var capacity: Int
    var samples: UnsafeMutablePointer<Float>

    /// - Parameter capacity: the expected number of frames. At most 1 GiB is allocated at first, because the bounce
    ///   may be cancelled or end early.
    init(channelCount: Int, capacity: Int) throws(BounceError) {
      self.channelCount = channelCount
      self.capacity = min(capacity, max(1, (1 << 28) / channelCount))
      samples = try Self.allocate(channelCount * self.capacity)
    }

    private static func allocate(_ count: Int) throws(BounceError) -> UnsafeMutablePointer<Float> {
      guard let memory = ctactus_allocate(count * MemoryLayout<Float>.stride) else {
        throw .noMemory(bytes: count * MemoryLayout<Float>.stride)
      }
      return memory.bindMemory(to: Float.self, capacity: count)
    }

    /// Reads up to 16,384 frames, so that progress is reported while a long song is rendered.
    func read(_ reader: BounceReader, at frame: Int) -> Int {
      let channels = (0..<channelCount).map { samples + $0 * capacity + frame }
      return channels.withUnsafeBufferPointer { channels in
        guard let start = channels.baseAddress else { return 0 }
        return reader.read(
          into: AudioBlock(channels: start, channelCount: channelCount, frameCount: min(capacity - frame, 1 << 14)))
      }
    }

    mutating func grow(to larger: Int) throws(BounceError) {
      let target = try Self.allocate(channelCount * larger)
      for channel in 0..<channelCount {
        (target + channel * larger).update(from: samples + channel * capacity, count: capacity)
      }
      ctactus_free(samples)
      (samples, capacity) = (target, larger)
    }
  }
}

extension Bouncer {
  /// Renders the whole bounce into memory; blocks until it is done.
  ///
  /// - Parameters:
  ///   - plan: stems that this bouncer has created (checked by a precondition); nil to render the mix alone.
  ///   - work: runs the parts that can run in parallel; by default on the calling thread. A `WorkerPool` has several
  ///     threads.
  ///   - synth: a synthesizer that other bounces have used or will use; its memory is reused.
  ///   - progress: called regularly; returns false to cancel.
  ///   - trace: receives the synthesizer's voice events; see ``VoiceEvent``.
  /// - Throws: `BounceError.cancelled` if `progress` returns false; `BounceError.noMemory`; `BounceError.noDecoder`.
  /// - Thread: any
  public func audio(
    stems plan: StemPlan? = nil, with work: any ParallelWork = SerialWork(),
    on synth: ReusableSynth = ReusableSynth(), progress: (BounceProgress) -> Bool = { _ in true },
    trace: ((VoiceEvent) -> Void)? = nil
  ) throws(BounceError) -> BounceAudio {
    try BounceAudio(
      reading: BounceReader(self, stems: plan, with: work, on: synth, progress: progress, trace: trace), progress)
  }
}
