import TactusPictures
import TactusPlugin

/// What a window shows besides its unit. It survives closing and opening.
package struct WindowState: Hashable, Sendable {
  /// The size in units; the scale converts them to pixels.
  package var width, height: Int
  package var isDark = true
  package var page = 0
  package var part = 0
  package var lane = 0
  package var presetQuery = ""
  /// How far the page has been scrolled.
  package var scroll = 0.0

  /// Creates the state of a window that has never been open.
  package init(_ descriptor: PluginDescriptor) {
    (width, height) = descriptor.kind == .noteEffect ? (940, 640) : (1_000, 660)
  }

  /// The smallest size.
  package static let least = (width: 720, height: 480)
  /// The largest size.
  package static let most = (width: 3_000, height: 2_000)
}

/// The window of a plug-in, independent of the window system and of the plug-in format: it draws itself into a surface,
/// and receives events.
///
///     system ── events ──► PluginWindow ── gestures ──► WindowHost ──► parameters
///            ◄─ surface ──              ◄─ values, activity ── PluginUnit
///
/// - Thread: one at a time
package final class PluginWindow {
  package let unit: PluginUnit
  package let host: any WindowHost
  /// The parameters of the lanes, and of the parts' programs and banks: views look for them many times a second.
  let laneParameters: [WindowSection: Int]
  private let programs, banks: [Int?]
  package internal(set) var state: WindowState
  /// The pixels for each unit.
  package internal(set) var scale: Double
  package internal(set) var surface: Surface
  package internal(set) var views: [View] = []
  /// The list that is open over the other views.
  var list: ListView?
  /// The titles of the items that the open list shows; nil if none is open.
  package var openListTitles: [String]? { list?.shownTitles }
  var listOrigin: String?
  /// The name of the view that receives keys.
  package internal(set) var focus: String?
  /// Whether the window receives keys.
  package internal(set) var hasKeyboard = false
  var pressed: View?
  let masks = TextMasks()
  /// What lies behind the views: everything that changes only with the layout.
  var backdrop: Drawing
  /// The area of the page, which scrolls, and the height of its contents.
  var page = Rect(x: 0, y: 0, width: 0, height: 0)
  var pageHeight = 0.0
  var needsLayout = true
  var isDirty = true
  /// The part of the surface that has been redrawn and not yet been taken.
  var dirty: [PixelRect] = []

  // MARK: What plays

  package internal(set) var activity = ActivitySnapshot()
  var levels = [Float](repeating: 0, count: 16)
  var outputs: [Float] = [0, 0]
  /// The notes that the keyboard holds for some time, with the number of remaining updates.
  var timedNotes: [(key: UInt8, channel: UInt8, updates: Int)] = []
  /// The key that the pointer holds.
  var heldKey: (key: UInt8, channel: UInt8)?
  /// The parameter of the gesture that has begun.
  var gesture: Int?
  var presets: [BankPreset] = []
  var presetNumbers: [Int: Int] = [:]
  var bankPath: String?
  var isBankMissing = false
  /// The version of the bank whose presets are shown; nil before the first.
  var seenBankVersion: Int?
  var seenVersion = -1
  var playsSequence = false
  /// The parameter that waits for a MIDI controller.
  var learning: Int?
  /// The MIDI controllers that move parameters, by parameter.
  var assignments: [Int: MIDIController] = [:]
  /// What the user should know, such as why a bank cannot be loaded.
  var message: String?

  /// Creates a window, which is open until it is freed.
  ///
  /// - Parameters:
  ///   - unit: the plug-in's instance.
  ///   - host: receives the user's changes.
  ///   - state: the size and what is shown.
  ///   - scale: the pixels for each unit.
  package init(_ unit: PluginUnit, host: any WindowHost, state: WindowState, scale: Double = 1) {
    (self.unit, self.host, self.state) = (unit, host, state)
    laneParameters = Dictionary(
      unit.descriptor.parameters.enumerated().map { ($1.windowSection, $0) }.filter {
        if case .lane = $0.0 { true } else { false }
      },
      uniquingKeysWith: { first, _ in first })
    programs = (1...16).map { unit.descriptor.index(ofParameter: "program\($0)") }
    banks = (1...16).map { unit.descriptor.index(ofParameter: "bank\($0)") }
    self.scale = min(max(scale.isFinite ? scale : 1, 0.5), 4)
    surface = Surface(width: 1, height: 1)
    backdrop = Drawing(width: 1, height: 1, title: unit.descriptor.name)
    unit.activity.beginWatching()
    refreshContents()
    makeSurface()
  }

  deinit {
    for note in timedNotes { unit.activity.endNote(note.key, channel: note.channel) }
    if let heldKey { unit.activity.endNote(heldKey.key, channel: heldKey.channel) }
    if let gesture { host.endEdit(gesture) }
    unit.activity.endWatching()
  }

  // MARK: Size

  /// Sets the size in pixels, clamped to what the window can be.
  package func resize(pixelWidth: Int, pixelHeight: Int) {
    let size = Self.clamped(pixelWidth: pixelWidth, pixelHeight: pixelHeight, scale: scale)
    guard size != (surface.width, surface.height) else { return }
    state.width = Int((Double(size.width) / scale).rounded())
    state.height = Int((Double(size.height) / scale).rounded())
    makeSurface(size)
  }

  /// Returns the nearest possible size, in pixels.
  package static func clamped(pixelWidth: Int, pixelHeight: Int, scale: Double) -> (width: Int, height: Int) {
    func held(_ size: Int, _ least: Int, _ most: Int) -> Int {
      min(max(size, Int((Double(least) * scale).rounded(.up))), Int(Double(most) * scale))
    }
    return (
      held(pixelWidth, WindowState.least.width, WindowState.most.width),
      held(pixelHeight, WindowState.least.height, WindowState.most.height)
    )
  }

  /// Sets the number of pixels for each unit; the size in units stays.
  package func setScale(_ scale: Double) {
    guard scale.isFinite, scale > 0 else { return }
    let scale = min(max(scale, 0.5), 4)
    guard scale != self.scale else { return }
    self.scale = scale
    makeSurface()
  }

  private func makeSurface(_ size: (width: Int, height: Int)? = nil) {
    let size =
      size
      ?? Self.clamped(
        pixelWidth: Int((Double(state.width) * scale).rounded()),
        pixelHeight: Int((Double(state.height) * scale).rounded()), scale: scale)
    surface = Surface(width: size.width, height: size.height)
    relayout()
  }

  /// The size in units.
  var bounds: Rect {
    Rect(x: 0, y: 0, width: Double(surface.width) / scale, height: Double(surface.height) / scale)
  }

  func relayout() { needsLayout = true }

  // MARK: Contents

  /// Returns the name of the preset that a part plays.
  func presetName(ofPart part: Int) -> String {
    guard let bank = bankIndex(ofPart: part), let program = programIndex(ofPart: part) else { return "" }
    let number = Int(unit.value(ofParameter: bank)) << 7 | Int(unit.value(ofParameter: program))
    return presetNumbers[number].map { presets[$0].name } ?? "No preset"
  }

  func programIndex(ofPart part: Int) -> Int? { programs[part & 15] }
  func bankIndex(ofPart part: Int) -> Int? { banks[part & 15] }

  package var bankPresets: [BankPreset] { presets }

  /// Returns the position of the preset that a part plays among the presets of the bank.
  func presetPosition(ofPart part: Int) -> Int? {
    guard let bank = bankIndex(ofPart: part), let program = programIndex(ofPart: part) else { return nil }
    return presetNumbers[Int(unit.value(ofParameter: bank)) << 7 | Int(unit.value(ofParameter: program))]
  }

  func refreshContents() {
    guard unit.stateVersion != seenVersion else { return }
    seenVersion = unit.stateVersion
    playsSequence = unit.playsSequence
    guard unit.descriptor.kind == .instrument else { return }
    let version = unit.bankVersion
    guard version != seenBankVersion else { return }
    seenBankVersion = version
    (bankPath, isBankMissing) = (unit.bankPath, unit.isBankMissing)
    presets = unit.bankPresets
    presetNumbers = Dictionary(presets.enumerated().map { ($1.bank << 7 | $1.program, $0) }) { first, _ in first }
    relayout()
  }

  // MARK: The user's changes

  /// Sets a parameter in a gesture of its own.
  func set(_ index: Int, to value: Double) {
    let value = unit.descriptor.parameters[index].clamped(value)
    guard value != unit.value(ofParameter: index) else { return }
    beginEdit(index)
    edit(index, to: value)
    endEdit(index)
  }

  /// Begins a gesture; one that has begun ends.
  func beginEdit(_ index: Int) {
    if let gesture { host.endEdit(gesture) }
    gesture = index
    host.beginEdit(index)
  }

  /// Sets the parameter of the gesture.
  func edit(_ index: Int, to value: Double) { if gesture == index { host.edit(index, to: value) } }

  func endEdit(_ index: Int) {
    guard gesture == index else { return }
    gesture = nil
    host.endEdit(index)
  }

  /// Holds a key, until ``releaseKey()``; returns false if the plug-in has no room for it.
  func holdKey(_ key: Int, channel: Int) -> Bool {
    releaseKey()
    guard unit.activity.startNote(UInt8(key), channel: UInt8(channel)) else { return false }
    heldKey = (UInt8(key), UInt8(channel))
    host.wake()
    return true
  }

  func releaseKey() {
    guard let held = heldKey else { return }
    heldKey = nil
    unit.activity.endNote(held.key, channel: held.channel)
    host.wake()
  }

  /// Plays a key for a third of a second.
  func play(_ key: Int, channel: Int) {
    guard unit.activity.startNote(UInt8(key), channel: UInt8(channel)) else { return }
    timedNotes.append((UInt8(key), UInt8(channel), 10))
    host.wake()
  }
}
