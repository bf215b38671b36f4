/** The table of the security standard in docs/asvs.md: complete, by its numbers, with tests that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Levels of the requirements of each section of OWASP ASVS 5.0.0, in the order of their numbers. */
const levels = new Map([
  ['1.1', '22'],
  ['1.2', '1111122223'],
  ['1.3', '112222222223'],
  ['1.4', '222'],
  ['1.5', '123'],
  ['2.1', '122'],
  ['2.2', '112'],
  ['2.3', '12223'],
  ['2.4', '23'],
  ['3.1', '3'],
  ['3.2', '113'],
  ['3.3', '12223'],
  ['3.4', '11222233'],
  ['3.5', '11122333'],
  ['3.6', '3'],
  ['3.7', '22333'],
  ['4.1', '12233'],
  ['4.2', '23333'],
  ['4.3', '22'],
  ['4.4', '1222'],
  ['5.1', '2'],
  ['5.2', '112333'],
  ['5.3', '113'],
  ['5.4', '222'],
  ['6.1', '122'],
  ['6.2', '111111112222'],
  ['6.3', '11223333'],
  ['6.4', '112233'],
  ['6.5', '22222333'],
  ['6.6', '2223'],
  ['6.7', '33'],
  ['6.8', '2222'],
  ['7.1', '222'],
  ['7.2', '1111'],
  ['7.3', '22'],
  ['7.4', '11222'],
  ['7.5', '223'],
  ['7.6', '22'],
  ['8.1', '1233'],
  ['8.2', '1123'],
  ['8.3', '133'],
  ['8.4', '23'],
  ['9.1', '111'],
  ['9.2', '1222'],
  ['10.1', '22'],
  ['10.2', '223'],
  ['10.3', '22223'],
  ['10.4', '1111122222233333'],
  ['10.5', '22222'],
  ['10.6', '22'],
  ['10.7', '222'],
  ['11.1', '2233'],
  ['11.2', '22233'],
  ['11.3', '11233'],
  ['11.4', '1222'],
  ['11.5', '23'],
  ['11.6', '23'],
  ['11.7', '33'],
  ['12.1', '12233'],
  ['12.2', '11'],
  ['12.3', '22223'],
  ['13.1', '2333'],
  ['13.2', '222223'],
  ['13.3', '2233'],
  ['13.4', '1222233'],
  ['14.1', '22'],
  ['14.2', '12223333'],
  ['14.3', '122'],
  ['15.1', '12233'],
  ['15.2', '12233'],
  ['15.3', '1222222'],
  ['15.4', '3333'],
  ['16.1', '2'],
  ['16.2', '22222'],
  ['16.3', '2222'],
  ['16.4', '222'],
  ['16.5', '2223'],
  ['17.1', '23'],
  ['17.2', '22223333'],
  ['17.3', '22'],
])

/** How many may be open: the goal is none on level 1, and 1 in 20 on level 2. */
const mostOpen = { 1: 3, 2: 9 }

const numbersOf = (level: '1' | '2'): string[] =>
  [...levels].flatMap(([section, all]) =>
    all.split('').flatMap((one, at) => (one === level ? [`${section}.${String(at + 1)}`] : [])),
  )

const page = readFileSync('docs/asvs.md', 'utf8')

type Row = { number: string; words: string; state: string; proof: string }

function rowsOf(level: '1' | '2'): Row[] {
  const part = page.split(/^## /m).find((one) => one.startsWith(`Level ${level}\n`)) ?? ''
  return [...part.matchAll(/^\| (\d[\d.]*) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, number = '', words = '', state = '', proof = '']) => ({ number, words, state, proof }),
  )
}

test.each(['1', '2'] as const)('each requirement of level %s has one row, in order', (level) => {
  expect(rowsOf(level).map(({ number }) => number)).toEqual(numbersOf(level))
})

test('the standard has as many requirements as the list', () => {
  expect([numbersOf('1').length, numbersOf('2').length]).toEqual([70, 183])
})

test.each(['1', '2'] as const)('no more of level %s is open than the page says', (level) => {
  const open = rowsOf(level).filter(({ state }) => state === 'open')
  expect(open.length).toBeLessThanOrEqual(mostOpen[level])
  const share = 1 - open.length / numbersOf(level).length
  expect(share).toBeGreaterThanOrEqual(0.95)
})

/** True for a test or another page of docs that exists, and for a section of the page. */
function isProof(proof: string): boolean {
  const file = /^`((?:app|tests)\/\S+\.(?:test\.tsx?|spec\.ts)|docs\/\S+\.md)`/.exec(proof)?.[1]
  if (file !== undefined) return existsSync(file)
  const anchor = /^\[[^\]]+\]\(#([\w-]+)\)$/.exec(proof)?.[1]
  return (
    anchor !== undefined && page.toLowerCase().includes(`\n## ${anchor.replaceAll('-', ' ')}\n`)
  )
}

test('a requirement that passes names a test or a page that exists, any other one a reason', () => {
  const rows = [...rowsOf('1'), ...rowsOf('2')]
  const wrong = rows.filter(({ state, proof }) =>
    state === 'pass'
      ? !isProof(proof)
      : !['n/a', 'open'].includes(state) || !/[\w`]\.$/.test(proof),
  )
  expect(wrong).toEqual([])
})

test('a reason that refers to another row refers to one with a reason of its own', () => {
  const rows = [...rowsOf('1'), ...rowsOf('2')]
  const referring = rows.flatMap(({ number, proof }) => {
    const target = /^As (\d[\d.]*\d)/.exec(proof)?.[1]
    return target === undefined ? [] : [{ number, target }]
  })
  expect(referring.length).toBeGreaterThan(0)
  const dangling = referring.filter(({ target }) => {
    const found = rows.find(({ number }) => number === target)
    return !found || found.proof.startsWith('As ') || found.state === 'pass'
  })
  expect(dangling).toEqual([])
})

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => `app/${name}`)

/** Without a shell, by the operator's command, with names that the operator typed. */
const packer = 'app/db/embedded/backup/archive.server.ts'

test.each([
  ['starts other programs, but tar for backups', /node:child_process/, [packer]],
  ['starts a shell', /shell: true/, []],
  ['turns the check of certificates off', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/, []],
])('nothing of the product %s', (_what, pattern, known) => {
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual(known)
})
