import CCLAP
import Testing

/// The offsets of the fields in CLAP 1.2. The headers assert the sizes; these tests check the offsets.
struct LayoutTests {
  @Test func eventsHaveTheirFieldsWhereCLAPHasThem() {
    #expect(MemoryLayout<clap_event_header>.offset(of: \.type) == 10)
    #expect(MemoryLayout<clap_event_note>.offset(of: \.key) == 24)
    #expect(MemoryLayout<clap_event_note>.offset(of: \.velocity) == 32)
    #expect(MemoryLayout<clap_event_note_expression>.offset(of: \.key) == 28)
    #expect(MemoryLayout<clap_event_param_value>.offset(of: \.cookie) == 24)
    #expect(MemoryLayout<clap_event_param_value>.offset(of: \.value) == 48)
    #expect(MemoryLayout<clap_event_transport>.offset(of: \.song_pos_beats) == 24)
    #expect(MemoryLayout<clap_event_transport>.offset(of: \.tempo_inc) == 48)
    #expect(MemoryLayout<clap_event_transport>.offset(of: \.bar_start) == 88)
    #expect(MemoryLayout<clap_event_transport>.offset(of: \.tsig_denom) == 102)
    #expect(MemoryLayout<clap_event_midi>.offset(of: \.data) == 18)
    #expect(MemoryLayout<clap_event_midi_sysex>.offset(of: \.buffer) == 24)
    #expect(MemoryLayout<clap_event_midi2>.offset(of: \.data) == 20)
  }

  @Test func blocksAndPlugInsToo() {
    #expect(MemoryLayout<clap_audio_buffer>.offset(of: \.constant_mask) == 24)
    #expect(MemoryLayout<clap_process>.offset(of: \.transport) == 16)
    #expect(MemoryLayout<clap_process>.offset(of: \.audio_inputs_count) == 40)
    #expect(MemoryLayout<clap_process>.offset(of: \.out_events) == 56)
    #expect(MemoryLayout<clap_host>.offset(of: \.get_extension) == 56)
    #expect(MemoryLayout<clap_plugin_descriptor>.offset(of: \.features) == 80)
    #expect(MemoryLayout<clap_plugin>.offset(of: \.process) == 72)
    #expect(MemoryLayout<clap_plugin_entry>.offset(of: \.`init`) == 16)
    #expect(MemoryLayout<clap_audio_port_info>.offset(of: \.port_type) == 272)
    #expect(MemoryLayout<clap_param_info>.offset(of: \.module) == 272)
    #expect(MemoryLayout<clap_param_info>.offset(of: \.min_value) == 1_296)
    #expect(MemoryLayout<clap_preset_discovery_indexer>.offset(of: \.indexer_data) == 48)
    #expect(MemoryLayout<clap_preset_discovery_metadata_receiver>.offset(of: \.set_timestamps) == 64)
  }
}
