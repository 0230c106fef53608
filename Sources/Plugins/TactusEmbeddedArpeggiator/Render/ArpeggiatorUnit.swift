import CLV2
import TactusLV2Atoms
import TactusProcessors
import TactusRender

/// The audio side of the plug-in: the buffers that its host has connected, and its state from cycle to cycle.
///
///     input ─► notes ─► HostEventPort ─► ArpeggiatorCore ─► DeliveredNotes ─► output
///        └──► positions ─► LV2Transport ──────┘
///
/// A cycle with transport events is rendered in parts, so that each event takes effect on its own frame.
///
/// - Thread: audio
struct ArpeggiatorUnit {
  let urids: LV2URIDs
  let core: UnsafeMutablePointer<ArpeggiatorCore>
  let controls: ControlPorts
  let sampleRate: Double
  var input: UnsafePointer<LV2_Atom_Sequence>?
  var output: UnsafeMutablePointer<LV2_Atom_Sequence>?
  private var port: HostEventPort
  private var delivered: DeliveredNotes
  private var transport: LV2Transport
  /// The first frame of the cycle, counted from the last reset.
  private var now: Int64 = 0

  init(
    urids: LV2URIDs, core: UnsafeMutablePointer<ArpeggiatorCore>, controls: ControlPorts, port: HostEventPort,
    delivered: DeliveredNotes, sampleRate: Double
  ) {
    (self.urids, self.core, self.controls, self.port) = (urids, core, controls, port)
    (self.delivered, self.sampleRate) = (delivered, sampleRate)
    transport = LV2Transport(sampleRate: sampleRate)
  }

  /// Resets the state; sounding notes end with the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func reset() {
    core.pointee.reset()
    port.reset()
    delivered.release()
    transport = LV2Transport(sampleRate: sampleRate)
    now = 0
  }

  /// Renders a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func run(frameCount: Int) {
    core.pointee.controls = controls.controls()
    var writer = AtomWriter(output, urids)
    delivered.settle(&writer)
    var positions = AtomReader(input, urids, frameCount: frameCount)
    var events = AtomReader(input, urids, frameCount: frameCount)
    guard frameCount > 0 else { return hold(&events) }
    var (position, event) = (nextPosition(&positions), events.next())
    var start = 0
    while start < frameCount {
      var end = frameCount
      while let (next, offset) = position {
        if offset > start {
          end = offset
          break
        }
        transport.take(next, at: now &+ Int64(start))
        position = nextPosition(&positions)
      }
      render(start, end, &event, &events, &writer)
      start = end
    }
    now &+= Int64(frameCount)
  }

  /// Handles a cycle without frames: its events wait for the next cycle.
  private mutating func hold(_ events: inout AtomReader) {
    port.begin(RenderCycle(firstFrame: now, frameCount: 0))
    while let event = events.next() {
      receive(event)
      guard let position = LV2Position(event.body, size: event.size, type: event.type, urids) else { continue }
      transport.take(position, at: now)
    }
    _ = port.end()
  }

  /// Processes an event, if it is MIDI.
  private mutating func receive(_ event: AtomEvent) {
    guard event.type == urids.midiEvent, event.type != 0 else { return }
    port.receive(
      event.body.assumingMemoryBound(to: UInt8.self), count: event.size, at: now &+ Int64(event.offset))
  }

  /// Returns the next transport event, and its frame in the cycle.
  private func nextPosition(_ reader: inout AtomReader) -> (LV2Position, Int)? {
    while let event = reader.next() {
      guard let position = LV2Position(event.body, size: event.size, type: event.type, urids) else { continue }
      return (position, Int(event.offset))
    }
    return nil
  }

  /// Renders the frames `start` ..< `end` of the cycle.
  private mutating func render(
    _ start: Int, _ end: Int, _ event: inout AtomEvent?, _ events: inout AtomReader, _ writer: inout AtomWriter
  ) {
    let first = now &+ Int64(start)
    let cycle = RenderCycle(firstFrame: first, frameCount: end &- start, context: transport.context(at: first))
    port.begin(cycle)
    while let next = event, Int(next.offset) < end {
      receive(next)
      event = events.next()
    }
    let played = core.pointee.render(cycle, port.end())
    for index in 0..<played.count {
      let offset = Int32(truncatingIfNeeded: start) &+ played[index].offset
      delivered.write(played[index].message, at: offset, &writer)
    }
  }
}
