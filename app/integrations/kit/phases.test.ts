/** Reviews are read newest first, as many as the plan includes; with a larger plan, again from the start. */
import { expect, test } from 'vitest'
import { hourMillis } from '#app/lib/time.ts'
import { BadRecord, ConnectionLost } from '#app/lib/web/provider-errors.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { Caller, Cursor } from '../integration.ts'
import type { IntegrationRecord } from '../record.ts'
import { LostPlace, MissingRight } from './partial-failures.ts'
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

/** A service whose second page is reached by a token, which it may no longer know. */
function createTokenList(answers: (position: unknown) => BadRecord | ConnectionLost | null) {
  const asked: { position: unknown; since: Date | null }[] = []
  const pull = pullInPhases<Record<string, unknown>>([
    {
      name: 'orders',
      everyMinutes: 60,
      firstDays: 60,
      read: (_caller, from) => {
        asked.push(from)
        const failure = answers(from.position)
        if (failure) return Promise.reject(failure)
        return Promise.resolve({ records: [], next: from.position === null ? 'token' : null })
      },
    },
  ])
  let cursor: Cursor = null
  let now = Date.parse('2026-03-02T09:00:00Z')
  return {
    asked,
    async page() {
      const page = await pull.page({ now: new Date(now), reviewsLimit: 30 } as Caller, cursor)
      cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
      now += hourMillis
      return page
    },
  }
}

const answer = (status: number) => new ProviderReply({ status, headers: {}, text: '{}' })

test.each([400, 404, 410, 422])(
  'a position that is refused with %i is given up',
  async (status) => {
    let isKnown = false
    const list = createTokenList((position) =>
      position !== null && !isKnown ? new BadRecord('No.', answer(status)) : null,
    )
    await list.page()

    const refused = await list.page()
    isKnown = true
    await list.page()
    const last = await list.page()

    expect(refused.failure).toBeInstanceOf(LostPlace)
    expect(list.asked.map(({ position }) => position)).toEqual([null, 'token', null, 'token'])
    // The reading that lost its place had read nothing to the end.
    expect(list.asked[2]?.since).toEqual(
      new Date((list.asked[0]?.since?.getTime() ?? 0) + 2 * hourMillis),
    )
    expect(last).toMatchObject({ hasMore: false })
  },
)

test('a list of reviews that begins again forgets the count of the reading it gave up', async () => {
  let failures = 0
  const pull = pullInPhases<Record<string, unknown>>([
    {
      name: 'reviews',
      everyMinutes: 60,
      isReviews: true,
      read: (_caller, { position }) => {
        if (position !== null) {
          failures += 1
          return Promise.reject(new BadRecord('No.', answer(410)))
        }
        const review = { kind: 'review', id: 'a', occurred_at: '2026-03-01T09:00:00Z', stars: 5 }
        return failures < 2
          ? Promise.resolve({ records: [review as IntegrationRecord], next: 'token' })
          : Promise.resolve({ records: [], next: null })
      },
    },
  ])
  let cursor: Cursor = null
  let now = Date.parse('2026-03-02T09:00:00Z')
  const listed: number[] = []
  for (let nth = 0; nth < 20; nth += 1) {
    const page = await pull.page({ now: new Date(now), reviewsLimit: 30 } as Caller, cursor)
    cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
    now += hourMillis
    if (page.completedReviews) listed.push(page.completedReviews.listed)
  }

  expect(failures).toBe(2)
  expect(listed[0]).toBe(0)
})

test('a page that can’t be read is asked for three times, then by another way', async () => {
  const list = createTokenList((position) =>
    position === null ? null : new BadRecord('Not JSON.', answer(200)),
  )
  for (let nth = 0; nth < 5; nth += 1) await list.page()

  expect(list.asked.map(({ position }) => position)).toEqual([
    null,
    'token',
    'token',
    'token',
    null,
  ])
})

test('a refused list is reported as a missing right, and a fault of ours is thrown', async () => {
  const refused = createTokenList(() => new ConnectionLost('No.', answer(403)))
  const unsent = createTokenList(() => new ConnectionLost('The address is not one of https.'))

  expect((await refused.page()).failure).toMatchObject({
    sentence: expect.stringContaining('read its orders') as string,
  })
  await expect(unsent.page()).rejects.toThrow(ConnectionLost)
})

/** Deliveries bring the customers too, so the connection does its work without their list. */
function createSecondLeg(refuses: (list: string) => BadRecord | ConnectionLost | null) {
  const phase = (name: string) => ({
    name,
    everyMinutes: 60,
    read: () => {
      const failure = refuses(name)
      return failure ? Promise.reject(failure) : Promise.resolve({ records: [], next: null })
    },
  })
  const withoutRight = 'New customers still arrive.'
  const pull = pullInPhases([phase('orders'), { ...phase('customers'), withoutRight }])
  let cursor: Cursor = null
  let now = Date.parse('2026-03-02T09:00:00Z')
  return async (hoursLater = 0) => {
    now += hoursLater * hourMillis
    const page = await pull.page({ now: new Date(now), reviewsLimit: 30 } as Caller, cursor)
    cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
    return page
  }
}

test('a refused list that the connection works without is its limit, until the right is there', async () => {
  let isRefused = true
  const page = createSecondLeg((list) =>
    list === 'customers' && isRefused ? new ConnectionLost('No.', answer(403)) : null,
  )

  const pages = [await page(), await page(), await page(2)]
  const [, refused, other] = pages

  expect(refused?.failure).toBeInstanceOf(MissingRight)
  expect(refused?.failure).toMatchObject({ sentence: 'New customers still arrive.' })
  // Orders were read, so nothing is failing.
  expect(other).toMatchObject({ limit: 'New customers still arrive.' })
  expect(pages.map(({ isIncomplete }) => isIncomplete)).toEqual([undefined, undefined, undefined])

  isRefused = false
  await page()
  expect((await page(2)).limit).toBeUndefined()
})

test.each([
  ['the other list fails', (list: string) => (list === 'orders' ? 200 : 403)],
  ['it is no refusal', (list: string) => (list === 'orders' ? null : 500)],
])('a list is no limit alone if %s', async (_case, statusOf) => {
  const page = createSecondLeg((list) => {
    const status = statusOf(list)
    if (status === null) return null
    return status === 403
      ? new ConnectionLost('No.', answer(status))
      : new BadRecord('No.', answer(status))
  })

  const pages = [await page(), await page(), await page(2)]

  expect(pages.some(({ isIncomplete }) => isIncomplete)).toBe(true)
})
