#if canImport(CoreAudioTypes)
  import AudioToolbox
  import CoreMIDI
  import TactusCoreAudio
  import TactusMIDI
  import TactusTime
  import Testing

  /// What is read through raw pointers lies where the system's headers say.
  @Suite struct LayoutTests {
    @Test("Lists, buffers and stamps have the layouts that are read") func layouts() {
      #expect(MemoryLayout<MIDIEventList>.offset(of: \.numPackets) == 4)
      #expect(MemoryLayout<MIDIEventList>.offset(of: \.packet) == 8)
      #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.timeStamp) == 0)
      #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.wordCount) == 8)
      #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.words) == 12)
      #expect(MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) == 8)
      #expect(MemoryLayout<AudioBuffer>.stride == 16)
      #expect(MemoryLayout<AudioBuffer>.offset(of: \.mDataByteSize) == 4)
      #expect(MemoryLayout<AudioBuffer>.offset(of: \.mData) == 8)
      #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mHostTime) == 8)
      #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mRateScalar) == 16)
      #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mFlags) == 56)
    }

    @Test("A stamp says what its flags say, frames rounded down") func stamps() {
      var stamp = AudioTimeStamp()
      (stamp.mSampleTime, stamp.mHostTime, stamp.mRateScalar) = (-0.5, 77, 1.25)
      #expect(HostStamp(audioTimeStamp: &stamp) == HostStamp())
      stamp.mFlags = [.sampleTimeValid, .hostTimeValid, .rateScalarValid]
      var expected = HostStamp(frame: -1, hostTime: 77)
      (expected.hasRateScalar, expected.rateScalar) = (true, 1.25)
      #expect(HostStamp(audioTimeStamp: &stamp) == expected)
      for wrong in [Double.nan, .infinity, -1e300] {
        (stamp.mSampleTime, stamp.mRateScalar, stamp.mHostTime) = (wrong, wrong, 0)
        #expect(HostStamp(audioTimeStamp: &stamp) == HostStamp())
      }
    }

    @Test("Lists that we write are the ones that the system's functions write") func lists() {
      let size = 65_536
      let (ours, theirs) = (Self.memory(size), Self.memory(size))
      defer {
        ours.deallocate()
        theirs.deallocate()
      }
      var writer = EventListWriter(
        ours.bindMemory(to: UInt32.self, capacity: size / 4), capacity: size / 4, protocolID: 2)
      let list = theirs.bindMemory(to: MIDIEventList.self, capacity: 1)
      var packet = MIDIEventListInit(list, ._2_0)
      var (count, isFull) = (0, false)
      while !isFull {
        // 40 messages share a packet of 60 words by 1 + 1 + 1 + … + 2
        let words: [UInt32] = count % 2 == 0 ? [0x2090_0000 | UInt32(count & 127)] : [0x4090_3C00, UInt32(count)]
        let message = ChannelMessage(word0: words[0], word1: words.count > 1 ? words[1] : 0)
        let time = UInt64(1 + count / 50) << 33
        let isWritten = writer.add(message, at: time)
        packet = MIDIEventListAdd(list, size, packet, time, words.count, words)
        // null through a type that cannot be: only its bits say so
        isFull = UInt(bitPattern: packet) == 0
        #expect(isWritten != isFull, "\(count)")
        count += 1
      }
      #expect(count > 8_000)
      #expect(writer.packetCount == Int(list.pointee.numPackets))
      let used = size - 300
      #expect(
        Array(UnsafeRawBufferPointer(start: ours, count: used))
          == Array(UnsafeRawBufferPointer(start: theirs, count: used)))
    }

    private static func memory(_ size: Int) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      return memory
    }

    @Test("The machine's clock") func machine() {
      #expect(HostTimeBase.machine.numerator >= 1)
      #expect(HostTimeBase.machineTime > 0)
    }
  }
#endif
