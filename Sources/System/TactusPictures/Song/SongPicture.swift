import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// A song as a piano roll: notes by time and key, with a color for each channel and more opacity for higher
/// velocities; drums in rows of their own; tempo, bars, markers and lyrics along the time axis.
///
/// - Thread: control
public struct SongPicture: Sendable {
  /// The drawing.
  public let drawing: Drawing
  /// The number of notes shown.
  public let noteCount: Int
  /// The range of seconds shown.
  public let seconds: ClosedRange<Double>

  /// The maximum number of notes drawn as shapes; more notes are drawn as a bitmap, which limits the size of the file.
  package static let vectorNoteLimit = 20_000

  /// Draws a song. The sequences of a format 2 file follow one another.
  ///
  /// - Parameters:
  ///   - song: the song.
  ///   - name: the title if neither the settings nor the song has one, such as the file's name.
  ///   - settings: the part to show, and the size.
  public init(_ song: MIDIFile, name: String, settings: PictureSettings = PictureSettings()) {
    self.init(SongContents(song), name: name, settings: settings)
  }

  package init(_ contents: SongContents, name: String, settings: PictureSettings) {
    let layout = SongLayout(contents, name: name, settings: settings)
    seconds = layout.scale.low...layout.scale.high
    noteCount = layout.notes.count
    drawing = layout.drawn()
  }
}

