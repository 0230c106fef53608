import { Handle } from './objects.js'

/**
 * A sequencer with MIDI effects and a synthesizer that plays live.
 *
 * In shared memory two threads use it, each with a `Player` of the same address: one calls what is under "Control", the
 * audio thread all else.
 */
export class Player extends Handle {
  // Control

  /** Plays a bank; sounding notes of the previous one ring out. */
  setBank(bank) {
    this.module.calls.web_player_set_bank(this.address, bank.address)
  }

  /** Prepares the samples of a preset, so that it can sound; bank 128 has the drum kits. */
  preparePreset(bank, program) {
    this.module.calls.web_player_prepare_preset(this.address, bank, program)
  }

  /** Prepares the samples that a song plays. */
  prepareSong(song) {
    this.module.checked(this.module.calls.web_player_prepare_song(this.address, song.address))
  }

  /** Plays a song, or another version of it, from the next cycle onwards. */
  setSong(song) {
    this.module.checked(this.module.calls.web_player_set_sequence(this.address, song.address))
  }

  /** Plays MIDI effects: a chain, or null for none. */
  setChain(chain) {
    this.module.checked(this.module.calls.web_player_set_chain(this.address, chain?.address ?? 0))
  }

  /** Prepares what MIDI messages have selected, and frees what is not used anymore. Call it several times a second. */
  runControlTasks() {
    this.module.calls.web_player_run_control_tasks(this.address)
  }

  // Transport and audio

  /** Silences everything, and resets all channels. */
  reset() {
    this.module.calls.web_player_reset(this.address)
  }

  play() {
    this.module.calls.web_player_play(this.address)
  }

  /** Plays from a tick after a count-in, both in ticks. */
  playFrom(tick, countIn) {
    this.module.calls.web_player_play_from(this.address, tick, countIn)
  }

  /** Sets whether playback continues after the end of the song. */
  setOpenEnded(isOpenEnded) {
    this.module.calls.web_player_set_open_ended(this.address, isOpenEnded ? 1 : 0)
  }

  pause() {
    this.module.calls.web_player_pause(this.address)
  }

  /** Releases all notes and pedals. */
  panic() {
    this.module.calls.web_player_panic(this.address)
  }

  /** Moves to a tick. */
  seek(tick) {
    this.module.calls.web_player_seek(this.address, tick)
  }

  /** Switches the steps that play only in fills on or off. */
  fill(isOn) {
    this.module.calls.web_player_fill(this.address, isOn ? 1 : 0)
  }

  /** Repeats the ticks from `start` to before `end`; equal ticks end the repetition. */
  loop(start, end) {
    this.module.calls.web_player_loop(this.address, start, end)
  }

  /** Sends a MIDI message at an offset in frames from the start of the next cycle; offsets ascend. */
  send(offset, status, data1, data2 = 0) {
    return this.module.calls.web_player_send(this.address, offset, status, data1, data2) !== 0
  }

  /** Renders a cycle of at most 4096 frames into two arrays. */
  render(left, right) {
    const start = this.module.calls.web_player_render(this.address, left.length) >>> 0
    const { buffer } = this.module.memory
    // the views last until the memory grows or the length changes, so that cycles leave nothing to be collected
    if (this.#views[0]?.buffer !== buffer || this.#views[0].length !== left.length) {
      this.#views = [start, start + 4 * 4096].map((address) => new Float32Array(buffer, address, left.length))
    }
    left.set(this.#views[0])
    right.set(this.#views[1])
  }
  #views = []

  /** The tick that is played next. */
  get tick() {
    return this.module.calls.web_player_tick(this.address)
  }

  /** 'playing', 'stopped', or 'ended' if the song has reached its end. */
  get state() {
    const state = this.module.calls.web_player_state(this.address)
    return state > 0 ? 'playing' : state < 0 ? 'ended' : 'stopped'
  }

  /** The number of sounding voices. */
  get voices() {
    return this.module.calls.web_player_voices(this.address)
  }
}
