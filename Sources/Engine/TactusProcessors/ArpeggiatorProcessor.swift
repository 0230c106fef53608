import TactusRealtime
import TactusRender
import TactusTime

/// An arpeggiator by itself, and its memory: what is left of a ``ChainProcessor`` where nothing else is wanted. Its
/// settings change on the audio thread.
///
/// - Thread: control, except that the core is used by the thread that renders
package final class ArpeggiatorProcessor: @unchecked Sendable {  // the memory is fixed from init to deinit
  /// What the audio thread calls.
  package let core: UnsafeMutablePointer<ArpeggiatorCore>
  private let memory: ArpeggiatorMemory
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let parameters = SharedWords(0)

  /// An arpeggiator that holds nothing.
  ///
  /// - Parameter sampleRate: frames per second, ``ChainSettings/slowestRate`` at least (clamped).
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
