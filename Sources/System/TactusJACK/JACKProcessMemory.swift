import CJACK
import TactusEngine
import TactusRealtime
import TactusRender
import TactusTime

/// The memory of a ``JACKProcess``.
///
/// - Thread: control; what it points to belongs to the audio thread while the client is active
package final class JACKProcessMemory {
  package let process = UnsafeMutablePointer<JACKProcess>.allocate(capacity: 1)
  private let words = SharedWords(0, 0, 0, 0, 0, 0, 0, 0)
  private let input = HostEventPortMemory()
  private let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  private let nothing = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private let outputs = UnsafeMutablePointer<OpaquePointer?>.allocate(capacity: 16)
  private let buffers = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 17)
  private let writers = UnsafeMutablePointer<JACKMIDIWriter>.allocate(capacity: 17)
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 17 * JACKMIDIWriter.capacity)
  private var bars: UnsafeMutableBufferPointer<JACKTimebase.Bars>?
  /// What the kernel's pointers point into.
  private var kept: [AnyObject] = []
  /// What the timebase's cursor points into.
  private var keptClock: FrameClock?

  /// A process that is silent.
  package init(
    _ functions: UnsafePointer<tactus_jack_functions>, _ client: OpaquePointer, _ ports: (JACKPorts) -> JACKPorts,
    sampleRate: Int
  ) {
    nothing.initialize(to: 0)
    sides.initialize(repeating: nothing, count: 2)
    outputs.initialize(repeating: nil, count: 16)
    buffers.initialize(repeating: nil, count: 17)
    for port in 0..<17 { (writers + port).initialize(to: JACKMIDIWriter(bytes + port * JACKMIDIWriter.capacity)) }
    let load = JACKLoadWords(
      busy: words[0], longest: words[1], frames: words[2], cycles: words[3], late: words[4], delayed: words[6],
      lost: words[5], missed: words[7])
    process.initialize(
      to: JACKProcess(
        functions: functions, client: client, ports: ports(JACKPorts(midiOutputs: outputs)), kernel: .silence,
        load: load, sampleRate: sampleRate, input: input.port, follower: JACKTransportFollower(sampleRate: sampleRate),
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

  /// What is rendered, and what keeps it alive; while the client is not active.
  package func render(_ kernel: JACKKernel, keeping owners: AnyObject...) {
    process.pointee.kernel = kernel
    kept = owners
  }

  /// What the timebase master says; while the client is not active.
  package func lead(_ clock: FrameClock, _ meters: MeterMap) {
    let entries = Self.bars(of: meters)
    let memory = UnsafeMutableBufferPointer<JACKTimebase.Bars>.allocate(capacity: entries.count)
    _ = memory.initialize(from: entries)
    process.pointee.timebase = memory.baseAddress.map {
      JACKTimebase(
        clock.makeCursor(), bars: $0, count: entries.count,
        ticksPerQuarter: clock.map.timeBase.nominalTicksPerQuarter, sampleRate: clock.sampleRate.rounded)
    }
    // only now nothing points into the former ones
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

  /// What it has used and lost.
  package var load: JACKLoad {
    var load = JACKLoad()
    load.busy = Double(words[0].pointee.load(ordering: .relaxed)) / 1e6
    load.longest = Double(words[1].pointee.load(ordering: .relaxed)) / 1e6
    load.frames = words[2].pointee.load(ordering: .relaxed)
    load.cycles = words[3].pointee.load(ordering: .relaxed)
    load.lateCycles = words[4].pointee.load(ordering: .relaxed)
    load.delayedCycles = words[6].pointee.load(ordering: .relaxed)
    load.lostMessages = words[5].pointee.load(ordering: .relaxed)
    load.missedFrames = words[7].pointee.load(ordering: .relaxed)
    return load
  }

  /// What has come in at odd times or found no room.
  var inputCounters: HostEventCounters { input.counters }
}

/// What the process callback of a client has used and lost.
///
/// - Thread: any
public struct JACKLoad: Hashable, Sendable {
  /// Seconds of a processor spent in it.
  public var busy = 0.0
  /// Seconds of a processor spent in the longest cycle.
  public var longest = 0.0
  /// Frames rendered.
  public var frames = 0
  /// Cycles rendered.
  public var cycles = 0
  /// Cycles that needed more of a processor than they last.
  public var lateCycles = 0
  /// Cycles that needed less and still took longer: others had the processor meanwhile.
  public var delayedCycles = 0
  /// Messages that found no room in a MIDI output.
  public var lostMessages = 0
  /// Frames that the server went on by without calling: on a busy machine PipeWire does not wait for its clients, and
  /// what came in in such a cycle is lost. jackd counts them where its clock leaps after an xrun.
  public var missedFrames = 0

  /// Nothing yet.
  public init() {}
}
