/// All voices, where the channels and keys find theirs, and how little each would be missed.
///
/// - Thread: audio
struct VoiceTable {
  /// Eight for each group.
  let voices: UnsafeMutablePointer<Voice>
  /// How little each voice would be missed.
  let scores: UnsafeMutablePointer<StealScore>
  /// The voices of each channel, and those of each key of it.
  let channelLists: VoiceLists
  let keyLists: VoiceLists
  /// Voices that sound and are not fading.
  var soundingVoices = 0

  /// Lets a voice's score be found anew, because something that it consists of has changed.
  @inline(__always)
  func invalidateScore(_ index: Int) { scores[index].end = .min }

  /// Takes a voice out of its lists: it has ended.
  mutating func free(_ index: Int) {
    if voices[index].state != .fading { soundingVoices &-= 1 }
    unlink(index)
    voices[index].state = .free
    invalidateScore(index)
  }

  /// The list of voices with a key of a channel; those of other ports are in it too.
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

  /// Gives a voice that sounds another key.
  func setKey(_ index: Int, _ key: UInt8) {
    let channel = Int(voices[index].channel)
    keyLists.remove(index, from: Self.keyList(channel, voices[index].key))
    voices[index].key = key
    keyLists.insert(index, in: Self.keyList(channel, key))
  }
}
