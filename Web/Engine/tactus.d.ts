/**
 * Tactus in a page: a SoundFont synthesizer and a sequencer, every note on its exact frame, and bounces with the bytes
 * of the command-line tool.
 *
 *     import { Tactus } from './tactus.js'
 *
 *     const tactus = await Tactus.load()
 *     tactus.connect(tactus.context.destination)
 *     const song = await tactus.open('song.mid')
 *     button.onclick = () => tactus.play(song)
 *
 * Audio is rendered in an audio worklet. Files are read, and bounces rendered, in a worker, so that the page stays
 * responsive.
 *
 * A page needs no special headers. If its server sends these two, the worklet and the worker share their memory: loading a
 * bank and opening or editing a song then never interrupt what plays, and a bank is in memory once. Nothing else changes.
 *
 *     Cross-Origin-Opener-Policy: same-origin
 *     Cross-Origin-Embedder-Policy: require-corp
 *
 * Ticks are those of the song that plays; seconds are those of `AudioContext.currentTime`; channels count
 * from 0, ports too. A failed call rejects its promise with an `Error` whose message is the sentence of the
 * command-line tool.
 */

import type { Document, Song, Take } from './documents.js'

/** A file: its address, itself, or its bytes. */
export type Source = string | URL | Blob | ArrayBuffer | ArrayBufferView

export type Quality = 'draft' | 'live' | 'best'

export interface LoadOptions {
  /**
   * The context to play in, with 8000 to 768000 frames per second; by default a new one. A page starts it on a click:
   * `context.resume()`, or `play`.
   */
  context?: BaseAudioContext
  /**
   * Where `worklet.js`, `worker.js` and the modules are: `tactus.wasm`, `tactus-plain.wasm` and, if memory is to be
   * shared, `tactus-shared.wasm`; by default beside `tactus.js`.
   */
  base?: string | URL
  /** Interpolation of live sound; 'live' by default. */
  quality?: Quality
  /** The largest number of voices that sound at once, 1…4096; 256 by default. */
  polyphony?: number
}

export interface ReadOptions {
  /** The name in messages; by default the file's. */
  name?: string
  /** Called while the file is loaded, with the number of bytes; `total` is undefined if the server does not say it. */
  onProgress?: (loaded: number, total: number | undefined) => void
  signal?: AbortSignal
  /** The gain of a song in decibels, -96…48; by default that of the demo, and 0 for other songs. */
  gain?: number
}

export interface Preset {
  bank: number
  program: number
  /** The index of the stacked bank that has it, counted from the lowest. */
  layer: number
  name: string
}

/** A SoundFont that can be played. */
export interface Bank {
  readonly name: string
  readonly presets: readonly Preset[]
}

export type { Document, PlayedNote, Song, Take, Track } from './documents.js'

export interface Position {
  tick: number
  seconds: number
  playing: boolean
  /** Sounding voices. */
  voices: number
  /** The part of a quantum's time that rendering takes, 0…1, a mean of 0.1 s; where the worklet has a clock. */
  load?: number
  /** The time of the context at which the tick is rendered. It is heard later, by the context's `outputLatency`. */
  time?: number
}

export interface BounceOptions {
  /** 'wav' by default; 'mid' gives a MIDI file of the played notes. */
  format?: 'wav' | 'aiff' | 'caf' | 'raw' | 'mid'
  /** Bits of a sample; 24 by default. */
  depth?: '16' | '24' | '32' | 'f32' | 16 | 24 | 32
  /** Frames per second; 48000 by default. */
  rate?: number
  quality?: Quality
  /** By default, the bank that plays. */
  bank?: Bank
  /** A chain of MIDI effects, as for `setChain`; by default none. MIDI files are written without effects. */
  chain?: object | null
  /** The levels of reverb and chorus in decibels relative to what the song asks for, -96…24; 0 by default. */
  reverbLevel?: number
  chorusLevel?: number
  /**
   * Gives a zip archive with one file for each stem, with the names and bytes of `tactus bounce --stems`. With a chain,
   * 'tracks' is not possible.
   */
  stems?: 'channels' | 'tracks' | 'programs' | 'groups'
  /** Whether reverb and chorus are a stem of their own, instead of a part of each. */
  effectsApart?: boolean
  /** Called with 0…1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

interface TactusEvents {
  /** The position, thirty times a second. */
  position: CustomEvent<Position>
  /** A song has ended, and nothing sounds anymore. */
  ended: Event
  /** A MIDI message that was played live or arrived from a MIDI input. */
  midi: CustomEvent<{ data: Uint8Array; time: number }>
  /** The engine has failed; it must be loaded again. */
  error: CustomEvent<Error>
}

type TactusListener<Type extends keyof TactusEvents> =
  ((event: TactusEvents[Type]) => void) | { handleEvent(event: TactusEvents[Type]): void }

export declare class Tactus extends EventTarget {
  /** Loads the engine, with the built-in bank. It uses SIMD where the browser has it. */
  static load(options?: LoadOptions): Promise<Tactus>

