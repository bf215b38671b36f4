/**
 * Parses a literal as people paste it: JSON plus what JavaScript allows – unquoted keys, single
 * quotes, comments, trailing commas. Evaluates nothing. Safe in the browser.
 */

export type RelaxedJsonResult = { ok: true; value: unknown } | { ok: false; at: number }

const deepest = 20

export function parseRelaxedJson(text: string): RelaxedJsonResult {
  const reader = { text, at: 0 }
  try {
    const value = readValue(reader, 0)
    skip(reader)
    return reader.at === text.length ? { ok: true, value } : { ok: false, at: reader.at }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, at: reader.at }
    throw error
  }
}

type Reader = { readonly text: string; at: number }

function readValue(reader: Reader, depth: number): unknown {
  skip(reader)
  if (depth > deepest) throw new SyntaxError('too deep')
  const sign = reader.text[reader.at]
  if (sign === '{') return readObject(reader, depth)
  if (sign === '[') return readList(reader, depth)
  if (sign === '"' || sign === "'") return readText(reader)

  const word = match(reader, /[-+]?\.?\d[\d.]*(?:e[-+]?\d+)?|[a-z]+/iy)
  if (word in words) return words[word]
  const number = Number(word)
  if (Number.isNaN(number)) throw new SyntaxError('no literal')
  return number
}

const words: Record<string, unknown> = { true: true, false: false, null: null, undefined }

function readList(reader: Reader, depth: number): unknown[] {
  const list: unknown[] = []
  reader.at += 1
  while (!ends(reader, ']')) {
    list.push(readValue(reader, depth + 1))
    part(reader, ']')
  }
  return list
}

function readObject(reader: Reader, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = []
  reader.at += 1
  while (!ends(reader, '}')) {
    const sign = reader.text[reader.at]
    const key = sign === '"' || sign === "'" ? readText(reader) : match(reader, /[\p{L}\p{N}_$]+/uy)
    skip(reader)
    match(reader, /:/y)
    entries.push([key, readValue(reader, depth + 1)])
    part(reader, '}')
  }
  return Object.fromEntries(entries)
}

function readText(reader: Reader): string {
  const written = match(reader, /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/y)
  // Matches escapes in pairs, so an escaped backslash doesn't escape the next character.
  const inside = written
    .slice(1, -1)
    .replaceAll(/\\.|"/g, (sign) => (sign === '"' ? '\\"' : sign === "\\'" ? "'" : sign))
  return JSON.parse(`"${inside}"`) as string
}

/** True, and moves past it, when the list or object ends here. */
function ends(reader: Reader, sign: string): boolean {
  skip(reader)
  if (reader.text[reader.at] !== sign) return false
  reader.at += 1
  return true
}

/** Entries are separated by commas. A trailing comma is allowed. */
function part(reader: Reader, end: string): void {
  skip(reader)
  if (reader.text[reader.at] !== end) match(reader, /,/y)
}

function skip(reader: Reader): void {
  match(reader, /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y)
}

function match(reader: Reader, what: RegExp): string {
  what.lastIndex = reader.at
  const found = what.exec(reader.text)
  if (!found) throw new SyntaxError('something else is expected')
  reader.at = what.lastIndex
  return found[0]
}
