import { addTrack, changeTrack, channelOf, freeId, isPattern, ticksPerQuarter, withNotes } from './document.js'
import { HeardPosition } from './heard-position.js'
import { Take } from './take.js'

/** Seconds before the first click of a count-in. */
const LEAD = 0.15

/**
 * Records what is played live into the selected track, or into a new one if that plays a pattern. `start` plays, after
 * a bar of count-in if the settings say so; in a loop, each pass is heard in the next. A take is one step of the history;
 * as long as it is the last one, its quantization can be changed. Listeners get an event `change`.
 */
export class Recorder extends EventTarget {
  constructor(studio) {
    super()
    this.studio = studio
    this.heard = new HeardPosition(studio)
    const { tactus, takeSettings } = studio
    tactus.addEventListener('midi', ({ detail }) => this.receive(detail))
    tactus.addEventListener('position', ({ detail }) => this.follow(detail))
    takeSettings.addEventListener('change', () => this.canRequantize && this.apply(this.take))
    for (const event of ['opened', 'document']) studio.addEventListener(event, () => this.dispatch())
  }

  dispatch() {
    this.dispatchEvent(new Event('change'))
  }

  toggle() {
    return this.isRecording ? this.stop() : this.start()
  }

  /** Starts to record: at once while the song plays, otherwise at the position, after the count-in. */
  async start() {
    const { studio, heard } = this
    const { tactus, timeline, takeSettings } = studio
    const isPlaying = tactus.position.playing
    const start = Math.max(0, Math.round(isPlaying ? heard.tickAt(tactus.context.currentTime) : tactus.position.tick))
    const countIn = isPlaying || !takeSettings.countIn ? 0 : Math.round(timeline.meterAt(start).ticksPerBar)
    this.take = new Take(start, countIn, this.target())
    this.take.history = studio.history
    Object.assign(this, { isRecording: true, hasPlayed: isPlaying, isOpenEnded: true })
    tactus.setOpenEnded(true)
    this.dispatch()
    const played = countIn && countIn + this.lead(start)
    if (!isPlaying) await studio.attempt(() => tactus.play(undefined, { countIn: played }))
  }

  /** The ticks that play before the count-in, so that its first click can be scheduled. */
  lead(tick) {
    const { song } = this.studio
    return song.tick(song.seconds(tick) + LEAD) - tick
  }

  /** Ends the recording, and puts the take into the document; playback continues. */
  async stop() {
    if (!this.isRecording) return
    const { take } = this
    this.isRecording = false
    take.end(Math.max(take.lastTick, take.lastEvent))
    this.dispatch()
    if (take.isEmpty) return this.studio.say('Nothing was played: there is no take.')
    await this.apply(take)
  }

  /** The selected track if it has notes of its own; otherwise a new track that plays its channel. */
  target() {
    const { document, selectedTrack: track, keyboardChannel } = this.studio
    if (track && !isPattern(track)) return track
    return { id: freeId(document), name: 'Take', channel: keyboardChannel + 1, clip: { notes: [] } }
  }

  // What is played

  receive({ data, time }) {
    if (!this.isRecording || this.studio.isAuditioning || !isPerformed(data)) return
    const { heard, take, take: { track }, studio: { loop } } = this
    if (take.countIn && !heard.isPlayingAt(time)) return  // before the count-in
    // a track with a channel gives it to all of its notes
    const channel = track.channel === undefined ? channelOf(track) - 1 : 0
    take.add(heard.tickAt(time), [(data[0] & 0xf0) | channel, data[1], data[2] ?? 0], loop)
  }

  follow({ playing, time }) {
    if (!playing && this.isOpenEnded && this.hasPlayed) {
      this.isOpenEnded = false
      this.studio.tactus.setOpenEnded(false)
    }
    if (!this.isRecording) return
    if (playing) {
      this.hasPlayed = true
      // until the song is heard, the position is still that before the start: with a count-in, a later one
      if (this.heard.isPlayingAt(time ?? 0)) this.move(this.heard.tickAt(time ?? 0))
    } else if (this.hasPlayed) {
      this.stop()
    }
  }

  /** Takes note of the position; if it has gone back, what the pass has recorded is heard from now on. */
  move(tick) {
    const { take, studio } = this
    const tolerance = ticksPerQuarter(studio.document) / 8
    take.move(tick, studio.loop, tolerance)
    if (take.hasNewPass && !take.isEmpty) this.apply(take)
    take.hasNewPass = false
  }

  // Takes

  /** Puts what a take has recorded so far into the document, as one step of the history. */
  async apply(take) {
    const { studio } = this
    if (take.step !== undefined && !this.isLast(take)) {
      take.continueOver(studio.document.tracks.find(({ id }) => id === take.track.id) ?? take.track)
    }
    const { extent } = take
    const { ignored, clip } = await studio.attempt(() => studio.tactus.recordTake(
      { ticksPerQuarter: ticksPerQuarter(studio.document), tracks: [take.track] }, 0, this.request(take))) ?? {}
    if (clip && studio.history !== take.history) studio.say('The take is lost, because another song has been opened.')
    if (!clip || studio.history !== take.history) return
    const edit = (document) => withClip(document, take.track, clip)
    if (this.isLast(take)) studio.amend(edit)
    else this.begin(take, edit)
    take.markApplied(extent)
    if (ignored && !this.isRecording) studio.announce(`${ignored} notes were outside of the recording`)
  }

  /** What the engine records. In a loop, the present pass may end before the tick at which the take started. */
  request({ start, lastTick, lastEvent, numbers }) {
    const { takeSettings, document } = this.studio
    const { grid, strength, replaces } = takeSettings
    return {
      start, end: Math.max(lastTick, lastEvent), replaces, strength, events: numbers,
      grid: Math.round(grid * ticksPerQuarter(document)),
    }
  }

  begin(take, edit) {
    const { studio } = this
    const isNew = !studio.document.tracks.some(({ id }) => id === take.track.id)
    studio.change('record a take', edit)
    take.step = studio.history.past.at(-1)
    if (isNew) studio.selectTrack(studio.document.tracks.length - 1)
  }

  isLast(take) {
    return take?.step !== undefined && this.studio.history.past.at(-1) === take.step
  }

  /** Whether the quantization of the last take can still be changed. */
  get canRequantize() {
    return !this.isRecording && this.isLast(this.take)
  }
}

/** A document whose track, which may be a new one, has another clip. */
function withClip(document, track, clip) {
  const index = document.tracks.findIndex(({ id }) => id === track.id)
  if (index < 0) return addTrack(document, withNotes({ ...track, clip }, clip.notes ?? []))
  return changeTrack(document, index, ({ notes: _, ...others }) => (
    withNotes({ ...others, clip: { ...others.clip, ...clip } }, clip.notes ?? [])))
}

/** Controllers that are settings of a track or of a device, and not played. */
const SETTINGS = new Set([0, 6, 7, 10, 32, 38, 91, 93, 96, 97, 98, 99, 100, 101])

/** Whether a message is a note, a pedal or another controller, pressure or pitch bend. */
function isPerformed([status, data1]) {
  const kind = status & 0xf0
  if (kind === 0xb0) return data1 < 120 && !SETTINGS.has(data1)
  return kind >= 0x80 && kind < 0xf0 && kind !== 0xc0
}
