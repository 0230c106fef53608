import { parsed } from './chain-text.js'
import { followsForm } from './form.js'

/** The most sections that are kept apart; songs with more are opened as their form plays them. */
const MOST = 64

/**
 * The complete document of a song, with the sections and the form of its file. The engine expands sections when it reads
 * a document; here it reads each section by itself, so that all forms in which steps can be written are understood.
 */
export async function documentWithSections(tactus, song) {
  const source = sourceOf(song)
  const names = [...new Set((source?.tracks ?? []).filter(isSectioned).flatMap(({ pattern }) => Object.keys(pattern.sections)))]
  if (!source?.form || !names.length || names.length > MOST) return song.document
  const sections = new Map()
  for (const name of names) sections.set(name, await readSection(tactus, source, name))
  const tracks = song.document.tracks.map((track, index) => (
    isSectioned(source.tracks[index]) ? withSections(track, source.tracks[index], sections, index) : track))
  return { ...song.document, form: source.form, tracks }
}

const isSectioned = (track) => Boolean(track?.pattern) && followsForm(track)

/** The file of a song as it was written, if it is a document that may have sections. */
function sourceOf({ bytes }) {
  if (!bytes || ![0x7b, 0x2f].includes(bytes.find((byte) => byte > 32))) return undefined
  const text = new TextDecoder().decode(bytes)
  if (!text.includes('"sections"')) return undefined
  try {
    return parsed(text)
  } catch {
    return undefined
  }
}

/** The steps of all tracks in a section, as the engine writes them; undefined for tracks that rest there. */
async function readSection(tactus, source, name) {
  const { form: _, ...others } = source
  const tracks = source.tracks.map((track) => {
    if (!isSectioned(track) || !(name in track.pattern.sections)) return { notes: [] }
    const { sections, ...pattern } = track.pattern
    return { ...track, pattern: { ...pattern, steps: sections[name] } }
  })
  const { document } = await tactus.open({ ...others, tracks })
  return document.tracks.map(({ pattern }) => pattern?.steps)
}

function withSections(track, { pattern: { sections } }, read, index) {
  const { steps: _, ...pattern } = track.pattern
  const written = Object.keys(sections).map((name) => [name, read.get(name)[index]])
  return { ...track, pattern: { ...pattern, sections: Object.fromEntries(written) } }
}
