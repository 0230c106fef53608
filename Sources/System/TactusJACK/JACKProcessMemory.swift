import CJACK
import TactusDevices
import TactusEngine
import TactusRealtime
import TactusRender
import TactusTime

/// The memory of a ``JACKProcess``.
///
/// - Thread: control; the memory itself belongs to the audio thread while the client is active
package final class JACKProcessMemory {
  package let process = UnsafeMutablePointer<JACKProcess>.allocate(capacity: 1)
  private let counters = AudioLoadMemory()
  private let input = HostEventPortMemory()
  /// A word that is 1 if a connection of the MIDI input has ended: its notes and pedals end in the next cycle.
  package let inputEnds = SharedWords(0)
  private let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  private let nothing = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private let outputs = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 16)
  private let buffers = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 17)
  private let writers = UnsafeMutablePointer<JACKMIDIWriter>.allocate(capacity: 17)
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 17 * JACKMIDIWriter.capacity)
  private var bars: UnsafeMutableBufferPointer<JACKTimebase.Bars>?
  /// The objects to which the kernel's pointers refer.
  private var kept: [AnyObject] = []
  private var take: TakeRecorder?
  /// The clock to which the timebase's cursor refers.
  private var keptClock: FrameClock?

  /// Creates a silent process.
  package init(
    _ functions: UnsafePointer<ctactus_jack_functions>, _ client: OpaquePointer, _ ports: (JACKPorts) -> JACKPorts,
    sampleRate: Int
  ) {
    nothing.initialize(to: 0)
    sides.initialize(repeating: nothing, count: 2)
    outputs.initialize(repeating: nil, count: 16)
    buffers.initialize(repeating: nil, count: 17)
    for port in 0..<17 { (writers + port).initialize(to: JACKMIDIWriter(bytes + port * JACKMIDIWriter.capacity)) }
    process.initialize(
      to: JACKProcess(
        functions: functions, client: client, ports: ports(JACKPorts(midiOutputs: outputs)), kernel: .silence,
        load: counters.words, sampleRate: sampleRate, input: input.port, inputEnds: inputEnds[0],
        follower: JACKTransportFollower(sampleRate: sampleRate),
        sides: sides, writers: writers, buffers: buffers))
  }

  deinit {
    process.deinitialize(count: 1)
    process.deallocate()
    nothing.deallocate()
    sides.deallocate()
    outputs.deallocate()
    buffers.deallocate()
    writers.deallocate()
    bytes.deallocate()
    bars?.deallocate()
  }

  /// Sets the kernel to render, and the objects that own its memory; only while the client is not active.
  package func render(_ kernel: LiveKernel, keeping owners: AnyObject...) {
    process.pointee.kernel = kernel
    kept = owners
  }

  /// Sets the tempo and meters of the timebase master; only while the client is not active.
  package func provideTimebase(_ clock: FrameClock, _ meters: MeterMap) {
    let entries = Self.bars(of: meters)
    let memory = UnsafeMutableBufferPointer<JACKTimebase.Bars>.allocate(capacity: entries.count)
    _ = memory.initialize(from: entries)
    process.pointee.timebase = memory.baseAddress.map {
      JACKTimebase(
        clock.makeCursor(), bars: $0, count: entries.count,
        ticksPerQuarter: clock.map.timeBase.nominalTicksPerQuarter, sampleRate: clock.sampleRate.rounded)
    }
    // nothing refers to the former bars any more
    bars?.deallocate()
    (bars, keptClock) = (memory, clock)
  }

  private static func bars(of meters: MeterMap) -> [JACKTimebase.Bars] {
    meters.entries.map { entry in
      JACKTimebase.Bars(
        tick: entry.tick, bar: Int64(meters.position(atTick: entry.tick).bar) - 1, beats: Int32(entry.meter.beats),
        noteValue: Int32(entry.meter.noteValue))
    }
  }

  /// Records the input; only while the client is not active.
  package func record(into take: TakeRecorder) {
    process.pointee.take = take.writer
    self.take = take
  }

  /// The load and losses.
  package var load: AudioLoad { counters.load }

  /// Counters of irregular input events.
  var inputCounters: HostEventCounters { input.counters }
}
