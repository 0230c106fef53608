/** The value of a JSON text with comments, as documents allow them. Throws a sentence with the position. */
export function parsed(text) {
  const plain = withoutComments(text)
  try {
    return JSON.parse(plain)
  } catch (error) {
    const position = Number(/position (\d+)/.exec(error.message)?.[1])
    if (Number.isNaN(position)) throw new Error(`The text is not JSON: ${error.message}`)
    throw new Error(`${place(plain, position)}: the text is not JSON here`)
  }
}

/** Replaces comments by spaces, so that positions stay; texts in quotes are left as they are. */
function withoutComments(text) {
  return text.replace(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')))
}

function place(text, position) {
  const lines = text.slice(0, position).split('\n')
  return `Line ${lines.length}, column ${lines.at(-1).length + 1}`
}
