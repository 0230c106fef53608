import Foundation
import TactusFiles
import TactusPictures
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct WriterTests {
  /// One shape of each kind, with names that XML must escape.
  private var drawing: Drawing {
    var drawing = Drawing(width: 320, height: 200, title: "<\"&'> \u{1}\u{FFFE} ♯")
    let ink = Ink(light: Color(0x204080), dark: Color(0x80A0F0), opacity: 50)
    drawing.rects([Rect(x: 10, y: 10, width: 20.5, height: 3), Rect(x: 15, y: 11, width: 9, height: 9)], ink)
    drawing.fill(Path([Point(50, 50), Point(90.25, 60), Point(70, 95)]), Palette.accent)
    drawing.stroke(Path([Point(100, 20), Point(150, 90), Point(200, 20)]), Palette.warning, width: 2.5)
    drawing.text(Text("Größe <5> & ♭", at: Point(20, 150), size: 14, Palette.text, isBold: true))
    drawing.text(Text("日本 emoji 🎹", at: Point(20, 180), Palette.text))
    var image = Bitmap(width: 3, height: 2)
    image[1, 1] = Color(0xFF8800)
    drawing.add(.image(image, Rect(x: 220, y: 100, width: 60, height: 40)))
    return drawing
  }

  private final class Elements: NSObject, XMLParserDelegate {
    var names: [String: Int] = [:]
    var text = ""
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) { names[name, default: 0] += 1 }
    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  @Test(arguments: PictureTheme.allCases) func svgIsWellFormed(theme: PictureTheme) {
    let parser = XMLParser(data: Data(drawing.svg(theme: theme)))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(elements.names["path"] == 3 && elements.names["text"] == 2 && elements.names["image"] == 1)
    #expect(elements.text.contains("Größe <5> & ♭") && elements.text.contains("<\"&'>"))
    #expect(elements.text.contains("prefers-color-scheme") == (theme == .auto))
  }

  @Test func numbersHaveTwoDecimals() {
    func text(_ value: Double) -> String {
      var bytes: [UInt8] = []
      bytes.append(number: value)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(text(1) == "1" && text(0.5) == "0.5" && text(-0.25) == "-0.25" && text(12.344) == "12.34")
    #expect(text(12.346) == "12.35" && text(0.001) == "0" && text(-0.001) == "0" && text(.nan) == "0")
    #expect(text(1234567.05) == "1234567.05" && text(.infinity) == "1000000000000")
  }

  @Test func base64() {
    for bytes in [[], [1], [1, 2], [1, 2, 3], Array(0...255)] as [[UInt8]] {
      var text: [UInt8] = []
      text.append(base64: bytes)
      #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
    }
  }

  @Test func rectanglesAreExact() {
    var drawing = Drawing(width: 320, height: 200, title: "")
    drawing.rect(Rect(x: 10, y: 20, width: 2.5, height: 1), Ink(Color(0x000000)))
    let bitmap = Rasterizer.paint(drawing, isDark: false)
    #expect([9, 10, 11, 12, 13].map { bitmap[$0, 20].red } == [255, 0, 0, 127, 255])
    #expect(bitmap[10, 19].red == 255 && bitmap[10, 21].red == 255)
  }

  /// A disc's area is what its pixels cover together.
  @Test func smoothEdgesKeepTheArea() {
    var drawing = Drawing(width: 320, height: 200, title: "")
    let points = (0..<90).map { step in
      let angle = Double(step) / 90 * 2 * Double.pi
      return Point(100.3 + 30 * cos(angle), 100.7 + 30 * sin(angle))
    }
    drawing.fill(Path(points), Ink(Color(0x000000)))
    let bitmap = Rasterizer.paint(drawing, isDark: false)
    var area = 0.0
    for y in 0..<200 { for x in 0..<320 { area += Double(255 - bitmap[x, y].red) / 255 } }
    let exact = 45 * 30 * 30 * sin(2 * Double.pi / 90)
    #expect(abs(area / exact - 1) < 0.002)
  }

  @Test func theFontHasLatinOne() {
    for value in Array(0x21...0x7E) + Array(0xA1...0xFF) where value != 0xAD {
      let scalar = Unicode.Scalar(UInt8(value))
      #expect(StrokeFont.contains(scalar), "\(scalar)")
      #expect(!StrokeFont.strokes(of: String(scalar)).isEmpty, "\(scalar)")
    }
    #expect(!StrokeFont.contains("日") && StrokeFont.width(of: "日") > 0)
    for scalar in "–—−‘’“”…•→♯♭".unicodeScalars { #expect(StrokeFont.contains(scalar), "\(scalar)") }
  }

  @Test func equalStepsOfLevelGrowEquallyLight() {
    let lights = LevelColors.colors.map { color -> Double in
      let (red, green, blue) = (light(color.red), light(color.green), light(color.blue))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    for (a, b) in zip(lights, lights.dropFirst(2)) { #expect(b > a) }
  }

  private func light(_ value: UInt8) -> Double { pow(Double(value) / 255, 2.2) }
}

/// PNG as read by another program: its pixels are those that were painted.
@Suite(.enabled(if: python != nil, "needs python3")) struct PNGTests {
  private func decoded(_ png: [UInt8]) throws -> [UInt8] {
    let (input, output) = (temporaryPath(".png"), temporaryPath(".rgba"))
    defer { for path in [input, output] { try? FileManager.default.removeItem(atPath: path) } }
    try Data(png).write(to: URL(fileURLWithPath: input))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python ?? "")
    process.arguments = ["-c", decoder, input, output]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
  }

  private func expectSame(_ bitmap: Bitmap, at location: SourceLocation = #_sourceLocation) throws {
    #expect(try decoded(PNGWriter.write(bitmap)) == bitmap.bytes, sourceLocation: location)
  }

  @Test func fewColoursManyColoursAndTransparency() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("PNGTests seed", seed)
    var random = SeededGenerator(seed: seed)
    var few = Bitmap(width: 61, height: 40, filledWith: Color(0xFFFFFF))
    var many = Bitmap(width: 200, height: 180, filledWith: Color(0x102030))
    var clear = Bitmap(width: 130, height: 77)
    for y in 0..<40 { for x in 0..<30 { few[x, y] = Palette.series(x / 4).light } }
    for y in 0..<180 {
      for x in 0..<170 {
        many[x, y] =
          y < 60 ? Color(UInt8(x), UInt8(y), UInt8(x ^ y)) : Color(UInt32.random(in: 0..<1 << 24, using: &random))
      }
    }
    for y in 0..<77 { for x in 0..<130 { clear.blend(x, y, Color(UInt8(x), UInt8(y), 9), (x * y) % 256) } }
    for bitmap in [few, many, clear, Bitmap(width: 1, height: 1)] { try expectSame(bitmap) }
  }

  @Test func aWholeDrawing() throws {
    let tone = AudioPicture(Tone.sine(440, frames: 3000), name: "Größe ♯").drawing
    let bitmap = Rasterizer.paint(tone, isDark: true)
    #expect(try decoded(tone.png(theme: .dark)) == bitmap.bytes)
  }

  /// Literals, short and maximum repetitions, large distances, block ends, and frequencies that would need code words
  /// of more than fifteen bits.
  @Test func compression() throws {
    var data = [UInt8](repeating: 7, count: 70_000)
    for index in 0..<40_000 { data.append(UInt8(truncatingIfNeeded: index * index >> 5)) }
    data += data[69_000..<75_000]
    var (a, b) = (1, 1)
    for symbol in 0..<24 as Range<UInt8> {
      for index in 0..<a { data += [symbol &* 9, UInt8(truncatingIfNeeded: index * 37 >> 3)] }
      (a, b) = (b, a + b)
    }
    for part in [data, [], [5], Array(data.prefix(3))] {
      var png: [UInt8] = []
      png += Zlib.compress(part)
      #expect(try inflated(png) == part)
    }
  }

  private func inflated(_ stream: [UInt8]) throws -> [UInt8] {
    let (input, output) = (temporaryPath(".z"), temporaryPath(".raw"))
    defer { for path in [input, output] { try? FileManager.default.removeItem(atPath: path) } }
    try Data(stream).write(to: URL(fileURLWithPath: input))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python ?? "")
    process.arguments = [
      "-c", "import sys,zlib;open(sys.argv[2],'wb').write(zlib.decompress(open(sys.argv[1],'rb').read()))", input,
      output,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
  }
}

@Suite struct HuffmanTests {
  @Test func wordsFillTheTreeAndStayShort() {
    var fibonacci = [1, 1]
    while fibonacci.count < 40 { fibonacci.append(fibonacci[fibonacci.count - 1] + fibonacci[fibonacci.count - 2]) }
    for (frequencies, longest) in [
      (fibonacci, 15), (Array(fibonacci.prefix(19)), 7), ([0, 5, 0], 7), ([0, 0, 0], 15),
    ] {
      let code = HuffmanCode(frequencies: frequencies, longest: longest)
      #expect(code.lengths.allSatisfy { $0 <= longest })
      let room = code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (longest - Int($1)) }
      #expect(room == 1 << longest)
      for (index, frequency) in frequencies.enumerated() where frequency > 0 { #expect(code.lengths[index] > 0) }
    }
    #expect(HuffmanCode(frequencies: [8, 4, 2, 2], longest: 15).lengths == [1, 2, 3, 3])
  }
}

/// The path of the interpreter, if there is one.
private let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Reads a PNG by zlib and the specification's filters, checks its sums, and writes red, green, blue, alpha.
private let decoder = """
  import struct, sys, zlib
  d = open(sys.argv[1], 'rb').read()
  assert d[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
  p, idat, plte, trns = 8, b'', b'', b''
  while p < len(d):
      n, = struct.unpack('>I', d[p:p+4]); t = d[p+4:p+8]; c = d[p+8:p+8+n]
      assert zlib.crc32(t + c) == struct.unpack('>I', d[p+8+n:p+12+n])[0]
      if t == b'IHDR': w, h, depth, kind = struct.unpack('>IIBB', c[:10])
      if t == b'PLTE': plte = c
      if t == b'tRNS': trns = c
      if t == b'IDAT': idat += c
      p += 12 + n
  s = {2: 3, 3: 1, 6: 4}[kind]; assert depth == 8
  raw = zlib.decompress(idat); assert len(raw) == h * (w * s + 1)
  above = bytearray(w * s); out = bytearray()
  for y in range(h):
      f = raw[y * (w * s + 1)]; row = bytearray(raw[y * (w * s + 1) + 1:(y + 1) * (w * s + 1)])
      for i in range(w * s):
          a = row[i - s] if i >= s else 0; b = above[i]; c = above[i - s] if i >= s else 0
          q = a + b - c; pa, pb, pc = abs(q - a), abs(q - b), abs(q - c)
          e = a if pa <= pb and pa <= pc else b if pb <= pc else c
          row[i] = (row[i] + [0, a, b, (a + b) // 2, e][f]) & 255
      above = row
      for x in range(w):
          if kind == 3: out += plte[3 * row[x]:3 * row[x] + 3] + (trns[row[x]:row[x] + 1] or b'\\xff')
          elif kind == 2: out += row[3 * x:3 * x + 3] + b'\\xff'
          else: out += row[4 * x:4 * x + 4]
  open(sys.argv[2], 'wb').write(out)
  """
