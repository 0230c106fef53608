// Written by Scripts/make-sample-table.
extension SampleTable {
  static let part3: [String: [SampleFacts]] = [
    "Sitar": [
      .init(
        45, rate: 27999, frames: 14965, loop: 11648..<14957, fall: 3.301214555536817, loudness: -13.356593262594506),
      .init(
        57, rate: 27999, frames: 14965, loop: 11648..<14957, fall: 4.668622396743634, loudness: -11.475526108996736),
      .init(
        69, rate: 28002, frames: 15029, loop: 11648..<15021, fall: 6.602429111073634, loudness: -10.409756228808158),
    ],
    "Banjo": [
      .init(49, rate: 27995, frames: 9774, loop: 8958..<9766, fall: 29.924352321076807, loudness: -10.103063003441585),
      .init(60, rate: 27994, frames: 9822, loop: 8958..<9814, fall: 36.79062599999267, loudness: -9.717751670149333),
      .init(71, rate: 28151, frames: 9871, loop: 9008..<9863, fall: 41.57725247995128, loudness: -16.171860931942575),
    ],
    "Shamisen": [
      .init(50, rate: 28045, frames: 7783, loop: 7011..<7775, fall: 39.64240120819936, loudness: -4.923905519144377),
      .init(61, rate: 27995, frames: 7814, loop: 6998..<7806, fall: 51.808678748976426, loudness: -5.157041348942681),
      .init(72, rate: 28256, frames: 7935, loop: 7063..<7927, fall: 68.17133940079344, loudness: -11.498874037730552),
    ],
    "Koto": [
      .init(
        47, rate: 28028, frames: 11566, loop: 10650..<11558, fall: 20.85261047476126, loudness: -13.232654114527888),
      .init(
        59, rate: 27904, frames: 11402, loop: 10603..<11394, fall: 27.487691486047588, loudness: -10.669820306353913),
      .init(
        71, rate: 28151, frames: 11560, loop: 10697..<11552, fall: 26.402775790744155, loudness: -18.70268791060518),
    ],
    "Kalimba": [
      .init(52, rate: 27995, frames: 6701, loop: 5504..<6693, fall: 46.15384615384615, loudness: -7.578083997007242),
      .init(64, rate: 27993, frames: 6616, loop: 5504..<6608, fall: 46.15384615384615, loudness: -6.285273835486169),
      .init(76, rate: 27993, frames: 6616, loop: 5504..<6608, fall: 46.15384615384615, loudness: -6.681826157330661),
    ],
    "Folk Reed": [
      .init(50, rate: 37589, frames: 1040, loop: 8..<1032, loudness: -6.722999680539891),
      .init(58, rate: 34097, frames: 1040, loop: 8..<1032, loudness: -6.126030815483871),
      .init(66, rate: 34443, frames: 1040, loop: 8..<1032, loudness: -6.182266264896608),
      .init(75, rate: 33536, frames: 1040, loop: 8..<1032, loudness: -4.271131220993842),
      .init(84, rate: 33488, frames: 1040, loop: 8..<1032, loudness: -3.556577477218969),
    ],
    "Tinkle Bell": [
      .init(66, rate: 36007, frames: 12901, loop: 10752..<12893, fall: 25.0, loudness: -10.488614840139217),
      .init(84, rate: 35996, frames: 12927, loop: 10752..<12919, fall: 25.0, loudness: -10.316118408995981),
    ],
    "Agogo": [
      .init(60, rate: 28000, frames: 8400, loudness: -14.703669298984046)
    ],
    "Steel Drum": [
      .init(48, rate: 25999, frames: 11966, loop: 10368..<11958, fall: 37.5, loudness: -9.074894790578858),
      .init(60, rate: 25999, frames: 11966, loop: 10368..<11958, fall: 37.5, loudness: -10.7427743456614),
      .init(72, rate: 25994, frames: 11916, loop: 10368..<11908, fall: 37.5, loudness: -11.045477963140588),
    ],
    "Wood Block": [
      .init(60, rate: 28000, frames: 3080, loudness: -16.475795509226334)
    ],
    "Taiko": [
      .init(60, rate: 14000, frames: 9800, loudness: -8.228753810789105)
    ],
    "Low Tom": [
      .init(60, rate: 20000, frames: 12000, loudness: -9.063945710011014)
    ],
    "Electronic Tom": [
      .init(60, rate: 16000, frames: 7200, loudness: -8.099445069333475)
    ],
    "Crash": [
      .init(60, rate: 34000, frames: 30608, loop: 17680..<30600, fall: 20.0, loudness: -9.052269527207757)
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
      .init(60, rate: 17000, frames: 13600, loudness: -8.202623238454402)
    ],
    "Tight Kick": [
      .init(60, rate: 24000, frames: 6240, loudness: -16.546204072802265)
    ],
    "Standard Kick": [
      .init(60, rate: 24000, frames: 8160, loudness: -11.827644242693719)
    ],
    "Side Stick": [
      .init(60, rate: 30000, frames: 3300, loudness: -18.021085789563447)
    ],
    "Standard Snare": [
      .init(60, rate: 32000, frames: 8960, loudness: -14.264143333114404)
    ],
    "Clap": [
      .init(60, rate: 26000, frames: 6240, loudness: -14.838437289249647)
    ],
    "Fat Snare": [
      .init(60, rate: 30000, frames: 10200, loudness: -11.606012353317023)
    ],
    "High Tom": [
      .init(60, rate: 20000, frames: 8400, loudness: -9.690335563226228)
    ],
    "Ride": [
      .init(60, rate: 30000, frames: 21608, loop: 12600..<21600, fall: 19.0, loudness: -8.712306972875538)
    ],
    "Closed Hat": [
      .init(60, rate: 36000, frames: 4680, loudness: -16.36908742646606)
    ],
    "Pedal Hat": [
      .init(60, rate: 32000, frames: 3840, loudness: -14.895323288220814)
    ],
    "Open Hat": [
      .init(60, rate: 34000, frames: 18368, loop: 11560..<18360, fall: 52.0, loudness: -8.845168818157227)
    ],
    "China": [
      .init(60, rate: 28000, frames: 16248, loop: 9520..<16240, fall: 40.0, loudness: -8.489772647131083)
    ],
    "Ride Bell": [
      .init(60, rate: 28000, frames: 13448, loop: 7840..<13440, fall: 32.0, loudness: -8.606759030249107)
    ],
    "Bongo": [
      .init(60, rate: 26000, frames: 5200, loudness: -16.895688545794524)
    ],
    "Open Conga": [
      .init(60, rate: 20000, frames: 6800, loudness: -12.657542083588707)
    ],
    "Timbale": [
      .init(60, rate: 26000, frames: 9360, loudness: -14.947528444929201)
    ],
    "Tambourine": [
      .init(60, rate: 36000, frames: 7200, loudness: -17.018226092363903)
    ],
    "Cowbell": [
      .init(60, rate: 28000, frames: 7280, loudness: -16.196779456640183)
    ],
    "Vibraslap": [
      .init(60, rate: 18000, frames: 12240, loudness: -18.10538552079002)
    ],
    "Muted Conga": [
      .init(60, rate: 24000, frames: 2880, loudness: -19.437633725632327)
    ],
    "Muted Cuica": [
      .init(60, rate: 22050, frames: 3087, loudness: -8.052920801916974)
    ],
    "Open Cuica": [
      .init(60, rate: 22050, frames: 6615, loudness: -7.234933053377385)
    ],
    "Surdo": [
      .init(60, rate: 10000, frames: 6000, loudness: -11.268780340435168)
    ],
    "Cabasa": [
      .init(60, rate: 32000, frames: 3840, loudness: -13.192749782075564)
    ],
    "Maracas": [
      .init(60, rate: 32000, frames: 2240, loudness: -12.588382094341613)
    ],
    "Whistle": [
      .init(60, rate: 26000, frames: 8208, loop: 8..<8200, loudness: -10.69487747795747)
    ],
    "Short Guiro": [
      .init(60, rate: 28000, frames: 3640, loudness: -14.90497654998534)
    ],
    "Long Guiro": [
      .init(60, rate: 28000, frames: 11760, loudness: -16.28188367389643)
    ],
    "Claves": [
      .init(60, rate: 30000, frames: 2700, loudness: -11.709647031276656)
    ],
    "Triangle": [
      .init(60, rate: 34000, frames: 16328, loop: 8840..<16320, fall: 20.0, loudness: -7.408806665412917)
    ],
    "Shaker": [
      .init(60, rate: 32000, frames: 3840, loudness: -13.218681537880752)
    ],
    "Jingle Bells": [
      .init(60, rate: 32000, frames: 12800, loudness: -10.343939258204028)
    ],
    "Bell Tree": [
      .init(60, rate: 26000, frames: 23400, loudness: -8.192081421720385)
    ],
    "Castanets": [
      .init(60, rate: 30000, frames: 2700, loudness: -14.080131286908038)
    ],
    "High Q": [
      .init(60, rate: 30000, frames: 2100, loudness: -11.223937819058882)
    ],
    "Slap": [
      .init(60, rate: 28000, frames: 3920, loudness: -22.154327926242086)
    ],
    "Scratch Forth": [
      .init(60, rate: 22050, frames: 3528, loudness: -10.107176652280438)
    ],
    "Scratch Back": [
      .init(60, rate: 22050, frames: 3528, loudness: -9.93530684265402)
    ],
    "Sticks": [
      .init(60, rate: 30000, frames: 2400, loudness: -15.655232802649286)
    ],
    "Square Click": [
      .init(60, rate: 30000, frames: 1050, loudness: -13.651461625147887)
    ],
    "Metronome Click": [
      .init(60, rate: 30000, frames: 1050, loudness: -11.987021761551794)
    ],
    "Metronome Bell": [
      .init(60, rate: 24000, frames: 7200, loudness: -11.319343712694932)
    ],
    "Power Kick": [
      .init(60, rate: 24000, frames: 9600, loudness: -9.403909930180603)
    ],
    "Electronic Kick": [
      .init(60, rate: 22050, frames: 7497, loudness: -9.470237051896492)
    ],
    "Electronic Snare": [
      .init(60, rate: 30000, frames: 9000, loudness: -11.254486299482958)
    ],
    "Boom Kick": [
      .init(60, rate: 10000, frames: 6200, loudness: -11.642908603666635)
    ],
    "Analogue Snare": [
      .init(60, rate: 30000, frames: 7200, loudness: -17.241586035241063)
    ],
    "Analogue Tom": [
      .init(60, rate: 12000, frames: 6000, loudness: -11.514223465969469)
    ],
    "Analogue Closed Hat": [
      .init(60, rate: 36000, frames: 3240, loudness: -16.917005273089778)
    ],
    "Analogue Open Hat": [
      .init(60, rate: 32000, frames: 12800, loudness: -12.435553945791078)
    ],
    "Analogue Cowbell": [
      .init(60, rate: 24000, frames: 6240, loudness: -15.630720822144161)
    ],
    "Brush Tap": [
      .init(60, rate: 32000, frames: 6400, loudness: -18.65896091538728)
    ],
    "Brush Swirl": [
      .init(60, rate: 28000, frames: 10080, loudness: -8.346494322083926)
    ],
    "Concert Bass Drum": [
      .init(60, rate: 12000, frames: 10200, loudness: -14.535487647619671)
    ],
  ]
}
