import Foundation
import TactusFluidSynth
import TactusSynth
import TestSupport
import Testing

/// Names and values come back as the program has given them.
@Suite struct FluidValueTests {
  #if os(Linux)
    /// Linux takes any bytes as a file name; these are no UTF-8.
    @Test func namesOfFontsInAnyEncoding() throws {
      let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
      let folder = FileManager.default.temporaryDirectory.path
      let path = Array("\(folder)/tactus-\(UUID().uuidString)-caf".utf8).map { CChar(bitPattern: $0) }
      let name = path + [CChar(bitPattern: 0xE9), 0]
      let bank = try SoundBank.click(sampleRate: 48_000)
      let bytes = Array(bank.layers[0].font.file.bytes)
      let file = try #require(fopen(name, "wb"))
      defer { remove(name) }
      #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
      let id = fluid_synth_sfload(session.synth, name, 1)
      #expect(id > 0 && fluid_synth_sfreload(session.synth, id) == id)
      let font = try #require(fluid_synth_get_sfont_by_name(session.synth, name))
      let own = try #require(fluid_sfont_get_name(font))
      #expect(strcmp(own, name) == 0)
    }
  #endif

  @Test func driversThatDoNotExistAreRefused() {
    func register(_ names: [String]) -> Int32 {
      let texts = names.map { strdup($0) }
      defer { texts.forEach { free($0) } }
      let list: [UnsafePointer<CChar>?] = texts.map { UnsafePointer($0) } + [nil]
      return fluid_audio_driver_register(list)
    }
    #expect(register(["jack", "file"]) == 0 && register([]) == 0 && fluid_audio_driver_register(nil) == 0)
    #expect(register(["jack", "absent"]) == -1)
    #expect(new_fluid_defsfloader(nil) == nil)
  }

  /// A setting takes effect at once while an object observes it.
  @Test func settingsOfAPlayer() throws {
    let session = try FluidSession(.click(sampleRate: 48_000), sampleRate: 48_000)
    let settings = fluid_synth_get_settings(session.synth)
    #expect(fluid_settings_is_realtime(settings, "player.reset-synth") == 0)
    let player = try #require(new_fluid_player(session.synth))
    #expect(fluid_settings_is_realtime(settings, "player.reset-synth") == 1)
    delete_fluid_player(player)
    #expect(fluid_settings_is_realtime(settings, "player.reset-synth") == 0)
  }

  /// In XG mode, FluidSynth uses only some values of controller 0, but returns what was set.
  @Test func bankController() throws {
    let settings = try #require(new_fluid_settings())
    defer { delete_fluid_settings(settings) }
    #expect(fluid_settings_setstr(settings, "synth.midi-bank-select", "xg") == 0)
    let synth = try #require(new_fluid_synth(settings))
    defer { delete_fluid_synth(synth) }
    for value in [64, 120, 126, 127, 0] as [Int32] {
      var found: Int32 = -1
      #expect(fluid_synth_cc(synth, 3, 0, value) == 0 && fluid_synth_get_cc(synth, 3, 0, &found) == 0)
      #expect(found == value)
    }
  }
}
