#if !canImport(Darwin)
  import CoreMIDI
  import Foundation
  import Testing

  /// The process has only one server, so its tests run one after the other.
  @Suite(.serialized) struct StandInMIDITests {
    private final class Log: @unchecked Sendable {  // one thread
      var times: [UInt64] = []
      var words: [UInt32] = []
    }

    private func destination(_ client: MIDIClientRef, _ protocolID: MIDIProtocolID, _ log: Log) -> MIDIEndpointRef {
      var destination: MIDIEndpointRef = 0
      _ = MIDIDestinationCreateWithProtocol(client, NSString(string: "in"), protocolID, &destination) { list, _ in
        log.times.append(UnsafeRawPointer(list).loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        log.words.append(UnsafeRawPointer(list).load(fromByteOffset: 20, as: UInt32.self))
      }
      return destination
    }

    @Test("Packets come at their time, at once with an advance schedule time, and not at all once flushed")
    func scheduling() {
      StandInMIDI.shared.reset(now: 100)
      var (client, port): (MIDIClientRef, MIDIPortRef) = (0, 0)
      #expect(MIDIClientCreateWithBlock(NSString(string: "test"), &client, nil) == noErr)
      #expect(MIDIOutputPortCreate(client, NSString(string: "out"), &port) == noErr)
      let log = Log()
      let position = destination(client, ._2_0, log)
      var list = MIDIEventList()
      func send(_ time: UInt64) -> OSStatus {
        let packet = MIDIEventListInit(&list, ._1_0)
        var words: [UInt32] = [0x2090_3C40]
        _ = MIDIEventListAdd(&list, MemoryLayout<MIDIEventList>.size, packet, time, 1, &words)
        return MIDISendEventList(port, position, &list)
      }
      #expect([send(300), send(200), send(0)] == [noErr, noErr, noErr])
      StandInMIDI.shared.advance(to: 250)
      #expect(log.times == [100, 200])
      #expect(log.words == [0x4090_3C00, 0x4090_3C00])
      MIDIFlushOutput(position)
      StandInMIDI.shared.advance(to: 400)
      #expect(log.times == [100, 200])
      #expect(MIDIObjectSetIntegerProperty(position, kMIDIPropertyAdvanceScheduleTimeMuSec, 100) == noErr)
      _ = send(900)
      #expect(log.times == [100, 200, 900])
      #expect(MIDISendEventList(port, 999, &list) == kMIDIUnknownEndpoint)
      #expect(StandInMIDI.shared.violations == [])
      var source: MIDIEndpointRef = 0
      #expect(MIDISourceCreateWithProtocol(client, NSString(string: "s"), ._1_0, &source) == noErr)
      _ = send(0)
      #expect(MIDIReceivedEventList(source, &list) == noErr)
      #expect(StandInMIDI.shared.violations == ["a virtual source has sent a packet without a time"])
      MIDIClientDispose(client)
      #expect(MIDIGetNumberOfDestinations() == 0)
    }
  }
#endif
