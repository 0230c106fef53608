/// Writes a drawing as SVG 1.1. Text stays text instead of outlines, so that it can be searched and read aloud.
struct SVGWriter {
  private let drawing: Drawing
  private let theme: PictureTheme
  private var out: [UInt8] = []
  /// The inks in order of appearance; each is a class of the style sheet.
  private var classes: [Ink: Int] = [:]
  private var inks: [Ink] = []

  static func write(_ drawing: Drawing, theme: PictureTheme) -> [UInt8] {
    var writer = SVGWriter(drawing: drawing, theme: theme)
    return writer.document()
  }

  private init(drawing: Drawing, theme: PictureTheme) {
    self.drawing = drawing
    self.theme = theme
  }

  private mutating func document() -> [UInt8] {
    _ = className(Palette.background)
    for shape in drawing.shapes { write(shape) }
    let body = out
    out = []
    writeHead()
    out += body
    out.append(text: "</svg>\n")
    return out
  }

  private mutating func writeHead() {
    let size = "width=\"\(drawing.width)\" height=\"\(drawing.height)\""
    out.append(text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" ")
    out.append(text: "xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(size) ")
    out.append(text: "viewBox=\"0 0 \(drawing.width) \(drawing.height)\" role=\"img\">\n<title>")
    out.append(escaping: drawing.title)
    out.append(text: "</title>\n<style>\n")
    out.append(text: "text{font-family:Helvetica,Arial,'Liberation Sans',Roboto,system-ui,sans-serif}\n")
    out.append(text: ".m{text-anchor:middle}.e{text-anchor:end}.b{font-weight:600}\n")
    out.append(text: "[stroke-width]{fill:none;stroke-linecap:round;stroke-linejoin:round}\n")
    writeInks(isDark: theme == .dark)
    if theme == .auto {
      out.append(text: "@media(prefers-color-scheme:dark){\n")
      writeInks(isDark: true)
      out.append(text: "}\n")
    }
    out.append(text: "</style>\n<rect class=\"f0\" width=\"100%\" height=\"100%\"/>\n")
  }

  private mutating func writeInks(isDark: Bool) {
    for (index, ink) in inks.enumerated() {
      let color = ink.color(isDark: isDark)
      let opacity = ink.opacity < 100 ? ";opacity:0.\(ink.opacity < 10 ? "0" : "")\(ink.opacity)" : ""
      let hex =
        "#" + [color.red, color.green, color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      out.append(text: ".f\(index){fill:\(hex)\(opacity)}.s\(index){stroke:\(hex)\(opacity)}\n")
    }
  }

  private mutating func className(_ ink: Ink) -> Int {
    if let index = classes[ink] { return index }
    classes[ink] = inks.count
    inks.append(ink)
    return inks.count - 1
  }

  private mutating func write(_ shape: Shape) {
    switch shape {
    case .rects(let rects, let ink):
      out.append(text: "<path class=\"f\(className(ink))\" d=\"")
      for rect in rects { write(rect) }
      out.append(text: "\"/>\n")
    case .fill(let path, let ink):
      out.append(text: "<path class=\"f\(className(ink))\" d=\"")
      for run in path.runs { write(run, closes: true) }
      out.append(text: "\"/>\n")
    case .stroke(let path, let ink, let width):
      out.append(text: "<path class=\"s\(className(ink))\" stroke-width=\"")
      out.append(number: width)
      out.append(text: "\" d=\"")
      for run in path.runs { write(run, closes: false) }
      out.append(text: "\"/>\n")
    case .text(let text): write(text)
    case .image(let bitmap, let rect): write(bitmap, rect)
    }
  }

  private mutating func write(_ rect: Rect) {
    write("M", rect.x, rect.y)
    out.append(UInt8(ascii: "h"))
    out.append(number: rect.width)
    out.append(UInt8(ascii: "v"))
    out.append(number: rect.height)
    out.append(UInt8(ascii: "h"))
    out.append(number: -rect.width)
    out.append(UInt8(ascii: "z"))
  }

  private mutating func write(_ run: [Point], closes: Bool) {
    for (index, point) in run.enumerated() { write(index == 0 ? "M" : "L", point.x, point.y) }
    // SVG paints the caps of a single point only if it has a line of length zero.
    if run.count == 1, !closes { out.append(text: "h0") }
    if closes { out.append(UInt8(ascii: "z")) }
  }

  private mutating func write(_ letter: String, _ x: Double, _ y: Double) {
    out.append(text: letter)
    out.append(number: x)
    out.append(UInt8(ascii: " "))
    out.append(number: y)
  }

  private mutating func write(_ text: Text) {
    let anchor = text.anchor == .middle ? " m" : text.anchor == .end ? " e" : ""
    out.append(text: "<text class=\"f\(className(text.ink))\(anchor)\(text.isBold ? " b" : "")\" ")
    attribute("x", text.position.x)
    attribute("y", text.position.y)
    attribute("font-size", text.size)
    if text.holdsWidth {
      attribute("textLength", text.width)
      out.append(text: "lengthAdjust=\"spacingAndGlyphs\" ")
    }
    if text.isUpright {
      out.append(text: "transform=\"rotate(-90 ")
      out.append(number: text.position.x)
      out.append(UInt8(ascii: " "))
      out.append(number: text.position.y)
      out.append(text: ")\" ")
    }
    out[out.count - 1] = UInt8(ascii: ">")
    out.append(escaping: text.string)
    out.append(text: "</text>\n")
  }

  private mutating func write(_ bitmap: Bitmap, _ rect: Rect) {
    out.append(text: "<image ")
    attribute("x", rect.x)
    attribute("y", rect.y)
    attribute("width", rect.width)
    attribute("height", rect.height)
    out.append(text: "preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,")
    out.append(base64: PNGWriter.write(bitmap))
    out.append(text: "\"/>\n")
  }

  private mutating func attribute(_ name: String, _ value: Double) {
    out.append(text: name + "=\"")
    out.append(number: value)
    out.append(text: "\" ")
  }
}

extension Drawing {
  /// Returns the drawing as an SVG 1.1 document in UTF-8.
  public func svg(theme: PictureTheme = .light) -> [UInt8] { SVGWriter.write(self, theme: theme) }
}
