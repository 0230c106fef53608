// Written by Scripts/make-sample-table.
extension SampleTable {
  static let part2: [String: [SampleFacts]] = [
    "Square": [
      .init(24, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -11.826276866937953),
      .init(33, rate: 56320, frames: 1040, loop: 8..<1032, loudness: -10.168387997501535),
      .init(42, rate: 47359, frames: 1040, loop: 8..<1032, loudness: -9.552555262597469),
      .init(50, rate: 50119, frames: 1040, loop: 8..<1032, loudness: -5.1942046268768625),
      .init(58, rate: 47735, frames: 1040, loop: 8..<1032, loudness: -6.343173804898887),
      .init(66, rate: 42097, frames: 1040, loop: 8..<1032, loudness: -6.414905359951963),
      .init(74, rate: 42959, frames: 1040, loop: 8..<1032, loudness: -4.604233036461333),
      .init(82, rate: 43396, frames: 1040, loop: 8..<1032, loudness: -4.361198999152877),
      .init(90, rate: 44573, frames: 1040, loop: 8..<1032, loudness: -3.8786509576285453),
      .init(98, rate: 43740, frames: 1040, loop: 8..<1032, loudness: -1.0220925754000891),
      .init(106, rate: 43894, frames: 1040, loop: 8..<1032, loudness: -1.8305636272264885),
    ],
    "Rubber Bass": [
      .init(28, rate: 36002, frames: 39504, loop: 36001..<39496, fall: 6.0, loudness: -8.443588751662293),
      .init(40, rate: 36002, frames: 39504, loop: 36001..<39496, fall: 6.0, loudness: -5.35306558673378),
      .init(54, rate: 36003, frames: 39513, loop: 36002..<39505, fall: 6.0, loudness: -4.103161401905766),
    ],
    "Violin": [
      .init(55, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -8.58008842450996),
      .init(64, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -8.369389345950047),
      .init(74, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -7.115987877175531),
      .init(86, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -5.198128839524047),
    ],
    "White Noise": [
      .init(60, rate: 44100, frames: 32784, loop: 8..<32776, loudness: -9.556671943876697)
    ],
    "Viola": [
      .init(48, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -10.364719749281953),
      .init(58, rate: 44148, frames: 32784, loop: 8..<32776, loudness: -7.266428609834179),
      .init(69, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -8.212783688455296),
    ],
    "Cello": [
      .init(36, rate: 43740, frames: 32784, loop: 8..<32776, loudness: -9.639547307600553),
      .init(45, rate: 43957, frames: 32784, loop: 8..<32776, loudness: -7.971820152225469),
      .init(54, rate: 44248, frames: 32784, loop: 8..<32776, loudness: -8.615443122216178),
      .init(65, rate: 44183, frames: 32784, loop: 8..<32776, loudness: -6.343933016849912),
    ],
    "Contrabass": [
      .init(28, rate: 43553, frames: 32784, loop: 8..<32776, loudness: -9.297989864334982),
      .init(37, rate: 44523, frames: 32784, loop: 8..<32776, loudness: -9.22968478131844),
      .init(46, rate: 43894, frames: 32784, loop: 8..<32776, loudness: -8.528731361565152),
    ],
    "String Section": [
      .init(36, rate: 44190, frames: 65552, loop: 8..<65544, loudness: -11.493328181753153),
      .init(50, rate: 44141, frames: 65552, loop: 8..<65544, loudness: -7.616224740930832),
      .init(63, rate: 44134, frames: 65552, loop: 8..<65544, loudness: -8.019175652924678),
      .init(77, rate: 44098, frames: 65552, loop: 8..<65544, loudness: -8.477025962151147),
    ],
    "Pizzicato": [
      .init(38, rate: 44103, frames: 37464, loop: 30848..<37456, fall: 18.3005279870405, loudness: -16.32485051790423),
      .init(50, rate: 44103, frames: 37464, loop: 30848..<37456, fall: 25.2, loudness: -16.306961102457333),
      .init(62, rate: 44103, frames: 37464, loop: 30848..<37456, fall: 34.70063817009559, loudness: -15.58572959857142),
      .init(76, rate: 44097, frames: 32358, loop: 25728..<32350, fall: 50.4, loudness: -15.372632906594514),
    ],
    "Harp": [
      .init(34, rate: 44099, frames: 77408, loop: 66048..<77400, fall: 2.766231519927651, loudness: -9.107504258339722),
      .init(47, rate: 44099, frames: 77128, loop: 66048..<77120, fall: 4.340682523271989, loudness: -6.109112092011015),
      .init(60, rate: 44098, frames: 77012, loop: 66048..<77004, fall: 6.811260963555088, loudness: -6.333181454575009),
      .init(
        75, rate: 44100, frames: 65848, loop: 54784..<65840, fall: 11.455129855222072, loudness: -5.470560943070577),
    ],
    "Timpani": [
      .init(45, rate: 44100, frames: 88106, loop: 66048..<88098, fall: 18.75, loudness: -10.275030514105008)
    ],
    "Saw Ensemble": [
      .init(36, rate: 44190, frames: 65552, loop: 8..<65544, loudness: -9.962978132197936),
      .init(50, rate: 44141, frames: 65552, loop: 8..<65544, loudness: -9.789935447228372),
      .init(65, rate: 44098, frames: 65552, loop: 8..<65544, loudness: -10.819374554357585),
      .init(81, rate: 44091, frames: 65552, loop: 8..<65544, loudness: -10.328301930788424),
    ],
    "Aah": [
      .init(43, rate: 43989, frames: 65552, loop: 8..<65544, loudness: -10.13388037170091),
      .init(54, rate: 44087, frames: 65552, loop: 8..<65544, loudness: -9.344103308435985),
      .init(64, rate: 44087, frames: 65552, loop: 8..<65544, loudness: -10.20086702683564),
      .init(75, rate: 44087, frames: 65552, loop: 8..<65544, loudness: -12.729764663010592),
    ],
    "Ooh": [
      .init(46, rate: 43894, frames: 32784, loop: 8..<32776, loudness: -8.851936752844548),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -8.633415945604613),
      .init(75, rate: 44134, frames: 32784, loop: 8..<32776, loudness: -12.875841794332944),
    ],
    "Pulse": [
      .init(24, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -12.178023258099715),
      .init(33, rate: 56320, frames: 1040, loop: 8..<1032, loudness: -10.05633997333507),
      .init(42, rate: 47359, frames: 1040, loop: 8..<1032, loudness: -9.508279462699234),
      .init(50, rate: 50119, frames: 1040, loop: 8..<1032, loudness: -9.318217592007054),
      .init(58, rate: 47735, frames: 1040, loop: 8..<1032, loudness: -8.0985320571994),
      .init(66, rate: 42097, frames: 1040, loop: 8..<1032, loudness: -6.704257465873182),
      .init(74, rate: 42959, frames: 1040, loop: 8..<1032, loudness: -8.541673560178536),
      .init(82, rate: 43396, frames: 1040, loop: 8..<1032, loudness: -5.363099063561171),
      .init(90, rate: 44573, frames: 1040, loop: 8..<1032, loudness: -4.139511192265601),
      .init(98, rate: 43740, frames: 1040, loop: 8..<1032, loudness: -2.114900524833239),
      .init(106, rate: 43894, frames: 1040, loop: 8..<1032, loudness: -3.373937050894612),
    ],
    "Orchestra Hit": [
      .init(60, rate: 44100, frames: 32768, loudness: -8.89606912357085)
    ],
    "Trumpet soft": [
      .init(57, rate: 44227, frames: 32784, loop: 8..<32776, loudness: -10.26940106311158),
      .init(69, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -6.526952199247519),
      .init(81, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -3.6371389968132983),
    ],
    "Trumpet": [
      .init(54, rate: 44248, frames: 32784, loop: 8..<32776, loudness: -8.555355430424783),
      .init(63, rate: 44134, frames: 32784, loop: 8..<32776, loudness: -6.694950074117904),
      .init(72, rate: 44190, frames: 16400, loop: 8..<16392, loudness: -6.913131227865389),
      .init(82, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -4.850649865768057),
    ],
    "Trombone soft": [
      .init(43, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -6.916233211972318),
      .init(55, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -6.753369802594988),
      .init(67, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -5.75330519737504),
    ],
    "Trombone": [
      .init(40, rate: 44267, frames: 32784, loop: 8..<32776, loudness: -8.577131624969338),
      .init(49, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -8.268627973810352),
      .init(58, rate: 44148, frames: 32784, loop: 8..<32776, loudness: -7.8171832422129235),
      .init(68, rate: 44041, frames: 32784, loop: 8..<32776, loudness: -6.256324245838445),
    ],
    "Tuba soft": [
      .init(30, rate: 44573, frames: 32784, loop: 8..<32776, loudness: -7.406500740056487),
      .init(43, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -7.501513610116825),
    ],
    "Tuba": [
      .init(28, rate: 43553, frames: 32784, loop: 8..<32776, loudness: -7.35780303645497),
      .init(37, rate: 44523, frames: 32784, loop: 8..<32776, loudness: -11.156484643766973),
      .init(46, rate: 43894, frames: 32784, loop: 8..<32776, loudness: -6.392049634322654),
    ],
    "Muted Trumpet soft": [
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -6.427976088674494),
      .init(74, rate: 44141, frames: 16400, loop: 8..<16392, loudness: -5.097212760723673),
    ],
    "Muted Trumpet": [
      .init(55, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -6.131769506555975),
      .init(64, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -4.243075850308528),
      .init(73, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -5.7998044623496),
      .init(82, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -6.576051203717347),
    ],
    "French Horn soft": [
      .init(44, rate: 44184, frames: 32784, loop: 8..<32776, loudness: -7.4746460922317794),
      .init(57, rate: 44227, frames: 32784, loop: 8..<32776, loudness: -9.122438224936253),
      .init(70, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -5.681009109308325),
    ],
    "French Horn": [
      .init(41, rate: 44014, frames: 32784, loop: 8..<32776, loudness: -9.436838774643872),
      .init(51, rate: 43944, frames: 32784, loop: 8..<32776, loudness: -8.442264727103339),
      .init(61, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -7.7372582090083295),
      .init(72, rate: 44190, frames: 16400, loop: 8..<16392, loudness: -9.056869478272333),
    ],
    "Brass Section soft": [
      .init(46, rate: 43894, frames: 32784, loop: 8..<32776, loudness: -9.291597269888651),
      .init(66, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -9.103672690300435),
    ],
    "Brass Section": [
      .init(40, rate: 44267, frames: 32784, loop: 8..<32776, loudness: -9.584035658396678),
      .init(52, rate: 44267, frames: 32784, loop: 8..<32776, loudness: -8.83592096883934),
      .init(64, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -8.251614848961323),
      .init(76, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -7.718147940128984),
    ],
    "Soprano Sax": [
      .init(56, rate: 44184, frames: 32784, loop: 8..<32776, loudness: -8.857838582761786),
      .init(67, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -6.859327819586213),
      .init(79, rate: 44141, frames: 16400, loop: 8..<16392, loudness: -5.662236907222484),
    ],
    "Alto Sax": [
      .init(49, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -8.126026932018009),
      .init(57, rate: 44227, frames: 32784, loop: 8..<32776, loudness: -8.81114231733165),
      .init(65, rate: 44183, frames: 32784, loop: 8..<32776, loudness: -9.210419405147475),
      .init(75, rate: 44134, frames: 16400, loop: 8..<16392, loudness: -6.908995750414925),
    ],
    "Tenor Sax": [
      .init(36, rate: 43740, frames: 32784, loop: 8..<32776, loudness: -8.096806975242155),
      .init(47, rate: 43977, frames: 32784, loop: 8..<32776, loudness: -8.81556475969918),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -8.5711654447079),
    ],
    "Oboe": [
      .init(58, rate: 44148, frames: 32784, loop: 8..<32776, loudness: -6.8815445963982445),
      .init(68, rate: 44041, frames: 32784, loop: 8..<32776, loudness: -6.919894457966345),
      .init(80, rate: 44041, frames: 16400, loop: 8..<16392, loudness: -6.779093263939009),
    ],
    "English Horn": [
      .init(52, rate: 44267, frames: 32784, loop: 8..<32776, loudness: -9.266016340811962),
      .init(63, rate: 44134, frames: 32784, loop: 8..<32776, loudness: -7.8288800343443015),
      .init(75, rate: 44134, frames: 16400, loop: 8..<16392, loudness: -5.816507135570784),
    ],
    "Bassoon": [
      .init(34, rate: 44405, frames: 32784, loop: 8..<32776, loudness: -8.687847673697437),
      .init(46, rate: 43894, frames: 32784, loop: 8..<32776, loudness: -9.579340751275463),
      .init(58, rate: 44148, frames: 32784, loop: 8..<32776, loudness: -6.085730320624286),
    ],
    "Clarinet": [
      .init(50, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -8.951396855219086),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -6.198042816183261),
      .init(70, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -4.722077194828214),
      .init(81, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -5.811349980659745),
    ],
    "Flute": [
      .init(59, rate: 44217, frames: 32784, loop: 8..<32776, loudness: -6.455691088121716),
      .init(69, rate: 44091, frames: 32784, loop: 8..<32776, loudness: -7.496806219031783),
      .init(79, rate: 44141, frames: 16400, loop: 8..<16392, loudness: -6.474089417105417),
      .init(91, rate: 44065, frames: 16400, loop: 8..<16392, loudness: -3.9385867252163655),
    ],
    "Recorder": [
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -6.271595999550427),
      .init(72, rate: 44190, frames: 16400, loop: 8..<16392, loudness: -5.964172521726688),
      .init(85, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -3.8754265303330424),
    ],
    "Pan Flute": [
      .init(55, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -3.8611539248389692),
      .init(68, rate: 44041, frames: 32784, loop: 8..<32776, loudness: -5.172786971033227),
      .init(82, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -3.7954349769418707),
    ],
    "Ocarina": [
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -3.718605322705383),
      .init(72, rate: 44190, frames: 16400, loop: 8..<16392, loudness: -4.1909974652027495),
      .init(85, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -3.6775025466239635),
    ],
    "Sine": [
      .init(36, rate: 44651, frames: 2064, loop: 8..<2056, loudness: -6.3116056586264175),
      .init(60, rate: 44651, frames: 2064, loop: 8..<2056, loudness: -3.947324912500004),
      .init(84, rate: 43740, frames: 2064, loop: 8..<2056, loudness: -2.9688241114713905),
      .init(104, rate: 44184, frames: 2064, loop: 8..<2056, loudness: 0.10275664800826463),
    ],
    "Bowed Glass": [
      .init(48, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -8.672241880604014),
      .init(68, rate: 44041, frames: 32784, loop: 8..<32776, loudness: -8.547079595178879),
    ],
    "Metal Spectrum": [
      .init(45, rate: 43957, frames: 32784, loop: 8..<32776, loudness: -10.097397601876882),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -8.465836892724214),
      .init(76, rate: 44087, frames: 32784, loop: 8..<32776, loudness: -10.087518450885032),
    ],
    "Crystal": [
      .init(
        54, rate: 44101, frames: 48331, loop: 44032..<48323, fall: 17.142857142857142, loudness: -9.333012639275236),
      .init(
        77, rate: 44103, frames: 48460, loop: 44032..<48452, fall: 17.142857142857142, loudness: -10.310620151575039),
    ],
    "Sitar": [
      .init(45, rate: 44100, frames: 66044, loop: 57216..<66036, fall: 3.301214555536817, loudness: -9.973685262671205),
      .init(57, rate: 44100, frames: 66044, loop: 57216..<66036, fall: 4.668622396743634, loudness: -8.698492925883713),
      .init(69, rate: 44100, frames: 66044, loop: 57216..<66036, fall: 6.602429111073634, loudness: -6.828284153041508),
    ],
    "Banjo": [
      .init(
        50, rate: 44050, frames: 48557, loop: 44049..<48549, fall: 14.639995485562972, loudness: -12.443480585723217),
      .init(
        66, rate: 44029, frames: 48440, loop: 44029..<48432, fall: 16.512614071257637, loudness: -11.340225141703348),
    ],
    "Shamisen": [
      .init(50, rate: 44050, frames: 39747, loop: 35239..<39739, fall: 14.077144770825038, loudness: -7.24709426963992),
      .init(
        66, rate: 44029, frames: 39634, loop: 35223..<39626, fall: 17.368144863973225, loudness: -6.358310072041969),
    ],
  ]
}
