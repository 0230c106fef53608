/** Names of keys, drums and programs. */

const PITCH_CLASSES = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B']

/** The name of a key: "C4" is 60. */
export const keyName = (key) => `${PITCH_CLASSES[key % 12]}${Math.floor(key / 12) - 1}`

/** Whether a key is a black one. */
export const isBlack = (key) => [1, 3, 6, 8, 10].includes(key % 12)

const FIRST_DRUM = 35

const DRUMS = ['Acoustic Bass Drum', 'Bass Drum', 'Side Stick', 'Acoustic Snare', 'Hand Clap', 'Electric Snare',
  'Low Floor Tom', 'Closed Hi-Hat', 'High Floor Tom', 'Pedal Hi-Hat', 'Low Tom', 'Open Hi-Hat', 'Low-Mid Tom',
  'High-Mid Tom', 'Crash Cymbal 1', 'High Tom', 'Ride Cymbal 1', 'Chinese Cymbal', 'Ride Bell', 'Tambourine',
  'Splash Cymbal', 'Cowbell', 'Crash Cymbal 2', 'Vibraslap', 'Ride Cymbal 2', 'High Bongo', 'Low Bongo',
  'Mute High Conga', 'Open High Conga', 'Low Conga', 'High Timbale', 'Low Timbale', 'High Agogo', 'Low Agogo',
  'Cabasa', 'Maracas', 'Short Whistle', 'Long Whistle', 'Short Guiro', 'Long Guiro', 'Claves', 'High Wood Block',
  'Low Wood Block', 'Mute Cuica', 'Open Cuica', 'Mute Triangle', 'Open Triangle']

/** The name of a key in General MIDI's drum kits, or undefined. */
export const drumName = (key) => DRUMS[key - FIRST_DRUM]

/** All drums: pairs of key and name. */
export const drums = DRUMS.map((name, index) => [index + FIRST_DRUM, name])

/** The name of a key on a channel, which counts from 1. */
export const keyLabel = (key, channel) => (channel === 10 && drumName(key)) || keyName(key)

const PROGRAMS = `Acoustic Grand Piano,Bright Acoustic Piano,Electric Grand Piano,Honky-tonk Piano,Electric Piano 1,
Electric Piano 2,Harpsichord,Clavinet,Celesta,Glockenspiel,Music Box,Vibraphone,Marimba,Xylophone,
Tubular Bells,Dulcimer,Drawbar Organ,Percussive Organ,Rock Organ,Church Organ,Reed Organ,Accordion,
Harmonica,Tango Accordion,Acoustic Guitar (nylon),Acoustic Guitar (steel),Electric Guitar (jazz),
Electric Guitar (clean),Electric Guitar (muted),Overdriven Guitar,Distortion Guitar,Guitar Harmonics,
Acoustic Bass,Electric Bass (finger),Electric Bass (pick),Fretless Bass,Slap Bass 1,Slap Bass 2,
Synth Bass 1,Synth Bass 2,Violin,Viola,Cello,Contrabass,Tremolo Strings,Pizzicato Strings,Orchestral Harp,
Timpani,String Ensemble 1,String Ensemble 2,Synth Strings 1,Synth Strings 2,Choir Aahs,Voice Oohs,
Synth Voice,Orchestra Hit,Trumpet,Trombone,Tuba,Muted Trumpet,French Horn,Brass Section,Synth Brass 1,
Synth Brass 2,Soprano Sax,Alto Sax,Tenor Sax,Baritone Sax,Oboe,English Horn,Bassoon,Clarinet,Piccolo,Flute,
Recorder,Pan Flute,Blown Bottle,Shakuhachi,Whistle,Ocarina,Lead 1 (square),Lead 2 (sawtooth),
Lead 3 (calliope),Lead 4 (chiff),Lead 5 (charang),Lead 6 (voice),Lead 7 (fifths),Lead 8 (bass + lead),
Pad 1 (new age),Pad 2 (warm),Pad 3 (polysynth),Pad 4 (choir),Pad 5 (bowed),Pad 6 (metallic),Pad 7 (halo),
Pad 8 (sweep),FX 1 (rain),FX 2 (soundtrack),FX 3 (crystal),FX 4 (atmosphere),FX 5 (brightness),
FX 6 (goblins),FX 7 (echoes),FX 8 (sci-fi),Sitar,Banjo,Shamisen,Koto,Kalimba,Bagpipe,Fiddle,Shanai,
Tinkle Bell,Agogo,Steel Drums,Woodblock,Taiko Drum,Melodic Tom,Synth Drum,Reverse Cymbal,Guitar Fret Noise,
Breath Noise,Seashore,Bird Tweet,Telephone Ring,Helicopter,Applause,Gunshot`.replaceAll('\n', '').split(',')

/** The General MIDI name of a program, which counts from 0. */
export const programName = (program) => PROGRAMS[program] ?? `Program ${program}`
