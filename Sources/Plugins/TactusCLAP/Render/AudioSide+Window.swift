import CCLAP
import TactusPlugin
import TactusRealtime

// What the user changes in the window: hosts record it if they receive it as output events.

extension AudioSide {
  /// Sends the gestures since the last call, all at the first frame. What the host refuses is not sent again: the values
  /// are set already, and the host is asked to read them.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func sendEdits(to list: UnsafePointer<clap_output_events>?) {
    while let edit = edits.pop() {
      guard let id = addresses.id(of: Int(edit.index)) else { continue }
      let isSent: Bool
      switch edit.kind {
      case .begin: isSent = push(CLAP_EVENT_PARAM_GESTURE_BEGIN, id, to: list)
      case .end: isSent = push(CLAP_EVENT_PARAM_GESTURE_END, id, to: list)
      case .value:
        var event = clap_event_param_value(
          header: Self.header(CLAP_EVENT_PARAM_VALUE, MemoryLayout<clap_event_param_value>.size, 0),
          param_id: id, cookie: nil, note_id: -1, port_index: -1, channel: -1, key: -1, value: edit.value)
        isSent = clap_push(list, &event)
      }
      if isSent { continue }
      shared.pointee.hasLostChange.store(true, ordering: .relaxed)
      clap_request_callback(host)
    }
  }

  private func push(_ type: Int, _ id: UInt32, to list: UnsafePointer<clap_output_events>?) -> Bool {
    var event = clap_event_param_gesture(
      header: Self.header(type, MemoryLayout<clap_event_param_gesture>.size, 0), param_id: id)
    return clap_push(list, &event)
  }
}
