/**
 * The engine's WebAssembly module as objects, for Node, for workers and for audio worklets of your own. Pages use
 * `tactus.js` instead.
 *
 *     import fs from 'node:fs'
 *     import { Module } from './module.js'
 *
 *     const engine = await Module.load(fs.readFileSync('tactus.wasm'))
 *     const bounce = engine.bounce(engine.builtInBank(), engine.song(fs.readFileSync('song.mid')))
 *
 * Calls throw an `Error` whose message is the sentence of the command-line tool. Objects stay in the module's memory until
 * they are released; one that is in use by another, such as the bank of a bounce, may be released before.
 */
import type { Take } from './documents.js'
import type { Preset, Quality } from './tactus.js'

/** The bytes of a file, which are copied. */
export type FileBytes = ArrayBuffer | ArrayBufferView

/** An object in the module's memory. */
export interface Handle {
  readonly module: Module
  /** Where it is in the module's memory. Throws an `Error` if it has been released. */
  readonly address: number
  /** Frees the object. Its methods then throw an `Error`; another release does nothing. */
  release(): void
}

/** A bank; `Module.presets` lists its presets. */
export interface Bank extends Handle {
  /** Exists only for the type checker, which thereby refuses a chain as a bank. */
  readonly kind?: 'bank'
}

/** A chain of MIDI effects. */
export interface Chain extends Handle {
  /** Exists only for the type checker, which thereby refuses a bank as a chain. */
  readonly kind?: 'chain'
}

/** A song or a pattern document. */
export interface Song extends Handle {
  /** The complete sequence document: JSON. */
  readonly document: string
  readonly facts: SongFacts
  /** The notes that are heard, six numbers for each: track, channel, key, velocity, first tick and end. */
  readonly notes: Int32Array
  /** Sets the gain in decibels with which the song is played and bounced; `facts` has it. */
  set gain(decibels: number)
  /** The symbol of the chord that keys form, spelled in the song's key at a tick; empty if they form none. */
  chord(keys: ArrayLike<number>, tick: number): string
  /** The bytes of a MIDI file. */
  readonly midi: Uint8Array
}

export interface SongFacts {
  ticksPerQuarter: number
  /** Where the song ends, in ticks. Endless patterns end after eight bars. */
  length: number
  gain: number
  isEndless: boolean
  /** Members of the document that were not understood. */
  remarks: string[]
  /** Ticks and their seconds; both are linear between two of these pairs. */
  times: [tick: number, seconds: number][]
}

export type Format = 'wav' | 'aiff' | 'caf' | 'raw'
export type Depth = '16' | '24' | '32' | 'f32' | 16 | 24 | 32
export type Split = 'channels' | 'tracks' | 'programs' | 'groups'

export interface RenderOptions {
  /** Frames per second, 8000 to 768000; 48000 by default. */
  rate?: number
  /** 'live' by default. */
  quality?: Quality
  /** Bits of a file's samples, which determine where the tail ends; 'f32' by default. */
  depth?: Depth
  chain?: Chain
  /** The levels of reverb and chorus in decibels relative to what the song asks for, -96…24; 0 by default. */
  reverbLevel?: number
  chorusLevel?: number
}

/** A part of a file: bytes that follow the former ones, or, at the end, bytes that replace earlier ones. */
export type FilePart = Uint8Array & { patches?: undefined } | { patches: { offset: number; bytes: Uint8Array }[] }

/** A bounce that is read block by block. */
export interface Bounce extends Handle {
  /** Renders the next frames, at most 16384: left and right, valid until the next call; null at the end. */
  read(frames?: number): [Float32Array, Float32Array] | null
  /** Renders everything as an audio file, part by part. */
  file(format: Format, depth: Depth): Generator<FilePart, void, void>
  /** How much has been rendered, 0 to 1. */
  readonly progress: number
}

/** A bounce to stems. */
export interface Stems extends Handle {
  /** The names of the stems' files. */
  names(format: Format): string[]
  /** Renders all stems as audio files: yields after each block, and returns the files. */
  files(format: Format, depth: Depth): Generator<undefined, { name: string; blocks: Uint8Array[] }[], void>
  readonly progress: number
}

/** A sequencer with MIDI effects and a synthesizer that plays live. Its comments are in `player.js`. */
export interface Player extends Handle {
  setBank(bank: Bank): void
  preparePreset(bank: number, program: number): void
  prepareSong(song: Song): void
  setSong(song: Song): void
  setChain(chain: Chain | null): void
  runControlTasks(): void
  reset(): void
  play(): void
  playFrom(tick: number, countIn: number): void
  setOpenEnded(isOpenEnded: boolean): void
  pause(): void
  panic(): void
  seek(tick: number): void
  fill(isOn: boolean): void
  loop(start: number, end: number): void
  /** Returns false if 1024 messages wait for the next cycle. */
  send(offset: number, status: number, data1: number, data2?: number): boolean
  /** Renders a cycle of at most 4096 frames. */
  render(left: Float32Array, right: Float32Array): void
  readonly tick: number
  readonly state: 'playing' | 'stopped' | 'ended'
  readonly voices: number
}

export declare class Module {
  /** Creates a module from its bytes or a compiled one; `tactus-shared.wasm` also needs a shared memory. */
  static load(source: BufferSource | WebAssembly.Module, memory?: WebAssembly.Memory): Promise<Module>
  readonly memory: WebAssembly.Memory

  /** Opens a SoundFont 2 or 3, or DLS. `name` is the file's, for messages. */
  bank(bytes: FileBytes, name?: string): Bank
  builtInBank(): Bank
  /** Stacks 1 to 256 banks, the lowest first; `offset`, -128 to 65535, is added to the numbers of its banks. */
  stack(layers: { bank: Bank; offset?: number }[]): Bank
  presets(bank: Bank): Preset[]

  /** Reads a MIDI file or a sequence document. */
  song(bytes: FileBytes, name?: string): Song
  demoSong(): Song
  chain(bytes: FileBytes, name?: string): Chain

  bounce(bank: Bank, song: Song, options?: RenderOptions): Bounce
  /** With `effectsApart`, reverb and chorus are a stem of their own. */
  stems(bank: Bank, song: Song, split: Split, options?: RenderOptions & { effectsApart?: boolean }): Stems
  player(options?: { rate?: number; quality?: Quality; polyphony?: number }): Player

  /** Records a take into the only track of a document. */
  recordTake(document: FileBytes, take: Take): { clip: object; ignored: number }
  quantized(ticks: ArrayLike<number>, grid: number, strength?: number): number[]
  /** A preset's zones and envelopes as an SVG picture. */
  presetPicture(bank: Bank, preset: Pick<Preset, 'layer' | 'bank' | 'program'>, width: number, height: number): string
}
