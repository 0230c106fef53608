import TactusMIDI
import TactusRender
import Testing

struct HostEventPortEarlyTests {
  @Test func waitingEventsAreFoundAndTakenEarly() {
    let memory = HostEventPortMemory()
    var port = memory.port
    let events: [(message: ChannelMessage, frame: Int64)] = [
      (ChannelMessage(status: 0x90, 60, 100), 70), (ChannelMessage(status: 0xB0, 7, 62), 75),
      (ChannelMessage(status: 0x80, 60, 64), 80), (ChannelMessage(status: 0x90, 62, 100), 90),
    ]
    port.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    for event in events { port.receive(event.message, at: event.frame) }
    let none = port.end()
    #expect(none.isEmpty)
    // frame 70 is frame 6 after the cycle
    #expect(port.holdsNote(ofKey: 60, within: 7) && !port.holdsNote(ofKey: 60, within: 6))
    #expect(port.holdsNote(ofKey: 62, within: 27) && !port.holdsNote(ofKey: 62, within: 26))
    let early = Array(port.takeEarly(within: 17))
    #expect(early.map(\.message) == events.prefix(3).map(\.message))
    #expect(early.allSatisfy { $0.offset == 0 })
    // the last event keeps its frame
    port.begin(RenderCycle(firstFrame: 64, frameCount: 64))
    let rest = Array(port.end())
    #expect(rest.map(\.message) == [events[3].message] && rest.map(\.offset) == [26])
  }
}
