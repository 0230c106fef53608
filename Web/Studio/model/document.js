/**
 * Sequence documents as immutable values: each function returns a document or a track that shares all that it does not
 * change. See Documentation/Sequences.md; documents here are complete, as the engine writes them.
 */

export const ticksPerQuarter = (document) => document.ticksPerQuarter ?? 20160

/** Replaces one track by what `change` makes of it. */
export function changeTrack(document, index, change) {
  return { ...document, tracks: document.tracks.with(index, change(document.tracks[index])) }
}

export const addTrack = (document, track) => ({ ...document, tracks: [...document.tracks, track] })

export const removeTrack = (document, index) => ({ ...document, tracks: document.tracks.toSpliced(index, 1) })

/** The lowest `id` that no track has. */
export function freeId(document) {
  const used = new Set(document.tracks.map((track) => track.id))
  let id = 1
  while (used.has(id)) id++
  return id
}

export const isPattern = (track) => track.pattern !== undefined

/** The notes as the document has them: lists [at, for, key, velocity], or objects. */
export const writtenNotes = (track) => track.clip?.notes ?? track.notes ?? []

/** A note's members, whichever form it has. */
export function noteOf(written) {
  if (!Array.isArray(written)) {
    return { at: written.at ?? 0, length: written.for ?? 0, key: written.key, velocity: written.velocity ?? 100 }
  }
  const [at = 0, length = 0, key, velocity = 100] = written
  return { at, length, key, velocity }
}

/** Writes a note; members that are not edited here, such as its channel, are those of `before`. */
export function written({ at, length, key, velocity }, before = []) {
  if (Array.isArray(before)) return [at, length, key, velocity]
  return { ...before, at, for: length, key, velocity }
}

/** Replaces the notes of a track, in the order of their starts; the clip becomes longer if they need it. */
export function withNotes(track, notes) {
  const sorted = notes.toSorted((a, b) => noteOf(a).at - noteOf(b).at)
  if (track.notes && !track.clip) return { ...track, notes: sorted }
  const clip = { ...track.clip, notes: sorted }
  if (clip.length !== undefined) {
    clip.length = sorted.reduce((end, note) => Math.max(end, noteOf(note).at + noteOf(note).length), clip.length)
  }
  return { ...track, clip }
}

/** The channel on which a track plays first, from 1. */
export function channelOf(track) {
  if (track.channel !== undefined) return track.channel
  return writtenNotes(track).find((note) => !Array.isArray(note))?.channel ?? 1
}

/** All channels of a track's notes, ascending. */
export function channelsOf(track) {
  if (track.channel !== undefined || isPattern(track)) return [track.channel ?? 1]
  const channels = new Set(writtenNotes(track).map((note) => (Array.isArray(note) ? 1 : (note.channel ?? 1))))
  return channels.size ? [...channels].sort((a, b) => a - b) : [channelOf(track)]
}

const contentOf = (track) => (track.pattern ? 'pattern' : 'clip')

const messagesOf = (track) => track[contentOf(track)]?.messages ?? []

/** Selects the messages of one kind that hold when the first note of a channel begins. */
function initial(track, kind, channel) {
  const first = writtenNotes(track).find((note) => (note.channel ?? 1) === channel || track.channel !== undefined)
  const until = first ? noteOf(first).at : 0
  return (message) => (message.at ?? 0) <= until && isOf(message, kind)
    && (track.channel !== undefined || (message.channel ?? 1) === channel)
}

const isOf = (message, kind) => (kind === 'program' ? message.program !== undefined : message.controller === kind)

/** The value of a controller, or of the 'program', with which the track begins; undefined if it sends none. */
export function setting(track, kind, channel = channelOf(track)) {
  const message = messagesOf(track).findLast(initial(track, kind, channel))
  return kind === 'program' ? message?.program : message?.value
}

/** Sets the value of a controller, or of the 'program', with which the track begins. */
export function withSetting(track, kind, value, channel = channelOf(track)) {
  const holds = initial(track, kind, channel)
  const message = kind === 'program' ? { program: value } : { controller: kind, value }
  if (track.channel === undefined && channel !== 1) message.channel = channel
  const others = messagesOf(track).filter((other) => !holds(other))
  const messages = kind === 'program' ? afterBank(others, message) : [message, ...others]
  const content = contentOf(track)
  const moved = track.notes && !track.clip ? { notes: undefined, clip: { notes: track.notes, messages } } : {}
  return { ...track, [content]: { ...track[content], messages }, ...moved }
}

/** Puts a program behind the bank selections at the start, which take effect with it. */
function afterBank(messages, program) {
  const isBank = (message) => (message.at ?? 0) === 0 && (message.controller === 0 || message.controller === 32)
  const place = messages.findLastIndex(isBank) + 1
  return messages.toSpliced(place, 0, program)
}

/** Divides a track that plays several channels into one for each channel. What has no channel stays in the first. */
export function splitByChannel(document, index) {
  const track = document.tracks[index]
  const firstId = document.tracks.reduce((highest, { id = 0 }) => Math.max(highest, id), 0)
  const parts = channelsOf(track).map((channel, place) => {
    const plays = (item) => (hasChannel(item) ? (item.channel ?? 1) === channel : place === 0)
    const clip = { ...track.clip, messages: messagesOf(track).filter(plays), notes: writtenNotes(track).filter(plays) }
    const name = `${track.name || 'Track'} · ${channel}`
    return { ...track, name, id: place ? firstId + place : track.id, notes: undefined, clip }
  })
  return { ...document, tracks: document.tracks.toSpliced(index, 1, ...parts) }
}

/** Whether a note or a message belongs to a channel; system-exclusive messages and packets do not. */
const hasChannel = (item) => item.systemExclusive === undefined && item.packet === undefined

/** Selects a preset: its program, and its bank if the bank is not 0. Drum kits are bank 128 of SoundFonts. */
export function withPreset(track, { bank, program }, channel = channelOf(track)) {
  const coarse = bank === 128 ? 0 : bank & 127
  const needsBank = coarse > 0 || setting(track, 0, channel) !== undefined
  const selected = needsBank ? withSetting(track, 0, coarse, channel) : track
  return withSetting(selected, 'program', program, channel)
}
