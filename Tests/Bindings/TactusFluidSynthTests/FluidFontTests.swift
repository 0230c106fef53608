import TactusFiles
import TactusFluidSynth
import TactusSynth
import TestSupport
import Testing

/// Which font plays: by its position in the stack, by its number, and after fonts have been added and removed.
@Suite struct FluidFontTests {
  private func preset(_ session: FluidSession, _ channel: Int32 = 0) -> [Int32] {
    var (font, bank, program) = (Int32(-1), Int32(-1), Int32(-1))
    _ = fluid_synth_get_program(session.synth, channel, &font, &bank, &program)
    return [font, bank, program]
  }

  private func level(_ session: FluidSession) -> Float {
    _ = fluid_synth_noteon(session.synth, 0, 60, 100)
    let level = session.render([2_000]).dropFirst(500).map(abs).max() ?? 0
    _ = fluid_synth_all_sounds_off(session.synth, 0)
    _ = session.render([4_000])
    return level
  }

  @Test func aProgramNamesTheFontThatPlays() throws {
    let session = try FluidSession(.sine(amplitude: 4_000), sampleRate: 48_000)
    let loud = try session.load(.sine(amplitude: 32_000))
    #expect(preset(session) == [loud, 0, 0])
    let high = level(session)
    #expect(fluid_synth_program_select(session.synth, 0, 1, 0, 0) == 0)
    #expect(preset(session) == [1, 0, 0])
    let low = level(session)
    #expect(abs(high / low - 8) < 0.01)
    #expect(fluid_synth_program_select(session.synth, 0, 1, 0, 1) == -1, "the font has no such preset")
    #expect(fluid_synth_program_change(session.synth, 0, 0) == 0)
    #expect(preset(session) == [loud, 0, 0], "the stack again")
  }

  @Test func presetsStayWhenFontsComeWithoutAReset() throws {
    let session = try FluidSession(.sine(amplitude: 4_000), sampleRate: 48_000)
    let low = level(session)
    let loud = try session.load(.sine(amplitude: 32_000))
    #expect(fluid_synth_program_select(session.synth, 0, 1, 0, 0) == 0)
    #expect(fluid_synth_set_bank_offset(session.synth, loud, 5) == 0)
    #expect(abs(level(session) / low - 1) < 0.01)
    #expect(fluid_synth_sfunload(session.synth, 1, 0) == 0)
    #expect(level(session) == 0, "its font has gone")
    #expect(fluid_synth_bank_select(session.synth, 0, 5) == 0)
    #expect(fluid_synth_program_change(session.synth, 0, 0) == 0)
    #expect(preset(session) == [loud, 5, 0])
    #expect(abs(level(session) / low - 8) < 0.01)
  }

  @Test func aDeselectedProgramKeepsTheBankThatWasRequested() throws {
    let session = try FluidSession(.sine(amplitude: 4_000), sampleRate: 48_000)
    let loud = try session.load(.sine(amplitude: 32_000))
    // the channels keep their presets, by private bank numbers
    #expect(fluid_synth_set_bank_offset(session.synth, 1, 3) == 0)
    #expect(preset(session) == [loud, 0, 0])
    #expect(fluid_synth_unset_program(session.synth, 0) == 0)
    #expect(preset(session) == [0, 0, 0])
    #expect(level(session) == 0)
    #expect(fluid_synth_program_change(session.synth, 0, 0) == 0)
    #expect(preset(session) == [loud, 0, 0])
  }

  @Test func aNewTuningProgramChangesNoChannelThatHasNotSelectedIt() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    func sound() -> [Float] {
      _ = fluid_synth_system_reset(session.synth)
      _ = session.render([96_000])
      _ = fluid_synth_noteon(session.synth, 0, 60, 100)
      return session.render([2_048])
    }
    let plain = sound()
    let pitches = (0..<128).map { Double($0) * 100 + 50 }
    #expect(fluid_synth_activate_key_tuning(session.synth, 0, 0, "quarter tone", pitches, 1) == 0)
    let isSame = sound() == plain
    #expect(isSame)
    #expect(fluid_synth_activate_tuning(session.synth, 0, 0, 0, 1) == 0)
    _ = fluid_synth_all_sounds_off(session.synth, 0)
    _ = session.render([96_000])
    _ = fluid_synth_noteon(session.synth, 0, 60, 100)
    let isTuned = session.render([2_048]) != plain
    #expect(isTuned)
  }

  @Test func veryShortNotesLastTenMilliseconds() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    _ = fluid_synth_noteon(session.synth, 0, 60, 100)
    #expect(fluid_synth_noteoff(session.synth, 0, 60) == 0)
    #expect(fluid_synth_noteoff(session.synth, 0, 60) == -1, "its end waits")
    let signal = session.render([100, 4_000])
    #expect((signal[380..<480].map(abs).max() ?? 0) > 0.05)
    #expect((signal[3_000...].map(abs).max() ?? 1) < 1e-4)
  }

  @Test func aSettingChangesOnlyItsOwnParameter() throws {
    let session = try FluidSession(.sine(), sampleRate: 48_000)
    #expect(fluid_synth_set_reverb(session.synth, 0.7, 0.3, 2, 0.4) == 0)
    let settings = fluid_synth_get_settings(session.synth)
    #expect(fluid_settings_setnum(settings, "synth.reverb.damp", 0.1) == 0)
    #expect(fluid_synth_get_reverb_roomsize(session.synth) == 0.7)
    #expect(fluid_synth_get_reverb_damp(session.synth) == 0.1)
    #expect(fluid_synth_get_reverb_level(session.synth) == 0.4)
  }
}
