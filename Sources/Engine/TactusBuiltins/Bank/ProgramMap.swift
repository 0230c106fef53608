/// The names and levels of the programs.
///
/// The levels make all programs equally loud. They are corrections in dB, applied on top of the loudness matching of
/// the samples. They were found by playing the same phrase with every program and measuring its loudness according to
/// BS.1770.
enum ProgramMap {
  struct Entry {
    let name: String
    let level: Double
  }

  /// The level of all drum kits in dB.
  static let kitLevel = 0.0

  /// The 128 programs of General MIDI.
  static let programs: [Entry] = [
    // Pianos
    Entry(name: "Grand Piano", level: -5.5),
    Entry(name: "Bright Piano", level: -5.5),
    Entry(name: "Electric Grand", level: -2.0),
    Entry(name: "Honky-tonk", level: -2.5),
    Entry(name: "Tine Piano", level: 2.5),
    Entry(name: "FM Piano", level: 2.0),
    Entry(name: "Harpsichord", level: -2.5),
    Entry(name: "Clavinet", level: 9.0),
    // Mallets
    Entry(name: "Celesta", level: 3.5),
    Entry(name: "Glockenspiel", level: 0.5),
    Entry(name: "Music Box", level: 3.5),
    Entry(name: "Vibraphone", level: 1.5),
    Entry(name: "Marimba", level: 4.5),
    Entry(name: "Xylophone", level: 9.0),
    Entry(name: "Tubular Bells", level: 2.0),
    Entry(name: "Dulcimer", level: -3.5),
    // Organs
    Entry(name: "Drawbar Organ", level: -1.5),
    Entry(name: "Percussive Organ", level: -1.5),
    Entry(name: "Rock Organ", level: -0.5),
    Entry(name: "Church Organ", level: -0.5),
    Entry(name: "Reed Organ", level: 1.0),
    Entry(name: "Accordion", level: 0.0),
    Entry(name: "Harmonica", level: 1.0),
    Entry(name: "Bandoneon", level: 1.0),
    // Guitars
    Entry(name: "Nylon Guitar", level: -2.0),
    Entry(name: "Steel Guitar", level: -5.0),
    Entry(name: "Jazz Guitar", level: -2.0),
    Entry(name: "Clean Guitar", level: -4.0),
    Entry(name: "Muted Guitar", level: 9.0),
    Entry(name: "Overdriven Guitar", level: -2.0),
    Entry(name: "Distortion Guitar", level: 1.5),
    Entry(name: "Guitar Harmonics", level: 1.0),
    // Basses
    Entry(name: "Acoustic Bass", level: -0.5),
    Entry(name: "Finger Bass", level: -0.5),
    Entry(name: "Pick Bass", level: 0.0),
    Entry(name: "Fretless Bass", level: 2.0),
    Entry(name: "Slap Bass", level: 3.5),
    Entry(name: "Pop Bass", level: 9.0),
    Entry(name: "Synth Bass", level: 2.5),
    Entry(name: "FM Synth Bass", level: 2.5),
    // Strings
    Entry(name: "Violin", level: 1.0),
    Entry(name: "Viola", level: 0.5),
    Entry(name: "Cello", level: 1.0),
    Entry(name: "Contrabass", level: 0.5),
    Entry(name: "Tremolo Strings", level: 3.5),
    Entry(name: "Pizzicato", level: 0.0),
    Entry(name: "Harp", level: -2.0),
    Entry(name: "Timpani", level: 2.0),
    // Ensembles
    Entry(name: "Strings", level: 2.5),
    Entry(name: "Slow Strings", level: 3.0),
    Entry(name: "Synth Strings", level: 2.0),
    Entry(name: "Slow Synth Strings", level: 6.5),
    Entry(name: "Choir Aahs", level: 0.0),
    Entry(name: "Voice Oohs", level: 2.5),
    Entry(name: "Synth Voice", level: -1.0),
    Entry(name: "Orchestra Hit", level: 1.0),
    // Brass
    Entry(name: "Trumpet", level: 1.0),
    Entry(name: "Trombone", level: 1.5),
    Entry(name: "Tuba", level: 1.0),
    Entry(name: "Muted Trumpet", level: 1.5),
    Entry(name: "French Horn", level: 1.5),
    Entry(name: "Brass Section", level: 0.5),
    Entry(name: "Synth Brass", level: 2.5),
    Entry(name: "Soft Synth Brass", level: 2.0),
    // Reeds
    Entry(name: "Soprano Sax", level: 1.0),
    Entry(name: "Alto Sax", level: 1.0),
    Entry(name: "Tenor Sax", level: 1.0),
    Entry(name: "Baritone Sax", level: 1.0),
    Entry(name: "Oboe", level: 0.5),
    Entry(name: "English Horn", level: 1.0),
    Entry(name: "Bassoon", level: 1.0),
    Entry(name: "Clarinet", level: 1.0),
    // Pipes
    Entry(name: "Piccolo", level: 0.5),
    Entry(name: "Flute", level: 1.0),
    Entry(name: "Recorder", level: 1.0),
    Entry(name: "Pan Flute", level: 0.5),
    Entry(name: "Blown Bottle", level: 1.0),
    Entry(name: "Shakuhachi", level: 1.0),
    Entry(name: "Whistle", level: 1.0),
    Entry(name: "Ocarina", level: 0.5),
    // Leads
    Entry(name: "Square Lead", level: 1.5),
    Entry(name: "Saw Lead", level: 1.5),
    Entry(name: "Calliope", level: 2.0),
    Entry(name: "Chiff Lead", level: 2.0),
    Entry(name: "Charang", level: 1.5),
    Entry(name: "Voice Lead", level: -0.5),
    Entry(name: "Fifths Lead", level: 1.5),
    Entry(name: "Bass and Lead", level: 2.5),
    // Pads
    Entry(name: "New Age Pad", level: 4.5),
    Entry(name: "Warm Pad", level: 3.0),
    Entry(name: "Polysynth", level: 5.0),
    Entry(name: "Space Choir", level: 3.5),
    Entry(name: "Bowed Glass", level: 2.0),
    Entry(name: "Metal Pad", level: 0.5),
    Entry(name: "Halo Pad", level: 6.5),
    Entry(name: "Sweep Pad", level: 6.5),
    // Synth effects
    Entry(name: "Ice Rain", level: 4.5),
    Entry(name: "Soundtrack", level: 9.0),
    Entry(name: "Crystal", level: 3.5),
    Entry(name: "Atmosphere", level: 0.0),
    Entry(name: "Brightness", level: 3.0),
    Entry(name: "Goblins", level: 8.5),
    Entry(name: "Echo Drops", level: 9.0),
    Entry(name: "Star Theme", level: 0.5),
    // World instruments
    Entry(name: "Sitar", level: -1.5),
    Entry(name: "Banjo", level: 1.5),
    Entry(name: "Shamisen", level: 4.0),
    Entry(name: "Koto", level: 0.0),
    Entry(name: "Kalimba", level: 4.0),
    Entry(name: "Bagpipe", level: 0.5),
    Entry(name: "Fiddle", level: 1.5),
    Entry(name: "Shanai", level: 1.0),
    // Percussive instruments
    Entry(name: "Tinkle Bell", level: 0.5),
    Entry(name: "Agogo", level: 9.0),
    Entry(name: "Steel Drums", level: 1.0),
    Entry(name: "Woodblock", level: 9.0),
    Entry(name: "Taiko Drum", level: 1.0),
    Entry(name: "Melodic Tom", level: 1.5),
    Entry(name: "Synth Drum", level: 1.5),
    Entry(name: "Reverse Cymbal", level: 5.5),
    // Sound effects
    Entry(name: "Guitar Fret Noise", level: 0.5),
    Entry(name: "Breath Noise", level: 12.0),
    Entry(name: "Seashore", level: 10.5),
    Entry(name: "Bird Tweet", level: 1.5),
    Entry(name: "Telephone", level: 0.0),
    Entry(name: "Helicopter", level: 12.0),
    Entry(name: "Applause", level: 12.0),
    Entry(name: "Gunshot", level: 1.0),
  ]
}
