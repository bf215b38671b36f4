/** Every link to a part of a screen names a part that some screen has, and the router follows links. */
import { expect, test } from 'vitest'
import { readSources } from '../support/sources.ts'

const sources = readSources('app').filter(
  ({ path }) => /\.tsx?$/.test(path) && !/\.test\.|^app\/(?:pixel|domain\/sites|cli)\//.test(path),
)

/** Ids as they are written, in attributes and in properties that become one. */
const ids = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/\b(?:id|anchor)(?:=|: )\{?["'`]([^"'`$]*)["'`]/g)].map(([, id = '']) => ({
    path,
    id,
  })),
)

/** `#part` at the end of an address, or alone in a link. Colors have digits or fewer letters. */
const anchors = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:(?<=[\w}])|(?<=(?:to|url|href)="))#([a-z][a-z-]{3,})(?=["'`])/g)].map(
    ([, anchor = '']) => ({ path, anchor }),
  ),
)

test('links to parts of screens are found', () => {
  expect(anchors.map(({ anchor }) => anchor)).toEqual(
    expect.arrayContaining(['plans', 'holdout', 'verification', 'experiment', 'content']),
  )
})

test('every one leads to a part that is there', () => {
  const known = new Set(ids.map(({ id }) => id))

  expect(anchors.filter(({ anchor }) => !known.has(anchor))).toEqual([])
})

test('an id of an element is one word, as links and labels need it', () => {
  const elements = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\s(?:id|htmlFor)="([^"]*\s[^"]*)"/g)].map(([, id = '']) => ({ path, id })),
  )

  expect(elements).toEqual([])
})

test('no link or form makes the browser load a document, which has no proof in a frame', () => {
  const loading = sources.filter(({ text }) => text.includes('reloadDocument'))

  expect(loading.map(({ path }) => path)).toEqual([])
})
