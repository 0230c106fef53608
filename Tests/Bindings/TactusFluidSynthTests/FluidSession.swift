import Foundation
import TactusFiles
import TactusFluidSynth
import TactusSynth
import TestSupport
import Testing

/// A synthesizer of FluidSynth's interface that plays a bank without effects.
final class FluidSession {
  let synth: OpaquePointer
  private let settings: OpaquePointer
  private let folder: URL

  init(_ bank: SoundBank, sampleRate: Int) throws {
    settings = try #require(new_fluid_settings())
    _ = fluid_settings_setnum(settings, "synth.sample-rate", Double(sampleRate))
    _ = fluid_settings_setint(settings, "synth.reverb.active", 0)
    _ = fluid_settings_setint(settings, "synth.chorus.active", 0)
    synth = try #require(new_fluid_synth(settings))
    folder = FileManager.default.temporaryDirectory.appending(path: "tactus-fluid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try load(bank)
  }

  deinit {
    delete_fluid_synth(synth)
    delete_fluid_settings(settings)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Loads a bank on top of the others; returns its number.
  @discardableResult func load(_ bank: SoundBank) throws -> Int32 {
    let path = folder.appending(path: "\(UUID().uuidString).sf2").path
    try Data(bank.layers[0].font.file.bytes).write(to: URL(fileURLWithPath: path))
    let id = fluid_synth_sfload(synth, path, 1)
    try #require(id > 0)
    return id
  }

  /// Renders the left channel in calls of these lengths.
  func render(_ cycles: [Int]) -> [Float] {
    var result: [Float] = []
    for frames in cycles {
      var block = [Float](repeating: 0, count: 2 * frames)
      block.withUnsafeMutableBytes {
        _ = fluid_synth_write_float(
          synth, Int32(frames), $0.baseAddress, 0, 2, $0.baseAddress, 1, 2)
      }
      result += stride(from: 0, to: block.count, by: 2).map { block[$0] }
    }
    return result
  }
}
