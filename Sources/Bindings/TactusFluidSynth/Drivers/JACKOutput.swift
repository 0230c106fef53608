import CFluidSynth
import CJACK
import Tactus
import TactusJACK

/// Plays through JACK: two outputs, "left" and "right".
final class JACKOutput {
  private let client: JACKClient
  private let source: AudioSource
  private let left: JACKClient.Port
  private let right: JACKClient.Port

  init(_ settings: FluidSettings, _ source: AudioSource) throws {
    self.source = source
    client = try JACKClient(
      JACKLibrary(), name: settings.string("audio.jack.id") ?? "fluidsynth", server: settings.jackServer("audio"))
    left = try client.addPort("left", .audio, .output)
    right = try client.addPort("right", .audio, .output)
    if case .synth(let synth) = source { synth.set(sampleRate: client.sampleRate) }
    client.setProcess(
      { frames, context in
        guard let context else { return 0 }
        Unmanaged<JACKOutput>.fromOpaque(context).takeUnretainedValue().process(frames)
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    try client.activate()
    guard settings.integer("audio.jack.autoconnect") == 1 else { return }
    for (port, name) in zip([left, right], client.ports(.audio, .input, isPhysical: true)) {
      do { try client.connect(port, to: name) } catch { log(FLUID_WARN, "\(error)") }
    }
  }

  private func process(_ frames: UInt32) {
    let functions = client.functionTable
    guard let left = ctactus_jack_buffer(functions, left.handle, frames),
      let right = ctactus_jack_buffer(functions, right.handle, frames)
    else { return }
    source.render(
      left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self), Int(frames))
  }

  func stop() {
    client.deactivate()
    client.close()
  }
}

extension FluidSettings {
  /// Returns the name of the JACK server of a group of settings, "audio" or "midi"; nil for the default one.
  func jackServer(_ group: String) -> String? {
    guard let name = string(group + ".jack.server"), !name.isEmpty else { return nil }
    return name
  }
}
