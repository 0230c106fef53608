extension VoicePool {
  /// Calls `body` for every voice of a channel; `body` may change the voice's state and key but not free it.
  @inline(__always)
  mutating func forEachVoice(of channel: Int, _ body: (inout VoicePool, Int) -> Void) {
    var index = channelLists.heads[channel]
    while index >= 0 {
      let next = channelLists.links[Int(index)].next
      body(&self, Int(index))
      index = next
    }
  }

  /// Calls `body` for every voice of one key of a channel; `body` may change the voice's state and key but not free it.
  @inline(__always)
  mutating func forEachVoice(of channel: Int, key: UInt8, _ body: (inout VoicePool, Int) -> Void) {
    var index = keyLists.heads[VoiceTable.keyList(channel, key)]
    while index >= 0 {
      let next = keyLists.links[Int(index)].next
      if voices[Int(index)].channel == Int32(truncatingIfNeeded: channel) { body(&self, Int(index)) }
      index = next
    }
  }
}
