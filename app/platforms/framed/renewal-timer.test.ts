import { expect, test } from 'vitest'
import { createRenewalTimer } from './renewal-timer.ts'
import type { PagePass, Renewal } from './session-fetch.ts'

const pass: PagePass = { token: 'a', ticket: 'b', seconds: 3600, isLast: false }

const minute = 60_000

/** A page whose renewals end as given, in turn; the last one of them again and again. */
function createStory(...renewals: Renewal[]) {
  const asked: number[] = []
  let now = 0
  let planned: { at: number; go: () => void } | null = null
  const timer = createRenewalTimer({
    renew() {
      const renewal = renewals[Math.min(asked.length, renewals.length - 1)] ?? 'missed'
      asked.push(now)
      if (renewal === 'renewed') timer.start(pass)
      return Promise.resolve(renewal)
    },
    now: () => now,
    later(go, millis) {
      const mine = { at: now + millis, go }
      planned = mine
      return () => {
        if (planned === mine) planned = null
      }
    },
  })
  return {
    timer,
    asked,
    advance: (millis: number) => {
      now += millis
    },
    /** Runs what is planned until the moment. */
    runUntil: async (end: number) => {
      while (planned !== null && planned.at <= end) {
        const { at, go } = planned
        planned = null
        now = at
        go()
        await Promise.resolve()
        await Promise.resolve()
      }
      now = end
    },
  }
}

test('an open page renews its pass after a quarter of its time, again and again', async () => {
  const { timer, asked, runUntil } = createStory('renewed')
  timer.start(pass)

  await runUntil(60 * minute)

  expect(asked).toEqual([15 * minute, 30 * minute, 45 * minute, 60 * minute])
})

test('a renewal without an answer is tried again, more and more rarely, until one succeeds', async () => {
  const { timer, asked, runUntil } = createStory('missed', 'missed', 'missed', 'renewed')
  timer.start(pass)

  await runUntil(35 * minute)

  const begun = 15 * minute
  expect(asked.slice(0, 4)).toEqual([begun, begun + 15_000, begun + 45_000, begun + 105_000])
  expect(asked.slice(4)).toEqual([begun + 105_000 + 15 * minute])
})

test('it is tried until the pass has ended, and not after', async () => {
  const { timer, asked, runUntil } = createStory('missed')
  timer.start(pass)

  await runUntil(10 * 60 * minute)

  expect(asked.length).toBeGreaterThan(8)
  expect(asked.length).toBeLessThan(20)
  expect(asked.at(-1)).toBeLessThan(60 * minute)
})

test('a session that is over isn’t asked for again', async () => {
  const { timer, asked, runUntil } = createStory('refused')
  timer.start(pass)

  await runUntil(10 * 60 * minute)

  expect(asked).toHaveLength(1)
})

test('the last pass of a session isn’t renewed, however little is left of it', async () => {
  const { timer, asked, runUntil } = createStory('renewed')
  timer.start({ ...pass, seconds: 0, isLast: true })
  timer.wake()

  await runUntil(10 * 60 * minute)

  expect(asked).toEqual([])
})

test('a page that is looked at again renews its pass immediately', async () => {
  const { timer, asked, advance, runUntil } = createStory('renewed')
  timer.wake()
  timer.start(pass)
  advance(10 * minute)

  timer.wake()
  await runUntil(25 * minute)

  expect(asked).toEqual([10 * minute, 25 * minute])
})
