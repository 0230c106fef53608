import TactusFluidSynth
import TactusSynth
import TestSupport
import Testing

/// The groups of channels, and what functions of channels accept.
@Suite struct FluidChannelTests {
  /// The basic channel, the mode and the number of channels of a channel's group.
  private func group(_ session: FluidSession, _ channel: Int32) -> [Int32] {
    var (basic, mode, count) = (Int32(77), Int32(77), Int32(77))
    let result = fluid_synth_get_basic_channel(session.synth, channel, &basic, &mode, &count)
    return result == 0 ? [basic, mode, count] : []
  }

  private func level(_ session: FluidSession, _ channel: Int32) -> Float {
    _ = fluid_synth_noteon(session.synth, channel, 60, 100)
    let level = session.render([4_000]).dropFirst(1_000).map(abs).max() ?? 0
    _ = fluid_synth_all_sounds_off(session.synth, channel)
    _ = session.render([4_000])
    return level
  }

  @Test func groupsOfChannelsDoNotOverlap() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    let synth = session.synth
    #expect(group(session, 0) == [0, 0, 16] && group(session, 15) == [0, 0, 16])
    #expect(fluid_synth_set_basic_channel(synth, 3, 3, 1) == -1, "it overlaps the group of all channels")
    #expect(fluid_synth_reset_basic_channel(synth, 3) == -1, "it is not a basic channel")
    #expect(fluid_synth_reset_basic_channel(synth, -1) == 0)
    #expect(group(session, 0) == [-1, -1, -1])
    #expect(fluid_synth_set_basic_channel(synth, 4, 2, 4) == 0 && group(session, 4) == [4, 2, 1])
    #expect(group(session, 5) == [-1, -1, -1])
    #expect(fluid_synth_set_basic_channel(synth, 10, 3, 3) == 0 && group(session, 12) == [10, 3, 3])
    #expect(fluid_synth_set_basic_channel(synth, 5, 1, 0) == 0 && group(session, 9) == [5, 1, 5])
    for (channel, mode, count) in [(10, 2, 2), (4, 0, 0), (13, 4, 1), (13, -1, 1), (13, 0, -1), (13, 2, 4)] {
      #expect(fluid_synth_set_basic_channel(synth, Int32(channel), Int32(mode), Int32(count)) == -1)
    }
    #expect(fluid_synth_reset_basic_channel(synth, 10) == 0 && group(session, 12) == [-1, -1, -1])
    #expect(fluid_synth_system_reset(synth) == 0 && group(session, 12) == [0, 0, 16])
  }

  @Test func aDisabledChannelReceivesNothing() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    let synth = session.synth
    #expect(fluid_synth_reset_basic_channel(synth, -1) == 0 && fluid_synth_set_basic_channel(synth, 4, 2, 1) == 0)
    #expect(level(session, 0) == 0 && level(session, 4) > 0.001)
    var value: Int32 = 77
    #expect(fluid_synth_noteon(synth, 0, 60, 100) == -1 && fluid_synth_cc(synth, 0, 7, 1) == -1)
    #expect(fluid_synth_get_cc(synth, 0, 7, &value) == -1 && value == 77)
    #expect(fluid_synth_pitch_bend(synth, 0, 0) == -1 && fluid_synth_program_change(synth, 0, 0) == -1)
    #expect(fluid_synth_all_notes_off(synth, 0) == 0)
    #expect(fluid_synth_system_reset(synth) == 0)
    _ = session.render([4_000])
    #expect(level(session, 0) > 0.001)
  }

  @Test func modesHaveTheDefaultsOfFluidSynth() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    let synth = session.synth
    var (legato, portamento, breath) = (Int32(77), Int32(77), Int32(77))
    func read() -> [Int32] {
      _ = fluid_synth_get_legato_mode(synth, 0, &legato)
      _ = fluid_synth_get_portamento_mode(synth, 0, &portamento)
      _ = fluid_synth_get_breath_mode(synth, 0, &breath)
      return [legato, portamento, breath]
    }
    #expect(read() == [1, 1, 0])
    #expect(fluid_synth_set_legato_mode(synth, 0, 0) == 0 && fluid_synth_set_portamento_mode(synth, 0, 2) == 0)
    #expect(fluid_synth_set_breath_mode(synth, 0, 0x3FF) == 0)
    #expect(read() == [0, 2, 0x70])
    #expect(fluid_synth_system_reset(synth) == 0 && read() == [1, 1, 0])
  }

  /// In GS mode, controller 32 does not select the bank.
  @Test func anIgnoredControllerKeepsTheSelectedBank() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    let synth = session.synth
    var (font, bank, program) = (Int32(0), Int32(0), Int32(0))
    #expect(fluid_synth_bank_select(synth, 1, 77) == 0 && fluid_synth_cc(synth, 1, 32, 3) == 0)
    #expect(fluid_synth_program_change(synth, 1, 4) == 0)
    #expect(fluid_synth_get_program(synth, 1, &font, &bank, &program) == 0 && bank == 77)
    #expect(fluid_synth_cc(synth, 1, 0, 8) == 0 && fluid_synth_program_change(synth, 1, 4) == 0)
    #expect(fluid_synth_get_program(synth, 1, &font, &bank, &program) == 0 && bank == 8)
  }

  @Test func numbersOfVoicesAndOfEffectBuffers() throws {
    let settings = try #require(new_fluid_settings())
    defer { delete_fluid_settings(settings) }
    #expect(fluid_settings_setint(settings, "synth.effects-groups", 3) == 0)
    let synth = try #require(new_fluid_synth(settings))
    defer { delete_fluid_synth(synth) }
    #expect(fluid_synth_set_polyphony(synth, 65_536) == -1 && fluid_synth_set_polyphony(synth, 0) == -1)
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    buffer.initialize(repeating: 0, count: 64)
    let buffers = [UnsafeMutablePointer<Float>?](repeating: buffer, count: 14)
    #expect(fluid_synth_process(synth, 64, 12, buffers, 2, buffers) == 0)
    #expect(fluid_synth_process(synth, 64, 14, buffers, 2, buffers) == -1)
  }
}
