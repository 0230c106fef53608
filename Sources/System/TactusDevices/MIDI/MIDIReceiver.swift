import CTactusClock
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that waits for MIDI from the ALSA sequencer and from raw MIDI devices, and passes it on.
///
/// - Thread: control
package final class MIDIReceiver {
  private let target: any MIDIInputTarget
  private let sequencer: ALSASequencerReader?
  private let sources: [any RawMIDISource]
  private let stopWord = SharedWords(0)
  private var thread: AudioThread?

  /// The time in milliseconds after which the thread looks whether it shall stop.
  private static var pause: Int32 { 50 }

  /// - Parameters:
  ///   - sequencer: the reader of a client of the ALSA sequencer; nil to read only devices.
  ///   - sources: the raw MIDI devices.
  ///   - target: the object into which the sequencer and the sources are read. It gets the report of a device that
  ///     disappears.
  package init(
    _ sequencer: ALSASequencerReader?, _ sources: [any RawMIDISource] = [], into target: any MIDIInputTarget
  ) {
    (self.sequencer, self.sources, self.target) = (sequencer, sources, target)
  }

  /// Starts the thread, which ``stop()`` must end.
  ///
  /// - Throws: an error if the system cannot start a thread.
  package func start() throws(DeviceError) {
    thread = AudioThread { [self] in run() }
    if thread == nil { throw .refused(.alsa, reason: "could not start the MIDI thread") }
  }

  /// Ends the thread.
  package func stop() {
    stopWord[0].pointee.store(1, ordering: .releasing)
    thread?.join()
    thread = nil
  }

  // MARK: The thread

  private var isRunning: Bool { stopWord[0].pointee.load(ordering: .acquiring) == 0 }

  private func run() {
    var own = sequencer?.descriptors ?? []
    while isRunning {
      let others = sources.map { $0.descriptors }
      var descriptors: [pollfd] = own + others.joined()
      guard poll(&descriptors, nfds_t(descriptors.count), Self.pause) > 0 else { continue }
      let time = UInt64(clamping: ctactus_monotonic_time())
      var first = own.count
      if let sequencer, !own.isEmpty {
        let isOpen = sequencer.read(descriptors.prefix(own.count), at: time, while: { isRunning })
        if !isOpen { own = [] }
      }
      for (source, list) in zip(sources, others) {
        let states = descriptors[first..<first + list.count]
        first += list.count
        if states.contains(where: { $0.revents != 0 }) { receive(source, time) }
      }
    }
  }

  private func receive(_ source: any RawMIDISource, _ time: UInt64) {
    guard !source.receive(at: time) else { return }
    target.releaseNotes()
    target.report(.disconnected(source.name))
  }
}

/// A source of MIDI bytes.
///
/// - Thread: control, one thread at a time
package protocol RawMIDISource: AnyObject {
  /// The name for display.
  var name: String { get }
  /// The file descriptors that become readable when bytes arrive; none after the device has gone.
  var descriptors: [pollfd] { get }
  /// Reads what has arrived. Returns false if the device has gone.
  func receive(at time: UInt64) -> Bool
}
