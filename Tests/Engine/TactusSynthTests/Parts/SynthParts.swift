#if DEBUG
  import TactusFiles
  import TestSupport

  @testable import TactusSynth

  // The parts of a synthesizer one by one. They are internal, so their suites run in debug builds only.

  /// The memory of a synthesizer, to call its parts without MIDI.
  struct SynthParts {
    let bank: SoundBank
    let memory: SynthMemory

    init(_ bank: SoundBank, polyphony: Int = 64, sampleRate: Int = 48_000) {
      var settings = SynthSettings.dry
      settings.polyphony = polyphony
      self.bank = bank
      memory = SynthMemory(of: bank, settings: settings, sampleRate: sampleRate)
    }

    var pool: UnsafeMutablePointer<VoicePool> { memory.core.pointee.voices }
    var renderer: UnsafeMutablePointer<VoiceRenderer> {
      UnsafeMutableRawPointer(pool).advanced(by: MemoryLayout<VoicePool>.offset(of: \.renderer) ?? 0)
        .assumingMemoryBound(to: VoiceRenderer.self)
    }
    var modulation: Modulation { pool.pointee.modulation }
    var channels: UnsafeMutablePointer<Channel> { memory.core.pointee.state.channels }
    var regions: UnsafePointer<Region> { bank.tables.regions }
    var voices: UnsafeMutablePointer<Voice> { pool.pointee.voices }

    /// The numbers of all voices that sound or fade.
    var activeVoices: [Int] {
      (0..<renderer.pointee.groupCount * 8).filter { voices[$0].state != .free }
    }

    /// The keys of the voices in a state, in ascending order.
    func keys(_ state: Voice.State) -> [UInt8] {
      activeVoices.filter { voices[$0].state == state }.map { voices[$0].key }.sorted()
    }
  }
#endif
