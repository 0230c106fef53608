#if !canImport(Darwin)
  import AVFAudio
  import CAllocationCounter
  import TactusAudioUnit
  import TestSupport
  import Testing

  @Suite struct HeapTests {
    @Test(
      "Nothing is allocated while a unit renders, asks its host, and sends",
      .enabled(if: counts_allocations() && isOptimized, "counts in optimized code, with glibc only"),
      arguments: AudioUnitComponent.allCases, [true, false])
    func heap(component: AudioUnitComponent, usesLists: Bool) throws {
      let unit = try PluginAudioUnit(component.description, banks: TestBanks.shared)
      let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      count.initialize(to: 0)
      defer { count.deallocate() }
      unit.musicalContextBlock = { tempo, _, _, beat, _, _ in
        tempo?.pointee = 480
        beat?.pointee = Double(count.pointee)
        return true
      }
      unit.transportStateBlock = { flags, _, _, _ in
        flags?.pointee = [.moving]
        return true
      }
      if usesLists {
        unit.midiOutputEventListBlock = { _, _, _ in
          count.pointee += 1
          return noErr
        }
      } else {
        unit.midiOutputEventBlock = { _, _, _, _ in
          count.pointee += 1
          return noErr
        }
      }
      unit.maximumFramesToRender = 512
      try unit.allocateRenderResources()
      let (block, buffers) = (unit.internalRenderBlock, StandInBuffers(channels: 2, frames: 512))
      var stamp = AudioTimeStamp(sampleTime: 0, hostTime: 1)
      for round in 0..<40 as Range<Int64> {
        let time = round * 512
        stamp.mSampleTime = Double(time)
        var flags = AudioUnitRenderActionFlags()
        let events: [RenderEventList.Element] = [
          .midi(time, 0, [0x90, UInt8(40 + round), 100]), .midi(time + 9, 0, [0xB0, 7, UInt8(round)]),
          .list(time + 30, 0, ._2_0, [(0, [0x40B0_0100, UInt32(round) << 24])]),
          .midi(time + 40, 0, [0xF0, 0x7D] + [UInt8](repeating: 1, count: 90) + [0xF7]),
          .parameter(time + 60, 300, 10, -6), .midi(time + 400, 0, [0x80, UInt8(40 + round), 0]),
        ]
        let (status, allocations) = RenderEventList.withList(events) { head in
          start_counting_allocations()
          let status = block(&flags, &stamp, 512, 0, buffers.list, head, nil)
          return (status, stop_counting_allocations())
        }
        #expect(status == noErr)
        #expect(round < 3 || allocations == 0)
      }
      #expect(component == .sampler || count.pointee > 40)
      unit.deallocateRenderResources()
    }
  }
#endif
