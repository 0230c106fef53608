import CCLAP

// CLAP's functions of the audio thread.

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func processAudio(_ plugin: UnsafePointer<clap_plugin>?, _ call: UnsafePointer<clap_process>?) -> Int32 {
  guard let audio = plugin?.pointee.plugin_data?.assumingMemoryBound(to: AudioSide.self), audio.pointee.isActive,
    let call
  else { return Int32(truncatingIfNeeded: CLAP_PROCESS_ERROR) }
  return audio.pointee.process(call)
}

#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func resetAudio(_ plugin: UnsafePointer<clap_plugin>?) {
  guard let data = plugin?.pointee.plugin_data else { return }
  data.assumingMemoryBound(to: AudioSide.self).pointee.reset()
}

/// Frames of the tail; those from 2³¹ − 1 on stand for no end. Both threads may ask.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func tail(_ plugin: UnsafePointer<clap_plugin>?) -> UInt32 {
  guard let data = plugin?.pointee.plugin_data else { return 0 }
  return data.assumingMemoryBound(to: AudioSide.self).pointee.shared.pointee.tail.load(ordering: .relaxed)
}

/// Parameters without a block, if the plug-in is active; otherwise it is the main thread that calls, and the control side
/// sets them.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func flushIfActive(
  _ plugin: UnsafePointer<clap_plugin>?, _ input: UnsafePointer<clap_input_events>?,
  _ output: UnsafePointer<clap_output_events>?
) -> Bool {
  guard let audio = plugin?.pointee.plugin_data?.assumingMemoryBound(to: AudioSide.self) else { return true }
  guard audio.pointee.isActive else { return false }
  audio.pointee.flush(input, output)
  return true
}
