// Written by Scripts/make-sample-table.
extension SampleTable {
  static let part3: [String: [SampleFacts]] = [
    "Koto": [
      .init(48, rate: 44084, frames: 52881, loop: 48492..<52873, fall: 15.37751667480278, loudness: -9.906193810408768),
      .init(66, rate: 44029, frames: 52843, loop: 48432..<52835, fall: 17.75330244789947, loudness: -9.370379787330965),
    ],
    "Kalimba": [
      .init(52, rate: 44098, frames: 28481, loop: 24192..<28473, fall: 46.15384615384615, loudness: -7.837946460989312),
      .init(
        64, rate: 44100, frames: 28615, loop: 24192..<28607, fall: 46.15384615384615, loudness: -7.6237061552649035),
      .init(76, rate: 44100, frames: 28615, loop: 24192..<28607, fall: 46.15384615384615, loudness: -6.944546159995088),
    ],
    "Folk Reed": [
      .init(50, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -8.383946298980673),
      .init(63, rate: 44134, frames: 32784, loop: 8..<32776, loudness: -7.968221249699348),
      .init(77, rate: 44183, frames: 16400, loop: 8..<16392, loudness: -7.792822493776358),
    ],
    "Tinkle Bell": [
      .init(66, rate: 44099, frames: 48450, loop: 44032..<48442, fall: 25.0, loudness: -10.652558966770789),
      .init(84, rate: 44103, frames: 48465, loop: 44032..<48457, fall: 25.0, loudness: -10.533302175072077),
    ],
    "Agogo": [
      .init(60, rate: 44100, frames: 13230, loudness: -14.220472212531003)
    ],
    "Steel Drum": [
      .init(48, rate: 44104, frames: 44071, loop: 39680..<44063, fall: 37.5, loudness: -9.984068066627433),
      .init(66, rate: 44099, frames: 44098, loop: 39680..<44090, fall: 37.5, loudness: -12.387525421100248),
    ],
    "Wood Block": [
      .init(60, rate: 44100, frames: 8820, loudness: -19.845065404319083)
    ],
    "Taiko": [
      .init(60, rate: 44100, frames: 57330, loudness: -6.593108134939868)
    ],
    "Low Tom": [
      .init(60, rate: 44100, frames: 39690, loudness: -8.253544292945854)
    ],
    "Electronic Tom": [
      .init(60, rate: 44100, frames: 22050, loudness: -8.08600000460409)
    ],
    "Crash": [
      .init(60, rate: 44100, frames: 63953, loop: 37485..<63945, fall: 20.0, loudness: -9.291940769818723)
    ],
    "Fret Noise": [
      .init(60, rate: 24000, frames: 6240, loudness: -9.512135825147052)
    ],
    "Birds": [
      .init(60, rate: 20000, frames: 14000, loop: 16..<13984, loudness: -3.6289358373743674)
    ],
    "Applause": [
      .init(60, rate: 20000, frames: 16400, loop: 8..<16392, loudness: -16.696025139952514)
    ],
    "Gunshot": [
      .init(60, rate: 44100, frames: 35280, loudness: -10.068493597070047)
    ],
    "Tight Kick": [
      .init(60, rate: 44100, frames: 11466, loudness: -17.320836081788432)
    ],
    "Standard Kick": [
      .init(60, rate: 44100, frames: 14994, loudness: -12.080881885448962)
    ],
    "Side Stick": [
      .init(60, rate: 44100, frames: 4851, loudness: -16.929651858343064)
    ],
    "Standard Snare": [
      .init(60, rate: 44100, frames: 12348, loudness: -14.480152634325533)
    ],
    "Standard Snare soft": [
      .init(60, rate: 44100, frames: 12348, loudness: -15.530040857971208)
    ],
    "Standard Snare other": [
      .init(60, rate: 44100, frames: 12348, loudness: -14.299862232939466)
    ],
    "Clap": [
      .init(60, rate: 44100, frames: 10584, loudness: -15.989410797687015)
    ],
    "Fat Snare": [
      .init(60, rate: 44100, frames: 14994, loudness: -12.178659840313255)
    ],
    "High Tom": [
      .init(60, rate: 44100, frames: 30869, loudness: -8.133901185216672)
    ],
    "Ride": [
      .init(60, rate: 44100, frames: 55132, loop: 30869..<55124, fall: 22.0, loudness: -8.217430239990811)
    ],
    "Closed Hat": [
      .init(60, rate: 44100, frames: 8820, loudness: -17.40604707165877)
    ],
    "Closed Hat other": [
      .init(60, rate: 44100, frames: 8820, loudness: -19.37948053647497)
    ],
    "Pedal Hat": [
      .init(60, rate: 44100, frames: 8820, loudness: -17.309874912073045)
    ],
    "Open Hat": [
      .init(60, rate: 44100, frames: 39698, loop: 22050..<39690, fall: 36.0, loudness: -8.112521022671004)
    ],
    "China": [
      .init(60, rate: 44100, frames: 44108, loop: 24255..<44100, fall: 40.0, loudness: -11.498862453603136)
    ],
    "Ride Bell": [
      .init(60, rate: 44100, frames: 52927, loop: 30869..<52919, fall: 28.0, loudness: -9.642705845757089)
    ],
    "Bongo": [
      .init(60, rate: 44100, frames: 12348, loudness: -18.71649107804746)
    ],
    "Open Conga": [
      .init(60, rate: 44100, frames: 22050, loudness: -14.45854842292984)
    ],
    "Timbale": [
      .init(60, rate: 44100, frames: 26460, loudness: -15.510475437907218)
    ],
    "Tambourine": [
      .init(60, rate: 44100, frames: 19845, loudness: -12.89772479500489)
    ],
    "Cowbell": [
      .init(60, rate: 44100, frames: 11466, loudness: -18.57141794177606)
    ],
    "Vibraslap": [
      .init(60, rate: 44100, frames: 29988, loudness: -14.10345659834776)
    ],
    "Muted Conga": [
      .init(60, rate: 44100, frames: 10584, loudness: -21.134615275869994)
    ],
    "Muted Cuica": [
      .init(60, rate: 22050, frames: 3087, loudness: -8.052920801916974)
    ],
    "Open Cuica": [
      .init(60, rate: 22050, frames: 6615, loudness: -7.234933053377385)
    ],
    "Muted Surdo": [
      .init(60, rate: 44100, frames: 26460, loudness: -14.25962101802171)
    ],
    "Open Surdo": [
      .init(60, rate: 44100, frames: 26460, loudness: -13.18829120143113)
    ],
    "Cabasa": [
      .init(60, rate: 44100, frames: 5292, loudness: -13.98756302276726)
    ],
    "Maracas": [
      .init(60, rate: 44100, frames: 3087, loudness: -12.73907670505457)
    ],
    "Whistle": [
      .init(60, rate: 44100, frames: 16400, loop: 8..<16392, loudness: -11.451713666851248)
    ],
    "Short Guiro": [
      .init(60, rate: 44100, frames: 5733, loudness: -13.77950000446356)
    ],
    "Long Guiro": [
      .init(60, rate: 44100, frames: 30869, loudness: -17.838757273858445)
    ],
    "Claves": [
      .init(60, rate: 44100, frames: 3969, loudness: -13.059013940961709)
    ],
    "Triangle": [
      .init(60, rate: 44100, frames: 41903, loop: 24255..<41895, fall: 20.0, loudness: -8.071623798998695)
    ],
    "Shaker": [
      .init(60, rate: 44100, frames: 5292, loudness: -13.882121614135048)
    ],
    "Jingle Bells": [
      .init(60, rate: 44100, frames: 22050, loudness: -10.684278671130103)
    ],
    "Bell Tree": [
      .init(60, rate: 44100, frames: 70560, loudness: -8.92184154626313)
    ],
    "Castanets": [
      .init(60, rate: 44100, frames: 3969, loudness: -15.792967881401824)
    ],
    "High Q": [
      .init(60, rate: 44100, frames: 3087, loudness: -9.954756966320925)
    ],
    "Slap": [
      .init(60, rate: 44100, frames: 13230, loudness: -17.232412913044957)
    ],
    "Scratch Forth": [
      .init(60, rate: 22050, frames: 3528, loudness: -10.745915520921075)
    ],
    "Scratch Back": [
      .init(60, rate: 22050, frames: 3528, loudness: -10.388379553684427)
    ],
    "Sticks": [
      .init(60, rate: 44100, frames: 3528, loudness: -15.765115128391956)
    ],
    "Square Click": [
      .init(60, rate: 44100, frames: 1543, loudness: -15.065527801158709)
    ],
    "Metronome Click": [
      .init(60, rate: 44100, frames: 1543, loudness: -13.594064519231775)
    ],
    "Metronome Bell": [
      .init(60, rate: 44100, frames: 13230, loudness: -13.268607669482586)
    ],
    "Power Kick": [
      .init(60, rate: 44100, frames: 17640, loudness: -9.117547018824718)
    ],
    "Electronic Kick": [
      .init(60, rate: 44100, frames: 14994, loudness: -9.669243287427296)
    ],
    "Electronic Snare": [
      .init(60, rate: 44100, frames: 13230, loudness: -11.50392358924807)
    ],
    "Boom Kick": [
      .init(60, rate: 44100, frames: 27342, loudness: -11.714633796172581)
    ],
    "Analogue Snare": [
      .init(60, rate: 44100, frames: 10584, loudness: -18.382494082120285)
    ],
    "Analogue Tom": [
      .init(60, rate: 44100, frames: 22050, loudness: -11.560984374277956)
    ],
    "Analogue Closed Hat": [
      .init(60, rate: 44100, frames: 3969, loudness: -15.253264497149647)
    ],
    "Analogue Open Hat": [
      .init(60, rate: 44100, frames: 17640, loudness: -15.7038482913841)
    ],
    "Analogue Cowbell": [
      .init(60, rate: 44100, frames: 11466, loudness: -16.398083197437614)
    ],
    "Brush Tap": [
      .init(60, rate: 44100, frames: 8820, loudness: -19.204258741365596)
    ],
    "Brush Swirl": [
      .init(60, rate: 44100, frames: 15876, loudness: -10.936102182716835)
    ],
    "Concert Bass Drum": [
      .init(60, rate: 44100, frames: 37485, loudness: -14.71719404740026)
    ],
  ]
}
