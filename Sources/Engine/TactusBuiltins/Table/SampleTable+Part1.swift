// Written by Scripts/make-sample-table.
extension SampleTable {
  static let part1: [String: [SampleFacts]] = [
    "Piano": [
      .init(
        24, rate: 22051, frames: 26744, loop: 22016..<26736, fall: 1.0299532683383417, loudness: -10.794298380054157),
      .init(
        33, rate: 22050, frames: 26835, loop: 22016..<26827, fall: 1.4865733446373517, loudness: -10.237951163257504),
      .init(42, rate: 22052, frames: 26408, loop: 21632..<26400, fall: 2.145631629046228, loudness: -9.598914667848229),
      .init(
        50, rate: 27998, frames: 25579, loop: 21376..<25571, fall: 2.9731466892747034, loudness: -12.705584036128029),
      .init(
        57, rate: 28000, frames: 21616, loop: 17408..<21608, fall: 3.955212891533964, loudness: -12.407398840718036),
      .init(
        64, rate: 32001, frames: 21277, loop: 16512..<21269, fall: 5.2616674023482926, loudness: -13.805692676869425),
      .init(
        71, rate: 32002, frames: 18883, loop: 14080..<18875, fall: 6.9996595915719215, loudness: -13.433362345031698),
      .init(78, rate: 32000, frames: 16968, loop: 12160..<16960, fall: 9.31173155795027, loudness: -13.247877395720337),
      .init(86, rate: 32003, frames: 15299, loop: 10496..<15291, fall: 12.903027471328421, loudness: -12.4805699240568),
      .init(94, rate: 31999, frames: 14157, loop: 9344..<14149, fall: 17.879394062182758, loudness: -8.015624964828246),
      .init(
        103, rate: 32000, frames: 13252, loop: 8448..<13244, fall: 25.806054942656843, loudness: -10.093750517060172),
    ],
    "Tine stroke": [
      .init(40, rate: 32000, frames: 8320, loudness: -15.32366819266058),
      .init(54, rate: 32000, frames: 8320, loudness: -13.535737731854383),
      .init(68, rate: 32000, frames: 8320, loudness: -13.448837085905616),
      .init(82, rate: 32000, frames: 8320, loudness: -13.896413417868187),
      .init(96, rate: 32000, frames: 8320, loudness: -12.18431178093991),
    ],
    "Tine body": [
      .init(30, rate: 20003, frames: 9874, loop: 9001..<9866, fall: 3.5355339059327378, loudness: -8.467938159464799),
      .init(43, rate: 19992, frames: 9820, loop: 8996..<9812, fall: 5.547847360339225, loudness: -5.387123886822136),
      .init(56, rate: 20012, frames: 9784, loop: 9005..<9776, fall: 8.705505632961241, loudness: -4.394902104440265),
      .init(69, rate: 19996, frames: 9824, loop: 8998..<9816, fall: 13.660402567543954, loudness: -4.043926722826288),
      .init(83, rate: 20002, frames: 9819, loop: 9001..<9811, fall: 22.1913894413569, loudness: -3.2275522524923637),
    ],
    "FM piano": [
      .init(33, rate: 22000, frames: 10048, loop: 9240..<10040, fall: 4.363654082497118, loudness: -7.8884515423526125),
      .init(46, rate: 22003, frames: 10193, loop: 9241..<10185, fall: 6.572516374631945, loudness: -6.026188086731834),
      .init(59, rate: 22003, frames: 10140, loop: 9241..<10132, fall: 9.899494936611664, loudness: -5.005824033058332),
      .init(72, rate: 22001, frames: 10131, loop: 9240..<10123, fall: 14.910575252159477, loudness: -4.520918603102693),
      .init(86, rate: 21994, frames: 10125, loop: 9237..<10117, fall: 23.177091836774704, loudness: -3.116409440442),
    ],
    "Harpsichord": [
      .init(
        33, rate: 31996, frames: 13727, loop: 11392..<13719, fall: 3.295253211166353, loudness: -12.384532363971095),
      .init(
        44, rate: 32004, frames: 13994, loop: 11520..<13986, fall: 4.824533090987547, loudness: -11.614161758310233),
      .init(
        55, rate: 31997, frames: 14012, loop: 11392..<14004, fall: 7.063529888131201, loudness: -14.111473917699453),
      .init(
        66, rate: 32005, frames: 14123, loop: 11520..<14115, fall: 10.341613072097298, loudness: -11.690882761028712),
      .init(
        77, rate: 32004, frames: 14094, loop: 11520..<14086, fall: 15.14100777186195, loudness: -10.336938395379537),
    ],
    "Clavinet": [
      .init(34, rate: 28005, frames: 11627, loop: 9216..<11619, fall: 4.386162940323672, loudness: -13.918468308041026),
      .init(48, rate: 27994, frames: 11364, loop: 9216..<11356, fall: 7.125342718173629, loudness: -14.19769928438243),
      .init(
        62, rate: 28000, frames: 11417, loop: 9216..<11409, fall: 11.575153395391968, loudness: -14.774288173719837),
      .init(76, rate: 28000, frames: 11475, loop: 9216..<11467, fall: 18.80389216719628, loudness: -13.972591254541856),
    ],
    "Celesta": [
      .init(52, rate: 32007, frames: 9299, loop: 8320..<9291, fall: 14.88188486220187, loudness: -5.832509422326661),
      .init(64, rate: 32007, frames: 8275, loop: 7296..<8267, fall: 21.04616340580074, loudness: -5.735726978308588),
      .init(76, rate: 32007, frames: 6099, loop: 5120..<6091, fall: 29.76376972440374, loudness: -5.337690501231569),
      .init(88, rate: 32007, frames: 4563, loop: 3584..<4555, fall: 42.09232681160148, loudness: -3.9940774709691724),
      .init(100, rate: 32011, frames: 3527, loop: 2560..<3519, fall: 59.52753944880748, loudness: -1.308389466212325),
    ],
    "Glockenspiel": [
      .init(
        60, rate: 38001, frames: 13970, loop: 12800..<13962, fall: 13.333333333333334, loudness: -11.23541429633815),
      .init(
        72, rate: 38001, frames: 10258, loop: 9088..<10250, fall: 18.856180831641264, loudness: -11.878662801595615),
      .init(84, rate: 38012, frames: 7534, loop: 6400..<7526, fall: 26.666666666666668, loudness: -10.378849454038557),
      .init(96, rate: 38006, frames: 5632, loop: 4480..<5624, fall: 37.712361663282536, loudness: -7.675652623076688),
    ],
    "Music Box": [
      .init(
        60, rate: 34011, frames: 11160, loop: 10112..<11152, fall: 23.076923076923077, loudness: -8.209346852112168),
      .init(72, rate: 34011, frames: 8216, loop: 7168..<8208, fall: 32.63569759322527, loudness: -7.309076262981606),
      .init(84, rate: 33994, frames: 6007, loop: 4992..<5999, fall: 46.15384615384615, loudness: -6.891920973560653),
      .init(96, rate: 33986, frames: 4615, loop: 3584..<4607, fall: 65.27139518645055, loudness: -4.332412280675433),
    ],
    "Vibraphone": [
      .init(52, rate: 26008, frames: 8477, loop: 7680..<8469, fall: 6.803147365577997, loudness: -5.775342732846898),
      .init(62, rate: 26006, frames: 8101, loop: 7296..<8093, fall: 9.081112237365387, loudness: -5.90181992473073),
      .init(72, rate: 25999, frames: 6307, loop: 5504..<6299, fall: 12.121830534626529, loudness: -5.31385336549658),
      .init(82, rate: 26005, frames: 4885, loop: 4096..<4877, fall: 16.18070250311475, loudness: -5.134467297792928),
      .init(92, rate: 26015, frames: 3863, loop: 3072..<3855, fall: 21.598646569626396, loudness: -2.76382942219847),
    ],
    "Marimba": [
      .init(40, rate: 25999, frames: 6271, loop: 5632..<6263, fall: 16.81792830507429, loudness: -8.086305071142554),
      .init(50, rate: 25989, frames: 6348, loop: 5632..<6340, fall: 25.936791093020197, loudness: -6.257943900723127),
      .init(60, rate: 25999, frames: 6435, loop: 5632..<6427, fall: 40.0, loudness: -6.079797584360833),
      .init(70, rate: 26005, frames: 4373, loop: 3584..<4365, fall: 61.68843301631764, loudness: -5.537616610556726),
      .init(80, rate: 26015, frames: 3095, loop: 2304..<3087, fall: 95.13656920021769, loudness: -5.114404263951922),
      .init(92, rate: 26015, frames: 2199, loop: 1408..<2191, fall: 160.0, loudness: -2.6981615529768166),
    ],
    "Xylophone": [
      .init(60, rate: 36006, frames: 6869, loop: 5760..<6861, fall: 66.66666666666667, loudness: -11.805907233697159),
      .init(70, rate: 35995, frames: 5313, loop: 4224..<5305, fall: 88.98932361133562, loudness: -11.370587019765837),
      .init(80, rate: 36015, frames: 4292, loop: 3200..<4284, fall: 118.78649575204523, loudness: -10.399268322320873),
      .init(92, rate: 36015, frames: 3268, loop: 2176..<3260, fall: 167.98947331931643, loudness: -8.341117363180427),
    ],
    "Tubular Bells": [
      .init(57, rate: 24000, frames: 18008, loop: 9600..<18000, fall: 10.0, loudness: -9.763904127862862),
      .init(68, rate: 23999, frames: 17859, loop: 9472..<17851, fall: 10.0, loudness: -8.329190410467017),
      .init(80, rate: 23999, frames: 17888, loop: 9472..<17880, fall: 10.0, loudness: -7.896184116108482),
    ],
    "Dulcimer": [
      .init(
        46, rate: 32000, frames: 15463, loop: 12160..<15455, fall: 3.5704445827338858, loudness: -12.670372824046336),
      .init(59, rate: 32004, frames: 15408, loop: 12160..<15400, fall: 5.377787753355879, loudness: -11.77389460694836),
      .init(72, rate: 31999, frames: 15220, loop: 12032..<15212, fall: 8.1, loudness: -13.484146300675054),
      .init(
        85, rate: 32003, frames: 15372, loop: 12160..<15364, fall: 12.200183980681954, loudness: -11.334468477413576),
    ],
    "Drawbars": [
      .init(36, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -10.955924766312853),
      .init(46, rate: 29834, frames: 2064, loop: 8..<2056, loudness: -8.150395492298687),
      .init(56, rate: 30377, frames: 2064, loop: 8..<2056, loudness: -9.26260610120425),
      .init(66, rate: 31573, frames: 2064, loop: 8..<2056, loudness: -7.571744143004181),
      .init(76, rate: 30685, frames: 2064, loop: 8..<2056, loudness: -8.666779996742765),
      .init(86, rate: 30071, frames: 2064, loop: 8..<2056, loudness: -5.930944433865879),
      .init(96, rate: 30186, frames: 2064, loop: 8..<2056, loudness: -3.3584274211567515),
    ],
    "Key Click": [
      .init(60, rate: 32000, frames: 960, loudness: -13.898612269930945)
    ],
    "Organ Percussion": [
      .init(48, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -6.159157979395172),
      .init(60, rate: 31518, frames: 2064, loop: 8..<2056, loudness: -5.8977476752413525),
      .init(72, rate: 32473, frames: 2064, loop: 8..<2056, loudness: -4.362726782272653),
      .init(84, rate: 31989, frames: 2064, loop: 8..<2056, loudness: -2.5339782871577072),
    ],
    "Jazz Drawbars": [
      .init(36, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -9.817760745775502),
      .init(46, rate: 29834, frames: 2064, loop: 8..<2056, loudness: -8.208206741871155),
      .init(56, rate: 30377, frames: 2064, loop: 8..<2056, loudness: -8.666060720457441),
      .init(66, rate: 31573, frames: 2064, loop: 8..<2056, loudness: -7.699937594754445),
      .init(76, rate: 30685, frames: 2064, loop: 8..<2056, loudness: -8.04273963517449),
      .init(86, rate: 30071, frames: 2064, loop: 8..<2056, loudness: -4.619473339540014),
      .init(96, rate: 30186, frames: 2064, loop: 8..<2056, loudness: -4.265315217729133),
    ],
    "Full Drawbars": [
      .init(36, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -8.349988430577124),
      .init(46, rate: 29834, frames: 2064, loop: 8..<2056, loudness: -5.894599746487386),
      .init(56, rate: 30377, frames: 2064, loop: 8..<2056, loudness: -6.172040878880418),
      .init(66, rate: 31573, frames: 2064, loop: 8..<2056, loudness: -4.8856891095131445),
      .init(76, rate: 30685, frames: 2064, loop: 8..<2056, loudness: -5.716502655299284),
      .init(86, rate: 30071, frames: 2064, loop: 8..<2056, loudness: -3.039477358828574),
      .init(96, rate: 30186, frames: 2064, loop: 8..<2056, loudness: -1.2213516012634593),
    ],
    "Principals": [
      .init(36, rate: 29767, frames: 8208, loop: 8..<8200, loudness: -9.844192268997016),
      .init(45, rate: 30037, frames: 8208, loop: 8..<8200, loudness: -10.321415144148908),
      .init(54, rate: 29716, frames: 8208, loop: 8..<8200, loudness: -7.327602890317081),
      .init(63, rate: 29985, frames: 8208, loop: 8..<8200, loudness: -7.533535364839518),
      .init(72, rate: 29975, frames: 8208, loop: 8..<8200, loudness: -8.211946095284874),
      .init(82, rate: 29951, frames: 8208, loop: 8..<8200, loudness: -5.929626510399227),
    ],
    "Harmonium Reeds": [
      .init(40, rate: 28128, frames: 1040, loop: 8..<1032, loudness: -8.41843572781951),
      .init(51, rate: 31859, frames: 1040, loop: 8..<1032, loudness: -7.109314782563267),
      .init(62, rate: 33413, frames: 1040, loop: 8..<1032, loudness: -7.575606819699555),
      .init(73, rate: 31537, frames: 1040, loop: 8..<1032, loudness: -5.740869452513845),
      .init(85, rate: 32438, frames: 1040, loop: 8..<1032, loudness: -3.71928590941944),
    ],
    "Accordion Reeds": [
      .init(41, rate: 29801, frames: 1040, loop: 8..<1032, loudness: -9.219982785105012),
      .init(50, rate: 30071, frames: 1040, loop: 8..<1032, loudness: -7.402625090357637),
      .init(59, rate: 31609, frames: 1040, loop: 8..<1032, loudness: -6.881285907510449),
      .init(68, rate: 32713, frames: 1040, loop: 8..<1032, loudness: -9.334106624612387),
      .init(77, rate: 32510, frames: 1040, loop: 8..<1032, loudness: -4.525509153092798),
      .init(87, rate: 31859, frames: 1040, loop: 8..<1032, loudness: -3.160373026963451),
    ],
    "Harmonica Reeds": [
      .init(55, rate: 33450, frames: 1040, loop: 8..<1032, loudness: -9.065317355932798),
      .init(63, rate: 31859, frames: 1040, loop: 8..<1032, loudness: -6.762797581651675),
      .init(71, rate: 31609, frames: 1040, loop: 8..<1032, loudness: -3.0806530815429807),
      .init(79, rate: 32112, frames: 1040, loop: 8..<1032, loudness: -5.30401891253738),
      .init(88, rate: 32147, frames: 1040, loop: 8..<1032, loudness: -5.105443761160603),
    ],
    "Nylon Guitar": [
      .init(40, rate: 25999, frames: 13924, loop: 11392..<13916, fall: 5.62598764653993, loudness: -12.70798797001157),
      .init(
        49, rate: 25996, frames: 14026, loop: 11392..<14018, fall: 7.296003314010926, loudness: -11.976546910299925),
      .init(
        57, rate: 26000, frames: 14000, loop: 11392..<13992, fall: 9.192388155425117, loudness: -10.031311509951935),
      .init(
        65, rate: 26003, frames: 14006, loop: 11392..<13998, fall: 11.581683335824412, loudness: -10.484619167556644),
      .init(
        75, rate: 26004, frames: 13991, loop: 11392..<13983, fall: 15.459692495035373, loudness: -13.425613017226569),
    ],
    "Steel Guitar": [
      .init(40, rate: 29996, frames: 16616, loop: 13696..<16608, fall: 3.678530384276108, loudness: -11.01997846799437),
      .init(
        47, rate: 30003, frames: 16620, loop: 13696..<16612, fall: 4.502718151027004, loudness: -12.527912609630308),
      .init(54, rate: 30000, frames: 16623, loop: 13696..<16615, fall: 5.511568107266791, loudness: -12.50572935730125),
      .init(
        61, rate: 29995, frames: 16734, loop: 13696..<16726, fall: 6.746454470864848, loudness: -12.684127981845702),
      .init(68, rate: 30001, frames: 16738, loop: 13696..<16730, fall: 8.25802149980565, loudness: -13.709383420956424),
      .init(
        77, rate: 30004, frames: 16711, loop: 13696..<16703, fall: 10.709328924106423, loudness: -12.973835134928246),
    ],
    "Electric Guitar": [
      .init(
        40, rate: 25999, frames: 13924, loop: 11392..<13916, fall: 3.675859528287675, loudness: -15.951925892369305),
      .init(
        50, rate: 25999, frames: 14056, loop: 11392..<14048, fall: 4.7988776133176225, loudness: -14.154834764122956),
      .init(
        60, rate: 26002, frames: 13984, loop: 11392..<13976, fall: 6.264990860063887, loudness: -12.608176220222864),
      .init(71, rate: 26004, frames: 13980, loop: 11392..<13972, fall: 8.4, loudness: -14.343266045361384),
    ],
    "String Thud": [
      .init(60, rate: 24000, frames: 2400, loudness: -19.926769501970746)
    ],
    "Overdriven Guitar": [
      .init(40, rate: 29996, frames: 12626, loop: 10798..<12618, fall: 6.0, loudness: -7.260008217648276),
      .init(51, rate: 30024, frames: 12553, loop: 10808..<12545, fall: 6.0, loudness: -8.014695980515855),
      .init(62, rate: 29954, frames: 12627, loop: 10783..<12619, fall: 6.0, loudness: -8.934252488575387),
      .init(74, rate: 29954, frames: 12576, loop: 10783..<12568, fall: 6.0, loudness: -7.674622185086771),
    ],
    "Distorted Guitar": [
      .init(38, rate: 30027, frames: 12453, loop: 10809..<12445, fall: 5.533006573341643, loudness: -6.360979298438648),
      .init(50, rate: 29954, frames: 12627, loop: 10783..<12619, fall: 6.0, loudness: -5.759832182340987),
      .init(
        62, rate: 29954, frames: 12627, loop: 10783..<12619, fall: 3.1602175804393275, loudness: -5.434864082314771),
      .init(74, rate: 29954, frames: 12576, loop: 10783..<12568, fall: 6.0, loudness: -6.357039074789887),
    ],
    "Flageolet": [
      .init(42, rate: 27996, frames: 12460, loop: 9728..<12452, fall: 18.75, loudness: -7.3152445886958875),
      .init(60, rate: 28004, frames: 12519, loop: 9728..<12511, fall: 18.75, loudness: -4.243990546576926),
    ],
    "Upright Bass": [
      .init(28, rate: 19997, frames: 7736, loop: 6272..<7728, fall: 5.663245876090161, loudness: -13.111369582040656),
      .init(36, rate: 20001, frames: 7937, loop: 6400..<7929, fall: 7.135242690016327, loudness: -11.307323465581014),
      .init(44, rate: 20000, frames: 7821, loop: 6272..<7813, fall: 8.989842461260091, loudness: -10.835935486557837),
      .init(53, rate: 20006, frames: 8012, loop: 6400..<8004, fall: 11.658383293843272, loudness: -9.84695340059178),
    ],
    "Electric Bass": [
      .init(28, rate: 19997, frames: 7736, loop: 6272..<7728, fall: 3.3182713001871, loudness: -12.979215547835896),
      .init(36, rate: 20001, frames: 7937, loop: 6400..<7929, fall: 4.107111610016192, loudness: -11.737987106332861),
      .init(44, rate: 20000, frames: 7821, loop: 6272..<7813, fall: 5.083479996400139, loudness: -10.847684871738734),
      .init(53, rate: 20006, frames: 8012, loop: 6400..<8004, fall: 6.461953220582779, loudness: -11.595695001463683),
    ],
    "Plectrum": [
      .init(60, rate: 32000, frames: 700, loudness: -16.904077166392785)
    ],
    "Fretless Bass": [
      .init(28, rate: 19997, frames: 7736, loop: 6272..<7728, fall: 2.617161670779204, loudness: -11.996817099981303),
      .init(37, rate: 20003, frames: 8140, loop: 6400..<8132, fall: 3.270319566257483, loudness: -9.528463165401504),
      .init(46, rate: 20006, frames: 7953, loop: 6400..<7945, fall: 4.086484295126608, loudness: -10.529809619534127),
      .init(55, rate: 20004, frames: 8041, loop: 6400..<8033, fall: 5.106337027921392, loudness: -9.570460352319317),
    ],
    "Slap Bass": [
      .init(28, rate: 23994, frames: 9307, loop: 7552..<9299, fall: 3.7923100573566857, loudness: -14.543322329355325),
      .init(36, rate: 24004, frames: 9523, loop: 7680..<9515, fall: 4.693841840018505, loudness: -15.576740127027483),
      .init(44, rate: 23997, frames: 9409, loop: 7552..<9401, fall: 5.809691424457301, loudness: -15.532568179550811),
      .init(53, rate: 23997, frames: 9484, loop: 7552..<9476, fall: 7.3850893949517475, loudness: -14.521128855225179),
    ],
    "Sawtooth": [
      .init(24, rate: 33488, frames: 2064, loop: 8..<2056, loudness: -11.858072504119917),
      .init(33, rate: 28160, frames: 1040, loop: 8..<1032, loudness: -9.799302887749194),
      .init(42, rate: 31573, frames: 1040, loop: 8..<1032, loudness: -8.750605764175363),
      .init(50, rate: 37589, frames: 1040, loop: 8..<1032, loudness: -7.446222753231153),
      .init(58, rate: 34097, frames: 1040, loop: 8..<1032, loudness: -7.355681707756644),
      .init(66, rate: 34443, frames: 1040, loop: 8..<1032, loudness: -7.645869773051477),
      .init(74, rate: 35378, frames: 1040, loop: 8..<1032, loudness: -5.8910313541543236),
      .init(82, rate: 35359, frames: 1040, loop: 8..<1032, loudness: -6.486385038010168),
      .init(90, rate: 36083, frames: 1040, loop: 8..<1032, loudness: -4.092762472379422),
      .init(98, rate: 35906, frames: 1040, loop: 8..<1032, loudness: -2.908103553729715),
      .init(106, rate: 36027, frames: 1040, loop: 8..<1032, loudness: -2.6861606618846934),
    ],
  ]
}
