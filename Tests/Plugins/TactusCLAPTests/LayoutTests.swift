import CCLAP
import Testing

/// Where CLAP 1.2 has its fields. Sizes are asserted in the headers; these are the places inside.
struct LayoutTests {
  @Test func eventsHaveTheirFieldsWhereCLAPHasThem() {
    #expect(MemoryLayout<CLAPEventHeader>.offset(of: \.type) == 10)
    #expect(MemoryLayout<CLAPNoteEvent>.offset(of: \.key) == 24)
    #expect(MemoryLayout<CLAPNoteEvent>.offset(of: \.velocity) == 32)
    #expect(MemoryLayout<CLAPExpressionEvent>.offset(of: \.key) == 28)
    #expect(MemoryLayout<CLAPParameterEvent>.offset(of: \.cookie) == 24)
    #expect(MemoryLayout<CLAPParameterEvent>.offset(of: \.value) == 48)
    #expect(MemoryLayout<CLAPTransport>.offset(of: \.beats) == 24)
    #expect(MemoryLayout<CLAPTransport>.offset(of: \.tempoIncrement) == 48)
    #expect(MemoryLayout<CLAPTransport>.offset(of: \.barStart) == 88)
    #expect(MemoryLayout<CLAPTransport>.offset(of: \.meterNoteValue) == 102)
    #expect(MemoryLayout<CLAPMIDIEvent>.offset(of: \.data) == 18)
    #expect(MemoryLayout<CLAPExclusiveEvent>.offset(of: \.bytes) == 24)
    #expect(MemoryLayout<CLAPMIDI2Event>.offset(of: \.words) == 20)
  }

  @Test func blocksAndPlugInsToo() {
    #expect(MemoryLayout<CLAPAudioBuffer>.offset(of: \.constant_mask) == 24)
    #expect(MemoryLayout<CLAPProcess>.offset(of: \.transport) == 16)
    #expect(MemoryLayout<CLAPProcess>.offset(of: \.audio_input_count) == 40)
    #expect(MemoryLayout<CLAPProcess>.offset(of: \.out_events) == 56)
    #expect(MemoryLayout<CLAPHost>.offset(of: \.get_extension) == 56)
    #expect(MemoryLayout<CLAPPluginDescriptor>.offset(of: \.features) == 80)
    #expect(MemoryLayout<CLAPPlugin>.offset(of: \.process) == 72)
    #expect(MemoryLayout<CLAPEntry>.offset(of: \.`init`) == 16)
    #expect(MemoryLayout<CLAPAudioPort>.offset(of: \.port_type) == 272)
    #expect(MemoryLayout<CLAPParameter>.offset(of: \.module) == 272)
    #expect(MemoryLayout<CLAPParameter>.offset(of: \.min_value) == 1_296)
    #expect(MemoryLayout<CLAPPresetIndexer>.offset(of: \.data) == 48)
    #expect(MemoryLayout<CLAPPresetReceiver>.offset(of: \.set_timestamps) == 64)
  }
}
