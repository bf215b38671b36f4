import { expect, test } from 'vitest'
import { createPolicyReports, readPolicyReport } from './policy-reports.ts'

const appUrl = 'https://app.example'
const blocked = (uri: unknown, more: object = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': `${appUrl}/goals?shop=linen.myshopify.com&id_token=secret`,
      'blocked-uri': uri,
      'effective-directive': 'connect-src',
      'script-sample': 'fetch("secret")',
      ...more,
    },
  })

test.each([
  ['an address', 'https://monorail.example/v1/produce?user=mia', 'https://monorail.example'],
  ['a port', 'http://localhost:9000/x', 'http://localhost:9000'],
  ['a socket', 'wss://live.example/secret', 'wss://live.example'],
  ['a login', 'https://mia:secret@pay.example/', 'unknown'],
  ['inline code', 'inline', 'inline'],
  ['a picture in the page', 'data:image/png;base64,secret', 'data'],
  ['an extension', 'moz-extension://9c1e-secret/x.js', 'a browser extension'],
  ['an extension of Safari', 'safari-web-extension://secret', 'a browser extension'],
  ['no address', 'secret', 'unknown'],
  ['nothing', '', 'unknown'],
  ['a name that is too long', `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`, 'unknown'],
])('only the origin or a word of %s is kept', (_case, uri, source) => {
  expect(readPolicyReport(blocked(uri), appUrl)).toEqual({ rule: 'connect-src', source })
})

test('a rule may come with its values, as older browsers name it', () => {
  const older = { 'effective-directive': undefined, 'violated-directive': "style-src 'self'" }

  expect(readPolicyReport(blocked('inline', older), appUrl)).toEqual({
    rule: 'style-src',
    source: 'inline',
  })
})

test.each([
  ['no JSON', 'secret'],
  ['a list', '[]'],
  ['no report', '{}'],
  ['a number for an address', blocked(7)],
  ['a page of someone else', blocked('inline', { 'document-uri': 'https://evil.example/' })],
  [
    'a page that has our name in its address',
    blocked('inline', { 'document-uri': `https://evil.example/${appUrl}` }),
  ],
  ['no page', blocked('inline', { 'document-uri': 'about' })],
  ['a rule that there isn’t', blocked('inline', { 'effective-directive': '<b>call us</b>' })],
])('%s is no report', (_case, text) => {
  expect(readPolicyReport(text, appUrl)).toBeNull()
})

function createCounted() {
  let at = Date.parse('2026-03-02T10:00:00Z')
  const first: string[] = []
  const reports = createPolicyReports({
    now: () => new Date(at),
    onFirst: ({ source }) => first.push(source),
  })
  const count = (nth: number, sender = 'someone') =>
    reports.count({ rule: 'img-src', source: `https://${String(nth)}.example` }, sender)
  return { reports, count, first, advance: (millis: number) => (at += millis) }
}

test('the same violation is one row, most reported first', () => {
  const { reports, count, first, advance } = createCounted()
  count(1)
  count(2)
  advance(1000)
  count(2)

  expect(reports.read().map(({ violation, reports: times }) => [violation?.source, times])).toEqual(
    [
      ['https://2.example', 2],
      ['https://1.example', 1],
    ],
  )
  expect(reports.read()[0]?.lastAt.toISOString()).toBe('2026-03-02T10:00:01.000Z')
  expect(first).toEqual(['https://1.example', 'https://2.example'])
})

test('violations that someone makes up fill no more than the list, and one row for the others', () => {
  const { reports, count, first } = createCounted()
  for (let nth = 0; nth < 200; nth += 1) count(nth, `sender ${String(nth)}`)

  const rows = reports.read()
  expect(rows).toHaveLength(51)
  expect(rows.at(-1)).toMatchObject({ violation: null, reports: 150 })
  expect(first).toHaveLength(50)
})

test('a sender who reports without end is refused, others aren’t, and all together have a limit', () => {
  const { reports, count, advance } = createCounted()
  const waits = Array.from({ length: 100 }, () => count(1))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(60)
  expect(count(1, 'another')).toBe(0)

  const others = Array.from({ length: 1000 }, (_, nth) => count(1, `sender ${String(nth)}`))
  expect(others.filter((wait) => wait === 0)).toHaveLength(600 - 61)
  advance(60_000)
  expect(count(1)).toBe(0)
  expect(reports.read()[0]?.reports).toBe(601)
})
