import { expect, test } from 'vitest'
import { cutMessage, type Mark } from './message-pieces.ts'

const piecesOf = (text: string, marks: Mark[] = []) =>
  cutMessage(text, marks).flatMap(({ pieces }) => pieces)

test('facts are separate from words, and their braces from their names', () => {
  const groups = cutMessage('Hi {first_name|a friend}!', [])

  expect(groups.map(({ fact, start }) => [fact, start])).toEqual([
    [null, 0],
    ['first_name', 3],
    [null, 24],
  ])
  expect(groups[1]?.pieces.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...['edge {', 'name first', 'edge _', 'name name', 'edge |', 'fallback a friend', 'edge }'],
  ])
})

test('marked words are marked wherever they are, but not within longer words', () => {
  const marks: Mark[] = [{ level: 'block', words: ['only'] }]

  expect(piecesOf('only the only {one|only} commonly', marks).filter(({ mark }) => mark)).toEqual([
    { text: 'only', kind: 'words', mark: 'block' },
    { text: 'only', kind: 'words', mark: 'block' },
    { text: 'only', kind: 'fallback', mark: 'block' },
  ])
})

test('a mark that must be fixed wins over a suggestion', () => {
  const suggestion: Mark = { level: 'advise', words: ['hurry up now'] }
  const fault: Mark = { level: 'block', words: ['now', 'not in the text'] }
  for (const marks of [
    [suggestion, fault],
    [fault, suggestion],
  ]) {
    expect(piecesOf('hurry up now', marks).map(({ text, mark }) => [text, mark])).toEqual([
      ['hurry up ', 'advise'],
      ['now', 'block'],
    ])
  }
})

test.each(['', '{', '{{a}|b}', 'a\nb 👋🏽 {x|}', '{ a }{b}'])('“%s” stays whole', (text) => {
  const marks: Mark[] = [{ level: 'advise', words: ['a', '', '{'] }]
  expect(
    piecesOf(text, marks)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
