/** Reviews are read newest first, as many as the plan includes; with a larger plan, again from the start. */
import { expect, test } from 'vitest'
import { hourMillis } from '#app/lib/time.ts'
import type { Caller, Cursor } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { pullInPhases } from './phases.ts'

type Written = { id: string; at: number }

const pageSize = 3

/** A service that lists reviews, newest first, on pages of three. */
function createSource() {
  const written: Written[] = []
  let now = Date.parse('2026-03-02T09:00:00Z')
  let cursor: Cursor = null
  let requests = 0
  /** How far our clock is ahead of the service's. */
  let ahead = 0
  const pull = pullInPhases<Record<string, unknown>>([
    {
      name: 'reviews',
      everyMinutes: 60,
      isReviews: true,
      read: (_caller, { since, position }) => {
        requests += 1
        const start = typeof position === 'number' ? position : 0
        const listed = written
          .filter(({ at }) => since === null || at >= since.getTime())
          .toReversed()
        const rows = listed.slice(start, start + pageSize)
        const records = rows.map(({ id, at }): IntegrationRecord => ({
          kind: 'review',
          id,
          occurred_at: new Date(at).toISOString(),
          stars: 5,
        }))
        const next = start + pageSize < listed.length ? start + pageSize : null
        return Promise.resolve({ records, next })
      },
    },
  ])
  return {
    write(...ids: string[]) {
      for (const id of ids) written.push({ id, at: now })
    },
    shiftClock(hours: number) {
      ahead += hours * hourMillis
    },
    pass(hours: number) {
      now += hours * hourMillis
    },
    /** Reads until there is no more. @returns the IDs that are kept, and how often the service was asked */
    async pull(reviewsLimit: number) {
      const ids: string[] = []
      requests = 0
      for (;;) {
        const caller = { now: new Date(now + ahead), reviewsLimit } as Caller
        const page = await pull.page(caller, cursor)
        ids.push(...page.records.flatMap((one) => ('id' in one ? one.id : [])))
        cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
        if (!page.hasMore) return { ids, requests }
      }
    },
  }
}

test.each([
  [1, ['g'], 1],
  [2, ['g', 'f'], 1],
  [3, ['g', 'f', 'e'], 1],
  [4, ['g', 'f', 'e', 'd'], 2],
  [300, ['g', 'f', 'e', 'd', 'c', 'b', 'a'], 3],
])('a plan of %i keeps the newest, and asks for no page more', async (limit, ids, requests) => {
  const source = createSource()
  source.write('a', 'b', 'c', 'd', 'e', 'f', 'g')

  expect(await source.pull(limit)).toEqual({ ids, requests })
})

test('later only new ones are read, again within the limit', async () => {
  const source = createSource()
  source.write('a', 'b', 'c')
  await source.pull(2)
  source.pass(2)
  source.write('d', 'e', 'f')
  source.pass(1)

  expect(await source.pull(2)).toMatchObject({ ids: ['f', 'e'] })
  expect(await source.pull(2)).toEqual({ ids: [], requests: 0 })
})

test('a larger plan reads everything again, immediately and only once', async () => {
  const source = createSource()
  source.write('a', 'b', 'c', 'd', 'e')
  await source.pull(2)

  expect(await source.pull(4)).toMatchObject({ ids: ['e', 'd', 'c', 'b'] })
  expect(await source.pull(4)).toEqual({ ids: [], requests: 0 })
  expect(await source.pull(300)).toMatchObject({ ids: ['e', 'd', 'c', 'b', 'a'] })
  // Nothing was left out any more.
  expect(await source.pull(1000)).toEqual({ ids: [], requests: 0 })
})

test('a smaller plan reads nothing again, and the former one after it doesn’t either', async () => {
  const source = createSource()
  source.write('a', 'b', 'c')
  await source.pull(2)

  expect(await source.pull(1)).toEqual({ ids: [], requests: 0 })
  expect(await source.pull(2)).toEqual({ ids: [], requests: 0 })
})

test('after a day on which our clock was ahead, everything is read again, and nothing is missed', async () => {
  const source = createSource()
  source.write('before')
  source.pass(1)
  source.shiftClock(24)
  expect((await source.pull(30)).ids).toEqual(['before'])

  source.write('meanwhile')
  source.pass(2)
  source.shiftClock(-24)

  expect((await source.pull(30)).ids).toEqual(['meanwhile', 'before'])
  source.pass(1)
  expect((await source.pull(30)).ids).toEqual([])
})
