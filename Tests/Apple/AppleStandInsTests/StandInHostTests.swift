#if !canImport(Darwin)
  import AVFAudio
  import Testing

  /// Sounds its bus's number, and sends back what it gets.
  private final class EchoUnit: AUAudioUnit {
    private lazy var busses = AUAudioUnitBusArray(
      audioUnit: self, busType: .output,
      busses: (0..<2).compactMap { _ in
        AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2).flatMap { try? AUAudioUnitBus(format: $0) }
      })
    private var sends: AUMIDIOutputEventBlock?
    var misuses = false
    override var outputBusses: AUAudioUnitBusArray { busses }

    override func allocateRenderResources() throws {
      try super.allocateRenderResources()
      sends = midiOutputEventBlock
    }

    override var internalRenderBlock: AUInternalRenderBlock {
      { [unowned self] _, stamp, frames, bus, output, events, _ in
        let raw = UnsafeMutableRawPointer(output)
        for index in 0..<Int(output.pointee.mNumberBuffers) {
          let buffer = raw.load(fromByteOffset: 8 + 16 * index, as: AudioBuffer.self)
          let extra = misuses ? 1 : 0
          buffer.mData?.assumingMemoryBound(to: Float.self).update(repeating: Float(bus), count: Int(frames) + extra)
        }
        var position = events
        while let event = position {
          let head = event.pointee.head
          if bus == 0, head.eventType == .MIDI {
            let bytes = (UnsafeRawPointer(event) + 21).assumingMemoryBound(to: UInt8.self)
            _ = sends?(head.eventSampleTime, event.pointee.MIDI.cable, Int(event.pointee.MIDI.length), bytes)
          }
          position = head.next.map { UnsafePointer($0) }
        }
        return noErr
      }
    }
  }

  @Suite struct StandInHostTests {
    private func unit() throws -> EchoUnit {
      var description = AudioComponentDescription()
      description.componentType = kAudioUnitType_MusicDevice
      return try EchoUnit(componentDescription: description)
    }

    @Test("Events come sorted and in their cycle, \"now\" with its offset, and each once")
    func events() throws {
      let unit = try unit()
      let host = StandInHost(unit)
      #expect(host.render(64).statuses.isEmpty)
      try host.start()
      host.frame = 1_000
      let schedule = try #require(unit.scheduleMIDIEventBlock)
      for (time, key) in [(1_070, 3), (1_010, 1), (AUEventSampleTimeImmediate + 20, 2), (1_010, 4), (900, 0)] {
        schedule(AUEventSampleTime(time), 0, 3, [0x90, UInt8(key), 100])
      }
      var cycle = host.render(64)
      #expect(cycle.statuses == [noErr, noErr])
      #expect(cycle.sound[1] == [[Float]](repeating: [Float](repeating: 1, count: 64), count: 2))
      #expect(
        host.takeOutputs().map { [$0.time, Int64($0.bytes[1])] } == [[900, 0], [1_010, 1], [1_010, 4], [1_020, 2]])
      cycle = host.render(64)
      #expect(host.takeOutputs().map(\.time) == [1_070])
      host.stop()
      #expect(host.violations == [])
      #expect(host.render(64).statuses == [kAudioUnitErr_Uninitialized, kAudioUnitErr_Uninitialized])
    }

    @Test("It sees who writes too far, keeps old blocks, or leaves buffers without memory")
    func violations() throws {
      let unit = try unit()
      let host = StandInHost(unit)
      host.manners.changesBlocks = true
      try host.start()
      unit.scheduleMIDIEventBlock?(0, 0, 3, [0x90, 60, 100])
      host.manners.busses = [0]
      _ = host.render(16)
      unit.misuses = true
      _ = host.render(16)
      unit.misuses = false
      host.manners.givesNoMemory = true
      _ = host.render(16)
      host.stop()
      let expected = [
        "the MIDI output was called after another had been set", "samples were written after the end of a buffer",
        "a buffer is left without memory",
      ]
      #expect(host.violations == expected)
    }
  }
#endif
