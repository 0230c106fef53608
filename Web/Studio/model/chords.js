/** Keys count once they have stayed the same for this long, because players do not press them exactly together. */
const SETTLING = 40

const DRUMS = 9

/**
 * Names the chord of the held keys, live and from MIDI inputs, and that of the notes at the playhead. The studio's
 * `chord` has them as `held` and `song`; its event `chord` says that one has changed.
 */
export function followChords(studio) {
  studio.chord = { held: '', song: '' }
  const held = new Map()
  const [nameHeld, nameSong] = ['held', 'song'].map((part) => naming(studio, part))
  studio.tactus.addEventListener('midi', ({ detail: { data: [status, key, velocity] } }) => {
    if ((status & 15) === DRUMS || (status & 0xe0) !== 0x80) return
    const id = `${status & 15}:${key}`
    if (status >= 0x90 && velocity > 0) held.set(id, key)
    else held.delete(id)
    nameHeld([...held.values()])
  })
  studio.tactus.addEventListener('position', ({ detail }) => {
    nameSong(detail.playing ? soundingKeys(studio.song, detail.tick) : [])
  })
}

/** The keys that sound at a tick, without drums. */
function soundingKeys(song, tick) {
  const { noteData } = song
  const keys = []
  for (let row = 0; row < noteData.length && noteData[row + 4] <= tick; row += 6) {
    if (noteData[row + 5] > tick && noteData[row + 1] !== DRUMS) keys.push(noteData[row + 2])
  }
  return keys
}

/** A function that names the chord of keys when they have settled. */
function naming(studio, part) {
  let [last, timer] = ['']
  const name = async (keys) => {
    const text = await studio.tactus.chord(keys).catch(() => '')
    if (last !== keys.join() || studio.chord[part] === text) return
    studio.chord = { ...studio.chord, [part]: text }
    studio.emit('chord')
  }
  return (keys) => {
    const sorted = [...new Set(keys)].sort((a, b) => a - b)
    if (sorted.join() === last) return
    last = sorted.join()
    clearTimeout(timer)
    timer = setTimeout(() => name(sorted), SETTLING)
  }
}
