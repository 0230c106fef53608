import TactusPictures
import TactusPlugin

/// A keyboard that shows which keys sound, and plays them. Arrows move to another key, which Return or Space plays.
final class KeyboardView: View {
  /// The channel that is played.
  private let channel: () -> Int
  private static let keys = 21...108
  private var held: Int?
  private var cursor = 60

  init(_ frame: Rect, _ window: PluginWindow, channel: @escaping () -> Int) {
    self.channel = channel
    super.init("keyboard", frame, window)
  }

  override var isFocusable: Bool { true }

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(window.activity.sounding)
    hasher.combine(window.activity.held)
    hasher.combine(held)
    hasher.combine(cursor)
  }

  // MARK: Layout

  private static func isBlack(_ key: Int) -> Bool { [1, 3, 6, 8, 10].contains(key % 12) }
  /// The number of white keys below a key.
  private static func whitesBelow(_ key: Int) -> Int { key / 12 * 7 + [0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6][key % 12] }

  private var whiteWidth: Double {
    frame.width / Double(Self.whitesBelow(Self.keys.upperBound + 1) - Self.whitesBelow(Self.keys.lowerBound))
  }

  private func area(of key: Int) -> Rect {
    let x = frame.x + Double(Self.whitesBelow(key) - Self.whitesBelow(Self.keys.lowerBound)) * whiteWidth
    guard Self.isBlack(key) else { return Rect(x: x, y: frame.y, width: whiteWidth, height: frame.height) }
    let width = whiteWidth * 0.62
    return Rect(x: x - width / 2, y: frame.y, width: width, height: frame.height * 0.62)
  }

  func key(at point: Point) -> Int? {
    guard frame.contains(point) else { return nil }
    let keys = Self.keys
    return keys.first { Self.isBlack($0) && area(of: $0).contains(point) }
      ?? keys.first { !Self.isBlack($0) && area(of: $0).contains(point) }
  }

  /// The middle of the visible part of a key.
  func position(of key: Int) -> Point {
    let area = area(of: key)
    return Point(area.midX, Self.isBlack(key) ? area.midY : area.maxY - area.height * 0.15)
  }

  // MARK: Drawing

  override func draw(_ drawing: inout Drawing) {
    drawing.rect(frame, Palette.frame)
    for key in Self.keys where !Self.isBlack(key) { draw(key, &drawing) }
    for key in Self.keys where Self.isBlack(key) { draw(key, &drawing) }
    drawing.horizontalLine(frame.y, from: frame.x, to: frame.maxX, Palette.frame)
  }

  private func draw(_ key: Int, _ drawing: inout Drawing) {
    let isBlack = Self.isBlack(key)
    var area = area(of: key)
    let left = area.x.wholePixel
    area = Rect(x: left, y: area.y, width: (area.maxX.wholePixel) - left, height: area.height)
    let face = isBlack ? area : Rect(x: area.x, y: area.y, width: area.width - 1, height: area.height - 1)
    let sounding = (0..<16).filter { window.activity.sounds(key, channel: $0) }
    if isBlack {
      drawing.rect(Rect(x: face.x - 1, y: face.y, width: face.width + 2, height: face.height + 1), Palette.frame)
    }
    drawing.rect(face, isBlack ? Palette.blackKey : Palette.whiteKey)
    for (position, part) in sounding.enumerated() {
      let height = face.height / Double(sounding.count)
      drawing.rect(
        Rect(x: face.x, y: face.y + Double(position) * height, width: face.width, height: height), Palette.series(part))
    }
    let isHeld = (0..<16).contains { window.activity.isHeld(key, channel: $0) }
    if isHeld, sounding.isEmpty { drawing.rect(face, Palette.softAccent) }
    if isHeld {
      drawing.disc(
        Point(face.midX, face.maxY - (isBlack ? 7 : 9)), radius: min(3.5, face.width / 3),
        isBlack ? Palette.whiteKey : Palette.blackKey)
    }
    if key % 12 == 0, whiteWidth >= 12, !isHeld {
      drawing.label(
        "C\(key / 12 - 1)", in: Rect(x: face.x - 4, y: face.maxY - 15, width: face.width + 8, height: 14), size: 8,
        WindowInks.keyName, anchor: .middle)
    }
    if isFocused, key == cursor {
      drawing.rect(Rect(x: face.x + 1, y: face.maxY - 4, width: max(2, face.width - 2), height: 3), Palette.accent)
    }
  }

  // MARK: Playing

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { hold(key(at: point)) }
  override func drag(_ point: Point, _ modifiers: KeyModifiers) {
    let key = key(at: point)
    if key != held { hold(key) }
  }
  override func release(_ point: Point) { hold(nil) }
  override func lostFocus() { hold(nil) }

  private func hold(_ key: Int?) {
    guard key != held else { return }
    window.releaseKey()
    held = nil
    guard let key else { return }
    cursor = key
    if window.holdKey(key, channel: channel()) { held = key }
  }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    let step: Int
    switch key {
    case .left: step = -1
    case .right: step = 1
    case .down, .pageDown: step = -12
    case .up, .pageUp: step = 12
    case .enter, .character(" "):
      window.play(cursor, channel: channel())
      return true
    default: return false
    }
    if Self.keys.contains(cursor + step) { cursor += step }
    return true
  }
}
