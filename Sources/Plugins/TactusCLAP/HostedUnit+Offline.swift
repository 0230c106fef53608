import CCLAP
import Synchronization
import TactusMIDI
import TactusPlugin

// Offline rendering, clap.render. The host calls `process` as in real time, but a block may allocate and lock.

extension HostedUnit {
  /// Sets whether the host renders offline; returns false for unknown modes.
  func setRenderMode(_ mode: Int32) -> Bool {
    expectMainThread("render.set")
    guard mode == CLAP_RENDER_REALTIME || mode == CLAP_RENDER_OFFLINE else { return false }
    audio.pointee.shared.pointee.isOffline.store(mode == CLAP_RENDER_OFFLINE, ordering: .relaxed)
    return true
  }

  /// Processes one call of the host, and waits for the samples of the presets that it selects.
  /// - Thread: the host's audio thread, which may wait while the host renders offline
  static func processOffline(
    _ plugin: UnsafePointer<clap_plugin>?, _ call: UnsafePointer<clap_process>?
  ) -> Int32 {
    guard let hosted = HostedUnit.of(plugin), let call else { return processAudio(plugin, call) }
    return hosted.unit.renderOffline(preparing: hosted.programs(selectedIn: call.pointee.in_events)) {
      processAudio(plugin, call)
    }
  }

  /// Returns the program numbers that a block's events may select.
  private func programs(selectedIn events: UnsafePointer<clap_input_events>?) -> Set<Int> {
    var programs: Set<Int> = []
    for index in 0..<clap_event_count(events) {
      guard let event = clap_event(events, index), event.pointee.space_id == 0 else { continue }
      programs.formUnion(self.programs(selectedBy: event))
    }
    return programs
  }

  /// Returns the program numbers that an event may select.
  private func programs(selectedBy event: UnsafePointer<clap_event_header>) -> [Int] {
    guard Int(event.pointee.type) == CLAP_EVENT_MIDI_SYSEX else { return program(selectedBy: event).map { [$0] } ?? [] }
    guard Int(event.pointee.size) >= MemoryLayout<clap_event_midi_sysex>.size else { return [] }
    let message = UnsafeRawPointer(event).assumingMemoryBound(to: clap_event_midi_sysex.self).pointee
    // any byte may be a program number
    return UnsafeBufferPointer(start: message.buffer, count: message.buffer == nil ? 0 : Int(message.size))
      .filter { $0 < 128 }.map { Int($0) }
  }

  /// Returns the program number that an event selects; nil for other events.
  private func program(selectedBy event: UnsafePointer<clap_event_header>) -> Int? {
    let (pointer, size) = (UnsafeRawPointer(event), Int(event.pointee.size))
    switch Int(event.pointee.type) {
    case CLAP_EVENT_MIDI:
      guard size >= MemoryLayout<clap_event_midi>.size else { return nil }
      let (status, program, _) = pointer.assumingMemoryBound(to: clap_event_midi.self).pointee.data
      return status & 0xF0 == 0xC0 ? Int(program & 127) : nil
    case CLAP_EVENT_MIDI2:
      guard size >= MemoryLayout<clap_event_midi2>.size else { return nil }
      let words = pointer.assumingMemoryBound(to: clap_event_midi2.self).pointee.data
      let packet = UniversalPacket(words.0, words.1, words.2, words.3)
      return packet.message.flatMap { PluginUnit.program(selectedBy: $0) }
    case CLAP_EVENT_PARAM_VALUE:
      guard size >= MemoryLayout<clap_event_param_value>.size else { return nil }
      let change = pointer.assumingMemoryBound(to: clap_event_param_value.self).pointee
      return audio.pointee.addresses.index(of: change.param_id).flatMap { unit.program(ofParameter: $0, change.value) }
    default: return nil
    }
  }
}
