#if canImport(AudioToolbox)
  import AudioToolbox
  import CTactusHostCalls

  /// The blocks that a host has set, as C functions with a context, for calls from the audio thread.
  ///
  /// **The one exception to the real-time rules.** Calling a Swift closure retains the closure's context before the
  /// call and releases it afterwards. These are two atomic operations in the runtime, without a lock or heap access.
  /// This object keeps the block alive, so the release never frees it on the audio thread. Only the functions in this
  /// file call closures on the audio thread.
  ///
  /// - Thread: control; `calls` points to memory of the audio thread
  final class HostBlocks {
    /// The calls for the audio thread; valid as long as this object lives.
    let calls: UnsafeMutablePointer<TactusHostCalls>
    private let time: UnsafeMutablePointer<AUHostMusicalContextBlock?>
    private let transport: UnsafeMutablePointer<AUHostTransportStateBlock?>
    private let bytes: UnsafeMutablePointer<AUMIDIOutputEventBlock?>
    private let list: UnsafeMutablePointer<AUMIDIEventListBlock?>

    /// The timer that performs the audio side's requests in every cycle if the host renders offline; otherwise nil.
    private let timer: MainThreadTimer?

    /// Captures the blocks that a unit's host has set.
    ///
    /// - Parameter timer: called in every cycle on the rendering thread; only for hosts that render offline.
    init(_ unit: AUAudioUnit, timer: MainThreadTimer?) {
      self.timer = timer
      time = Self.keep(unit.musicalContextBlock)
      transport = Self.keep(unit.transportStateBlock)
      bytes = Self.keep(unit.midiOutputEventBlock)
      list = Self.keep(unit.midiOutputEventListBlock)
      calls = .allocate(capacity: 1)
      calls.initialize(to: TactusHostCalls())
      calls.pointee.protocolID = unit.hostMIDIProtocol == ._2_0 ? 2 : 1
      setTime()
      setTransport()
      setOutput()
      setTimer()
    }

    deinit {
      calls.deallocate()
      Self.release(time)
      Self.release(transport)
      Self.release(bytes)
      Self.release(list)
    }

    private func setTime() {
      guard time.pointee != nil else { return }
      calls.pointee.timeContext = UnsafeMutableRawPointer(time)
      calls.pointee.time = { context, time in
        var (tempo, beats, beat, bar) = (time.pointee.tempo, time.pointee.meterBeats, time.pointee.beat, 0.0)
        var (value, next) = (Int(truncatingIfNeeded: time.pointee.meterNoteValue), 0)
        bar = time.pointee.barStart
        let address = context.assumingMemoryBound(to: AUHostMusicalContextBlock?.self)
        // one variable for each value, because some hosts write without checking for null
        guard address.pointee?(&tempo, &beats, &value, &beat, &next, &bar) == true else { return false }
        (time.pointee.tempo, time.pointee.meterBeats, time.pointee.beat) = (tempo, beats, beat)
        (time.pointee.barStart, time.pointee.meterNoteValue) = (bar, Int64(value))
        return true
      }
    }

    private func setTransport() {
      guard transport.pointee != nil else { return }
      calls.pointee.transportContext = UnsafeMutableRawPointer(transport)
      calls.pointee.transport = { context, transport in
        var flags = AUHostTransportStateFlags()
        var (position, start, end) = (0.0, transport.pointee.cycleStart, transport.pointee.cycleEnd)
        let address = context.assumingMemoryBound(to: AUHostTransportStateBlock?.self)
        guard address.pointee?(&flags, &position, &start, &end) == true else { return false }
        (transport.pointee.flags, transport.pointee.samplePosition) = (UInt64(flags.rawValue), position)
        (transport.pointee.cycleStart, transport.pointee.cycleEnd) = (start, end)
        return true
      }
    }

    private func setOutput() {
      if bytes.pointee != nil {
        calls.pointee.bytesContext = UnsafeMutableRawPointer(bytes)
        calls.pointee.bytes = { context, time, cable, count, bytes in
          let address = context.assumingMemoryBound(to: AUMIDIOutputEventBlock?.self)
          return address.pointee?(time, cable, Int(count), bytes) ?? 0
        }
      }
      if list.pointee != nil {
        calls.pointee.listContext = UnsafeMutableRawPointer(list)
        calls.pointee.list = { context, time, cable, list in
          let address = context.assumingMemoryBound(to: AUMIDIEventListBlock?.self)
          return address.pointee?(time, cable, list.assumingMemoryBound(to: MIDIEventList.self)) ?? 0
        }
      }
    }

    private func setTimer() {
      guard let timer else { return }
      calls.pointee.mainThreadContext = Unmanaged.passUnretained(timer).toOpaque()
      calls.pointee.runMainThreadTasks = {
        Unmanaged<MainThreadTimer>.fromOpaque($0).takeUnretainedValue().runMainThreadTasks()
      }
    }

    private static func keep<Block>(_ block: Block) -> UnsafeMutablePointer<Block> {
      let address = UnsafeMutablePointer<Block>.allocate(capacity: 1)
      address.initialize(to: block)
      return address
    }

    private static func release<Block>(_ address: UnsafeMutablePointer<Block>) {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }
#endif
