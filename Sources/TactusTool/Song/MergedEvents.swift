import TactusFiles

/// The events of all tracks in playing order: by tick, then by track, then by place in the track.
///
/// After a track's last event comes its end. A heap of tracks, so that nothing is copied or sorted.
struct MergedEvents: Sequence, IteratorProtocol {
  struct Element {
    let tick: Int64
    /// Counted from 0.
    let track: Int
    /// The event; nil for the track's end.
    let event: MIDIFile.Event?
  }

  private struct Head {
    var tick: Int64
    var track: Int
    var index: Int

    static func < (a: Head, b: Head) -> Bool { a.tick != b.tick ? a.tick < b.tick : a.track < b.track }
  }

  private let tracks: [MIDIFile.Track]
  private var heap: [Head] = []

  init(_ tracks: [MIDIFile.Track]) {
    self.tracks = tracks
    for track in tracks.indices {
      heap.append(Head(tick: tracks[track].events.first?.tick ?? tracks[track].endTick, track: track, index: 0))
    }
    for index in heap.indices.reversed() { sink(index) }
  }

  mutating func next() -> Element? {
    guard var head = heap.first else { return nil }
    let track = head.track
    let count = tracks[track].events.count
    guard head.index < count else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      sink(0)
      return Element(tick: head.tick, track: track, event: nil)
    }
    let event = tracks[track].events[head.index]
    head.index += 1
    head.tick = head.index < count ? tracks[track].events[head.index].tick : tracks[track].endTick
    heap[0] = head
    sink(0)
    return Element(tick: event.tick, track: track, event: event)
  }

  /// Lets the head at `start` down to where it belongs.
  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
