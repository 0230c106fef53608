import TactusEngine
import TactusRender
import TactusSequencer
import TactusTime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The stream of a driver to a device: it calls a renderer from a thread of its own.
package protocol DeviceStream: AnyObject {
  var driver: AudioDriver { get }
  /// The name of the device; nil for the default device of the server.
  var device: String? { get }
  var sampleRate: Int { get }
  /// The period size: the number of frames in each request of the device, if the driver reports it.
  var period: Int { get }
  /// The number of frames that the device buffers, as far as it is known.
  var bufferFrames: Int { get }
  var watch: DeviceWatch { get }
  /// The clock of the driver's time stamps.
  var timeBase: HostTimeBase { get }
  /// The number of frames from the time stamp of a frame to its sound.
  var soundDelay: Int { get }
  /// Starts to call the renderer.
  func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError)
  /// Stops calling the renderer. Returns when the last call has ended.
  func stop()
}

extension DeviceStream {
  /// The machine's monotonic clock.
  package var timeBase: HostTimeBase { .nanoseconds }
  /// A frame is stamped when it is rendered, and is heard when the buffer has been played. A message must in any case
  /// be sent after its cycle was rendered.
  package var soundDelay: Int { max(bufferFrames, 2 * period) }
}

/// The requested properties of a stream.
///
/// - Thread: any
public struct DeviceOptions: Hashable, Sendable {
  /// The name of the device; nil for the default device.
  public var device: String?
  /// The sample rate in frames per second; nil for that of the device, if the driver reports it, or else 48,000.
  public var sampleRate: Int?
  /// The number of frames in a cycle, 16…8192 (clamped).
  public var period = 512
  /// The number of periods in the output buffer, 2…64 (clamped). Only ALSA and PulseAudio use it.
  public var periods = 4
  /// The name of the client that other programs display.
  public var client = "tactus"
  /// The address of the PulseAudio server, such as "unix:/run/user/1000/pulse/native"; nil for the one that the
  /// environment and the user's settings name.
  public var server: String?

  /// Creates the default: the default device at its sample rate.
  public init() {}

  package var clampedPeriod: Int { min(max(16, period), 8_192) }
  var bufferFrames: Int { clampedPeriod * min(max(2, periods), 64) }
}

/// A session of a driver with two output channels: ALSA, PulseAudio or PipeWire; or one without audio, which only sends
/// MIDI.
///
/// - Thread: control, one thread at a time
public final class DeviceSession: AudioSession {
  private let stream: any DeviceStream
  private let memory: DeviceMemory
  /// The latency of the input without this session; nil while the session does not run.
  private var inputLatency: Int?

  /// Opens a driver.
  ///
  /// - Parameters:
  ///   - driver: ``AudioDriver/alsa``, ``AudioDriver/pulse``, ``AudioDriver/pipeWire`` or ``AudioDriver/silent``.
  ///   - options: the device, the sample rate and the sizes of the buffer.
  ///   - input: the MIDI input of the player. Its messages carry the times of the machine's monotonic clock. While the
  ///     session runs, its latency is at least a period; at the end it is what it was at the start.
  ///   - output: the MIDI output of the player. Its messages carry the times at which they are heard, as far as the
  ///     driver knows the latency of the device.
  public convenience init(
    _ driver: AudioDriver, _ options: DeviceOptions = DeviceOptions(), input: HostTimeInput? = nil,
    output: HostTimeOutput? = nil
  ) throws(DeviceError) {
    let stream: any DeviceStream =
      switch driver {
      case .alsa: try ALSAStream(options)
      case .pulse: try PulseStream(options)
      case .pipeWire: try PipeWireStream(options)
      case .silent: TimerStream(options)
      case .jack, .coreAudio, .file: throw .refused(driver, reason: "sessions of this driver are opened elsewhere")
      }
    self.init(stream, capacity: options.clampedPeriod, input: input, output: output)
  }

