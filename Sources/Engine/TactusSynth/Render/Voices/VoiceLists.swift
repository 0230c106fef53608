/// Lists of voices, the newest first: each voice is in one of them at the most.
///
/// - Thread: audio
struct VoiceLists {
  /// The first voice of each list, −1 for none.
  let heads: UnsafeMutablePointer<Int32>
  /// For each voice its neighbours.
  let links: UnsafeMutablePointer<VoiceLink>

  @inline(__always)
  func insert(_ voice: Int, in list: Int) {
    let first = heads[list]
    links[voice] = VoiceLink(next: first, previous: -1)
    if first >= 0 { links[Int(first)].previous = Int32(truncatingIfNeeded: voice) }
    heads[list] = Int32(truncatingIfNeeded: voice)
  }

  @inline(__always)
  func remove(_ voice: Int, from list: Int) {
    let link = links[voice]
    if link.next >= 0 { links[Int(link.next)].previous = link.previous }
    if link.previous >= 0 { links[Int(link.previous)].next = link.next } else { heads[list] = link.next }
  }

  /// Lets lists be empty again, as many as there are.
  func clear(_ count: Int) { heads.update(repeating: -1, count: count) }
}

/// The neighbours of a voice in a list, −1 for none.
struct VoiceLink {
  var next: Int32 = -1
  var previous: Int32 = -1
}

extension VoiceEngine {
  /// The list of voices with a key of a channel; those of other ports are in it too.
  @inline(__always)
  static func keyList(_ channel: Int, _ key: UInt8) -> Int { (channel & 15) &* 128 &+ Int(key & 127) }

  mutating func link(_ index: Int, to channel: Int) {
    channelLists.insert(index, in: channel)
    keyLists.insert(index, in: Self.keyList(channel, voices[index].key))
  }

  mutating func unlink(_ index: Int) {
    let channel = Int(voices[index].channel)
    channelLists.remove(index, from: channel)
    keyLists.remove(index, from: Self.keyList(channel, voices[index].key))
  }

  /// Gives a voice that sounds another key.
  mutating func setKey(_ index: Int, _ key: UInt8) {
    let channel = Int(voices[index].channel)
    keyLists.remove(index, from: Self.keyList(channel, voices[index].key))
    voices[index].key = key
    keyLists.insert(index, in: Self.keyList(channel, key))
  }

  /// Calls `body` for every voice of a channel; `body` may change the voice's state and key but not free it.
  @inline(__always)
  mutating func forEachVoice(of channel: Int, _ body: (inout VoiceEngine, Int) -> Void) {
    var index = channelLists.heads[channel]
    while index >= 0 {
      let next = channelLists.links[Int(index)].next
      body(&self, Int(index))
      index = next
    }
  }

  /// The same for those that play one key.
  @inline(__always)
  mutating func forEachVoice(of channel: Int, key: UInt8, _ body: (inout VoiceEngine, Int) -> Void) {
    var index = keyLists.heads[Self.keyList(channel, key)]
    while index >= 0 {
      let next = keyLists.links[Int(index)].next
      if voices[Int(index)].channel == Int32(truncatingIfNeeded: channel) { body(&self, Int(index)) }
      index = next
    }
  }
}
