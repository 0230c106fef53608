import { isPattern, ticksPerQuarter } from './document.js'
import { writtenSteps, stepsOf } from './steps.js'

/**
 * Sections of patterns and their order, the form. Sections belong to all pattern tracks that have them; a section lasts
 * as long as its longest list of steps, shorter ones repeat until its end.
 */

/** Whether a track plays the sections of the song's form; a pattern with a form of its own does not. */
export const followsForm = (track) => isPattern(track) && track.pattern.sections !== undefined && !track.pattern.form

/** The names in a form: "A*2 B" is A, A and B. */
export function formNames(form = '') {
  return form.split(/[\s|,]+/).filter(Boolean).flatMap((word) => {
    const [name, count = '1'] = word.split('*')
    return Array(Math.min(65536, Math.max(1, Number(count) || 1))).fill(name)
  })
}

/** The names of all sections, in the order of the form; those that it does not play follow. */
export function sectionNames(document) {
  const used = document.tracks.filter(followsForm).flatMap(({ pattern }) => Object.keys(pattern.sections))
  const known = new Set(used)
  return [...new Set([...formNames(document.form).filter((name) => known.has(name)), ...used])]
}

function sectionTicks(document, name) {
  const lengths = document.tracks.filter(followsForm).map(({ pattern }) => {
    const steps = pattern.sections[name]
    return steps === undefined ? 0 : stepsOf({ steps }).length * (pattern.step ?? ticksPerQuarter(document) / 4)
  })
  return Math.max(0, ...lengths)
}

/** What the form plays: names with the ticks of their starts and their lengths, and the `length` of all. */
export function formPlan(document) {
  const lengths = new Map(sectionNames(document).map((name) => [name, sectionTicks(document, name)]))
  let length = 0
  const parts = formNames(document.form).map((name) => {
    const start = length
    length += lengths.get(name) ?? 0
    return { name, start, length: lengths.get(name) ?? 0 }
  })
  return { parts, length }
}

/** The part of a plan that plays at a tick, and the `index` of it; undefined for an empty plan. */
export function partAtTick({ parts, length }, tick) {
  if (!length || tick < 0) return undefined
  const within = tick % length
  const index = parts.findLastIndex(({ start }) => start <= within)
  return { ...parts[index], index, within: within - parts[index].start }
}

/** Changes the sections of all tracks that have some. */
const changeSections = (document, change) => ({
  ...document,
  tracks: document.tracks.map((track) => (followsForm(track)
    ? { ...track, pattern: { ...track.pattern, sections: change(track.pattern.sections) } } : track)),
})

/** Makes the patterns the first section of a form. */
export function beginSections(document, name = 'A') {
  const tracks = document.tracks.map((track) => {
    if (!isPattern(track) || track.pattern.sections) return track
    const { steps: _, ...pattern } = track.pattern
    return { ...track, pattern: { ...pattern, sections: { [name]: writtenSteps(stepsOf(track.pattern)) } } }
  })
  return { ...document, form: name, tracks }
}

/** Makes one section the pattern of each track, without a form. */
export function endSections(document, name) {
  const { form: _, ...others } = document
  const tracks = document.tracks.map((track) => {
    if (!followsForm(track)) return track
    const { sections, ...pattern } = track.pattern
    return { ...track, pattern: { ...pattern, steps: sections[name] ?? '.' } }
  })
  return { ...others, tracks }
}

/** Copies a section under a new name, at the end of the form. */
export function duplicateSection(document, name, copy) {
  const copied = changeSections(document, (sections) => (
    name in sections ? { ...sections, [copy]: sections[name] } : sections))
  return { ...copied, form: `${document.form} ${copy}` }
}

export function renameSection(document, name, renamed) {
  const rename = (other) => (other === name ? renamed : other)
  const changed = changeSections(document, (sections) => (
    Object.fromEntries(Object.entries(sections).map(([other, steps]) => [rename(other), steps]))))
  return { ...changed, form: writtenForm(formNames(document.form).map(rename)) }
}

/** Removes a section from all tracks and from the form; if the form plays no other, it plays the first that remains. */
export function removeSection(document, name) {
  const changed = changeSections(document, ({ [name]: _, ...others }) => others)
  const form = formNames(document.form).filter((other) => other !== name)
  return { ...changed, form: writtenForm(form.length ? form : sectionNames(changed).slice(0, 1)) }
}

/** A form as text; three and more of one section in a row as "A*3". */
export function writtenForm(names) {
  const words = []
  for (const name of names) {
    const last = words.at(-1)
    if (last?.name === name) last.count++
    else words.push({ name, count: 1 })
  }
  return words.map(({ name, count }) => (count > 2 ? `${name}*${count}` : Array(count).fill(name).join(' '))).join(' ')
}

/** The first letter that is no section yet. */
export function freeName(document) {
  const names = new Set(sectionNames(document))
  for (let code = 65; code <= 90; code++) if (!names.has(String.fromCharCode(code))) return String.fromCharCode(code)
  let number = 1
  while (names.has(`S${number}`)) number++
  return `S${number}`
}
