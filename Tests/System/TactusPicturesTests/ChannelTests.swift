import Foundation
import TactusFiles
import TactusMIDI
import TactusPictures
import Testing

/// Channels in the picture of a song can be distinguished.
@Suite struct ChannelTests {
  /// Notes of channel, key, first and last tick at 480 ticks to the quarter, 120 bpm.
  private func song(_ notes: [(channel: UInt8, key: UInt8, start: Int64, end: Int64)]) -> MIDIFile {
    var events: [(Int64, Int, ChannelMessage)] = []
    for note in notes {
      events.append((note.start, 1, ChannelMessage(status: 0x90 | note.channel, note.key, 90)))
      events.append((note.end, 0, ChannelMessage(status: 0x80 | note.channel, note.key, 64)))
    }
    var track = MIDIFile.Track()
    for event in events.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) { track.append(event.2, at: event.0) }
    return MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [track])
  }

  private func layout(_ song: MIDIFile, _ settings: PictureSettings = PictureSettings()) -> SongLayout {
    SongLayout(SongContents(song), name: "test", settings: settings)
  }

  // MARK: Colours

  /// A colour as it is seen (Oklab).
  private func oklab(_ color: Color) -> [Double] {
    let light = [color.red, color.green, color.blue].map { code in
      let value = Double(code) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let l = cbrt(0.4122214708 * light[0] + 0.5363325363 * light[1] + 0.0514459929 * light[2])
    let m = cbrt(0.2119034982 * light[0] + 0.6806995451 * light[1] + 0.1073969566 * light[2])
    let s = cbrt(0.0883024619 * light[0] + 0.2817188376 * light[1] + 0.6299787005 * light[2])
    return [
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }

  /// Before, channels 10 and 12 were 0.077 apart, 3 from both 0.108.
  @Test func anyTwoChannelsDiffer() {
    for isDark in [false, true] {
      let seen = (0..<16).map { oklab(SongLayout.ink($0).color(isDark: isDark)) }
      for (a, b) in (0..<16).flatMap({ a in (a + 1..<16).map { (a, $0) } }) {
        let distance = zip(seen[a], seen[b]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        #expect(distance > 0.125, "channels \(a + 1) and \(b + 1), dark: \(isDark)")
      }
    }
  }

  // MARK: Unison

  @Test func unisonsDoNotHideEachOther() throws {
    let layout = layout(
      song([
        (0, 60, 0, 960), (4, 60, 0, 960), (2, 60, 480, 1920), (0, 60, 1920, 2400), (0, 64, 0, 960), (0, 62, 0, 480),
        (1, 62, 480, 960),
      ]))
    let rects = try layout.noteRects().map { try #require($0) }
    for (index, rect) in rects.enumerated() {
      for other in rects[(index + 1)...] { #expect(!rect.overlaps(other), "\(rect) and \(other)") }
    }
    let roll = try #require(layout.frames.roll)
    let row = layout.row(ofKey: 60, in: roll)
    let unison = zip(layout.notes, rects).filter { $0.0.key == 60 && $0.0.start < 1.9 }
    #expect(unison.count == 3)
    for (note, rect) in unison {
      #expect(rect.height < row.height / 2 && rect.y >= row.y && rect.maxY <= row.y + row.height)
      #expect(abs(rect.x - layout.scale.position(note.start)) < 0.05)
    }
    // From channel 1 downwards; alone, and one after another, a note has the whole row.
    #expect(unison.sorted { $0.1.y < $1.1.y }.map(\.0.channelIndex) == [0, 2, 4])
    for (note, rect) in zip(layout.notes, rects) where note.key != 60 || note.start > 1.9 {
      #expect(rect.height > row.height * 0.7)
    }
  }

  // MARK: Legend

  /// In DejaVu Sans Mono, which stands in where no other font is installed, each letter takes 0.602 em. Not all viewers
  /// respect the given width.
  @Test func theLegendHasRoomInAnyFont() {
    let drawing = layout(song((0..<16).map { ($0, 60 + $0, 0, 480) })).drawn()
    let legend = drawing.texts.filter(\.holdsWidth)
    #expect(legend.count > 4)
    for (text, next) in zip(legend, legend.dropFirst()) where text.position.y == next.position.y {
      let end = text.position.x + 0.602 * text.size * Double(text.string.count)
      #expect(end + 15 <= next.position.x, "\(text.string) runs into the square of the next")
    }
  }

  /// A substituted font must not make one item overlap the next: the viewer gets the width.
  @Test func theLegendHoldsItsWidth() {
    let layout = layout(song((0..<16).map { ($0, 60 + $0, 0, 480) }))
    let drawing = layout.drawn()
    let held = drawing.texts.filter(\.holdsWidth)
    #expect(held.count == 16)
    for (text, next) in zip(held, held.dropFirst()) where text.position.y == next.position.y {
      #expect(text.bounds.maxX + 15 < next.position.x, "the square of the next lies between")
    }
    let svg = String(decoding: drawing.svg(theme: .light), as: UTF8.self)
    #expect(svg.components(separatedBy: "lengthAdjust=\"spacingAndGlyphs\"").count == 17)
    #expect(svg.components(separatedBy: "textLength=\"").count == 17)
  }

  // MARK: Header

  @Test func thePartIsInTheHeader() {
    let song = song((0..<16).map { (bar: Int64) in (0, 60, bar * 1_920, (bar + 1) * 1_920) })
    func words(_ seconds: ClosedRange<Double>?, _ channels: Set<Int>? = nil) -> String {
      var settings = PictureSettings()
      (settings.seconds, settings.channels) = (seconds, channels)
      return layout(song, settings).drawn().texts[1].string.replacing("\u{2002}", with: " ")
    }
    #expect(words(nil).hasPrefix("0:32.0 · 16 bars · 4/4"))
    #expect(words(8...16).hasPrefix("0:08.0 to 0:16.0 of 0:32.0 · bars 5 to 8 of 16 · 4/4"))
    #expect(words(8...10).hasPrefix("0:08.0 to 0:10.0 of 0:32.0 · bar 5 of 16 · 4/4"))
    #expect(words(nil, [0, 4, 6, 16, 20]).hasSuffix("1 channel · nothing in channels 5, 7"))
    #expect(!words(nil, [0]).contains("nothing"))
  }
}
