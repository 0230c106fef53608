import TactusRealtime
import TactusRender
import TactusTime

/// An arpeggiator with its memory, for use without a ``ChainProcessor``. Its settings change on the audio thread.
///
/// - Thread: control; the rendering thread uses the core
package final class ArpeggiatorProcessor: @unchecked Sendable {  // the memory is fixed from init to deinit
  /// The core for the audio thread.
  package let core: UnsafeMutablePointer<ArpeggiatorCore>
  private let memory: ArpeggiatorMemory
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let parameters = SharedWords(0)

  /// Creates an arpeggiator without held keys.
  ///
  /// - Parameter sampleRate: frames per second, at least ``ChainSettings/slowestRate`` (clamped).
  package init(sampleRate: SampleRate, settings: ChainSettings = ChainSettings()) {
    let settings = settings.clamped
    memory = ArpeggiatorMemory(settings)
    buffer = .allocate(capacity: settings.mostEvents)
    core = .allocate(capacity: 1)
    core.initialize(
      to: ArpeggiatorCore(
        state: memory.state, output: memory.output, buffer: buffer, mostHeld: settings.mostHeld,
        sampleRate: sampleRate.clamped(to: ChainSettings.slowestRate...TimeSettings.sampleRateLimit),
        parameters: parameters[0]))
  }

  deinit {
    core.deallocate()
    buffer.deallocate()
  }
}
