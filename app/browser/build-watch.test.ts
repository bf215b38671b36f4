import { expect, test } from 'vitest'
import {
  buildAddress,
  isBuild,
  latestBuildAddress,
  watchBuilds,
  type Build,
} from './build-watch.ts'

const running: Build = { id: 'a', timestamp: 100 }

/** A page of build `a`, its clock, and a server whose responses the test sets. */
function createPage(known: Record<string, Build | null>) {
  const waiting: { at: number; act: () => void }[] = []
  const asked: [number, string][] = []
  let now = 0
  let newer = 0
  const end = watchBuilds({
    runningId: 'a',
    read: (address) => {
      asked.push([now, address])
      return Promise.resolve(known[address] ?? null)
    },
    after: (millis, act) => {
      const entry = { at: now + millis, act }
      waiting.push(entry)
      return () => {
        waiting.splice(waiting.indexOf(entry), 1)
      }
    },
    onNewer: () => {
      newer += 1
    },
  })
  const advance = async (millis: number) => {
    const until = now + millis
    for (;;) {
      const next = waiting.filter(({ at }) => at <= until).sort((one, two) => one.at - two.at)[0]
      if (!next) break
      waiting.splice(waiting.indexOf(next), 1)
      now = next.at
      next.act()
      // Handles pending responses before the clock advances.
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = until
  }
  return { advance, asked, end, newer: () => newer }
}

test('it looks a second after the start, and then every hour', async () => {
  const { advance, asked } = createPage({
    [buildAddress('a')]: running,
    [latestBuildAddress]: running,
  })

  await advance(999)
  expect(asked).toEqual([])
  await advance(1 + 2 * 3_600_000)

  expect(asked).toEqual([
    [1_000, '/builds/meta/a.json'],
    [1_000, '/builds/latest.json'],
    [3_601_000, '/builds/latest.json'],
    [7_201_000, '/builds/latest.json'],
  ])
})

test('a newer build is news, at the start as well as hours later', async () => {
  const known: Record<string, Build | null> = {
    [buildAddress('a')]: running,
    [latestBuildAddress]: running,
  }
  const { advance, newer } = createPage(known)
  await advance(1_000)
  expect(newer()).toBe(0)

  known[latestBuildAddress] = { id: 'b', timestamp: 101 }
  await advance(3_600_000)

  expect(newer()).toBe(1)
})

test.each([
  ['an older build', running, { id: 'b', timestamp: 99 }],
  ['the same build', running, running],
  ['no answer', running, null],
  ['a server that does not know this page’s build', null, { id: 'b', timestamp: 101 }],
])('%s is no news', async (_what, meta, latest) => {
  const { advance, newer } = createPage({ [buildAddress('a')]: meta, [latestBuildAddress]: latest })

  await advance(2 * 3_600_000)

  expect(newer()).toBe(0)
})

test('a page that has ended stops asking', async () => {
  const { advance, asked, end } = createPage({})

  end()
  await advance(3_600_000)

  expect(asked).toEqual([])
})

test.each([
  [{ id: 'a', timestamp: 1 }, true],
  [{ id: 'a' }, false],
  [{ id: 1, timestamp: 1 }, false],
  [null, false],
  ['<!doctype html>', false],
])('%j describes a build: %s', (answer, expected) => {
  expect(isBuild(answer)).toBe(expected)
})
