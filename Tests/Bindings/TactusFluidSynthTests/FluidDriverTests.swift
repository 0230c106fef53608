import CFluidSynth
import Foundation
import Synchronization
import TactusDevices
import TactusEngine
import TactusFluidSynth
import TactusRealtime
import TestSupport
import Testing

/// The audio and MIDI drivers, as far as they need no sound card.
@Suite struct FluidDriverTests {
  private let settings: OpaquePointer

  init() throws { settings = try #require(new_fluid_settings()) }

  /// A counter of frames that a function in C increases.
  private static var count: fluid_audio_func_t {
    { data, frames, _, _, _, _ in
      data?.assumingMemoryBound(to: Atomic<Int>.self).pointee.wrappingAdd(Int(frames), ordering: .relaxed)
      return 0
    }
  }

  private func options(_ name: String) -> String {
    guard let text = fluid_settings_option_concat(settings, name, nil) else { return "" }
    defer { free(text) }
    return String(cString: text)
  }

  private func text(_ name: String) -> String {
    var text = [CChar](repeating: 0, count: 100)
    _ = fluid_settings_copystr(settings, name, &text, 100)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Starts the driver of the settings for a function; returns the frames for which it was asked, or nil if it cannot
  /// start.
  private func framesPlayed() -> Int? {
    let words = SharedWords(0)
    guard let driver = new_fluid_audio_driver2(settings, Self.count, UnsafeMutableRawPointer(words[0])) else {
      return nil
    }
    eventually { words[0].pointee.load(ordering: .relaxed) > 0 }
    delete_fluid_audio_driver(driver)
    let frames = words[0].pointee.load(ordering: .relaxed)
    usleep(20_000)
    #expect(words[0].pointee.load(ordering: .relaxed) == frames, "called after the driver was deleted")
    return frames
  }

  /// Whether the MIDI driver of the settings starts.
  private func receivesMIDI() -> Bool {
    let driver = new_fluid_midi_driver(settings, { _, _ in 0 }, nil)
    delete_fluid_midi_driver(driver)
    return driver != nil
  }

  @Test func listsAndDefaults() {
    defer { delete_fluid_settings(settings) }
    #expect(options("audio.driver") == "alsa, file, jack, pipewire, pulseaudio" && text("audio.driver") == "alsa")
    #expect(options("midi.driver") == "alsa_raw, alsa_seq, jack, oss" && text("midi.driver") == "alsa_seq")
  }

  @Test func unknownDriversAreRefused() {
    defer { delete_fluid_settings(settings) }
    for name in ["", "nonsense", "ALSA"] {
      #expect(fluid_settings_setstr(settings, "audio.driver", name) == 0 && framesPlayed() == nil)
      #expect(fluid_settings_setstr(settings, "midi.driver", name) == 0 && !receivesMIDI())
    }
  }

  /// With or without the libraries, there are no such devices.
  @Test func missingDevicesAreRefused() {
    defer { delete_fluid_settings(settings) }
    _ = fluid_settings_setstr(settings, "audio.alsa.device", "tactus_has_no_such_device")
    #expect(framesPlayed() == nil)
    _ = fluid_settings_setstr(settings, "audio.driver", "pulseaudio")
    _ = fluid_settings_setstr(settings, "audio.pulseaudio.server", "unix:/tactus/has/no/such/socket")
    #expect(framesPlayed() == nil)
    for (driver, setting) in [("alsa_seq", "alsa_seq"), ("alsa_raw", "alsa"), ("oss", "oss")] {
      _ = fluid_settings_setstr(settings, "midi.driver", driver)
      _ = fluid_settings_setstr(settings, "midi.\(setting).device", "/tactus/has/no/such/device")
      #expect(!receivesMIDI(), "\(driver)")
    }
  }

  @Test(.enabled(if: hasNullDevice, "the ALSA library is not installed (Debian: libasound2), or has no device 'null'"))
  func theNullDevicePlays() throws {
    defer { delete_fluid_settings(settings) }
    _ = fluid_settings_setstr(settings, "audio.alsa.device", "null")
    let frames = try #require(framesPlayed())
    #expect(frames > 0)
    let synth = try #require(new_fluid_synth(settings))
    let driver = try #require(new_fluid_audio_driver(settings, synth))
    delete_fluid_audio_driver(driver)
    delete_fluid_synth(synth)
  }

  /// A session plays a function and keeps its argument.
  @Test func sessionsPlayFunctions() throws {
    delete_fluid_settings(settings)
    let session = try DeviceSession(.silent)
    let words = SharedWords(0)
    let function = LiveFunction(
      { context, frames, _, _ in
        guard let context else { return }
        context.assumingMemoryBound(to: Atomic<Int>.self).pointee.wrappingAdd(frames, ordering: .relaxed)
      }, UnsafeMutableRawPointer(words[0]))
    session.play(function, keeping: words)
    try session.start()
    eventually { words[0].pointee.load(ordering: .relaxed) > 0 }
    session.stop()
    #expect(words[0].pointee.load(ordering: .relaxed) > 0)
  }
}

private let hasNullDevice: Bool = {
  var options = DeviceOptions()
  options.device = "null"
  return (try? DeviceSession(.alsa, options)) != nil
}()