/// The layout of a song's picture.
package struct SongLayout {
  package let contents: SongContents
  /// The notes that are shown.
  package let notes: [SongContents.Note]
  /// The requested channels that have notes, port · 16 + channel, ascending.
  package let channelIndices: [UInt8]
  package let keys: ClosedRange<Int>
  /// The drums that play, from the lowest key.
  package let drumKeys: [Int]
  package let scale: AxisScale
  package let legend: SongLegend
  package let title: String
  package let size: (width: Int, height: Int)
  /// Whether the settings request a range of time.
  private let isPart: Bool
  /// The requested channels without notes, counted from 1.
  private let silentChannels: [Int]
  package private(set) var frames = Frames()

  /// The panels from top to bottom.
  package struct Frames {
    package var header = Rect(x: 0, y: 0, width: 0, height: 0)
    package var legend = Rect(x: 0, y: 0, width: 0, height: 0)
    package var marks: Rect?
    package var tempo: Rect?
    package var bars = Rect(x: 0, y: 0, width: 0, height: 0)
    package var roll: Rect?
    package var drums: Rect?
    package var lyrics: Rect?
    package var time = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The panels along the time axis, for vertical grid lines.
    package var panels: [Rect] { [tempo, roll, drums].compactMap { $0 } }
  }

  package static let margin = 20.0

  package init(_ contents: SongContents, name: String, settings: PictureSettings) {
    self.contents = contents
    title = settings.title ?? (contents.title.isEmpty ? name : contents.title)
    let end = max(contents.length, 0.001)
    let from = min(max(settings.seconds?.lowerBound ?? 0, 0), end * 0.999)
    let to = max(min(settings.seconds?.upperBound ?? end, end), from + 0.001)
    let wanted = contents.notes.filter { settings.channels?.contains(Int($0.channelIndex)) ?? true }
    notes = wanted.filter { $0.start < to && max($0.end, $0.start + 1e-9) > from }
    channelIndices = Set(wanted.map { $0.channelIndex }).sorted()
    isPart = settings.seconds != nil
    silentChannels = contents.silentChannels(of: settings.channels ?? [])
    keys = Self.keyRange(notes)
    drumKeys = Set(notes.lazy.filter { $0.isDrum }.map { Int($0.key) }).sorted()
    size = settings.size(naturalHeight: drumKeys.isEmpty || notes.allSatisfy { $0.isDrum } ? 640 : 760)
    let left = Self.margin + (size.width < 700 ? 44 : max(62, Self.nameWidth(drumKeys) + 8))
    scale = AxisScale(from, to, from: left, to: Double(size.width) - Self.margin)
    legend = SongLegend(
      contents, channelIndices, width: Double(size.width) - 2 * Self.margin,
      rowLimit: size.height < 400 ? 1 : size.height < 560 ? 2 : 3)
    frames = arranged()
  }

  /// Returns the width of the widest drum name, within limits.
  private static func nameWidth(_ keys: [Int]) -> Double {
    keys.reduce(0) { max($0, min(116, Text.width(GeneralMIDI.drumName($1) ?? "", size: 11))) }
  }

  /// Returns the range of the melodic keys that are played, with two keys more on each side, at least two octaves.
  private static func keyRange(_ notes: [SongContents.Note]) -> ClosedRange<Int> {
    var (low, high) = (128, -1)
    for note in notes where !note.isDrum { (low, high) = (min(low, Int(note.key)), max(high, Int(note.key))) }
    guard low <= high else { return 48...72 }
    let missing = max(0, 24 - (high - low + 4))
    (low, high) = (low - 2 - missing / 2, high + 2 + (missing + 1) / 2)
    if low < 0 { (low, high) = (0, high - low) }
    if high > 127 { (low, high) = (low - (high - 127), 127) }
    return max(0, low)...min(127, high)
  }

  private func arranged() -> Frames {
    var frames = Frames()
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    var area = whole.inset(Self.margin, 16)
    frames.header = area.takeTop(40, gap: 8)
    frames.legend = area.takeTop(legend.height, gap: legend.height > 0 ? 8 : 0)
    var plot = Rect(x: scale.start, y: area.y, width: scale.end - scale.start, height: area.height)
    frames.time = plot.takeBottom(18)
    if !contents.markers.isEmpty || contents.meters.count > 1 { frames.marks = plot.takeTop(15, gap: 2) }
    if contents.timeline.clock.map.timeBase.ticksPerQuarter != nil, size.height >= 320 {
      frames.tempo = plot.takeTop(min(48, area.height / 8).rounded(), gap: 4)
    }
    frames.bars = plot.takeTop(15, gap: 1)
    if SongWords.areFew(contents.lyrics, scale) { frames.lyrics = plot.takeBottom(16, gap: 2) }
    if !drumKeys.isEmpty {
      let isAlone = notes.allSatisfy { $0.isDrum }
      let wanted = min(Double(drumKeys.count) * 14, plot.height * 0.36)
      frames.drums = plot.takeBottom(isAlone ? plot.height : max(12, wanted).rounded(), gap: 5)
      if !isAlone { frames.roll = plot }
    } else {
      frames.roll = plot
    }
    return frames
  }

  package func drawn() -> Drawing {
    var drawing = Drawing(width: size.width, height: size.height, title: "Piano roll: \(Text.clean(title))")
    var top = Rect(
      x: frames.header.x, y: frames.header.y, width: frames.header.width, height: frames.header.height + 8)
    drawing.header(title, facts: facts, in: &top)
    legend.draw(into: &drawing, in: frames.legend)
    guard !notes.isEmpty else {
      let panel = frames.roll ?? frames.bars
      drawing.notice(contents.notes.isEmpty ? "no notes" : "no notes in this part", in: panel)
      drawing.timeAxis(scale, below: panel.maxY, through: [])
      return drawing
    }
    drawRows(into: &drawing)
    SongWords(self).draw(into: &drawing)
    drawing.timeAxis(scale, below: frames.time.y, through: [])
    drawNotes(into: &drawing)
    for panel in frames.panels { drawing.outline(panel, Palette.frame) }
    return drawing
  }

  private var facts: [String] {
    let tempi = contents.timeline.clock.map.entries.map { $0.tempo.bpm }
    let (slow, fast) = (tempi.min() ?? 120, tempi.max() ?? 120)
    let hasTempo = contents.timeline.clock.map.timeBase.ticksPerQuarter != nil
    return part + [
      contents.meters.count > 1
        ? contents.meters.count.counted("meter") : contents.meterMap.meter(atTick: 0).description,
      !hasTempo
        ? "" : slow.fixed(0) == fast.fixed(0) ? slow.fixed(0) + " bpm" : "\(slow.fixed(0))–\(fast.fixed(0)) bpm",
      notes.count.counted("note"), channelIndices.count.counted("channel"),
      silentChannels.isEmpty
        ? ""
        : "nothing in \(silentChannels.count == 1 ? "channel" : "channels") "
          + silentChannels.map { "\($0)" }.joined(separator: ", "),
    ]
  }

  /// The length of the song, or the part that is shown, in time and in bars.
  private var part: [String] {
    let bars = bar(atSecond: contents.length)
    guard isPart else { return [Ticks.clock(contents.length, digits: 1), bars.counted("bar")] }
    let (first, last) = (bar(atSecond: scale.low, isEnd: false), bar(atSecond: scale.high))
    return [
      "\(Ticks.clock(scale.low, digits: 1)) to \(Ticks.clock(scale.high, digits: 1)) of "
        + Ticks.clock(contents.length, digits: 1),
      (first == last ? "bar \(first)" : "bars \(first) to \(last)") + " of \(bars)",
    ]
  }

  /// Returns the bar at a time. If the time is an end and lies on a bar line, returns the bar that ends there.
  private func bar(atSecond second: Double, isEnd: Bool = true) -> Int {
    let tick = second >= contents.length ? contents.timeline.endTick : contents.tick(atSecond: second + 1e-5)
    return contents.meterMap.position(atTick: max(0, tick - (isEnd ? 1 : 0))).bar
  }
}
