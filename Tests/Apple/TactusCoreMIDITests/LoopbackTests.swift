#if canImport(CoreMIDI)
  import CoreMIDI
  import Foundation
  import TactusCoreAudio
  import TactusCoreMIDI
  import TactusMIDI
  import TactusRender
  import TactusTime
  import Testing

  /// Lets time pass: the machine's own, or that of the stand-in.
  private func pass(milliseconds: Int64) {
    #if canImport(Darwin)
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
    #else
      StandInMIDI.shared.advance(
        to: HostTimeBase.machineTime + UInt64(HostTimeBase.machine.ticks(nanoseconds: milliseconds * 1_000_000)))
    #endif
  }

  extension CoreMIDITests {
    /// Tests that also pass on the real CoreMIDI, which connects virtual endpoints without a device.
    @Suite struct LoopbackTests {
      @Test(
        "From a virtual source to a port, and to a virtual destination, each note comes once and on its frame",
        arguments: [false, true])
      func loopback(isDestination: Bool) throws {
        #if !canImport(Darwin)
          StandInMIDI.shared.reset(now: 1_000_000_000)
        #endif
        let client = try CoreMIDIClient(name: "Tactus test")
        let keys = HostTimeInput(latency: 0)
        let notes = HostTimeOutput()
        let (input, output): (CoreMIDIInput, CoreMIDIOutput)
        if isDestination {
          input = try CoreMIDIInput(
            client, destination: "Tactus in", protocolID: .midi1, advance: 1_000_000, into: keys)
          output = try CoreMIDIOutput(client, to: try #require(input.endpoint), from: notes)
        } else {
          output = try CoreMIDIOutput(client, source: "Tactus out", from: notes)
          input = try CoreMIDIInput(client, port: "Tactus in", protocolID: .midi1, into: keys)
          try input.connect(try #require(output.endpoint))
        }
        let memory = CycleClockMemory(sampleRate: 48_000, timeBase: .machine, isFiltered: false)
        var clock = memory.cycleClock
        let start = HostTimeBase.machineTime
        clock.begin(HostStamp(frame: 0, hostTime: Int64(start)))
        // notes of the first half second, all sent at once
        let events = (0..<100).map {
          TimedEvent(offset: Int32($0 * 240), message: ChannelMessage(status: 0x90, UInt8($0), 100))
        }
        let cycle = RenderCycle(firstFrame: 0, frameCount: 24_000)
        events.withUnsafeBufferPointer { notes.sender.pointee.send($0, of: cycle, by: clock.clock) }
        #expect(output.pump() == 100)
        pass(milliseconds: 100)
        let heard = keys.receiver.pointee.render(cycle, by: clock.clock)
        #expect(heard.map(\.offset) == events.map(\.offset))
        #expect(heard.map(\.message) == events.map(\.message))
        #expect(keys.counters.late == 0 && input.malformedCount == 0)
      }
    }
  }
#endif
