import TactusEngine
import TactusRender
import TactusTime

/// The memory of a ``DeviceRenderer``.
///
/// - Thread: control; the memory itself belongs to the audio thread while a stream runs
package final class DeviceMemory {
  package let renderer = UnsafeMutablePointer<DeviceRenderer>.allocate(capacity: 1)
  /// The MIDI input.
  package let input: HostTimeInput
  /// The MIDI output; nil if there is none.
  package let output: HostTimeOutput?
  private let counters = AudioLoadMemory()
  private let clock, sound: CycleClockMemory
  private let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  private let left, right: UnsafeMutablePointer<Float>
  /// The objects to which the kernel's pointers refer.
  private var kept: [AnyObject] = []
  private var take: TakeRecorder?

  /// Creates a silent renderer.
  ///
  /// - Parameters:
  ///   - capacity: the greatest number of frames in a cycle.
  ///   - output: the MIDI output. Its compensation is set before.
  ///   - timeBase: the clock of the driver's time stamps.
  package init(
    sampleRate: Int, capacity: Int, input: HostTimeInput, output: HostTimeOutput? = nil,
    timeBase: HostTimeBase = .nanoseconds
  ) {
    (self.input, self.output) = (input, output)
    clock = CycleClockMemory(sampleRate: sampleRate, timeBase: timeBase)
    sound = CycleClockMemory(sampleRate: sampleRate, timeBase: timeBase)
    (left, right) = (.allocate(capacity: capacity), .allocate(capacity: capacity))
    left.initialize(repeating: 0, count: capacity)
    right.initialize(repeating: 0, count: capacity)
    sides.initialize(repeating: left, count: 2)
    renderer.initialize(
      to: DeviceRenderer(
        load: counters.words, sampleRate: sampleRate, input: input.receiver, output: output?.sender,
        clock: clock.cycleClock, sound: SoundClock(sound.cycleClock, compensation: output?.compensation ?? 0),
        sides: sides, left: left, right: right, capacity: capacity))
  }

  deinit {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    sides.deallocate()
    left.deallocate()
    right.deallocate()
  }

  /// Sets the kernel to render, and the objects that own its memory; only while no stream runs.
  package func render(_ kernel: LiveKernel, keeping owners: AnyObject...) {
    renderer.pointee.kernel = kernel
    kept = owners
  }

  /// Discards the messages that have arrived so far; only while no stream runs. Otherwise, notes that were played while a
  /// bank was loaded would all sound at the start.
  package func discardInput() { renderer.pointee.input.pointee.reset() }

  /// Records the input; only while no stream runs.
  package func record(into take: TakeRecorder) {
    renderer.pointee.take = take.writer
    self.take = take
  }

  /// The load and losses.
  package var load: AudioLoad { counters.load }
}
