/// All voices, lists of them by channel and key, and their scores for voice stealing.
///
/// - Thread: audio
struct VoiceTable {
  /// The voices, eight per group.
  let voices: UnsafeMutablePointer<Voice>
  /// The score of each voice for stealing: the highest is stolen first.
  let scores: UnsafeMutablePointer<StealScore>
  /// The voices of each channel.
  let channelLists: VoiceLists
  /// The voices of each key of a channel; see `keyList(_:_:)`.
  let keyLists: VoiceLists
  /// The number of voices that sound and are not fading.
  var soundingVoices = 0
  /// The trace of the events of voices; nil if voices are not traced.
  var trace: UnsafeMutablePointer<VoiceTrace>?

  /// Marks a voice's score as outdated, because one of its components has changed.
  @inline(__always)
  func invalidateScore(_ index: Int) { scores[index].end = .min }

  /// Removes a voice that has ended from its lists.
  mutating func free(_ index: Int) {
    if voices[index].state != .fading { soundingVoices &-= 1 }
    unlink(index)
    voices[index].state = .free
    invalidateScore(index)
  }

  /// Returns the index of the list for a key of a channel; the list also holds the voices of that key on the channels
  /// with the same number on the other ports.
  @inline(__always)
  static func keyList(_ channel: Int, _ key: UInt8) -> Int { (channel & 15) &* 128 &+ Int(key & 127) }

  func link(_ index: Int, to channel: Int) {
    channelLists.insert(index, in: channel)
    keyLists.insert(index, in: Self.keyList(channel, voices[index].key))
  }

  private func unlink(_ index: Int) {
    let channel = Int(voices[index].channel)
    channelLists.remove(index, from: channel)
    keyLists.remove(index, from: Self.keyList(channel, voices[index].key))
  }

  /// Changes the key of a sounding voice.
  func setKey(_ index: Int, _ key: UInt8) {
    let channel = Int(voices[index].channel)
    keyLists.remove(index, from: Self.keyList(channel, voices[index].key))
    voices[index].key = key
    keyLists.insert(index, in: Self.keyList(channel, key))
  }
}
