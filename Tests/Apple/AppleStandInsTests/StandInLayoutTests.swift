#if !canImport(Darwin)
  import AVFAudio
  import Testing

  // The stand-ins behave like Apple's frameworks, as far as their behavior is known; otherwise the tests that use them
  // would prove nothing.

  @Suite struct StandInLayoutTests {
    @Test("Lists lie packed to four bytes, packet after packet")
    func layouts() {
      #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.words) == 12)
      #expect(MemoryLayout<MIDIEventList>.offset(of: \.packet) == 8)
      #expect(MemoryLayout<MIDIEventList>.size == 276)
      #expect(MemoryLayout<MIDIPacket>.offset(of: \.data) == 10)
      #expect(MemoryLayout<AUMIDIEvent>.offset(of: \.data) == 21)
      #expect(MemoryLayout<AUMIDIEventList>.offset(of: \.eventList) == 20)
      #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
      #expect(MIDIProtocolID._2_0.rawValue == 2)
      #expect(AudioTimeStampFlags.hostTimeValid.rawValue == 2)
      #expect(AURenderEventType.midiEventList.rawValue == 10)
      #expect(AUEventSampleTimeImmediate == -(1 << 32))
    }

    @Test("A full list gives null through a type that is not optional, and equal times share a packet")
    func fullList() {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
      defer { memory.deallocate() }
      let list = memory.bindMemory(to: MIDIEventList.self, capacity: 1)
      var packet = MIDIEventListInit(list, ._1_0)
      var words: [UInt32] = [0x2090_3C64]
      for (index, time) in ([5, 5, 6, 7, 8] as [UInt64]).enumerated() {
        packet = MIDIEventListAdd(list, 64, packet, time, 1, &words)
        // in an optional it would not be nil in optimized code, because the compiler relies on the type
        #expect((UInt(bitPattern: packet) == 0) == (index > 3), "\(index)")
      }
      #expect(list.pointee.numPackets == 3)
      #expect(standin_event_list_size(list) == 8 + 20 + 16 + 16)
      #expect(UnsafeRawPointer(list).load(fromByteOffset: 16, as: UInt32.self) == 2)
    }

    @Test("Render events are as short as their kind, end to end, and long messages are read through the pointer")
    func renderEvents() {
      let exclusive: [UInt8] = [0xF0] + Array(0..<100) + [0xF7]
      let elements: [RenderEventList.Element] = [
        .midi(10, 1, [0xC0, 5]), .midi(11, 2, exclusive), .parameter(12, 0, 77, 0.5),
        .list(13, 3, ._2_0, [(4, [0x4090_3C00, 0x8000_0000])]), .unknown(14, 99),
      ]
      RenderEventList.withList(elements) { head in
        var position = head
        var kinds: [UInt8] = []
        while let event = position {
          let raw = UnsafeRawPointer(event)
          kinds.append(event.pointee.head.eventType.rawValue)
          switch kinds.count {
          case 2:
            #expect(raw.load(fromByteOffset: 18, as: UInt16.self) == 102)
            #expect(raw.load(fromByteOffset: 21 + 101, as: UInt8.self) == 0xF7)
          case 3: #expect(event.pointee.parameter.parameterAddress == 77)
          case 4: #expect(raw.load(fromByteOffset: 28 + 12, as: UInt32.self) == 0x4090_3C00)
          default: break
          }
          position = event.pointee.head.next.map { UnsafePointer($0) }
        }
        #expect(kinds == [8, 9, 1, 10, 99])
      }
    }
  }
#endif
