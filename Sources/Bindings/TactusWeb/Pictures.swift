import TactusFiles
import TactusPictures
import TactusSynth

/// Draws the zones and envelopes of a preset; ``text()`` then returns an SVG picture, in the colors that the viewer
/// prefers. Returns 0 if the bank has no such preset.
///
/// - Parameters:
///   - layer: the index of the stacked bank that has the preset, counted from the lowest.
///   - width: the width in pixels, at least 320.
///   - height: the height, at least 200.
@_cdecl("web_preset_picture")
package func presetPicture(
  _ bank: UnsafeMutableRawPointer, _ layer: Int32, _ number: Int32, _ program: Int32, _ width: Int32, _ height: Int32
) -> Int32 {
  let layers = held(bank, SoundBank.self).layers
  guard layers.indices.contains(Int(layer)) else { return 0 }
  let part = layers[Int(layer)]
  let found = part.font.presets.first { $0.program == program && part.bank(of: $0) == Int(number) }
  guard let preset = found else { return 0 }
  var settings = PictureSettings()
  settings.size = PictureSettings.Size(width: max(320, Int(width)), height: max(200, Int(height)))
  give(PresetPicture(preset, of: part.font, settings: settings).drawing.svg(theme: .auto))
  return 1
}
