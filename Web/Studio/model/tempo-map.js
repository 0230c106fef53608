/**
 * The tempo and meter changes of a document as lists of objects with `at` in ticks, and documents with other ones. The
 * first change of each kind is at the start of the song.
 */

const KINDS = {
  tempo: { member: 'bpm', initial: 120 },
  meter: { member: 'meter', initial: '4/4' },
}

/** The changes of a kind, 'tempo' or 'meter', ascending. */
export function changesOf(document, kind) {
  const { member, initial } = KINDS[kind]
  const written = document[kind]
  if (!Array.isArray(written)) return [{ at: 0, [member]: written ?? initial }]
  const changes = written.map((change) => ({ ...change, at: Number(change.at ?? 0) }))
  return changes[0]?.at === 0 ? changes : [{ at: 0, [member]: initial }, ...changes]
}

/** A document with other changes of a kind; of several at one tick, the last counts. */
export function withChanges(document, kind, changes) {
  const sorted = changes.toSorted((a, b) => a.at - b.at).filter((change, index, all) => all[index + 1]?.at !== change.at)
  const [first] = sorted
  const isSingle = sorted.length === 1 && (first.curve ?? 'step') === 'step'
  return { ...document, [kind]: isSingle ? first[KINDS[kind].member] : sorted }
}

/** Adds a change; one at the same tick is replaced, but keeps its other members. */
export function addChange(document, kind, change) {
  const changes = changesOf(document, kind)
  const former = changes.find(({ at }) => at === change.at)
  return withChanges(document, kind, [...changes.filter((other) => other !== former), { ...former, ...change }])
}

/** Changes some members of the change at a tick. That at the start of the song stays there. */
export function editChange(document, kind, at, members) {
  const changes = changesOf(document, kind)
  const found = changes.find((change) => change.at === at)
  const edited = { ...found, ...members, at: at === 0 ? 0 : (members.at ?? at) }
  const others = changes.filter((change) => change !== found && change.at !== edited.at)
  return withChanges(document, kind, [...others, edited])
}

/** Removes the change at a tick, unless it is the first. */
export function removeChange(document, kind, at) {
  if (at === 0) return document
  return withChanges(document, kind, changesOf(document, kind).filter((change) => change.at !== at))
}
