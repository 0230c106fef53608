// Written by Scripts/make-sample-table.
extension SampleTable {
  static let part1: [String: [SampleFacts]] = [
    "Piano soft": [
      .init(
        24, rate: 44098, frames: 75495, loop: 66048..<75487, fall: 1.0299532683383417, loudness: -11.00251520838304),
      .init(38, rate: 44099, frames: 75066, loop: 66048..<75058, fall: 1.8227393749213103, loudness: -9.41407233941893),
      .init(
        50, rate: 44100, frames: 74766, loop: 66048..<74758, fall: 2.9731466892747034, loudness: -13.777311022697772),
      .init(60, rate: 44099, frames: 74821, loop: 66048..<74813, fall: 4.4698485155456895, loudness: -13.0478411433352),
      .init(70, rate: 44100, frames: 74854, loop: 66048..<74846, fall: 6.72, loudness: -14.228995445132496),
      .init(
        82, rate: 44100, frames: 62566, loop: 53760..<62558, fall: 10.961274018008497, loudness: -14.473098413065033),
      .init(
        97, rate: 44099, frames: 44018, loop: 35200..<44010, fall: 20.205785427825376, loudness: -13.676335413206031),
    ],
    "Piano": [
      .init(
        24, rate: 44098, frames: 75495, loop: 66048..<75487, fall: 1.0299532683383417, loudness: -10.791354417277331),
      .init(
        33, rate: 44100, frames: 74876, loop: 66048..<74868, fall: 1.4865733446373517, loudness: -10.631930666165504),
      .init(
        42, rate: 44101, frames: 74638, loop: 66048..<74630, fall: 2.145631629046228, loudness: -11.419754991580213),
      .init(
        50, rate: 44100, frames: 74766, loop: 66048..<74758, fall: 2.9731466892747034, loudness: -14.876150760595353),
      .init(57, rate: 44100, frames: 74876, loop: 66048..<74868, fall: 3.955212891533964, loudness: -9.630781776667884),
      .init(
        64, rate: 44100, frames: 74886, loop: 66048..<74878, fall: 5.2616674023482926, loudness: -10.046019503113047),
      .init(
        71, rate: 44100, frames: 74896, loop: 66048..<74888, fall: 6.9996595915719215, loudness: -8.998728355295274),
      .init(78, rate: 44099, frames: 69756, loop: 60928..<69748, fall: 9.31173155795027, loudness: -9.06528358996898),
      .init(
        86, rate: 44102, frames: 56447, loop: 47616..<56439, fall: 12.903027471328421, loudness: -7.125754460192754),
      .init(
        94, rate: 44102, frames: 46846, loop: 38016..<46838, fall: 17.879394062182758, loudness: -4.638294507918653),
      .init(
        103, rate: 44099, frames: 39161, loop: 30336..<39153, fall: 25.806054942656843, loudness: -10.471997757293835),
    ],
    "Tine stroke": [
      .init(40, rate: 44100, frames: 11466, loudness: -15.498215166080366),
      .init(54, rate: 44100, frames: 11466, loudness: -13.822207916561378),
      .init(68, rate: 44100, frames: 11466, loudness: -13.325647253729908),
      .init(82, rate: 44100, frames: 11466, loudness: -14.380830300892525),
      .init(96, rate: 44100, frames: 11466, loudness: -12.293272588934304),
    ],
    "Tine body": [
      .init(32, rate: 32004, frames: 33245, loop: 32004..<33237, fall: 3.789291416275995, loudness: -8.400475502927257),
      .init(48, rate: 31997, frames: 33227, loop: 31996..<33219, fall: 6.597539553864471, loudness: -4.55790973214245),
      .init(
        63, rate: 31994, frames: 33236, loop: 31994..<33228, fall: 11.09569472067845, loudness: -3.9143799406520605),
      .init(79, rate: 31992, frames: 33264, loop: 31991..<33256, fall: 19.31872657849691, loudness: -3.530899716754609),
    ],
    "FM piano": [
      .init(36, rate: 35995, frames: 37654, loop: 35995..<37646, fall: 4.796228446520432, loudness: -6.938044263636763),
      .init(51, rate: 36013, frames: 37409, loop: 36012..<37401, fall: 7.693918557914292, loudness: -4.721349749963793),
      .init(
        66, rate: 35988, frames: 37455, loop: 35988..<37447, fall: 12.342277569944299, loudness: -4.225742057155844),
      .init(
        83, rate: 36004, frames: 37470, loop: 36004..<37462, fall: 21.086737744388564, loudness: -3.3092453031445066),
    ],
    "Harpsichord": [
      .init(
        33, rate: 44100, frames: 61692, loop: 52864..<61684, fall: 3.295253211166353, loudness: -10.796812573283535),
      .init(46, rate: 44098, frames: 61575, loop: 52864..<61567, fall: 5.170806536048649, loudness: -18.94343914044817),
      .init(
        59, rate: 44102, frames: 61623, loop: 52864..<61615, fall: 8.113865162968702, loudness: -19.566563172508626),
      .init(
        73, rate: 44100, frames: 61702, loop: 52864..<61694, fall: 13.181012844665412, loudness: -6.194773427279274),
    ],
    "Clavinet": [
      .init(
        34, rate: 44101, frames: 44290, loop: 35200..<44282, fall: 4.386162940323672, loudness: -11.233112543828057),
      .init(48, rate: 44099, frames: 43973, loop: 35200..<43965, fall: 7.125342718173629, loudness: -20.00275063169384),
      .init(
        62, rate: 44099, frames: 44068, loop: 35200..<44060, fall: 11.575153395391968, loudness: -11.72348352525646),
      .init(76, rate: 44100, frames: 44038, loop: 35200..<44030, fall: 18.80389216719628, loudness: -7.732713469039),
    ],
    "Celesta": [
      .init(
        54, rate: 44101, frames: 43979, loop: 39680..<43971, fall: 14.839348504477318, loudness: -8.797309829404412),
      .init(68, rate: 44101, frames: 35956, loop: 31488..<35948, fall: 22.23390088049776, loudness: -8.34069138416839),
      .init(82, rate: 44100, frames: 25399, loop: 20992..<25391, fall: 33.31321103582448, loudness: -6.97093425454262),
      .init(97, rate: 44100, frames: 17991, loop: 13568..<17983, fall: 51.3759946885478, loudness: -3.4024940551820393),
    ],
    "Glockenspiel": [
      .init(
        62, rate: 44100, frames: 50059, loop: 45696..<50051, fall: 14.12617459145727, loudness: -14.706238678350266),
      .init(
        77, rate: 44103, frames: 33996, loop: 29568..<33988, fall: 21.785539376547998, loudness: -16.157355427554883),
      .init(
        93, rate: 44100, frames: 23106, loop: 18688..<23098, fall: 34.58238812402693, loudness: -14.255034092425394),
    ],
    "Music Box": [
      .init(62, rate: 44100, frames: 50059, loop: 45696..<50051, fall: 22.70278059341347, loudness: -9.829056332708937),
      .init(77, rate: 44103, frames: 33996, loop: 29568..<33988, fall: 35.01247399802357, loudness: -9.945732143347753),
      .init(
        93, rate: 44100, frames: 23106, loop: 18688..<23098, fall: 55.578838056471845, loudness: -8.302892298501112),
    ],
    "Vibraphone": [
      .init(53, rate: 44095, frames: 57165, loop: 52864..<57157, fall: 8.912266108587817, loudness: -8.246980826664934),
      .init(
        65, rate: 44103, frames: 50124, loop: 45696..<50116, fall: 12.603847602242977, loudness: -7.8420579584503525),
      .init(
        77, rate: 44103, frames: 36812, loop: 32384..<36804, fall: 17.824532217175637, loudness: -7.767407988960003),
      .init(
        90, rate: 44099, frames: 26562, loop: 22144..<26554, fall: 25.946337054604825, loudness: -5.174635434385479),
    ],
    "Marimba": [
      .init(
        40, rate: 44098, frames: 26305, loop: 22016..<26297, fall: 18.019208898293886, loudness: -9.560405988495596),
      .init(
        52, rate: 44098, frames: 26305, loop: 22016..<26297, fall: 30.304576336566328, loudness: -9.275808801877721),
      .init(64, rate: 44100, frames: 22855, loop: 18432..<22847, fall: 50.96601921440234, loudness: -7.65018121070919),
      .init(76, rate: 44100, frames: 15431, loop: 11008..<15423, fall: 85.71428571428572, loudness: -7.698183319831111),
      .init(90, rate: 44099, frames: 10306, loop: 5888..<10298, fall: 157.2006931208008, loudness: -5.780583689262237),
    ],
    "Xylophone": [
      .init(
        60, rate: 44104, frames: 26407, loop: 22016..<26399, fall: 66.66666666666667, loudness: -12.333038509137534),
      .init(
        70, rate: 44097, frames: 20966, loop: 16512..<20958, fall: 88.98932361133562, loudness: -12.223771574836304),
      .init(
        80, rate: 44102, frames: 16703, loop: 12288..<16695, fall: 118.78649575204523, loudness: -11.228880475607578),
      .init(92, rate: 44102, frames: 13119, loop: 8704..<13111, fall: 167.98947331931643, loudness: -8.404532051010719),
    ],
    "Tubular Bells": [
      .init(57, rate: 44100, frames: 88106, loop: 66048..<88098, fall: 10.0, loudness: -9.742135474257953),
      .init(68, rate: 44100, frames: 88143, loop: 66048..<88135, fall: 10.0, loudness: -8.501100720914444),
      .init(80, rate: 44100, frames: 88090, loop: 66048..<88082, fall: 10.0, loudness: -8.45227515666133),
    ],
    "Dulcimer": [
      .init(
        48, rate: 44099, frames: 74821, loop: 66048..<74813, fall: 7.6053403763598215, loudness: -23.70801713740265),
      .init(
        63, rate: 44100, frames: 61020, loop: 52224..<61012, fall: 12.200183980681956, loudness: -20.865488507172163),
      .init(79, rate: 44098, frames: 45575, loop: 36736..<45567, fall: 20.19748461041523, loudness: -9.42379968963277),
    ],
    "Drawbars": [
      .init(36, rate: 44651, frames: 4112, loop: 8..<4104, loudness: -10.820349280986942),
      .init(46, rate: 47735, frames: 4112, loop: 8..<4104, loudness: -8.140885851119616),
      .init(56, rate: 47252, frames: 4112, loop: 8..<4104, loudness: -9.257070714261582),
      .init(66, rate: 44573, frames: 4112, loop: 8..<4104, loudness: -7.570960695866458),
      .init(76, rate: 45005, frames: 4112, loop: 8..<4104, loudness: -8.666254735002928),
      .init(86, rate: 44550, frames: 4112, loop: 8..<4104, loudness: -5.934631499196138),
      .init(96, rate: 44190, frames: 4112, loop: 8..<4104, loudness: -3.365446035425896),
    ],
    "Key Click": [
      .init(60, rate: 44100, frames: 13230, loudness: -17.133197969178692)
    ],
    "Organ Percussion": [
      .init(48, rate: 44651, frames: 4112, loop: 8..<4104, loudness: -8.082917628353062),
      .init(60, rate: 44651, frames: 4112, loop: 8..<4104, loudness: -6.716091551051073),
      .init(72, rate: 43740, frames: 4112, loop: 8..<4104, loudness: -4.239388759378171),
      .init(84, rate: 44190, frames: 4112, loop: 8..<4104, loudness: -2.628991082304813),
    ],
    "Jazz Drawbars": [
      .init(36, rate: 44651, frames: 4112, loop: 8..<4104, loudness: -9.70232436929761),
      .init(46, rate: 47735, frames: 4112, loop: 8..<4104, loudness: -8.205092030371826),
      .init(56, rate: 47252, frames: 4112, loop: 8..<4104, loudness: -8.65685175434343),
      .init(66, rate: 44573, frames: 4112, loop: 8..<4104, loudness: -7.698454754517545),
      .init(76, rate: 45005, frames: 4112, loop: 8..<4104, loudness: -8.03968121493028),
      .init(86, rate: 44550, frames: 4112, loop: 8..<4104, loudness: -4.618491667624347),
      .init(96, rate: 44190, frames: 4112, loop: 8..<4104, loudness: -4.277633960861773),
    ],
    "Full Drawbars": [
      .init(36, rate: 44651, frames: 4112, loop: 8..<4104, loudness: -8.28772795216496),
      .init(46, rate: 47735, frames: 4112, loop: 8..<4104, loudness: -5.928915609895661),
      .init(56, rate: 47252, frames: 4112, loop: 8..<4104, loudness: -6.411197814254218),
      .init(66, rate: 44573, frames: 4112, loop: 8..<4104, loudness: -5.411204619269252),
      .init(76, rate: 45005, frames: 4112, loop: 8..<4104, loudness: -7.025502209904389),
      .init(86, rate: 44550, frames: 4112, loop: 8..<4104, loudness: -4.126292781406303),
      .init(96, rate: 44190, frames: 4112, loop: 8..<4104, loudness: -2.475998923003716),
    ],
    "Principals": [
      .init(36, rate: 43740, frames: 32784, loop: 8..<32776, loudness: -9.990854238849291),
      .init(48, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -10.431720332032675),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -7.484315531065316),
      .init(74, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -8.330649614906397),
    ],
    "Harmonium Reeds": [
      .init(42, rate: 43927, frames: 32784, loop: 8..<32776, loudness: -8.46387591050198),
      .init(60, rate: 44190, frames: 32784, loop: 8..<32776, loudness: -8.365329104502301),
      .init(78, rate: 44087, frames: 16400, loop: 8..<16392, loudness: -4.491934293353111),
    ],
    "Accordion Reeds": [
      .init(41, rate: 44014, frames: 32784, loop: 8..<32776, loudness: -10.116946557471369),
      .init(54, rate: 44248, frames: 32784, loop: 8..<32776, loudness: -9.632766405433001),
      .init(67, rate: 44141, frames: 32784, loop: 8..<32776, loudness: -8.106192859498742),
      .init(81, rate: 44091, frames: 16400, loop: 8..<16392, loudness: -4.560004701182628),
    ],
    "Harmonica Reeds": [
      .init(55, rate: 43989, frames: 32784, loop: 8..<32776, loudness: -8.247343073085055),
      .init(68, rate: 44041, frames: 32784, loop: 8..<32776, loudness: -6.019437495068034),
      .init(82, rate: 44148, frames: 16400, loop: 8..<16392, loudness: -5.339575610259708),
    ],
    "Nylon Guitar soft": [
      .init(45, rate: 44100, frames: 74876, loop: 66048..<74868, fall: 6.5, loudness: -7.58419882973408),
      .init(
        64, rate: 44100, frames: 68998, loop: 60160..<68990, fall: 11.251975293079859, loudness: -7.581811195575038),
    ],
    "Nylon Guitar": [
      .init(40, rate: 44098, frames: 74618, loop: 66048..<74610, fall: 5.62598764653993, loudness: -15.188884322730678),
      .init(49, rate: 44102, frames: 74966, loop: 66048..<74958, fall: 7.296003314010926, loudness: -6.698413962094215),
      .init(58, rate: 44102, frames: 74949, loop: 66048..<74941, fall: 9.461745688474219, loudness: -7.239091761017572),
      .init(69, rate: 44100, frames: 62716, loop: 53888..<62708, fall: 13.0, loudness: -8.439118522369611),
    ],
    "Steel Guitar soft": [
      .init(43, rate: 44099, frames: 75056, loop: 66048..<75048, fall: 4.011465828897197, loudness: -9.319869266151091),
      .init(
        60, rate: 44099, frames: 74821, loop: 66048..<74813, fall: 6.554396007983748, loudness: -18.632400543238102),
    ],
    "Steel Guitar": [
      .init(40, rate: 44098, frames: 74618, loop: 66048..<74610, fall: 3.678530384276108, loudness: -16.61466719660475),
      .init(
        48, rate: 44099, frames: 74821, loop: 66048..<74813, fall: 4.6346578638273455, loudness: -15.754048741321542),
      .init(56, rate: 44101, frames: 74976, loop: 66048..<74968, fall: 5.839303001696877, loudness: -8.364056562736106),
      .init(64, rate: 44100, frames: 74886, loop: 66048..<74878, fall: 7.357060768552215, loudness: -8.977649239489436),
      .init(74, rate: 44100, frames: 74841, loop: 66048..<74833, fall: 9.82049792341432, loudness: -19.5015393474432),
    ],
    "Electric Guitar soft": [
      .init(
        44, rate: 39998, frames: 55970, loop: 47872..<55962, fall: 4.089509426929223, loudness: -10.568624212108164),
      .init(62, rate: 39998, frames: 55916, loop: 47872..<55908, fall: 6.608099828662965, loudness: -8.572116077307921),
    ],
    "Electric Guitar": [
      .init(40, rate: 39998, frames: 55646, loop: 47872..<55638, fall: 3.675859528287675, loudness: -17.57224559007607),
      .init(
        50, rate: 39999, frames: 55780, loop: 47872..<55772, fall: 4.7988776133176225, loudness: -19.099277751675462),
      .init(60, rate: 39999, frames: 55830, loop: 47872..<55822, fall: 6.264990860063887, loudness: -20.06428090827224),
      .init(71, rate: 40000, frames: 55898, loop: 47872..<55890, fall: 8.4, loudness: -9.940597600375964),
    ],
    "String Thud": [
      .init(60, rate: 44100, frames: 4410, loudness: -19.13755657343227)
    ],
    "Overdriven Guitar": [
      .init(40, rate: 44088, frames: 52655, loop: 44087..<52647, fall: 2.0, loudness: -5.650633863115658),
      .init(54, rate: 44029, frames: 52843, loop: 44029..<52835, fall: 2.0, loudness: -7.205406406612711),
      .init(69, rate: 44000, frames: 52808, loop: 44000..<52800, fall: 2.0, loudness: -5.2291543783203975),
    ],
    "Distorted Guitar": [
      .init(38, rate: 44123, frames: 53146, loop: 44123..<53138, fall: 2.0, loudness: -5.491746553721633),
      .init(53, rate: 44177, frames: 53040, loop: 44177..<53032, fall: 2.0, loudness: -5.2683661545764915),
      .init(68, rate: 44022, frames: 52828, loop: 44022..<52820, fall: 2.0, loudness: -6.749702965726632),
    ],
    "Flageolet": [
      .init(42, rate: 44102, frames: 50715, loop: 44032..<50707, fall: 6.666666666666667, loudness: -6.738201931819656),
      .init(60, rate: 44101, frames: 50614, loop: 44032..<50606, fall: 6.666666666666667, loudness: -4.450700833295906),
    ],
    "Upright Bass": [
      .init(
        28, rate: 32000, frames: 41293, loop: 35072..<41285, fall: 5.663245876090161, loudness: -17.858336407054296),
      .init(
        38, rate: 32000, frames: 41618, loop: 35072..<41610, fall: 7.559526299369239, loudness: -10.049641860501891),
      .init(
        50, rate: 31999, frames: 41400, loop: 35072..<41392, fall: 10.690784617684074, loudness: -14.870691041324072),
    ],
    "Electric Bass": [
      .init(28, rate: 32000, frames: 41293, loop: 35072..<41285, fall: 3.3182713001871, loudness: -15.67106361038709),
      .init(
        38, rate: 32000, frames: 41618, loop: 35072..<41610, fall: 4.3320419985689975, loudness: -10.003132304656539),
      .init(
        50, rate: 31999, frames: 41400, loop: 35072..<41392, fall: 5.965262775000022, loudness: -14.785259229655386),
    ],
    "Plectrum": [
      .init(60, rate: 44100, frames: 4000, loudness: -16.298411337310565)
    ],
    "Fretless Bass": [
      .init(
        28, rate: 32000, frames: 41293, loop: 35072..<41285, fall: 2.617161670779204, loudness: -15.206998977004671),
      .init(39, rate: 32002, frames: 41791, loop: 35200..<41783, fall: 3.436309994762567, loudness: -8.480302737901654),
      .init(51, rate: 32001, frames: 41585, loop: 35200..<41577, fall: 4.62493028389543, loudness: -12.89569185990088),
    ],
    "Slap Bass": [
      .init(
        28, rate: 44098, frames: 56954, loop: 48384..<56946, fall: 3.7923100573566857, loudness: -21.042779939322017),
      .init(
        38, rate: 44099, frames: 57402, loop: 48384..<57394, fall: 4.950905141221711, loudness: -12.034136767915326),
      .init(50, rate: 44100, frames: 57102, loop: 48384..<57094, fall: 6.817443171428597, loudness: -25.46965564995329),
    ],
    "Sawtooth": [
      .init(24, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -11.858072504119917),
      .init(33, rate: 56320, frames: 1040, loop: 8..<1032, loudness: -10.211877293748655),
      .init(42, rate: 47359, frames: 1040, loop: 8..<1032, loudness: -8.729976513875606),
      .init(50, rate: 50119, frames: 1040, loop: 8..<1032, loudness: -7.631681447551995),
      .init(58, rate: 47735, frames: 1040, loop: 8..<1032, loudness: -7.580470867562942),
      .init(66, rate: 42097, frames: 1040, loop: 8..<1032, loudness: -7.5621217851085945),
      .init(74, rate: 42959, frames: 1040, loop: 8..<1032, loudness: -6.090791100686105),
      .init(82, rate: 43396, frames: 1040, loop: 8..<1032, loudness: -6.668512844732185),
      .init(90, rate: 44573, frames: 1040, loop: 8..<1032, loudness: -3.9897759178994194),
      .init(98, rate: 43740, frames: 1040, loop: 8..<1032, loudness: -3.3286565204146585),
      .init(106, rate: 43894, frames: 1040, loop: 8..<1032, loudness: -2.697856250819531),
    ],
  ]
}
