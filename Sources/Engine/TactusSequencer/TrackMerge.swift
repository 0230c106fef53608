import TactusFiles
import TactusTime

/// Merges tracks in the order (tick, track, event), and returns runs of consecutive events of one track.
///
/// It uses a heap of the tracks' next ticks: O(log tracks) per run. End of Track counts as the last event of a track.
struct TrackMerge {
  /// The events of a track in `range`. If `isEnd`, the range includes the index after the last event, for End of Track.
  struct Run {
    var track: Int
    var offset: Tick
    var range: Range<Int>
    var isEnd: Bool
  }

  private struct Head {
    var tick: Tick
    /// The index of the source in `sources`, which has the order of the tracks.
    var source: Int
    func precedes(_ other: Head) -> Bool { tick < other.tick || (tick == other.tick && source < other.source) }
  }

  /// A track of the file and its next event.
  private struct Source {
    let track: Int
    let offset: Tick
    let events: [MIDIFile.Event]
    let endTick: Tick
    var next = 0

    func tick(_ event: Int) -> Tick {
      TrackSelection.shift(event < events.count ? events[event].tick : endTick, by: offset)
    }
  }

  /// The largest number of events in a run, chosen so that a run fits into the cache of a processor core.
  private static let longestRun = 1024

  private var sources: [Source]
  private var heap: [Head]

  init(_ file: MIDIFile, _ selection: TrackSelection) {
    sources = selection.tracks.map { index, offset in
      Source(track: index, offset: offset, events: file.tracks[index].events, endTick: file.tracks[index].endTick)
    }
    heap = sources.indices.map { Head(tick: 0, source: $0) }
    for index in heap.indices { heap[index].tick = sources[index].tick(0) }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
  }

  /// Returns the next run; nil when all tracks have ended.
  mutating func nextRun() -> Run? {
    guard let head = heap.first else { return nil }
    let rival = rival
    let start = sources[head.source].next
    let (end, nextTick) = runEnd(head, start, rival)
    let count = sources[head.source].events.count
    let isEnd =
      start == count || (end == count && (rival.map(Head(tick: nextTick, source: head.source).precedes) ?? true))
    sources[head.source].next = end
    if isEnd {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    } else {
      heap[0].tick = nextTick
    }
    if !heap.isEmpty { siftDown(0) }
    let range = start..<(isEnd ? count + 1 : end)
    return Run(track: sources[head.source].track, offset: sources[head.source].offset, range: range, isEnd: isEnd)
  }

  /// Returns the index of the event at which the run of the first entry ends, and the tick of that event. A run ends
  /// where an event of another track is due, or when it has reached the maximum length.
  private func runEnd(_ head: Head, _ start: Int, _ rival: Head?) -> (end: Int, nextTick: Tick) {
    let limit = min(sources[head.source].events.count, start + Self.longestRun)
    var end = min(start + 1, limit)
    while true {
      let tick = sources[head.source].tick(end)
      guard end < limit, rival.map(Head(tick: tick, source: head.source).precedes) ?? true else { return (end, tick) }
      end += 1
    }
  }

  /// The second entry of the heap in order; nil if there is only one.
  private var rival: Head? {
    guard heap.count > 1 else { return nil }
    guard heap.count > 2, heap[2].precedes(heap[1]) else { return heap[1] }
    return heap[2]
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    let head = heap[parent]
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
      guard heap[child].precedes(head) else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = head
  }
}
