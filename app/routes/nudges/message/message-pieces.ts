/** Cuts a message into pieces that are drawn in different ways. Nothing is added or left out. */
import { templateParts } from '#app/domain/nudges/message-template.ts'

export type Mark = { level: 'block' | 'advise'; words: readonly string[] }

export type Piece = {
  text: string
  /** `edge`: characters that only the stored text needs, for example braces. */
  kind: 'words' | 'edge' | 'name' | 'fallback'
  mark: Mark['level'] | null
}

/** The name of the fact that the pieces belong to; null for the words between facts. */
export type PieceGroup = { fact: string | null; start: number; pieces: Piece[] }

export function cutMessage(text: string, marks: readonly Mark[]): PieceGroup[] {
  const levels = findMarks(text, marks)
  return templateParts(text).map((part) => {
    const kinds = part.name === null ? null : kindsOf(part.text)
    const pieces: Piece[] = []
    for (const [place, character] of part.text.split('').entries()) {
      const kind = kinds?.[place] ?? 'words'
      const mark = levels[part.start + place] ?? null
      const last = pieces.at(-1)
      if (last?.kind === kind && last.mark === mark) last.text += character
      else pieces.push({ text: character, kind, mark })
    }
    return { fact: part.name, start: part.start, pieces }
  })
}

/** The kind of each character of a placeholder. */
function kindsOf(slot: string): Piece['kind'][] {
  const bar = slot.indexOf('|')
  return slot.split('').map((character, place) => {
    if (place === 0 || place === slot.length - 1 || place === bar) return 'edge'
    if (bar !== -1 && place > bar) return 'fallback'
    return /[\s_]/.test(character) ? 'edge' : 'name'
  })
}

/** The level of each marked character. Words that must be fixed win over suggestions. */
function findMarks(text: string, marks: readonly Mark[]): (Mark['level'] | undefined)[] {
  const levels: (Mark['level'] | undefined)[] = []
  const found = marks.flatMap(({ level, words }) =>
    words.flatMap((one) => placesOf(text, one).map((at) => ({ level, at, end: at + one.length }))),
  )
  for (const { level, at, end } of found) {
    for (let place = at; place < end; place += 1) {
      if (levels[place] !== 'block') levels[place] = level
    }
  }
  return levels
}

const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '')

/** Where the words are, except within longer words. */
function placesOf(text: string, words: string): number[] {
  const places: number[] = []
  let at = words === '' ? -1 : text.indexOf(words)
  while (at !== -1) {
    const end = at + words.length
    const isPart =
      (isLetter(words[0]) && isLetter(text[at - 1])) ||
      (isLetter(words.at(-1)) && isLetter(text[end]))
    if (!isPart) places.push(at)
    at = text.indexOf(words, end)
  }
  return places
}
