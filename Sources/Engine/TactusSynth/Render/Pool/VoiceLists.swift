/// Linked lists of voices, newest first; each voice is in at most one of them.
///
/// - Thread: audio
struct VoiceLists {
  /// The first voice of each list, −1 for none.
  let heads: UnsafeMutablePointer<Int32>
  /// The neighbors of each voice.
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

  /// Empties the first `count` lists.
  func clear(_ count: Int) { heads.update(repeating: -1, count: count) }
}

/// The neighbors of a voice in a list, −1 for none.
struct VoiceLink {
  var next: Int32 = -1
  var previous: Int32 = -1
}