  readonly context: BaseAudioContext
  /** The audio worklet's node, for effects of your own. */
  readonly node: AudioWorkletNode
  /** Whether the worklet and the worker share their memory. */
  readonly sharesMemory: boolean
  /** Connects the engine to another node, and returns that. */
  connect<Node extends AudioNode>(destination: Node): Node
  disconnect(): void
  /** Ends the worker and the audio, and frees the memory. A context that `load` has created is closed too. */
  close(): void

  // Banks

  /** The General MIDI bank that comes with Tactus. */
  readonly builtInBank: Bank
  /** The bank that plays. */
  readonly bank: Bank
  /** Loads a SoundFont 2 or 3 file, and plays it from then on. Sounding notes ring out. */
  loadBank(source: Source, options?: ReadOptions): Promise<Bank>
  /** Loads a SoundFont 2 or 3 file without playing it, for `use`. */
  openBank(source: Source, options?: ReadOptions): Promise<Bank>
  /**
   * Plays a loaded bank, or 1 to 256 stacked ones, the lowest first. The banks of their presets are raised by `offset`, -128
   * to 65535. Songs and banks are those of this engine; others are refused.
   */
  use(...banks: (Bank | { bank: Bank; offset?: number })[]): Promise<Bank>

  // Songs

  /** Reads a MIDI file or a sequence document. */
  open(source: Source | Document, options?: ReadOptions): Promise<Song>
  /** The demo song. */
  demo(): Promise<Song>
  /** The song that plays. */
  readonly song: Song | null
  /** Puts a song into the sequencer, stopped at its start. */
  cue(song: Song): Promise<void>
  /**
   * Plays from the current position, or from the start if the song has ended; a song given that is not in the sequencer is
   * put there first. During a count-in of so many ticks before the position, only tracks play that count in; ticks may be
   * negative then.
   */
  play(song?: Song, options?: { countIn?: number }): Promise<void>
  /** Sets whether playback continues after the end of the song, so that a take can be longer; by default it does not. */
  setOpenEnded(isOpenEnded: boolean): void
  /** Stops; sounding notes are released. */
  pause(): void
  /** Moves to a tick; while playing, playback continues there, and ends if the tick is beyond the song's end. */
  seek(tick: number): void
  /** Repeats the ticks from `start` to before `end`; without arguments, nothing. */
  loop(start?: number, end?: number): void
  /** Plays the steps of patterns that sound only in fills, or leaves them out, as at first. */
  fill(isOn: boolean): void
  /** The position that was heard last. */
  readonly position: Position
  /** Changes the song that plays, while it plays: sounding notes keep their ends, and nothing plays twice. Returns the new song. */
  edit(document: Document): Promise<Song>

  /**
   * The symbol of the chord that keys form, such as "Bbm7" or "F/A", spelled in the key of the song that plays; by
   * default at the position. Empty if they form no chord.
   */
  chord(keys: readonly number[], tick?: number): Promise<string>

  /** Sets the chain of MIDI effects in front of the synthesizer; see Documentation/Effects.md. Null for none. */
  setChain(chain: object | null): Promise<void>

  // Notes

  /**
   * Starts a note at a time of the context, exact to the frame; without it, as soon as possible. This and the calls below
   * throw a `RangeError` if a channel is not 0 to 15 or a value is not 0 to 127, and a `TypeError` for what is no number.
   */
  noteOn(channel: number, key: number, velocity?: number, time?: number): void
  noteOff(channel: number, key: number, time?: number): void
  control(channel: number, controller: number, value: number, time?: number): void
  /** Selects a preset. Banks are 0 to 127, and 128 for the drum kits, which channel 9 plays. */
  program(channel: number, program: number, bank?: number, time?: number): void
  /** -1…1 of the bend range. */
  bend(channel: number, amount: number, time?: number): void
  /**
   * Sends one MIDI message: one to three bytes, 0 to 255. It was played `age` seconds ago, which the `midi` event
   * considers.
   */
  send(message: ArrayLike<number>, time?: number, age?: number): void
  /** Ends all notes at once. */
  panic(): void
  /**
   * Plays what arrives at all MIDI inputs, also those that are plugged in later. `onMessage` gets the messages instead,
   * with the seconds since they were played.
   */
  connectMIDI(options?: { onMessage?: (data: Uint8Array, age: number) => void }): Promise<MIDIAccess>

  // Files

  /** Renders a song in a worker, faster than real time. The bytes are those of `tactus bounce` or `tactus sequence`. */
  bounce(song: Song, options?: BounceOptions): Promise<Blob>

  // Takes and pictures

  /** Records a take into a track, by its index; returns its clip, and how many notes were outside of it. */
  recordTake(document: Document, track: number, take: Take): Promise<{ clip: object; ignored: number }>
  /** Moves ticks towards a grid. `strength` is in percent. */
  quantize(ticks: number[], grid: number, strength?: number): Promise<number[]>
  /** A picture of a preset's zones and volume envelopes: SVG in the colors that the viewer prefers. */
  presetPicture(preset: Preset, options?: { bank?: Bank; width?: number; height?: number }): Promise<string>

  addEventListener<Type extends keyof TactusEvents>(
    type: Type, listener: TactusListener<Type> | null, options?: boolean | AddEventListenerOptions): void
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void
  removeEventListener<Type extends keyof TactusEvents>(
    type: Type, listener: TactusListener<Type> | null, options?: boolean | EventListenerOptions): void
  removeEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void
}