  /// Creates a session of a stream.
  ///
  /// - Parameter capacity: the greatest number of frames in a cycle, unless the stream's period is longer.
  package init(_ stream: any DeviceStream, capacity: Int, input: HostTimeInput?, output: HostTimeOutput?) {
    self.stream = stream
    output?.compensation = stream.soundDelay
    memory = DeviceMemory(
      sampleRate: stream.sampleRate, capacity: max(capacity, stream.period), input: input ?? HostTimeInput(),
      output: output, timeBase: stream.timeBase)
  }

  deinit { stop() }

  /// The driver.
  public var driver: AudioDriver { stream.driver }
  /// The driver and the device, for display.
  public var title: String { stream.device.map { "\(driver.name) (\($0))" } ?? driver.name }
  /// The sample rate in frames per second.
  public var sampleRate: Int { stream.sampleRate }
  /// The greatest number of frames in a cycle.
  public var maximumFrameCount: Int { memory.renderer.pointee.capacity }

  /// Plays a song. It must be compiled for the session's sample rate. Call this method before ``start()``.
  public func play(_ player: SongPlayer) {
    precondition(player.bouncer.settings.sampleRate == sampleRate, "compiled for another sample rate")
    memory.render(.song(player.core), keeping: player)
  }

  /// Plays a sampler from the MIDI input. Call it before ``start()``.
  public func play(_ sampler: Sampler) { memory.render(.sampler(sampler.renderer), keeping: sampler) }

  /// Plays a sequence. Call it before ``start()``.
  public func play(_ sequence: LiveSequence) { memory.render(.sequence(sequence.core), keeping: sequence) }

  /// Plays the audio that a function renders. Call it before ``start()``.
  ///
  /// - Parameter owner: an object to which the function's argument refers; it is kept until another player is set.
  package func play(_ function: LiveFunction, keeping owner: AnyObject) {
    memory.render(.function(function), keeping: owner)
  }

  /// Records the MIDI input. Call it before ``start()``.
  public func record(into take: TakeRecorder) { memory.record(into: take) }

  /// Starts rendering. With a MIDI output, a session of PulseAudio waits for the server's first report of its latency,
  /// for at most 2.5 seconds.
  public func start() throws(DeviceError) {
    guard inputLatency == nil else { return }
    memory.discardInput()
    // the latency that messages have needed in an earlier session says nothing about this device
    let latency = memory.input.latency
    memory.input.latency = max(latency, stream.period)
    do { try stream.start(memory.renderer) } catch {
      memory.input.latency = latency
      throw error
    }
    inputLatency = latency
  }

  /// Stops rendering. The player can be used by another session.
  public func stop() {
    guard let latency = inputLatency else { return }
    inputLatency = nil
    stream.stop()
    memory.input.latency = latency
  }

  /// Waits until commands that were sent to the player have reached the audio thread: for at most a second, and twice
  /// the length of the buffer.
  public func waitForCommands() {
    let first = load.cycles
    let frames = max(stream.bufferFrames, stream.period)
    let most = 1_000 + 2_000 * frames / max(1, sampleRate)
    for _ in 0..<most where load.cycles < first + 2 && ending == nil { usleep(1_000) }
  }

  /// The sample rate of the device, if it differs from the session's.
  public var newSampleRate: Int? {
    let rate = stream.watch.sampleRate
    return rate == 0 || rate == sampleRate ? nil : rate
  }
  /// Why the session has ended, in one sentence; nil while it runs.
  public var ending: String? { stream.watch.ending }
  /// The time in seconds, at most, between the rendering of a frame and its sound: what the server reports, or else the
  /// length of the buffer.
  public var bufferedSeconds: Double {
    let reported = stream.watch.soundLatency
    return reported > 0 ? Double(reported) / 1e9 : Double(stream.bufferFrames) / Double(max(1, sampleRate))
  }
  /// The load so far.
  public var load: AudioLoad { memory.load }
  /// The number of interruptions of the output. With PipeWire, these are the cycles that the server has played without
  /// the session.
  public var xruns: Int { stream.watch.underrunCount }
}
