import TactusEngine
import TactusSequencer

/// A connection to an audio device or server, and the player that renders to it.
///
///     let session = try DeviceSession(.pulse)
///     session.play(player)                          compiled for session.sampleRate
///     try session.start()
///
/// - Thread: control, one thread at a time
public protocol AudioSession: AnyObject {
  /// The driver.
  var driver: AudioDriver { get }
  /// The driver and the device, for display: "PulseAudio (alsa_output.analog-stereo)".
  var title: String { get }
  /// The sample rate of the session in frames per second.
  var sampleRate: Int { get }
  /// The greatest number of frames in a cycle, as far as it is known.
  var maximumFrameCount: Int { get }

  /// Plays a song, whose sample rate must be the session's. Call it before ``start()``.
  func play(_ player: SongPlayer)
  /// Plays a sampler from the MIDI input. Call it before ``start()``.
  func play(_ sampler: Sampler)
  /// Plays a sequence. Call it before ``start()``.
  func play(_ sequence: LiveSequence)

  /// Records the MIDI input. Call it before ``start()``.
  func record(into take: TakeRecorder)

  /// Starts rendering.
  func start() throws
  /// Stops rendering. The player can be used by another session.
  func stop()
  /// Waits until commands that were sent to the player have reached the audio thread, for at most a second and a few
  /// lengths of the buffer.
  func waitForCommands()

  /// The sample rate of the device, if it differs from the session's: the player must then be compiled for it, and play
  /// in a new session.
  var newSampleRate: Int? { get }
  /// Why the session has ended, in one sentence; nil while it runs.
  var ending: String? { get }
  /// The time in seconds, at most, between the rendering of a frame and its sound, as far as it is known.
  var bufferedSeconds: Double { get }
  /// The load and losses so far.
  var load: AudioLoad { get }
  /// The number of interruptions of the output, whatever their cause.
  var xruns: Int { get }
}
