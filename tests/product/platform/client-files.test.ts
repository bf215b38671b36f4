/** Files of another build, while nodes of two builds run next to each other. On both engines: a table is locked. */
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  isClientFileName,
  listClientFiles,
  storeClientBuild,
  sweepClientBuilds,
  type ClientBuild,
} from '#app/domain/serving/client-files.server.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { readClientBuild } from '#app/server/client-files.server.ts'
import { createWorld } from '../../support/world.ts'

const folder = projectFile('build/client/assets')
const ours = readClientBuild('ours', folder)

/** One of our build's files with the text in its name and this ending. */
const fileOf = (part: string, ending: string) => {
  const name = ours.files.find((file) => file.includes(part) && file.endsWith(ending))
  if (name === undefined) throw new Error(`The build has no ${part}*${ending}.`)
  return name
}

/** A build of the other node: our files' bodies under names that we don't have. */
const otherBuild = (bodies: Record<string, string>, id = 'other'): ClientBuild => ({
  id,
  files: Object.keys(bodies),
  read: (name) => ours.read(bodies[name] ?? ''),
})

/** Differ from answer to answer. */
const perAnswer = [
  'connection',
  'content-security-policy',
  'date',
  'keep-alive',
  'last-modified',
  'vary',
  'x-request-id',
]

const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !perAnswer.includes(name)))

test('every file that pages of the build load can be kept for other nodes', () => {
  const files = readdirSync(folder).filter((name) => !/\.(?:br|gz)$/.test(name))

  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => !isClientFileName(name))).toEqual([])
})

test.each([
  ['a script', 'entry.client', '.js', 'gzip, deflate, br'],
  ['a small script', 'XIcon', '.js', 'gzip, deflate, br'],
  ['a style sheet', 'account', '.css', 'gzip, deflate, br'],
  ['a font', 'inter', '.woff2', 'gzip, deflate, br'],
  ['a script for a client without compression', 'entry.client', '.js', 'identity'],
])('%s of another build is answered as one of our own', async (_what, part, ending, accepted) => {
  const world = await createWorld()
  const existing = fileOf(part, ending)
  const other = `of-another-build-abcd_12-${ending}`
  await storeClientBuild(world.services, otherBuild({ [other]: existing }))
  const { fetch } = await world.serve()
  const ask = (name: string, method = 'GET') =>
    fetch(`/assets/${name}`, { method, headers: { 'Accept-Encoding': accepted } })

  const [expected, answer, head] = [await ask(existing), await ask(other), await ask(other, 'HEAD')]

  expect(answer.status).toBe(200)
  expect(headersOf(answer)).toEqual(headersOf(expected))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await expected.arrayBuffer()))
  expect(headersOf(head)).toEqual(headersOf(expected))
})

test('a file that another node stores after the first request is found by the next one', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const name = 'late-abcdefgh.js'

  const before = await fetch(`/assets/${name}`)
  await storeClientBuild(world.services, otherBuild({ [name]: fileOf('entry.client', '.js') }))
  const after = await fetch(`/assets/${name}`)

  expect([before.status, after.status]).toEqual([404, 200])
})

test('made-up names cost no statement each, and others none at all', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  await fetch('/assets/warm-abcdefgh.js')
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => {
    sent.mockRestore()
  })
  const started = performance.now()
  const statusOf = async (name: string) => (await fetch(`/assets/${name}`)).status
  const countLists = () =>
    sent.mock.calls.filter(([one]: unknown[]) => JSON.stringify(one).includes('client_files'))
      .length

  const odd = ['a.js', 'x-abcdefgh.json', '..%2Fserver-abcdefgh.js', 'x-abcdefgh.js.br', '%00.js']
  const oddAnswers = await Promise.all(odd.map(statusOf))
  const ofOdd = countLists()
  const madeUp = Array.from({ length: 60 }, (_none, index) => `x-${String(10_000_000 + index)}.js`)
  const answers = await Promise.all(madeUp.map(statusOf))

  expect(oddAnswers).toEqual(odd.map(() => 404))
  expect(ofOdd).toBe(0)
  expect(new Set(answers)).toEqual(new Set([404]))
  expect(countLists()).toBeLessThanOrEqual(2 + (performance.now() - started) / 200)
})

/** The database as nodes leave it that start with builds of one file each, and one that all have. */
async function createBuilds() {
  const { services, clock } = await createWorld()
  const shared = fileOf('entry.client', '.js')
  const start = (id: string) =>
    storeClientBuild(
      services,
      otherBuild({ [`${id}-aaaaaaaa.js`]: shared, 'all-aaaaaaaa.js': shared }, id),
    )
  const sweep = async () => {
    await sweepClientBuilds(services)
    return (await listClientFiles(services.db))
      .map((name) => name.replace('-aaaaaaaa.js', ''))
      .sort()
  }
  return { clock, start, sweep }
}

test('a build goes a day after the second newer one came, however long its nodes run', async () => {
  const { clock, start, sweep } = await createBuilds()
  await start('a')
  clock.advance(30 * dayMillis)
  await start('b')
  const next = await sweep()
  clock.advance(hourMillis)
  await start('c')

  const soon = await sweep()
  clock.advance(dayMillis)
  const inTime = await sweep()
  clock.advance(1)
  const late = await sweep()
  clock.advance(30 * dayMillis)

  expect(next).toEqual(['a', 'all', 'b'])
  expect([soon, inTime]).toEqual(Array(2).fill(['a', 'all', 'b', 'c']))
  expect([late, await sweep()]).toEqual(Array(2).fill(['all', 'b', 'c']))
})

test('a build that nodes go back to is the newest one again', async () => {
  const { clock, start, sweep } = await createBuilds()
  for (const id of ['a', 'b', 'c']) {
    await start(id)
    clock.advance(hourMillis)
  }
  await start('a')
  clock.advance(dayMillis + 1)

  expect(await sweep()).toEqual(['a', 'all', 'c'])
})

test('three nodes that start with a build at the same time store each file once', async () => {
  const { services } = await createWorld()

  await Promise.all([1, 2, 3].map(() => storeClientBuild(services, ours)))

  expect((await listClientFiles(services.db)).sort()).toEqual([...ours.files].sort())
})
