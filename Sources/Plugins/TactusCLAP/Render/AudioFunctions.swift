import CCLAP

// CLAP functions for the audio thread.

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

/// Returns the tail in frames; values from 2³¹ − 1 on mean infinite. Both threads may call this.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
func tail(_ plugin: UnsafePointer<clap_plugin>?) -> UInt32 {
  guard let data = plugin?.pointee.plugin_data else { return 0 }
  return data.assumingMemoryBound(to: AudioSide.self).pointee.shared.pointee.tail.load(ordering: .relaxed)
}

/// Applies parameters without rendering a block. If the plug-in is inactive, the main thread calls this, and the
/// control side sets the parameters.
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
