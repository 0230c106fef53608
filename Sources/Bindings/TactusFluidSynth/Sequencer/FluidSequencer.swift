import CFluidSynth

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A sequencer of FluidSynth's interface: sends events to clients at their ticks. Its time comes from a synthesizer's
/// audio, from the system's clock, or from the program.
///
/// The lock guards the stored properties. It is not held while clients are called. A thread that also needs a
/// synthesizer's lock takes that lock first, because the rendering thread already holds it when it calls the sequencer.
final class FluidSequencer: PointedObject {
  enum Timing {
    /// The program passes milliseconds to `fluid_sequencer_process`.
    case program
    /// The monotonic clock, in nanoseconds since the sequencer was created. A thread sends the events.
    case system(start: Int64)
    /// The frames of a synthesizer's audio since a client of it was registered.
    case synth(client: Int16, start: Int64)
  }

  struct Client {
    let id: Int16
    /// A copy of the name, which the program may read while the client is registered.
    let name: UnsafeMutablePointer<CChar>?
    let callback: fluid_event_callback_t?
    let data: UnsafeMutableRawPointer?
    let synth: SequencedSynth?
  }

  let lock = SequencerLock()
  let usesSystemTimer: Bool
  var timing: Timing
  var clients: [Client] = []
  var queue = EventQueue()
  var clock: TickClock
  /// The position of the last events, or of the last `fluid_sequencer_process`.
  var position: Double = 0
  /// The tick of the events that are being sent.
  var tickBeingSent: UInt32?
  /// The synthesizer that is followed.
  weak var followed: FluidSynth?
  var thread: SequencerThread?
  private var lastID: Int16 = 0

  init(usesSystemTimer: Bool) {
    self.usesSystemTimer = usesSystemTimer
    timing = usesSystemTimer ? .system(start: MonotonicClock.now) : .program
    clock = TickClock(rate: usesSystemTimer ? 1e9 : 1000)
  }

  /// Adds a client, and returns its number.
  func register(
    name: UnsafePointer<CChar>?, callback: fluid_event_callback_t?, data: UnsafeMutableRawPointer?,
    synth: SequencedSynth? = nil
  ) -> Int16 {
    lock.withLock {
      guard lastID < .max else { return Int16(failed) }
      lastID += 1
      let copy = name.flatMap { strdup($0) }
      clients.append(Client(id: lastID, name: copy, callback: callback, data: data, synth: synth))
      return lastID
    }
  }

  /// Ends the sequencer: no event is sent after this, except for those that notify the clients.
  func end() {
    lock.withLock({ thread })?.stop()
    stopFollowing()
    while let id = lock.withLock({ clients.first?.id }) { unregister(id) }
  }

  /// Returns the present tick.
  var tick: UInt32 { withTime { presentTick } }

  /// The ticks per second.
  var scale: Double {
    get { lock.withLock { clock.scale } }
    set {
      withTime {
        let origin = presentOrigin
        clock.setScale(newValue, at: origin.position, tick: origin.tick)
      }
      lock.signal()
    }
  }
}
