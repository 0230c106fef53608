/** A sixteenth at the resolution of new documents. */
const SIXTEENTH = 5040

/** Tracks of a drum kit, with a beat to begin with. */
export function drumTracks(firstId = 1, step = SIXTEENTH) {
  const drum = (name, key, steps, index) => ({ id: firstId + index, name, channel: 10, pattern: { steps, step, key } })
  return [
    drum('Kick', 36, 'x...x...x...x...', 0),
    drum('Snare', 38, '....x.......x...', 1),
    drum('Closed Hi-Hat', 42, '..x...x...x...x.', 2),
    drum('Open Hi-Hat', 46, '................', 3),
  ]
}

/** The document of a new song. */
export function newSong() {
  const tracks = [...drumTracks(), { id: 5, name: 'Track 5', channel: 1, clip: { notes: [] } }]
  return { name: 'New song', tempo: 120, meter: '4/4', tracks }
}
