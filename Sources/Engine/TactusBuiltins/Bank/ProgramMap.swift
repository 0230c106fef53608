/// The names and levels of the programs.
///
/// The levels make all programs equally loud. They are corrections in dB, applied on top of the loudness matching of
/// the samples. They were found by playing the same phrase with every program and measuring its loudness according to
/// BS.1770.
enum ProgramMap {
  struct Entry {
    let name: String
    let level: Double
    /// The release of the layer that sounds longest, in seconds for 100 dB; the other layers keep their proportion to
    /// it. If nil, each layer keeps its own release.
    let release: Double?

    init(name: String, level: Double, release: Double? = nil) {
      (self.name, self.level, self.release) = (name, level, release)
    }
  }

  /// The level of all drum kits in dB.
  static let kitLevel = 0.0

  /// The 128 programs of General MIDI.
  static let programs: [Entry] = [
    // Pianos
    Entry(name: "Grand Piano", level: -5.5, release: 0.79),
    Entry(name: "Bright Piano", level: -4.0, release: 0.79),
    Entry(name: "Electric Grand", level: 0.5, release: 1),
    Entry(name: "Honky-tonk", level: -3.0, release: 0.75),
    Entry(name: "Tine Piano", level: 2.5, release: 0.16),
    Entry(name: "FM Piano", level: 2.0, release: 0.37),
    Entry(name: "Harpsichord", level: -0.5, release: 0.26),
    Entry(name: "Clavinet", level: 9.0, release: 0.06),
    // Mallets
    Entry(name: "Celesta", level: 3.5, release: 3),
    Entry(name: "Glockenspiel", level: 0.5, release: 5.2),
    Entry(name: "Music Box", level: 3.5, release: 2.8),
    Entry(name: "Vibraphone", level: 1.5, release: 1.1),
    Entry(name: "Marimba", level: 4.5),
    Entry(name: "Xylophone", level: 12.0),
    Entry(name: "Tubular Bells", level: 2.0, release: 6.5),
    Entry(name: "Dulcimer", level: -4.0, release: 1.5),
    // Organs
    Entry(name: "Drawbar Organ", level: -1.5, release: 0.97),
    Entry(name: "Percussive Organ", level: -1.5, release: 1.1),
    Entry(name: "Rock Organ", level: -1.5, release: 0.82),
    Entry(name: "Church Organ", level: -0.5, release: 1.1),
    Entry(name: "Reed Organ", level: -0.5, release: 0.33),
    Entry(name: "Accordion", level: 0.0, release: 0.33),
    Entry(name: "Harmonica", level: 1.0, release: 0.16),
    Entry(name: "Bandoneon", level: -0.5, release: 0.26),
    // Guitars
    Entry(name: "Nylon Guitar", level: 1.5, release: 0.95),
    Entry(name: "Steel Guitar", level: -6.5, release: 1.2),
    Entry(name: "Jazz Guitar", level: 1.0, release: 0.34),
    Entry(name: "Clean Guitar", level: -5.0, release: 0.49),
    Entry(name: "Muted Guitar", level: 12.0),
    Entry(name: "Overdriven Guitar", level: 1.0, release: 0.12),
    Entry(name: "Distortion Guitar", level: 1.5, release: 0.15),
    Entry(name: "Guitar Harmonics", level: 1.0, release: 0.06),
    // Basses
    Entry(name: "Acoustic Bass", level: -0.5, release: 0.2),
    Entry(name: "Finger Bass", level: 0.5, release: 0.11),
    Entry(name: "Pick Bass", level: 1.5, release: 0.25),
    Entry(name: "Fretless Bass", level: 2.0, release: 0.22),
    Entry(name: "Slap Bass", level: 6.5, release: 0.11),
    Entry(name: "Pop Bass", level: 12.0, release: 0.33),
    Entry(name: "Synth Bass", level: 2.5, release: 0.36),
    Entry(name: "FM Synth Bass", level: 4.0, release: 0.44),
    // Strings
    Entry(name: "Violin", level: 1.0, release: 0.58),
    Entry(name: "Viola", level: 0.5, release: 0.4),
    Entry(name: "Cello", level: 1.0, release: 0.73),
    Entry(name: "Contrabass", level: 0.5, release: 0.64),
    Entry(name: "Tremolo Strings", level: -0.5, release: 1.5),
    Entry(name: "Pizzicato", level: -8.0),
    Entry(name: "Harp", level: 1.0, release: 4.9),
    Entry(name: "Timpani", level: 3.0, release: 3.5),
    // Ensembles
    Entry(name: "Strings", level: 2.5, release: 2),
    Entry(name: "Slow Strings", level: 2.0, release: 2.7),
    Entry(name: "Synth Strings", level: 1.0, release: 4),
    Entry(name: "Slow Synth Strings", level: 1.5, release: 3.6),
    Entry(name: "Choir Aahs", level: 0.0, release: 1.8),
    Entry(name: "Voice Oohs", level: -1.0, release: 1),
    Entry(name: "Synth Voice", level: -1.0, release: 1.8),
    Entry(name: "Orchestra Hit", level: 1.0, release: 1.3),
    // Brass
    Entry(name: "Trumpet", level: 1.0, release: 0.46),
    Entry(name: "Trombone", level: 1.5, release: 0.31),
    Entry(name: "Tuba", level: 1.0, release: 0.31),
    Entry(name: "Muted Trumpet", level: 1.5, release: 0.26),
    Entry(name: "French Horn", level: 1.5, release: 0.81),
    Entry(name: "Brass Section", level: 0.5, release: 0.41),
    Entry(name: "Synth Brass", level: 2.5, release: 0.83),
    Entry(name: "Soft Synth Brass", level: 2.0, release: 0.91),
    // Reeds
    Entry(name: "Soprano Sax", level: 1.0, release: 0.29),
    Entry(name: "Alto Sax", level: 1.0, release: 0.28),
    Entry(name: "Tenor Sax", level: 1.0, release: 0.49),
    Entry(name: "Baritone Sax", level: 1.0, release: 0.27),
    Entry(name: "Oboe", level: 0.5, release: 0.52),
    Entry(name: "English Horn", level: 1.0, release: 0.27),
    Entry(name: "Bassoon", level: 1.0, release: 0.28),
    Entry(name: "Clarinet", level: 1.0, release: 0.31),
    // Pipes
    Entry(name: "Piccolo", level: 0.5, release: 0.35),
    Entry(name: "Flute", level: 1.0, release: 0.44),
    Entry(name: "Recorder", level: 1.0, release: 0.19),
    Entry(name: "Pan Flute", level: 0.5, release: 0.17),
    Entry(name: "Blown Bottle", level: 1.0, release: 0.63),
    Entry(name: "Shakuhachi", level: -0.5, release: 0.69),
    Entry(name: "Whistle", level: 1.0, release: 0.7),
    Entry(name: "Ocarina", level: 0.5, release: 0.28),
    // Leads
    Entry(name: "Square Lead", level: 0.5, release: 0.36),
    Entry(name: "Saw Lead", level: 1.5, release: 0.43),
    Entry(name: "Calliope", level: 2.0, release: 1.4),
    Entry(name: "Chiff Lead", level: 2.0, release: 0.44),
    Entry(name: "Charang", level: 1.5, release: 0.23),
    Entry(name: "Voice Lead", level: -0.5, release: 0.95),
    Entry(name: "Fifths Lead", level: 0.5, release: 0.95),
    Entry(name: "Bass and Lead", level: 2.5, release: 0.21),
    // Pads
    Entry(name: "New Age Pad", level: 4.5, release: 4.7),
    Entry(name: "Warm Pad", level: 3.0, release: 3.2),
    Entry(name: "Polysynth", level: 6.0, release: 1.6),
    Entry(name: "Space Choir", level: 1.0, release: 4.7),
    Entry(name: "Bowed Glass", level: 2.0, release: 4.5),
    Entry(name: "Metal Pad", level: 2.5, release: 4.5),
    Entry(name: "Halo Pad", level: 2.0, release: 3.6),
    Entry(name: "Sweep Pad", level: 4.0, release: 4.4),
    // Synth effects
    Entry(name: "Ice Rain", level: 4.5, release: 4.7),
    Entry(name: "Soundtrack", level: 6.0, release: 4.7),
    Entry(name: "Crystal", level: 2.5, release: 5.2),
    Entry(name: "Atmosphere", level: 1.5, release: 4.1),
    Entry(name: "Brightness", level: 3.0, release: 4.7),
    Entry(name: "Goblins", level: 3.5, release: 5.1),
    Entry(name: "Echo Drops", level: 5.0, release: 4.8),
    Entry(name: "Star Theme", level: 1.0, release: 4.4),
    // World instruments
    Entry(name: "Sitar", level: 1.5, release: 8.8),
    Entry(name: "Banjo", level: 0.0, release: 3.6),
    Entry(name: "Shamisen", level: 1.0, release: 1),
    Entry(name: "Koto", level: 0.0, release: 2.2),
    Entry(name: "Kalimba", level: 4.0),
    Entry(name: "Bagpipe", level: 0.5, release: 0.44),
    Entry(name: "Fiddle", level: 1.5, release: 0.5),
    Entry(name: "Shanai", level: 2.5, release: 0.23),
    // Percussive instruments
    Entry(name: "Tinkle Bell", level: 0.5),
    Entry(name: "Agogo", level: 12.0),
    Entry(name: "Steel Drums", level: 1.0),
    Entry(name: "Woodblock", level: 12.0),
    Entry(name: "Taiko Drum", level: 2.5),
    Entry(name: "Melodic Tom", level: 3.5),
    Entry(name: "Synth Drum", level: 3.5),
    Entry(name: "Reverse Cymbal", level: 5.5, release: 0.84),
    // Sound effects
    Entry(name: "Guitar Fret Noise", level: 0.5),
    Entry(name: "Breath Noise", level: 12.0),
    Entry(name: "Seashore", level: 10.5, release: 6.5),
    Entry(name: "Bird Tweet", level: 1.5),
    Entry(name: "Telephone", level: -1.0, release: 0.63),
    Entry(name: "Helicopter", level: 6.0, release: 1.5),
    Entry(name: "Applause", level: 12.0, release: 4),
    Entry(name: "Gunshot", level: 1.0, release: 3.9),
  ]
}
