#if canImport(AudioToolbox)
  import AudioToolbox

  extension RenderLayout {
    /// The layout that the system declares.
    static let system: RenderLayout = {
      var layout = RenderLayout()
      func measure(_ field: WritableKeyPath<RenderLayout, Int>, _ offset: Int?) {
        if let offset { layout[keyPath: field] = offset }
      }
      measure(\.next, MemoryLayout<AURenderEventHeader>.offset(of: \.next))
      measure(\.time, MemoryLayout<AURenderEventHeader>.offset(of: \.eventSampleTime))
      measure(\.type, MemoryLayout<AURenderEventHeader>.offset(of: \.eventType))
      measure(\.byteCount, MemoryLayout<AUMIDIEvent>.offset(of: \.length))
      measure(\.byteCable, MemoryLayout<AUMIDIEvent>.offset(of: \.cable))
      measure(\.bytes, MemoryLayout<AUMIDIEvent>.offset(of: \.data))
      measure(\.listCable, MemoryLayout<AUMIDIEventList>.offset(of: \.cable))
      measure(\.list, MemoryLayout<AUMIDIEventList>.offset(of: \.eventList))
      measure(\.rampDuration, MemoryLayout<AUParameterEvent>.offset(of: \.rampDurationSampleFrames))
      measure(\.address, MemoryLayout<AUParameterEvent>.offset(of: \.parameterAddress))
      measure(\.value, MemoryLayout<AUParameterEvent>.offset(of: \.value))
      measure(\.listProtocol, MemoryLayout<MIDIEventList>.offset(of: \.protocol))
      measure(\.packetCount, MemoryLayout<MIDIEventList>.offset(of: \.numPackets))
      measure(\.packets, MemoryLayout<MIDIEventList>.offset(of: \.packet))
      measure(\.wordCount, MemoryLayout<MIDIEventPacket>.offset(of: \.wordCount))
      measure(\.words, MemoryLayout<MIDIEventPacket>.offset(of: \.words))
      measure(\.bufferCount, MemoryLayout<AudioBufferList>.offset(of: \.mNumberBuffers))
      measure(\.buffers, MemoryLayout<AudioBufferList>.offset(of: \.mBuffers))
      measure(\.channelCount, MemoryLayout<AudioBuffer>.offset(of: \.mNumberChannels))
      measure(\.byteSize, MemoryLayout<AudioBuffer>.offset(of: \.mDataByteSize))
      measure(\.data, MemoryLayout<AudioBuffer>.offset(of: \.mData))
      layout.bufferStride = MemoryLayout<AudioBuffer>.stride
      return layout
    }()
  }
#endif
