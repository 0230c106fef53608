import CLV2
import TactusLV2Atoms
import TactusPlugin

extension LV2Core {
  /// Processes the transport positions on the cycle's first frame, which determine the context of the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeFirstPositions(_ frames: Int) {
    var events = AtomReader(ports.input, atoms, frameCount: frames)
    while let event = events.next(), event.offset == 0 { _ = takePosition(event) }
  }

  /// Processes all other input events, each at its offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeEvents(_ frames: Int) {
    var events = AtomReader(ports.input, atoms, frameCount: frames)
    while let event = events.next() {
      let offset = Int(event.offset)
      if event.type == atoms.midiEvent, event.type != 0 {
        let bytes = event.body.assumingMemoryBound(to: UInt8.self)
        unit.pointee.receive(bytes, count: event.size, at: offset, port: 0)
      } else if offset > 0, takePosition(event) {
        unit.pointee.change(context: transport.context(at: now &+ Int64(offset)), at: offset)
      } else {
        properties.take(event, atoms, urids)
      }
    }
  }

  /// Processes an event if it is a position; returns whether it is.
  private mutating func takePosition(_ event: AtomEvent) -> Bool {
    guard let position = LV2Position(event.body, size: event.size, type: event.type, atoms) else { return false }
    transport.take(position, at: now &+ Int64(event.offset))
    return true
  }
}
