import TactusMIDI
import TactusPictures
import TactusPlugin
import TactusRealtime
import TactusRender
import TactusWindow

/// A window without a display, and the gestures that its host has received.
final class TestWindow {
  let unit: PluginUnit
  let host: RecordingHost
  let window: PluginWindow

  init(_ descriptor: PluginDescriptor, scale: Double = 1, change: (inout WindowState) -> Void = { _ in }) {
    unit = PluginUnit(descriptor)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 512)
    host = RecordingHost(unit)
    var state = WindowState(descriptor)
    change(&state)
    window = PluginWindow(unit, host: host, state: state, scale: scale)
    _ = window.update()
  }

  func index(_ symbol: String) -> Int { unit.descriptor.index(ofParameter: symbol)! }
  func value(_ symbol: String) -> Double { unit.value(ofParameter: index(symbol)) }
  func view(_ name: String) -> View { window.view(named: name)! }
  func key(_ keys: WindowKey..., with modifiers: KeyModifiers = []) {
    for key in keys { window.receive(.key(key, modifiers)) }
  }

  /// Focuses a view.
  func focus(_ name: String) {
    window.receive(.focus(true))
    window.moveFocus(to: name)
  }

  /// Presses and releases.
  func click(_ point: Point, clicks: Int = 1) {
    window.receive(.press(point, clicks: clicks, []))
    window.receive(.release(point))
  }

  func click(_ name: String) {
    let frame = view(name).frame
    click(Point(frame.midX, frame.midY))
  }

  /// Drags by a distance, in several moves.
  func drag(_ start: Point, by x: Double, _ y: Double, with modifiers: KeyModifiers = []) {
    window.receive(.press(start, clicks: 1, modifiers))
    for step in 1...8 {
      window.receive(.move(Point(start.x + x * Double(step) / 8, start.y + y * Double(step) / 8), modifiers))
    }
    window.receive(.release(Point(start.x + x, start.y + y)))
  }

  func render(_ frames: Int, _ context: MusicalContext = MusicalContext(), _ messages: [ChannelMessage] = []) {
    unit.core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: frames, context: context))
    for message in messages { unit.core.pointee.receive(message, at: 0) }
    let isStereo = unit.descriptor.audioOutputs == 2
    var (left, right) = ([Float](repeating: 0, count: frames), [Float](repeating: 0, count: frames))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        let channels = [left.baseAddress!, right.baseAddress!]
        channels.withUnsafeBufferPointer {
          unit.core.pointee.render(
            into: AudioBlock(channels: $0.baseAddress!, channelCount: isStereo ? 2 : 0, frameCount: frames))
        }
      }
    }
    while unit.core.pointee.nextOutput() != nil {}
  }
}

/// A host that sets the unit's parameters and records the gestures.
final class RecordingHost: WindowHost {
  private let unit: PluginUnit
  var gestures: [String] = []
  var changes = 0

  init(_ unit: PluginUnit) { self.unit = unit }

  private func name(_ index: Int) -> String { unit.descriptor.parameters[index].symbol }
  func beginEdit(_ index: Int) { gestures.append("begin \(name(index))") }
  func edit(_ index: Int, to value: Double) {
    unit.setParameter(index, to: value)
    gestures.append("\(name(index)) \(unit.value(ofParameter: index))")
  }
  func endEdit(_ index: Int) { gestures.append("end \(name(index))") }
  func contentsChanged() { changes += 1 }
  func wake() {}
}
