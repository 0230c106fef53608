// Songs, their documents, and takes, for `tactus.d.ts`.

/** One track of a song. Other members of the document's tracks are left as they are. */
export interface Track {
  name?: string
  /** 1…16, as in documents. */
  channel?: number
  muted?: boolean
  solo?: boolean
  [member: string]: unknown
}

/** A sequence document, as `tactus sequence` reads and writes it; see Documentation/Sequences.md. */
export interface Document {
  name?: string
  ticksPerQuarter?: number
  tempo?: number | { at?: number | string; bpm: number; curve?: string }[]
  meter?: string | { at?: number | string; meter: string }[]
  tracks: Track[]
  [member: string]: unknown
}

/** A sounding note as it is played: patterns, loops and ratchets are unrolled. */
export interface PlayedNote {
  /** The index of its track. */
  track: number
  channel: number
  key: number
  velocity: number
  /** The ticks of its start and its end. */
  start: number
  end: number
}

/** A song or a pattern document. */
export interface Song {
  readonly name: string
  /** The complete document, in the form in which `tactus sequence` writes it: numbers, no abbreviations. */
  readonly document: Document
  /** Members of the file that were not understood, with their most similar known names. */
  readonly remarks: readonly string[]
  readonly ticksPerQuarter: number
  /** The gain in decibels with which it is played and bounced. `edit` keeps it. */
  readonly gain: number
  /** Where the song ends, in ticks. Endless patterns end after eight bars. */
  readonly length: number
  /** The same in seconds. */
  readonly duration: number
  /** Whether a track repeats without end; playback then does not stop at `length`. */
  readonly isEndless: boolean
  /** The notes from the start to `length`, in the order of their starts. */
  readonly notes: readonly PlayedNote[]
  /** The same as numbers, six for each note: track, channel, key, velocity, start and end. */
  readonly noteData: Int32Array
  /** Returns the seconds from the start at a tick, and the tick at seconds. */
  seconds(tick: number): number
  tick(seconds: number): number
}

/** What was played live, and how it is recorded. Ticks are those of the song. */
export interface Take {
  /** Nothing is recorded before this tick, as during a count-in. */
  start: number
  /** Where the recording ends; held notes end there. */
  end: number
  /**
   * Four numbers for each message: its tick, its status and its two data bytes. Where ticks go back, held notes end,
   * and a new pass begins. With the status 0, the transport only reaches the tick, and the data are the first tick and
   * the end of the loop in which it plays, or 0 and 0 without a loop. A note that the grid moves to the end of the loop
   * is recorded at the start of the loop, where it is heard.
   */
  events: ArrayLike<number>
  /** Whether notes are erased over which the recording passes; otherwise they stay. */
  replaces?: boolean
  /** The grid to which onsets are moved, in ticks; 0 for none. */
  grid?: number
  /** How far onsets are moved, in percent; 100 by default. */
  strength?: number
}
